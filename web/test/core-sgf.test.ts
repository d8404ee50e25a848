/* Records of Go: what is read, what is written, and that both agree. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { goRules } from '../src/core/go';
import { treeFromJson, treeToJson } from '../src/core/json';
import { BLACK, EMPTY, WHITE, readMove, type Rules } from '../src/core/rules';
import { goSgf, goTrees, isGoRecord, sgfText } from '../src/core/sgf';
import { countNodes, lineEnd, nodesOn, positionAt, type Tree, type TreeNode } from '../src/core/tree';

const at = (r: Rules, text: string) => readMove(r, text)!;
const end = (tree: Tree) => positionAt(tree, lineEnd(tree, []));

/** A tree without the numbers of its nodes. */
function bare(n: TreeNode): unknown {
    const { id: _, children, ...rest } = n;
    return { ...rest, children: children.map(bare) };
}

describe('records of Go', () => {
    it('are told from others', () => {
        assert.ok(isGoRecord('(;GM[1]SZ[9];B[ee])'));
        assert.ok(isGoRecord('text before\n( ;FF[4] GM [1];B[ee])'));
        assert.ok(isGoRecord('(;SZ[19]KM[6.5];B[pd])'));
        assert.ok(!isGoRecord('(;GM[511]RU[Connect(19,19,6,2,1)];B[j10])'));
        assert.ok(!isGoRecord('(;GM[1]RU[Connect(19,19,6,2,1)];B[jj])'));
        assert.ok(!isGoRecord('(;FF[4]SZ[19];B[jj])'));
        // A game of Connect6 in a file of a program of Go.
        assert.ok(!isGoRecord('(;GM[1]SZ[19];B[jj];W[kk];W[ll])'));
        assert.ok(isGoRecord('(;GM[1]SZ[19]HA[2];B[dd];B[pp];W[dp])'));
        assert.ok(!isGoRecord('j10 k11 i11'));
    });

    it('have moves, passes, captures and what is said of them', () => {
        const text =
            '(;GM[1]FF[4]SZ[9]KM[6.5]PB[Anna]PW[Ben \\] b]RE[W+0.5]XY[kept];B[ee]C[first\\\nline\nsecond]TR[aa][bb:cb]' +
            ';W[ed];B[aa];W[fe];B[];W[de];B[tt];W[ef])';
        const [tree] = goTrees(text);
        assert.deepEqual(tree!.rules, goRules(9, 6.5));
        assert.equal(tree!.info.white, 'Ben ] b');
        const [, first] = nodesOn(tree!, [0]);
        assert.equal(first!.comment, 'firstline\nsecond');
        assert.deepEqual(
            first!.marks!.map((v) => v.at).sort(),
            ['A9', 'B8', 'C8'].map((s) => at(tree!.rules, s)).sort(),
        );
        const p = end(tree!);
        assert.equal(p.moves.length, 8);
        assert.equal(p.cells[at(tree!.rules, 'E5')], EMPTY);
        assert.equal(p.go!.taken.white, 1);
        assert.match(goSgf(tree!), /XY\[kept\]/);
    });

    it('have variations, set-ups, labels and handicaps, and are written as they were read', () => {
        const text =
            '(;GM[1]SZ[19]HA[2]KM[0.5]AB[dp][pd];W[dd]LB[aa:x][bb:1](;B[pp]N[main];W[cq])(;B[qq](;W[aa])(;W[bb]CR[cc])))' +
            '(;GM[1]SZ[9]AB[aa][ba]AW[ab]PL[W];W[bb];W[cc];AE[aa];B[ii])';
        const trees = goTrees(text);
        assert.equal(trees.length, 2);
        assert.equal(trees[0]!.rules.go!.handicap, 2);
        assert.equal(positionAt(trees[0]!, []).toMove, 'white');
        assert.equal(countNodes(trees[0]!.root), 7);
        const p = end(trees[1]!);
        assert.equal(p.cells[at(p.rules, 'A9')], EMPTY);
        assert.equal(p.cells[at(p.rules, 'C7')], WHITE);
        assert.equal(p.cells[at(p.rules, 'J1')], BLACK);
        for (const tree of trees) {
            const [again] = goTrees(goSgf(tree));
            assert.deepEqual(bare(again!.root), bare(tree.root));
            assert.deepEqual(again!.rules, tree.rules);
            const kept = treeFromJson(JSON.parse(JSON.stringify(treeToJson(tree))));
            assert.equal(goSgf(kept), goSgf(tree));
        }
    });

    it('may be damaged, large or odd', () => {
        assert.throws(() => goTrees('(;GM[1]SZ[9:13])'), /square/);
        assert.throws(() => goTrees('(;GM[1]SZ[99])'), /SZ/);
        assert.throws(() => goTrees('(;GM[1]C[no end)'), /does not end/);
        assert.throws(() => goTrees('(;GM[40];B[aa])'), /no game of Go/);
        // What is illegal or off the board stays in the tree as it can, and changes nothing.
        assert.equal(end(goTrees('(;GM[1]SZ[9];B[aa];W[aa];W[zz];B[ba])')[0]!).stones, 2);
        // An open bracket at the end.
        assert.equal(end(goTrees('(;GM[1]SZ[9];B[aa];W[bb]')[0]!).stones, 2);
        const long = `(;GM[1]SZ[19]${Array.from({ length: 3000 }, (_, i) => `;${i % 2 ? 'W' : 'B'}[]`).join('')})`;
        assert.equal(countNodes(goTrees(long)[0]!.root), 3001);
        const deep = `${'(;GM[1]SZ[9]'}${'(;B[aa]'.repeat(1500)}${')'.repeat(1501)}`;
        assert.equal(goSgf(goTrees(deep)[0]!).length > 1500, true);
    });

    it('have the character set that they name', () => {
        const bytes = (text: string) => new Uint8Array([...text].map((c) => c.charCodeAt(0)));
        assert.match(sgfText(bytes('(;GM[1]CA[ISO-8859-1]PB[J\xf6rg])')), /Jörg/);
        assert.match(sgfText(bytes('(;GM[1]PB[J\xf6rg])')), /Jörg/);
        assert.match(sgfText(new TextEncoder().encode('(;GM[1]PB[李])')), /李/);
    });
});
