/* The rules about games on the page: entering turns, clocks, what is kept. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONNECT6, positionOf } from '../src/core/rules';
import { parseSquares, squaresText } from '../src/core/squares';
import { isComplete, pressed } from '../src/core/turns';
import { NO_CLOCK, YOU_AND_ENGINE, afterTurn, clockText, newGame, readGame, thinkingTime } from '../src/play/model';

const squares = (text: string) => parseSquares(text).squares;
const after = (text: string, rules = CONNECT6) => positionOf(rules, squares(text)).position;

describe('a turn being entered', () => {
    const p = after('j10');
    const enter = (text: string) => squares(text).reduce((stones: readonly number[], s) => pressed(p, stones, s), []);

    it('is complete with its stones', () => {
        assert(!isComplete(p, enter('k10')));
        assert(isComplete(p, enter('k10 l10')));
    });
    it('gives a stone back that is pressed again', () => assert.equal(squaresText(enter('k10 l10 k10')), 'l10'));
    it('moves the last stone when one too many is pressed', () =>
        assert.equal(squaresText(enter('k10 l10 m10')), 'k10 m10'));
    it('takes no stone on another', () => assert.equal(squaresText(enter('j10')), ''));
    it('is complete with a row, however many stones are left', () => {
        const five = after('a1 a10 b10 b1 c1 c10 d10 d1 e1 e10 g10');
        assert(isComplete(five, squares('f1')));
    });
    it('is complete when the board is full', () => {
        const small = { m: 2, n: 2, k: 2, p: 3, q: 2 };
        assert(isComplete(after('a1', { ...small, k: 3 }), squares('b1')));
        assert(isComplete(after('a1 b1', { ...small, k: 3 }), squares('a2 b2')));
    });
});

describe('clocks', () => {
    it('give each turn its time', () =>
        assert.equal(afterTurn({ kind: 'turn', seconds: 30, increment: 0 }, 12, 20), 30));
    it('run down over a game', () =>
        assert.equal(afterTurn({ kind: 'game', seconds: 300, increment: 5 }, 100, 20), 85));
    it('leave a machine time to answer', () => {
        assert.equal(thinkingTime(NO_CLOCK, 0), undefined);
        for (const left of [0.2, 1, 10, 600]) {
            assert(thinkingTime({ kind: 'game', seconds: 600, increment: 0 }, left)! < left);
            assert(thinkingTime({ kind: 'turn', seconds: left, increment: 0 }, left)! < left);
        }
    });
    it('are written as people read them', () => {
        assert.equal(clockText(65), '1:05');
        assert.equal(clockText(9.94), '9.9');
        assert.equal(clockText(-1), '0.0');
    });
});

describe('a game that was kept', () => {
    const game = newGame(YOU_AND_ENGINE, NO_CLOCK);
    it('comes back', () => assert.deepEqual(readGame(JSON.parse(JSON.stringify(game))), { ...game, line: undefined }));
    it('is not taken from anything else', () => {
        for (const bad of [
            null,
            1,
            'x',
            [],
            {},
            { ...game, players: {} },
            { ...game, clock: null },
            { ...game, left: {} },
        ])
            assert.equal(readGame(bad), null);
        assert.equal(
            readGame({ ...game, players: { black: { kind: 'engine', level: 99 }, white: { kind: 'person' } } }),
            null,
        );
        assert.equal(readGame({ ...game, live: 'x' })!.live, null);
    });
});
