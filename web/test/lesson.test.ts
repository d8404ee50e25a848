/* The steps of the lesson: each can be done, and what does not do it is not taken. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { otherSide, placeAll } from '../src/core/rules';
import { parseSquares } from '../src/core/squares';
import { canHit, isDecided, stonesToStop, threatsOf } from '../src/core/threats';
import { STEPS, stopSome } from '../src/lesson/steps';
import { afterTurn } from '../src/puzzles/wire';

const squares = (text: string) => parseSquares(text).squares;
const step = (name: string) => STEPS.find((s) => s.name === name)!;

function tried(name: string, turn: string): boolean {
    const s = step(name);
    return s.fits(s.start, afterTurn(s.start, squares(turn)));
}

describe('the lesson', () => {
    it('begins with one stone, then two', () => {
        assert.equal(step('first').start.left, 1);
        assert.equal(step('two').start.left, 2);
        const after = placeAll(step('first').start, squares('k11'));
        assert.equal(step('first').answer!(after).length, 2);
        assert(step('first').answer!(after).every((s) => after.cells[s] === 0));
    });
    it('asks for six in a row', () => {
        for (const turn of ['g7 l12', 'f6 g7', 'l12 m13']) assert(tried('six', turn), turn);
        for (const turn of ['g7 a1', 'e5 g7']) assert(!tried('six', turn), turn);
    });
    it('asks to stop a threat', () => {
        for (const turn of ['g10 l10', 'f10 l10', 'g10 m10']) assert(tried('threat', turn), turn);
        for (const turn of ['g10 a1', 'f10 m10', 'a1 a2']) assert(!tried('threat', turn), turn);
    });
    it('asks for three threats, and two stones do not stop them', () => {
        const s = step('three');
        assert.equal(stonesToStop(s.start, 'black'), 0);
        assert.equal(threatsOf(s.start, 'white').length, 0);
        assert(tried('three', 'j10 a1'));
        assert(!tried('three', 'k10 l10'));
        const after = afterTurn(s.start, squares('j10 a1'));
        assert(isDecided(after));
        const stopped = afterTurn(after, stopSome(after));
        assert.equal(stopped.toMove, 'black');
        assert.equal(threatsOf(stopped, 'black').length, 1);
        const six = threatsOf(stopped, 'black')[0]!;
        assert(step('finish').fits(stopped, afterTurn(stopped, six)));
    });
    it('has no step that is done already', () => {
        for (const s of STEPS) assert.equal(s.start.outcome, 'open', s.name);
    });
});

describe('threats', () => {
    it('are hit or not', () => {
        assert(canHit([], 0));
        assert(!canHit([[1]], 0));
        assert(
            canHit(
                [
                    [1, 2],
                    [2, 3],
                    [3, 4],
                ],
                2,
            ),
        );
        assert(
            !canHit(
                [
                    [1, 2],
                    [3, 4],
                    [5, 6],
                ],
                2,
            ),
        );
    });
    it('do not decide while the other side can win first', () => {
        const s = step('three');
        const four = placeAll({ ...s.start, toMove: 'white', left: 2 }, squares('a10 a11'));
        const white = placeAll({ ...four, toMove: 'white', left: 2 }, squares('a12 a13'));
        const after = afterTurn({ ...white, toMove: 'black', left: 2 }, squares('j10 s19'));
        assert(stonesToStop(after, 'black') > 2);
        assert(threatsOf(after, otherSide('black')).length > 0);
        assert(!isDecided(after));
    });
});
