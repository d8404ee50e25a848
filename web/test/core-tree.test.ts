/* Trees: edits, JSON, history, without a browser. A tree is written as text: stones in order, variations in
 * brackets as the further children of the stone before them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as edits from '../src/core/edits';
import { amended, edited, moved, newHistory, redo, undo } from '../src/core/history';
import { gameOf, treeFromJson, treeToJson } from '../src/core/json';
import { CONNECT6 } from '../src/core/rules';
import { parseSquare, squareText } from '../src/core/squares';
import {
    countNodes,
    lineEnd,
    newTree,
    nodeAt,
    pathOfId,
    positionAt,
    reworded,
    walkTree,
    type Path,
    type Tree,
    type TreeNode,
} from '../src/core/tree';

/* "j10 [k11 a1] [i11]" */
function make(text: string): Tree {
    let tree = newTree(CONNECT6);
    const open: Path[] = [];
    let at: Path = [];
    for (const word of text.match(/[[\]]|[a-z]+\d+/g) ?? []) {
        if (word === '[') open.push(at);
        else if (word === ']') at = open.pop()!;
        else {
            const parent = nodeAt(tree, at)!;
            const child: TreeNode = { id: tree.next, stone: parseSquare(word)!, children: [] };
            tree = { ...edits.change(tree, at, { children: [...parent.children, child] }), next: tree.next + 1 };
            at = [...at, parent.children.length];
        }
    }
    return tree;
}

function show(tree: Tree): string {
    const text = (n: TreeNode): string => {
        const own = n.stone === null ? '' : squareText(n.stone);
        const note = n.comment ? `"${n.comment}"` : '';
        const kids = n.children.length > 1 ? n.children.map((c) => `[${text(c)}]`) : n.children.map(text);
        return [own + note, ...kids].filter(Boolean).join(' ');
    };
    return text(tree.root);
}

const at = (text: string) => parseSquare(text)!;

test('a stone that is there already is not added again', () => {
    const one = edits.addLine(newTree(CONNECT6), [], ['j10', 'k11', 'i11'].map(at));
    assert.deepEqual(one.path, [0, 0, 0]);
    const two = edits.addLine(one.tree, [0], ['k11', 'l12'].map(at));
    assert.deepEqual(two.path, [0, 0, 1]);
    assert.equal(show(two.tree), 'j10 k11 [i11] [l12]');
    assert.equal(show(one.tree), 'j10 k11 i11', 'the old tree is as it was');
    assert.equal(edits.addStone(two.tree, [0], at('k11')).tree, two.tree);
});

test('an edit shares what it does not touch', () => {
    const tree = make('j10 [k11 a1 a2] [i11 b1 b2]');
    const next = edits.setText(tree, [0, 0], 'comment', 'x');
    assert.equal(nodeAt(next, [0, 1]), nodeAt(tree, [0, 1]));
    assert.equal(nodeAt(next, [0, 0, 0]), nodeAt(tree, [0, 0, 0]));
});

test('delete, reorder, promote and main line', () => {
    const tree = make('j10 [k11] [i11] [l12 [a1] [b1]]');
    assert.equal(show(edits.deleteAt(tree, [0, 1]).tree), 'j10 [k11] [l12 [a1] [b1]]');
    assert.deepEqual(edits.deleteAt(tree, [0, 1]).path, [0]);
    assert.equal(show(edits.deleteAt(tree, []).tree), '');
    assert.equal(show(edits.moveBy(tree, [0, 2], -1).tree), 'j10 [k11] [l12 [a1] [b1]] [i11]');
    assert.equal(show(edits.moveBy(tree, [0, 2], 5).tree), show(tree));
    assert.deepEqual(edits.moveBy(tree, [0, 0], 9).path, [0, 2]);
    const up = edits.promote(tree, [0, 2, 1]);
    assert.equal(show(up.tree), 'j10 [k11] [i11] [l12 [b1] [a1]]');
    assert.deepEqual(up.path, [0, 2, 0]);
    const again = edits.promote(up.tree, up.path);
    assert.equal(show(again.tree), 'j10 [k11] [l12 [b1] [a1]] [i11]');
    const main = edits.makeMain(tree, [0, 2, 1]);
    assert.equal(show(main.tree), 'j10 [l12 [b1] [a1]] [k11] [i11]');
    assert.deepEqual(main.path, [0, 0, 0]);
    assert.equal(edits.promote(main.tree, main.path).tree, main.tree);
});

test('identical siblings become one, with all that is below and what they say', () => {
    const tree = edits.setText(make('j10 [k11 a1] [i11] [k11 [b1] [a1 c1]]'), [0, 2], 'comment', 'good');
    const merged = edits.mergeIdentical(tree, [0, 2, 1, 0]);
    assert.equal(show(merged.tree), 'j10 [k11"good" [a1 c1] [b1]] [i11]');
    assert.equal(squareText(nodeAt(merged.tree, merged.path)!.stone!), 'c1');
    assert.equal(edits.mergeIdentical(merged.tree, []).tree, merged.tree);
});

