/* Squares, rules and positions, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    CONNECT6,
    badRule,
    illegal,
    lastTurn,
    positionOf,
    rulesFrom,
    setUp,
    setupOf,
    turnAt,
    type Rules,
    rulesNumbers,
    rulesText,
    sameRules,
} from '../src/core/rules';
import { columnText, parseSquare, parseSquares, squareAt, squareText } from '../src/core/squares';

const GOMOKU: Rules = { m: 15, n: 15, k: 5, p: 1, q: 1 };
const TICTACTOE: Rules = { m: 3, n: 3, k: 3, p: 1, q: 1 };

function squares(text: string): number[] {
    return parseSquares(text).squares;
}

test('squares are column letters without a gap and a row from the bottom', () => {
    assert.equal(squareText(squareAt(9, 9)), 'j10');
    assert.equal(squareText(squareAt(8, 0)), 'i1');
    assert.deepEqual([25, 26, 51, 52, 126].map(columnText), ['z', 'aa', 'az', 'ba', 'dw']);
    for (const col of [0, 8, 25, 26, 77, 126])
        for (const row of [0, 9, 126]) assert.equal(parseSquare(squareText(squareAt(col, row))), squareAt(col, row));
});

test('what is no square of the board is none', () => {
    for (const text of ['', 'j', '10', 'j0', 'j010', 'j10x', 'abc1', 'dx1', 'a128', '-1', 'j1000'])
        assert.equal(parseSquare(text), null, text);
    assert.equal(parseSquare('t20', CONNECT6), null);
    assert.equal(parseSquare('t1', CONNECT6), null);
    assert.equal(parseSquare('S19', CONNECT6), squareAt(18, 18));
});

test('lists of squares may be joined or apart', () => {
    assert.deepEqual(squares('k11i11'), squares('k11, i11'));
    assert.deepEqual(parseSquares('j10 k11 then'), { squares: squares('j10k11'), rest: 'then' });
    assert.deepEqual(parseSquares('j10 t20', CONNECT6), { squares: squares('j10'), rest: 't20' });
});

test('turns follow from p and q', () => {
    const turns = [0, 1, 2, 3, 4, 5].map((n) => turnAt(CONNECT6, n));
    assert.deepEqual(
        turns.map((t) => `${t.toMove[0]}${t.left}`),
        ['b1', 'w2', 'w1', 'b2', 'b1', 'w2'],
    );
    assert.deepEqual(turnAt({ ...CONNECT6, p: 3, q: 4 }, 3), { toMove: 'black', left: 1 });
    assert.deepEqual(turnAt({ ...CONNECT6, p: 3, q: 4 }, 7), { toMove: 'black', left: 3 });
});

test('rules out of their limits are refused', () => {
    assert.deepEqual(rulesFrom([15, 15, 5, 1, 1]), GOMOKU);
    for (const bad of [null, 'x', [1, 2, 3], [0, 1, 1, 1, 1], [128, 3, 3, 1, 1], [3, 3, 3, 1, 1.5], [3, 3, 3, 1, '1']])
        assert.equal(rulesFrom(bad), null);
    assert.deepEqual(badRule({ ...CONNECT6, k: 64 }), { which: 'k', most: 63 });
    assert.deepEqual(rulesFrom([15, 15, 5, 1, 1, 'exact']), { ...GOMOKU, exact: true });
    for (const bad of [
        [15, 15, 5, 1, 1, 'exactly'],
        [15, 15, 5, 1, 'exact'],
        [15, 15, 5, 1, 1, 1],
    ])
        assert.equal(rulesFrom(bad), null);
});

test('in an exact game a longer row wins nothing', () => {
    const rules = { ...TICTACTOE, m: 5, exact: true };
    const longer = positionOf(rules, squares('a1 a2 b1 b3 d1 d2 c1')).position;
    assert.equal(longer.outcome, 'open');
    assert.equal(positionOf({ ...rules, exact: false }, squares('a1 a2 b1 b3 d1 d2 c1')).position.outcome, 'black');
    assert.equal(positionOf(rules, squares('a1 a2 b1 b3 c1')).position.outcome, 'black');
    assert.equal(rulesText(rules), 'Connect(5,3,3,1,1,exact)');
    assert.deepEqual(rulesNumbers(rules), [5, 3, 3, 1, 1, 'exact']);
    assert.equal(sameRules(rules, { ...rules, exact: false }), false);
});

test('the first row of k wins at once, in each direction, and is shown whole', () => {
    for (const [line, row] of [
        ['a1 a2 b1 b2 c1', 'a1 b1 c1'],
        ['a1 b1 a2 b2 a3', 'a1 a2 a3'],
        ['a1 b1 b2 c1 c3', 'a1 b2 c3'],
        ['c1 b1 b2 c2 a3', 'a3 b2 c1'],
    ]) {
        const { position, played } = positionOf(TICTACTOE, squares(line!));
        assert.equal(played, 5);
        assert.equal(position.outcome, 'black');
        assert.deepEqual([...position.winRow].sort(), squares(row!).sort(), line);
        assert.equal(illegal(position, squareAt(2, 1)), 'over');
    }
});

test('seven in a row win at Connect6, and a full board is a draw', () => {
    const long = positionOf(CONNECT6, squares('a1 a10 c10 b1 c1 e10 g10 e1 f1 i10 k10 g1 d1')).position;
    assert.equal(long.outcome, 'black');
    assert.equal(long.winRow.length, 7);
    const full = positionOf(TICTACTOE, squares('b2 a1 c1 a3 a2 c2 b1 b3 c3')).position;
    assert.equal(full.outcome, 'draw');
});

test('the turn that wins with its first stone stays with the winner', () => {
    const { position } = positionOf({ ...CONNECT6, k: 3 }, squares('a1 j1 j3 b1 c1'));
    assert.deepEqual([position.outcome, position.toMove, position.left], ['black', 'black', 1]);
});

test('a line stops before its first illegal stone', () => {
    const { position, played } = positionOf(CONNECT6, squares('j10 k10 j10 l10'));
    assert.equal(played, 2);
    assert.equal(illegal(position, squareAt(9, 9)), 'occupied');
    assert.equal(illegal(position, squareAt(19, 0)), 'off');
});

test('the last turn is the one that goes on, or the one just made', () => {
    const text = (line: string) => lastTurn(positionOf(CONNECT6, squares(line)).position).map((v) => squareText(v.at));
    assert.deepEqual(text('j10 k10 l10'), ['k10', 'l10']);
    assert.deepEqual(text('j10 k10 l10 a1'), ['a1']);
    assert.deepEqual(text(''), []);
});

test('a set-up names the side to move, or the stones tell', () => {
    const start = positionOf(CONNECT6, []).position;
    const set = (black: string, white: string, more = {}) => {
        const p = setUp(start, { black: squares(black), white: squares(white), empty: [], ...more });
        return `${p.toMove[0]}${p.left}`;
    };
    assert.equal(set('j10', 'k10'), 'w1');
    assert.equal(set('j10', 'k10 l10'), 'b2');
    assert.equal(set('j10 j11 j12', 'k10'), 'w2');
    assert.equal(set('j10', 'k10', { toMove: 'black' }), 'b2');
    assert.equal(set('j10', 'k10', { toMove: 'black', left: 1 }), 'b1');
});

test('a position is the same after taking it apart and setting it up', () => {
    const p = positionOf(CONNECT6, squares('j10 k11 i11 a1')).position;
    const q = setUp(positionOf(CONNECT6, []).position, setupOf(p));
    assert.deepEqual([q.cells, q.toMove, q.left, q.stones], [p.cells, p.toMove, p.left, p.stones]);
});
