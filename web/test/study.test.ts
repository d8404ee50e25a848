/* Studies of several chapters, without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as edits from '../src/core/edits';
import { edited, newHistory, turned, undo } from '../src/core/history';
import { studyFromJson, studyToJson } from '../src/core/json';
import { packHistory, unpackHistory } from '../src/core/pack';
import { CONNECT6, rulesFrom } from '../src/core/rules';
import { parseSquare, squareText } from '../src/core/squares';
import * as study from '../src/core/study';
import { newTree, walkTree, type Tree } from '../src/core/tree';

function game(name: string, ...stones: string[]): Tree {
    const tree = newTree(CONNECT6, { game: name });
    return edits.addLine(
        tree,
        [],
        stones.map((s) => parseSquare(s)!),
    ).tree;
}

const names = (tree: Tree) => study.chaptersOf(tree).map((c) => c.info.game);
const stones = (tree: Tree) =>
    study
        .chaptersOf(tree)
        .map((c) =>
            [...walkTree(c.root)].flatMap(({ node: n }) => (n.stone === null ? [] : [squareText(n.stone)])).join(' '),
        );

const three = () => study.addChapters(game('one', 'j10'), [game('two', 'a1', 'b2'), game('three', 'c3')]);

function idsDiffer(tree: Tree): void {
    const ids = study.chaptersOf(tree).flatMap((c) => [...walkTree(c.root)].map((v) => v.node.id));
    assert.equal(new Set(ids).size, ids.length);
    assert(ids.every((id) => id < tree.next));
}

test('chapters are added, gone to, moved, named and dropped', () => {
    let tree = three();
    assert.deepEqual(names(tree), ['one', 'two', 'three']);
    assert.equal(study.chapterAt(tree), 1, 'the first new one is on the board');
    idsDiffer(tree);
    tree = study.goToChapter(tree, 2);
    assert.equal(tree.info.game, 'three');
    assert.deepEqual(stones(tree), ['j10', 'a1 b2', 'c3']);
    tree = study.moveChapter(tree, 0, 2);
    assert.deepEqual(names(tree), ['two', 'three', 'one']);
    assert.equal(tree.info.game, 'three', 'the board keeps its chapter');
    assert.equal(study.moveChapter(tree, 0, -1), tree);
    tree = study.nameChapter(tree, 2, 'last');
    assert.deepEqual(names(tree), ['two', 'three', 'last']);
    tree = study.dropChapter(tree, 1);
    assert.deepEqual(names(tree), ['two', 'last']);
    assert.equal(tree.info.game, 'last');
    tree = study.dropChapter(tree, 1);
    assert.equal(tree.info.game, 'two');
    assert.equal(tree.study, undefined, 'one chapter is no study');
    assert.equal(study.dropChapter(tree, 0), tree, 'the last one stays');
    assert.deepEqual(names(study.addEmpty(tree, 'new')), ['two', 'new']);
});

test('a study comes through JSON, and as one tree if it is one', () => {
    const tree = study.goToChapter(three(), 1);
    const wire = JSON.parse(JSON.stringify(studyToJson(tree))) as ReturnType<typeof studyToJson>;
    assert.equal(wire.tree.info.game, 'one');
    assert.equal(wire.chapters?.length, 2);
    const back = studyFromJson(wire.tree, wire.chapters);
    assert.equal(study.chapterAt(back), 0);
    assert.deepEqual(stones(back), stones(tree));
    idsDiffer(back);
    assert.equal('chapters' in studyToJson(game('x')), false);
    assert.throws(() => studyFromJson(wire.tree, [7]), /a tree must be an object/);
});

test('undo leads back through chapters; going to one is no edit', () => {
    const tree = study.goToChapter(three(), 0);
    let h = newHistory(tree);
    h = edited(h, edits.addStone(tree, [], parseSquare('d4')!).tree, []);
    h = turned(h, study.goToChapter(h.now.tree, 1), []);
    assert.equal(h.past.length, 1);
    h = edited(h, edits.setText(h.now.tree, [], 'comment', 'x'), []);
    h = undo(h);
    assert.equal(h.now.tree.info.game, 'two');
    h = undo(h);
    assert.equal(h.now.tree.info.game, 'one');
    assert.deepEqual(stones(h.now.tree), stones(tree));
});

test('a history with chapters is packed, its shared nodes once', () => {
    const tree = three();
    let h = newHistory(tree);
    for (const s of ['d4', 'e5', 'f6']) h = edited(h, edits.addStone(h.now.tree, [], parseSquare(s)!).tree, []);
    const packed = packHistory(h, 10);
    assert(packed.nodes.length < 20, String(packed.nodes.length));
    const { history } = unpackHistory(JSON.parse(JSON.stringify(packed)) as typeof packed);
    assert.deepEqual(history.now.tree, h.now.tree);
    assert.deepEqual(history.past[0]!.tree, tree);
});

test('two states of a study become one', () => {
    const ours = study.goToChapter(three(), 1);
    let theirs = study.goToChapter(three(), 1);
    theirs = edits.addStone(theirs, [], parseSquare('k1')!).tree;
    theirs = study.addChapters(theirs, [game('four', 'q4')]);
    const both = study.mergeStudy(ours, [0], study.goToChapter(theirs, 3));
    assert.deepEqual(names(both.tree), ['one', 'two', 'three', 'four']);
    assert.equal(both.tree.info.game, 'two');
    assert.deepEqual(both.path, [0]);
    assert.deepEqual(stones(both.tree), ['j10', 'a1 b2 k1', 'c3', 'q4']);
    idsDiffer(both.tree);
    // Of another game nothing is merged.
    const other = newTree(rulesFrom([3, 3, 3, 1, 1])!, { game: 'two' });
    assert.deepEqual(names(study.mergeStudy(ours, [], other).tree), ['one', 'two', 'three', 'two']);
});