test('another tree is merged in, with ids of its own', () => {
    const merged = edits.mergeTree(make('j10 k11 a1'), [0, 0], make('j10 [k11 b1] [c1]')).tree;
    assert.equal(show(merged), 'j10 [k11 [a1] [b1]] [c1]');
    const ids = [...walkTree(merged.root)].map((v) => v.node.id);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(Math.max(...ids) < merged.next);
});

test('what is below a node goes over to a node with the same position', () => {
    const tree = make('[a1 b1 c1 d1] [a1 c1 b1 e1]');
    const moved2 = edits.graft(tree, [1, 0, 0], [0, 0, 0], (s) => s).tree;
    assert.equal(show(moved2), '[a1 b1 c1 [d1] [e1]] [a1 c1 b1]');
    assert.equal(edits.graft(tree, [0], [0, 0], (s) => s).tree, tree, 'not into itself');
});

test('marks and labels go on and off', () => {
    let tree = make('j10');
    tree = edits.toggleMark(tree, [0], at('a1'), 'circle');
    tree = edits.toggleMark(tree, [0], at('a1'), 'cross');
    assert.deepEqual(nodeAt(tree, [0])!.marks, [{ at: at('a1'), kind: 'cross' }]);
    tree = edits.toggleMark(tree, [0], at('a1'), 'cross');
    assert.equal('marks' in nodeAt(tree, [0])!, false);
    for (let i = 0; i < 27; i++) tree = edits.setLabel(tree, [0], i, edits.nextLabel(nodeAt(tree, [0])!));
    const labels = nodeAt(tree, [0])!.labels!.map((v) => v.text);
    assert.deepEqual([labels[0], labels[25], labels[26]], ['A', 'Z', '1']);
    assert.equal(nodeAt(edits.setLabel(tree, [0], 0, ''), [0])!.labels!.length, 26);
    assert.equal(nodeAt(edits.clearMarks(tree, [0]), [0])!.labels, undefined);
});

const FULL = {
    rules: [19, 19, 6, 2, 1],
    info: { black: 'A', white: 'B', result: 'B+' },
    kept: 7,
    root: {
        comment: 'start',
        children: [
            {
                stones: ['j10'],
                children: [
                    { stones: ['k11', 'i11'], name: 'here', properties: { XX: ['1'] }, children: [] },
                    {
                        stones: [],
                        setup: { black: ['a1'], white: ['b1'], to_move: 'white', left: 1 },
                        marks: [
                            { at: 'j10', kind: 'triangle' },
                            { at: 'a1', to: 'b2', kind: 'arrow' },
                        ],
                        labels: [{ at: 'c3', text: 'A' }],
                        eval: { value: 12, chance: 0.5, mate: 0, depth: 3, best: ['k11', 'i11'] },
                        children: [],
                    },
                ],
            },
        ],
    },
};

test('JSON to tree and back loses nothing', () => {
    const tree = treeFromJson(FULL);
    assert.equal(countNodes(tree.root), 5);
    const back = treeToJson(tree);
    assert.deepEqual(treeToJson(treeFromJson(JSON.parse(JSON.stringify(back)))), back);
    assert.equal(back.kept, 7);
    const kids = back.root.children![0]!.children!;
    assert.deepEqual(kids[0]!.stones, ['k11', 'i11']);
    assert.deepEqual(kids[0]!.properties, { XX: ['1'] });
    assert.deepEqual(kids[1]!.setup, FULL.root.children[0]!.children[1]!.setup);
    assert.deepEqual(kids[1]!.marks, FULL.root.children[0]!.children[1]!.marks);
    assert.deepEqual(kids[1]!.eval, FULL.root.children[0]!.children[1]!.eval);
});

test('a node of several stones is several nodes, the notes with the last', () => {
    const tree = treeFromJson({
        rules: [19, 19, 6, 2, 1],
        root: { children: [{ stones: ['j10', 'k11'], comment: 'c', setup: { black: ['a1'] } }] },
    });
    assert.equal(show(tree), 'j10 k11"c"');
    assert.equal(nodeAt(tree, [0])!.setup!.black.length, 1);
});

test('JSON that is no tree is an error, odd parts are left out', () => {
    for (const bad of [null, 3, [], {}, { rules: [1], root: {} }, { rules: [19, 19, 6, 2, 1], root: [] }])
        assert.throws(() => treeFromJson(bad), Error);
    const odd = treeFromJson({
        rules: [19, 19, 6, 2, 1],
        info: { black: 3, white: 'W' },
        root: {
            marks: [{ at: 'z99', kind: 'circle' }, { at: 'a1', kind: 'blob' }, 4],
            labels: 7,
            children: [3, { stones: ['zz9', 'j10'] }, null],
        },
    });
    assert.equal(show(odd), 'j10');
    assert.deepEqual(odd.info, { white: 'W' });
});

