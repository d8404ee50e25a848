/* What is made of evaluations: chances, mistakes, numbers for people. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { count, duration, percent } from '../src/analyse/format';
import { better, evalOf, gradeOf, judge, viewOf } from '../src/analyse/judge';

test('evaluations speak for the side to move, views for Black', () => {
    assert.deepEqual(viewOf({ chance: 0.7, mate: 0 }, 'black'), { chance: 0.7, mate: 0 });
    assert.equal(viewOf({ chance: 0.75, mate: 0 }, 'white').chance, 0.25);
    assert.deepEqual(viewOf({ chance: 0.9, mate: 3 }, 'white'), { chance: 0, mate: -3 });
    assert.deepEqual(viewOf({ chance: 0.1, mate: -2 }, 'white'), { chance: 1, mate: 2 });
});

test('what is not proved is not certain', () => {
    assert.deepEqual(viewOf({ chance: 1, mate: 0 }, 'black'), { chance: 0.99, mate: 0 });
    assert.deepEqual(viewOf({ chance: 0, mate: 0 }, 'black'), { chance: 0.01, mate: 0 });
});

test('the deeper evaluation is kept, a proved one always', () => {
    const e = (depth: number, mate = 0) => ({ value: 0, chance: 0.5, mate, depth });
    assert.ok(better(e(1), undefined));
    assert.ok(better(e(3), e(3)));
    assert.ok(!better(e(2), e(3)));
    assert.ok(better(e(1, 4), e(9)));
    assert.ok(!better(e(9), e(1, 4)));
    assert.ok(!better(e(9), e(1, -4)));
});

test('grades of a loss', () => {
    assert.deepEqual([0.02, 0.1, 0.2, 0.5].map(gradeOf), [null, 'dubious', 'mistake', 'blunder']);
});

const view = (chance: number, mate = 0) => ({ chance, mate });

test('mistakes are losses of the one who moved', () => {
    assert.equal(judge('black', view(0.5), view(0.9)), null);
    assert.equal(judge('white', view(0.9), view(0.5)), null);
    assert.equal(judge('white', view(0.2), view(0.6))?.grade, 'blunder');
    assert.equal(judge('black', view(0.6), view(0.4))?.grade, 'mistake');
});

test('a win that was let go is marked', () => {
    assert.equal(judge('white', view(0, -2), view(0.5))?.missed, true);
    assert.equal(judge('black', view(0.8), view(0.5))?.missed, false);
});

test('what a node keeps is from the side of Black', () => {
    const best = { value: 50, chance: 0.625, mate: 0 };
    assert.deepEqual(evalOf({ depth: 4, lines: [best] }, 'black'), {
        value: 50,
        chance: 0.625,
        mate: 0,
        depth: 4,
    });
    assert.deepEqual(evalOf({ depth: 4, lines: [best] }, 'white'), {
        value: -50,
        chance: 0.375,
        mate: 0,
        depth: 4,
    });
    assert.equal(evalOf({ depth: 4, lines: [] }, 'white'), undefined);
});

test('numbers for people', () => {
    assert.deepEqual([0, 999, 1000, 12345, 999499, 999700, 4.56e6, 2e9].map(count), [
        '0',
        '999',
        '1.00k',
        '12.3k',
        '999k',
        '1.00M',
        '4.56M',
        '2.00G',
    ]);
    assert.deepEqual([0.04, 9.96, 59, 60, 185, 3729].map(duration), [
        '0.0 s',
        '10 s',
        '59 s',
        '1:00',
        '3:05',
        '1:02:09',
    ]);
    assert.deepEqual([percent(0.634), percent(1), percent(0.001), percent(1, true)], ['63%', '99%', '1%', '100%']);
});
