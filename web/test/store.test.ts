/* The store: editing and undoing, loading, overlays by part of the page. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as store from '../src/app/store';
import { addLine, setEval, setText } from '../src/core/edits';
import { CONNECT6 } from '../src/core/rules';
import { parseSquares } from '../src/core/squares';
import { newTree, walkTree } from '../src/core/tree';

const squares = (text: string) => parseSquares(text).squares;

function playLine(text: string): void {
    const next = addLine(store.tree.value, store.path.value, squares(text));
    store.change(next.tree, next.path);
}

beforeEach(() => store.load(newTree(CONNECT6)));

describe('the tree', () => {
    it('is edited, undone and done again', () => {
        playLine('j10');
        playLine('k10 l10');
        assert.equal(store.position.value.stones, 3);
        store.undo();
        assert.equal(store.position.value.stones, 1);
        store.redo();
        assert.equal(store.position.value.stones, 3);
        assert(!store.canRedo.value);
    });
    it('takes letters typed into one field as one edit', () => {
        playLine('j10');
        for (const text of ['a', 'ab', 'abc'])
            store.change(setText(store.tree.value, store.path.value, 'comment', text), store.path.value, {
                group: 'comment',
            });
        store.undo();
        assert.equal(store.node.value.comment, undefined);
        assert.equal(store.position.value.stones, 1);
    });
    it('keeps notes of machines out of undo', () => {
        playLine('j10');
        store.note(setEval(store.tree.value, store.path.value, { value: 3 }));
        playLine('k10');
        store.undo();
        assert.equal(store.node.value.eval?.value, 3);
    });
    it('gives no node of another tree the same id', () => {
        playLine('j10 k10');
        const before = new Set([...walkTree(store.tree.value.root)].map((v) => v.node.id));
        store.load(addLine(newTree(CONNECT6), [], squares('a1 b1')).tree);
        for (const { node } of walkTree(store.tree.value.root)) assert(!before.has(node.id));
        store.undo();
        assert.equal(store.position.value.stones, 2, 'and what was there comes back');
    });
    it('goes nowhere that does not exist', () => {
        playLine('j10');
        store.goTo([0, 5, 2]);
        assert.deepEqual(store.path.value, [0]);
    });
});

describe('overlays', () => {
    it('show in their parts, in their order', () => {
        store.setOverlay('b', { order: 2 });
        store.setOverlay('a', { order: 1, modes: ['play'] });
        store.mode.value = 'play';
        assert.deepEqual(
            store.overlays.value.map((v) => v.order),
            [1, 2],
        );
        store.mode.value = 'edit';
        assert.deepEqual(
            store.overlays.value.map((v) => v.order),
            [2],
        );
        store.setOverlay('b', null);
        assert.equal(store.overlays.value.length, 0);
    });
});

it('what is said twice is heard twice', () => {
    store.announce('Black: j10');
    const first = store.announced.value;
    store.announce('Black: j10');
    assert.notEqual(store.announced.value, first);
});
