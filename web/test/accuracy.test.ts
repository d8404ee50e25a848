/* Accuracy and counts of mistakes by player, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoresOf, turnsOn, type Judged } from '../src/analyse/accuracy';
import { keptOf } from '../src/analyse/judge';
import { stepsOf } from '../src/analyse/line';
import * as edits from '../src/core/edits';
import { CONNECT6 } from '../src/core/rules';
import { parseSquare } from '../src/core/squares';
import { lineEnd, newTree } from '../src/core/tree';

const view = (chance: number) => ({ chance, mate: 0 });

test('a turn keeps its chances but for what it lost', () => {
    assert.equal(keptOf('black', view(0.6), view(0.5)).toFixed(3), '0.900');
    assert.equal(keptOf('black', view(0.5), view(0.6)), 1);
    assert.equal(keptOf('white', view(0.2), view(0.7)).toFixed(3), '0.500');
    assert.equal(keptOf('white', view(0.7), view(0.2)), 1);
});

test('the turns of a line, with what was thought before and after', () => {
    let { tree } = edits.addLine(
        newTree(CONNECT6),
        [],
        ['j10', 'k11', 'i11', 'l11', 'j12', 'a1'].map((s) => parseSquare(s)!),
    );
    const chance = (depth: number, v: number) =>
        (tree = edits.setEval(tree, Array<number>(depth).fill(0), { chance: v, mate: 0, depth: 3 }));
    chance(0, 0.5);
    chance(1, 0.6);
    chance(3, 0.8);
    chance(5, 0.75);
    const turns = turnsOn(stepsOf(tree, lineEnd(tree, [])));
    assert.deepEqual(
        turns.map((v) => [v.side, v.before?.chance, v.after?.chance]),
        [
            ['black', 0.5, 0.6],
            ['white', 0.6, 0.8],
            ['black', 0.8, 0.75],
        ],
        'the stone of a turn that is not whole is none of them',
    );
    const [black, white] = scoresOf(turns, new Map([[turns[1]!.id, { grade: 'mistake' as const }]]))!;
    assert.equal(black!.accuracy.toFixed(4), '0.9750');
    assert.equal(white!.accuracy.toFixed(4), '0.8000');
    assert.deepEqual(white!.counts, { dubious: 0, mistake: 1, blunder: 0 });
    assert.deepEqual([black!.turns, white!.turns], [2, 1]);
});

test('nothing is told of a game that is not judged whole', () => {
    const turn = (side: 'black' | 'white', after?: number): Judged => ({
        id: 1,
        side,
        before: view(0.5),
        ...(after !== undefined && { after: view(after) }),
    });
    assert.equal(scoresOf([], new Map()), null);
    assert.equal(scoresOf([turn('black', 0.4)], new Map()), null);
    assert.equal(scoresOf([turn('black', 0.4), turn('white')], new Map()), null);
    assert.equal(scoresOf([turn('black', 0.4), turn('white', 0.4)], new Map())?.length, 2);
});
