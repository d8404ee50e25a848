/* What nodes keep of answers, as texts and back; turns that are one in the mirror. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setProperty } from '../src/core/edits';
import { treeFromJson, treeToJson } from '../src/core/json';
import { ownSymmetries, withoutTwins } from '../src/core/keys';
import { CONNECT6, positionOf } from '../src/core/rules';
import { parseSquares } from '../src/core/squares';
import { newTree } from '../src/core/tree';
import { FOUND, foundOf, foundText, readFound, type Found } from '../src/edit/found';

const squares = (text: string) => parseSquares(text).squares;
const at = (text: string) => positionOf(CONNECT6, squares(text)).position;

const found: Found = {
    what: 'solve',
    state: 'won',
    proved: true,
    side: 'black',
    turn: squares('k11 i11'),
    depth: 7,
    seconds: 3,
    proof: 'a name] with\\ signs',
};

it('an answer is a text of a node and comes back from JSON', () => {
    const text = foundText(found, CONNECT6);
    assert.doesNotMatch(text, /[\]\\]/);
    assert.deepEqual(readFound(text, CONNECT6), found);
    const tree = setProperty(newTree(CONNECT6), [], FOUND, text);
    const back = treeFromJson(JSON.parse(JSON.stringify(treeToJson(tree))));
    assert.deepEqual(foundOf(back.root, CONNECT6), found);
    assert.equal(setProperty(back, [], FOUND, undefined).root.extra, undefined);
});

it('what is no answer is none', () => {
    for (const text of ['', 'solve', 'solve won sure black', 'think won proved black', 'best won claimed nobody'])
        assert.equal(readFound(text, CONNECT6), null, text);
    assert.deepEqual(readFound('best open claimed white turn=zz9 depth=x proof=%', CONNECT6), {
        what: 'best',
        state: 'open',
        proved: false,
        side: 'white',
        turn: [],
    });
});

it('symmetric turns are one, with their number', () => {
    const middle = at('j10');
    assert.equal(ownSymmetries(middle).length, 8);
    const turns = ['k11 i11', 'i9 k9', 'i9 k11', 'i11 k9', 'i11 i9', 'k11 k9', 'a1 s19'].map(squares);
    const rows = withoutTwins(middle, turns, (v) => v).map(({ one, n }) => [turns.indexOf(one as never), n]);
    assert.deepEqual(rows, [
        [0, 4],
        [2, 2],
        [6, 1],
    ]);
    assert.equal(ownSymmetries(at('j10 a1 a3')).length, 1);
    assert.equal(withoutTwins(at('j10 a1 a3'), turns, (v) => v).length, turns.length);
});