test('a line of thousands is read, written and shallow', () => {
    const stones: string[] = [];
    for (let i = 0; i < 59 * 59; i++) stones.push(squareText(Math.floor(i / 59) * 128 + (i % 59)));
    let nested: Record<string, unknown> = { children: [] };
    for (const s of [...stones].reverse()) nested = { stones: [s], children: [nested] };
    const tree = treeFromJson({ rules: [59, 59, 63, 2, 1], root: { children: [nested] } });
    const end = lineEnd(tree, []);
    assert.ok(end.length >= stones.length);
    assert.ok(JSON.stringify(treeToJson(edits.deleteAt(tree, end).tree)).length > 9000);
    assert.deepEqual(pathOfId(tree, nodeAt(tree, end)!.id), end);
});

test('requests name the game, with its set-up if there is one', () => {
    const tree = treeFromJson(FULL);
    assert.deepEqual(gameOf(tree, [0, 0]), { rules: [19, 19, 6, 2, 1], stones: ['j10', 'k11'] });
    const game = gameOf(edits.addStone(tree, [0, 1], at('c1')).tree, [0, 1, 0]);
    assert.deepEqual(game.stones, ['c1']);
    assert.deepEqual(game.setup, { black: ['a1', 'j10'], white: ['b1'], to_move: 'white', left: 1 });
});

test('stones that cannot be placed change nothing', () => {
    const tree = make('j10 j10 k11');
    assert.equal(positionAt(tree, [0, 0, 0]).stones, 2);
});

test('undo and redo, typing as one step, evaluations kept', () => {
    let h = newHistory(make('j10 k11'), [0]);
    h = edited(h, edits.setText(h.now.tree, [0], 'comment', 'a'), [0], 'c1');
    h = edited(h, edits.setText(h.now.tree, [0], 'comment', 'ab'), [0], 'c1');
    h = moved(h, [0, 0]);
    h = edited(h, edits.setText(h.now.tree, [0], 'comment', 'abc'), [0], 'c1');
    h = amended(h, edits.setEval(h.now.tree, [0, 0], { value: 5 }));
    h = undo(h);
    assert.equal(nodeAt(h.now.tree, [0])!.comment, 'ab');
    assert.equal(nodeAt(h.now.tree, [0, 0])!.eval?.value, 5);
    h = undo(h);
    assert.equal(nodeAt(h.now.tree, [0])!.comment, undefined);
    assert.equal(undo(h), h);
    h = redo(redo(h));
    assert.equal(nodeAt(h.now.tree, [0])!.comment, 'abc');
    h = edited(undo(h), edits.deleteAt(h.now.tree, [0]).tree, []);
    assert.equal(h.future.length, 0);
});

test('two trees of the same stones: what was reworded', () => {
    const tree = make('j10 [k11 a1] [i11]');
    const words = edits.setEval(edits.setText(tree, [0, 0], 'comment', 'x'), [0, 1], { value: 1 });
    const found = reworded(tree.root, words.root)!;
    assert.equal(found.get(nodeAt(tree, [0, 0])!.id)!.comment, 'x');
    assert.equal(found.has(nodeAt(tree, [0, 0, 0])!.id), false);
    assert.equal(reworded(tree.root, edits.moveBy(tree, [0, 0], 1).tree.root), null);
    assert.equal(reworded(tree.root, edits.addStone(tree, [0, 0, 0], at('c3')).tree.root), null);
    assert.equal(
        reworded(tree.root, edits.changeSetup(tree, [], { black: [at('c3')], white: [], empty: [] }).root),
        null,
    );
});

test('any JSON is a tree or an error, and a tree that was read can be written and read again', () => {
    let seed = 11;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    const leaves = [
        null,
        true,
        7,
        -1,
        1e99,
        '',
        'j10',
        'a1',
        'zz9',
        'black',
        'circle',
        [19, 19, 6, 2, 1],
        ['j10', 'k11'],
        {},
    ];
    const keys = [
        'rules',
        'info',
        'root',
        'children',
        'stones',
        'setup',
        'black',
        'white',
        'empty',
        'to_move',
        'left',
        'marks',
        'labels',
        'at',
        'kind',
        'text',
        'comment',
        'eval',
        'best',
        '__proto__',
    ];
    const any = (depth: number): unknown => {
        const kind = depth > 5 ? 0 : random(3);
        if (kind === 0) return leaves[random(leaves.length)];
        const items = Array.from({ length: random(4) }, () => any(depth + 1));
        if (kind === 1) return items;
        return Object.fromEntries(items.map((v) => [keys[random(keys.length)]!, v]));
    };
    let read = 0;
    for (let i = 0; i < 3000; i++) {
        const json = {
            rules: random(9) ? [19, 19, 6, 2, 1] : any(3),
            info: any(4),
            root: random(9) ? { ...(any(0) as object), children: any(0) } : any(3),
        };
        let tree: Tree;
        try {
            tree = treeFromJson(json);
        } catch (e) {
            assert.ok(e instanceof Error && /rules|root|tree/.test(e.message), String(e));
            continue;
        }
        read++;
        const back = treeToJson(tree);
        assert.deepEqual(treeToJson(treeFromJson(JSON.parse(JSON.stringify(back)))), JSON.parse(JSON.stringify(back)));
    }
    assert.ok(read > 1000);
});
