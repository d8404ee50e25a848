/* Arrows and lines, without a browser: edits, JSON, SGF of Go, links, pictures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrowPath } from '../src/core/arrow-path';
import { boardSvg } from '../src/core/drawing';
import * as edits from '../src/core/edits';
import { goRules } from '../src/core/go';
import { treeFromJson, treeToJson } from '../src/core/json';
import { packedLink, readAnyLink } from '../src/core/packed-link';
import { CONNECT6, emptyPosition, type Rules } from '../src/core/rules';
import { goSgf, goTrees } from '../src/core/sgf';
import { parseSquare } from '../src/core/squares';
import { newTree, type Tree } from '../src/core/tree';

const at = (text: string) => parseSquare(text)!;

function drawn(rules: Rules): Tree {
    let tree = edits.addStone(newTree(rules), [], at('e5')).tree;
    tree = edits.toggleArrow(tree, [0], at('a1'), at('c3'), 'arrow');
    tree = edits.toggleArrow(tree, [0], at('d4'), at('a4'), 'line');
    return edits.toggleMark(tree, [0], at('b2'), 'circle');
}

const arrowsOf = (tree: Tree) => tree.root.children[0]!.arrows;

test('arrows and lines go on and off, one between two squares', () => {
    let tree = drawn(CONNECT6);
    assert.equal(arrowsOf(tree)?.length, 2);
    // The other way is another arrow, but the same line.
    tree = edits.toggleArrow(tree, [0], at('c3'), at('a1'), 'arrow');
    assert.equal(arrowsOf(tree)?.length, 3);
    tree = edits.toggleArrow(tree, [0], at('a4'), at('d4'), 'line');
    assert.equal(arrowsOf(tree)?.length, 2);
    tree = edits.toggleArrow(tree, [0], at('a1'), at('c3'), 'line');
    assert.deepEqual(arrowsOf(tree), [{ kind: 'line', at: at('a1'), to: at('c3') }]);
    assert.equal(edits.toggleArrow(tree, [0], at('a1'), at('a1'), 'arrow'), tree);
    assert.equal(arrowsOf(edits.clearMarks(tree, [0])), undefined);
});

test('they come through JSON, SGF of Go and links, and are turned with a tree', () => {
    const tree = drawn(CONNECT6);
    assert.deepEqual(arrowsOf(treeFromJson(treeToJson(tree))), arrowsOf(tree));
    assert.deepEqual(treeToJson(tree).root.children![0]!.marks, [
        { at: 'b2', kind: 'circle' },
        { at: 'a1', kind: 'arrow', to: 'c3' },
        { at: 'd4', kind: 'line', to: 'a4' },
    ]);
    assert.deepEqual(arrowsOf(readAnyLink(packedLink(tree, [0]))!.tree), arrowsOf(tree));
    const go = drawn(goRules(9));
    assert.match(goSgf(go), /AR\[ai:cg\]LN\[df:af\]/);
    assert.deepEqual(arrowsOf(goTrees(goSgf(go))[0]!), arrowsOf(go));
    const { node } = edits.copyNodes(tree.root, 10, (s) => s + 1);
    assert.deepEqual(node.children[0]!.arrows![0], { kind: 'arrow', at: at('b1'), to: at('d3') });
});

test('they are drawn in pictures, with marks and labels', () => {
    let tree = edits.setLabel(drawn(CONNECT6), [0], at('f6'), '<A&B>');
    tree = edits.toggleMark(tree, [0], at('g7'), 'triangle');
    const svg = boardSvg(emptyPosition(CONNECT6), { notes: tree.root.children[0]! });
    assert.equal(svg.match(/stroke-width="0.11"/g)?.length, 2);
    assert.equal(svg.match(/stroke-width="0.035"/g)?.length, 1, 'a line has no head');
    assert(svg.includes('&#60;A&#38;B&#62;') && !svg.includes('<A&B>'));
    assert(svg.includes('<circle r="8"/>'));
    const { shaft, head } = arrowPath(0, 0, 4, 0, 'arrow');
    assert.match(shaft, /^M0.22 0L/);
    assert.match(head, /^M3.78 0L/);
});
