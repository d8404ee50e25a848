/* The page's rules of Go, without a browser: by hand, and move by move against the program. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { areaOf, goRules, goRulesFrom, handicapPoints, scoreOf, scoreText, toggleDead } from '../src/core/go';
import { addLine } from '../src/core/edits';
import {
    BLACK,
    allSquares,
    emptyPosition,
    illegal,
    legal,
    mayPass,
    moveText,
    movesText,
    placeAll,
    readMove,
    readMoves,
    rulesFrom,
    rulesNumbers,
    rulesText,
    setUp,
    type Position,
} from '../src/core/rules';
import { PASS, squareAt } from '../src/core/squares';
import { newTree, positionAt } from '../src/core/tree';
import { visitTree } from '../src/core/walk';
import { programPath } from './harness';

const FIVE = goRules(5, 0);

function after(text: string, rules = FIVE): Position {
    const { squares, rest } = readMoves(rules, text);
    assert.equal(rest, '');
    const p = placeAll(emptyPosition(rules), squares);
    assert.equal(p.moves.length, squares.length, text);
    return p;
}

const at = (text: string) => readMove(FIVE, text)!;

test('points skip the column I, and rules are read as the program writes them', () => {
    const r = goRules(19);
    assert.equal(movesText(r, [squareAt(7, 0), squareAt(8, 0), squareAt(18, 18), PASS]), 'H1 J1 T19 pass');
    assert.equal(readMove(r, 'i5'), null);
    assert.equal(readMove(r, 'U1'), null);
    assert.equal(readMove(r, 'j10'), squareAt(8, 9));
    for (const text of ['go:19,komi=7.5', 'go:9,komi=-3,handicap=4,ko=simple', 'go:13,komi=0'])
        assert.equal(rulesText(rulesFrom(text)!), text);
    assert.equal(rulesText(goRulesFrom('go9')!), 'go:9,komi=7.5');
    for (const text of ['go:26', 'go:9,handicap=10', 'go:5,handicap=2', 'gomoku', 'go:9,komi=x'])
        assert.equal(rulesFrom(text), null, text);
});

test('chains without a liberty are taken, and suicide is forbidden', () => {
    const p = after('B1 A1 A2');
    assert.equal(p.cells[at('A1')], 0);
    assert.deepEqual(p.go!.taken, { black: 1, white: 0 });
    assert.equal(p.stones, 2);
    assert.equal(illegal(p, at('A1')), 'suicide');
    assert.equal(illegal(p, at('B1')), 'occupied');
});

test('a ko is not taken back at once, and a board does not come again', () => {
    const p = after('B1 C1 A2 D2 B3 C3 C2 B2');
    assert.equal(p.cells[at('C2')], 0);
    assert.equal(illegal(p, at('C2')), 'ko');
    const later = placeAll(p, [at('E5'), at('E1')]);
    assert.equal(illegal(later, at('C2')), null);
    // Passes do not lift what forbids a board to come again.
    const passed = placeAll(p, [PASS]);
    assert.equal(illegal(setUp(passed, { black: [], white: [], empty: [], toMove: 'black' }), at('C2')), 'repeats');
    const simple = after('B1 C1 A2 D2 B3 C3 C2 B2', goRules(5, 0, 0, true));
    const named = setUp(placeAll(simple, [PASS]), { black: [], white: [], empty: [], toMove: 'black' });
    assert.equal(illegal(named, at('C2')), null);
});

test('two passes end the game, which is counted by area with komi', () => {
    const wall = 'C1 D1 C2 D2 C3 D3 C4 D4 C5 D5';
    const p = after(`${wall} pass pass`, goRules(5, 4.5));
    assert.equal(p.outcome, 'black');
    assert.equal(scoreOf(p), 15 - 10 - 4.5);
    assert.equal(scoreText(scoreOf(p)), 'B+0.5');
    assert.equal(illegal(p, at('A1')), 'over');
    assert.equal(mayPass(p), false);
});

test('dead stones go off before the count, together with those they hang together with', () => {
    const p = after('C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass A1 pass A3 pass pass', goRules(5, 0));
    assert.equal(scoreOf(p), 5 - 12);
    const dead = toggleDead(p, new Set(), at('A1'));
    assert.deepEqual([...dead].sort(), [at('A1'), at('A3')].sort());
    assert.equal(scoreOf(p, dead), 15 - 10);
    assert.equal(areaOf(p, dead).get(at('A1')), BLACK);
    assert.equal(toggleDead(p, dead, at('A3')).size, 0);
});

test('handicap stones stand on their places, and White begins', () => {
    const p = emptyPosition(goRules(19, 0.5, 5));
    assert.equal(movesText(p.rules, handicapPoints(19, 5)), 'D4 Q16 Q4 D16 K10');
    assert.equal(p.stones, 5);
    assert.equal(p.toMove, 'white');
});

test('Go is not taken for a game of the Connect family', () => {
    assert.throws(() => rulesNumbers(goRules(9)), /Go/);
});

test('a walk through a tree has the captures of every place', () => {
    const { squares } = readMoves(FIVE, 'B1 A1 A2 A1 C1 pass D4');
    const line = addLine(newTree(FIVE), [], squares);
    const boards: string[] = [];
    visitTree(line.tree, (_node, walker) => boards.push(walker.cells.join('')));
    const wanted = line.path.map((_, i) => positionAt(line.tree, line.path.slice(0, i + 1)).cells.join(''));
    assert.deepEqual(boards.slice(1), wanted);
});

/* Random games, the same in every run. */
function random(seed: number): () => number {
    let x = seed >>> 0;
    return () => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return x / 2 ** 32;
    };
}

