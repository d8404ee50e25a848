/* The rows of the tree view, without a browser: drawn as text, two blanks an indent, shared stones in brackets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine } from '../src/core/edits';
import { CONNECT6 } from '../src/core/rules';
import { parseSquares, squareText } from '../src/core/squares';
import { newTree, type Tree } from '../src/core/tree';
import { rowIndexOf, rowsOf, stopsOf } from '../src/edit/rows';

const make = (...lines: string[]) =>
    lines.reduce((tree, line) => addLine(tree, [], parseSquares(line).squares).tree, newTree(CONNECT6));

function draw(tree: Tree, folded: number[] = [], here: number[] = []): string[] {
    return rowsOf(tree, stopsOf(tree), new Set(folded), new Set(here)).map((r) => {
        const shared = r.shared.length ? `(${r.shared.map((n) => squareText(n.stone!)).join(' ')}) ` : '';
        const own = r.nodes.map((n) => (n.stone === null ? 'start' : squareText(n.stone))).join(' ');
        const mark = r.folded ? ` +${r.hidden}` : r.foldable ? ' -' : '';
        return `${'  '.repeat(r.indent)}${r.number || ''}${r.side?.[0] ?? ''} ${shared}${own}${mark}`;
    });
}

const TREE = make('j10 k11 i11 a1 a2 b1', 'j10 k12 i12 c1', 'j10 k11 l11 d1 d2', 'j10 k11 i11 a1 a3');

test('one turn a row, variations between', () => {
    assert.deepEqual(draw(TREE), [
        ' start',
        '1b j10',
        '2w k11 i11 -',
        '  2w k12 i12 -',
        '  3b c1',
        '  2w (k11) l11 -',
        '  3b d1 d2',
        '3b a1 a2 -',
        '  3b (a1) a3',
        '4w b1',
    ]);
});

test('folds hide variations, except where one is', () => {
    const rows = rowsOf(TREE, stopsOf(TREE));
    const key = (n: number) => rows[n]!.key;
    assert.deepEqual(draw(TREE, [key(2)]), [
        ' start',
        '1b j10',
        '2w k11 i11 +6',
        '3b a1 a2 -',
        '  3b (a1) a3',
        '4w b1',
    ]);
    assert.deepEqual(draw(TREE, [key(3)]).slice(2, 6), [
        '2w k11 i11 -',
        '  2w k12 i12 +1',
        '  2w (k11) l11 -',
        '  3b d1 d2',
    ]);
    assert.deepEqual(draw(TREE, [key(2)], [key(3)]), draw(TREE));
    assert.equal(rowIndexOf(rows, rows[9]!.nodes[0]!.id), 9);
    assert.equal(rowIndexOf(rows, 999), -1);
});

test('long turns take several rows, and deep trees no stack', () => {
    const rules = { m: 59, n: 59, k: 63, p: 7, q: 1 };
    const all = Array.from({ length: 59 * 59 }, (_, i) => Math.floor(i / 59) * 128 + (i % 59));
    const tree = addLine(newTree(rules), [], all).tree;
    const rows = rowsOf(tree, stopsOf(tree));
    assert.deepEqual(
        rows.slice(1, 4).map((r) => [r.nodes.length, r.number]),
        [
            [1, 1],
            [4, 2],
            [3, 0],
        ],
    );
    assert.equal(
        rows.reduce((n, r) => n + r.nodes.length, 0),
        59 * 59 + 1,
    );
});