function play(rules: Position['rules'], next: () => number, most: number): { lines: string[]; wanted: string[] } {
    const size = rules.m;
    const lines = [`boardsize ${size}`, `komi ${rules.go!.komi}`, 'clear_board'];
    const wanted = ['', '', ''];
    let p = emptyPosition(rules);
    for (let i = 0; i < most && p.outcome === 'open'; i++) {
        const points = allSquares(rules);
        // Now and then a move that may be illegal: both must say the same of it.
        const s = next() < 0.03 ? PASS : points[Math.floor(next() * points.length)]!;
        const side = p.toMove;
        lines.push(`play ${side} ${moveText(rules, s)}`);
        wanted.push(legal(p, s) ? '' : '?');
        p = placeAll(p, [s]);
        for (const colour of ['black', 'white'] as const) {
            const cell = colour === 'black' ? 1 : 2;
            const stones = points.filter((q) => p.cells[q] === cell).map((q) => moveText(rules, q));
            lines.push(`list_stones ${colour}`);
            wanted.push(stones.sort().join(' '));
        }
    }
    return { lines, wanted };
}

test('random games go as with the program, move by move', () => {
    const next = random(7);
    const games = [2, 3, 4, 5, 5, 7, 9].flatMap((size) => [play(goRules(size, 6.5), next, size * size * 4)]);
    const lines = games.flatMap((g) => g.lines);
    const wanted = games.flatMap((g) => g.wanted);
    const ran = spawnSync(programPath(), ['gtp', '--game', 'go'], {
        input: `${lines.join('\n')}\nquit\n`,
        encoding: 'utf8',
        maxBuffer: 1e8,
    });
    const answers = ran.stdout.split('\n\n').slice(0, lines.length);
    assert.equal(answers.length, lines.length, ran.stderr);
    answers.forEach((answer, i) => {
        const refused = answer.trim().startsWith('?');
        const said = answer.trim().replace(/^=\s*/, '').split(/\s+/).sort().join(' ');
        const told = refused ? '?' : lines[i]!.startsWith('list') ? said : '';
        assert.equal(told, wanted[i], `${lines[i]} after ${lines.slice(Math.max(0, i - 12), i).join(', ')}`);
    });
});
