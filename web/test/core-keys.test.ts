/* Symmetries, keys of positions, twins in a tree, links; without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, addSetup, addStone } from '../src/core/edits';
import {
    betweenPlaces,
    findTwins,
    inverseSymmetry,
    mapSquare,
    symmetryBetween,
    symmetryCount,
    thenSymmetry,
} from '../src/core/keys';
import { linkOf, readLink } from '../src/core/link';
import { CONNECT6, allSquares, positionOf, type Position, type Rules } from '../src/core/rules';
import { parseSquares, squareText } from '../src/core/squares';
import { nodeAt, newTree, positionAt, walkTree, type Tree } from '../src/core/tree';

const OBLONG: Rules = { m: 7, n: 5, k: 4, p: 1, q: 1 };
const squares = (text: string) => parseSquares(text).squares;
const line = (tree: Tree, text: string) => addLine(tree, [], squares(text)).tree;

test('symmetries: how many, inverse, one after the other', () => {
    assert.deepEqual([symmetryCount(CONNECT6), symmetryCount(OBLONG)], [8, 4]);
    const [s] = squares('b5') as [number];
    const seen = new Set<number>();
    for (let a = 0; a < 8; a++) {
        seen.add(mapSquare(CONNECT6, a, s));
        assert.equal(mapSquare(CONNECT6, inverseSymmetry(a), mapSquare(CONNECT6, a, s)), s);
        for (let b = 0; b < 8; b++)
            assert.equal(mapSquare(CONNECT6, thenSymmetry(a, b), s), mapSquare(CONNECT6, b, mapSquare(CONNECT6, a, s)));
    }
    assert.equal(seen.size, 8);
});

/* Plain, from the definition: the smallest of the drawings that the symmetries make of a position. */
function canonical(p: Position): string {
    const drawings = Array.from({ length: symmetryCount(p.rules) }, (_, symmetry) => {
        const cells = new Map(allSquares(p.rules).map((s) => [mapSquare(p.rules, symmetry, s), p.cells[s]]));
        return allSquares(p.rules)
            .map((s) => cells.get(s))
            .join('');
    });
    return `${p.toMove} ${p.left} ${drawings.sort()[0]}`;
}

test('equal positions up to symmetry and order of stones, and others', () => {
    const stones = squares('j10 k12 i9 a1 b7 c3 d3');
    const first = positionOf(CONNECT6, stones).position;
    for (let i = 0; i < 8; i++) {
        const [a, b, c, d, e, ...rest] = stones.map((s) => mapSquare(CONNECT6, i, s));
        const other = positionOf(CONNECT6, [d!, c!, b!, a!, e!, ...rest]).position;
        assert.equal(symmetryBetween(first, other), i);
    }
    const swapped = positionOf(CONNECT6, squares('j10 k12 a1 i9 b7 c3 d3')).position;
    assert.equal(symmetryBetween(first, swapped), null, 'colours count');
    assert.equal(symmetryBetween(first, positionOf(CONNECT6, stones.slice(0, 6)).position), null);
});

test('the twins of random trees are those of the definition', () => {
    let seed = 5;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (const rules of [
        { m: 3, n: 3, k: 3, p: 2, q: 1 },
        { m: 4, n: 3, k: 3, p: 1, q: 1 },
    ]) {
        let tree = newTree(rules);
        for (let i = 0; i < 60; i++) {
            const all = allSquares(rules).sort(() => random(3) - 1);
            tree = addLine(tree, [], all.slice(0, 1 + random(6))).tree;
        }
        const groups = new Map<string, number[]>();
        const path: number[] = [];
        for (const { node, depth, index } of walkTree(tree.root)) {
            if (depth) path.splice(depth - 1, path.length, index);
            const parent = depth ? positionAt(tree, path.slice(0, -1)) : null;
            const position = positionAt(tree, path);
            if (parent?.stones === position.stones) continue; // a stone after the end of the game
            const key = canonical(position);
            groups.set(key, [...(groups.get(key) ?? []), node.id]);
        }
        const plain = [...groups.values()].filter((g) => g.length > 1);
        const twins = findTwins(tree);
        assert.ok(plain.length > 5);
        assert.equal(twins.size, plain.flat().length);
        for (const group of plain)
            assert.deepEqual(
                twins.get(group[0]!)!.map((p) => p.id),
                group,
            );
    }
});

test('transpositions and mirrored lines of a tree are found, with the symmetry between them', () => {
    let tree = line(newTree(CONNECT6), 'j10 k11 i12 a1 b1');
    tree = line(tree, 'j10 i12 k11 a1');
    tree = line(tree, 'j10 i11 k12');
    tree = line(tree, 'j10 k11 i13');
    const twins = findTwins(tree);
    const group = twins.get(nodeAt(tree, [0, 0, 0])!.id)!;
    assert.deepEqual(
        group.map((p) => p.path),
        [
            [0, 0, 0],
            [0, 1, 0],
            [0, 2, 0],
        ],
    );
    assert.deepEqual(
        group.map((p) => p.symmetry !== 0),
        [false, false, true],
    );
    for (const from of group)
        for (const to of group) {
            const symmetry = betweenPlaces(from, to);
            for (const [a, b] of [[positionAt(tree, from.path), positionAt(tree, to.path)]])
                for (const v of a!.moves) assert.equal(b!.cells[mapSquare(CONNECT6, symmetry, v.at)], a!.cells[v.at]);
        }
    assert.equal(twins.get(nodeAt(tree, [0])!.id), undefined);
    assert.equal(twins.has(nodeAt(tree, [0, 0, 1])!.id), false);
    assert.equal(twins.get(nodeAt(tree, [0, 0, 0, 0])!.id)!.length, 2, 'also below a transposition');
});

test('a set-up meets the game that leads to it', () => {
    const tree = line(newTree(CONNECT6), 'j10 k11 i11');
    const set = addSetup(tree, [], {
        black: squares('j10'),
        white: squares('i11 k11'),
        empty: [],
        toMove: 'black',
        left: 2,
    });
    const group = findTwins(set.tree).get(nodeAt(set.tree, set.path)!.id)!;
    assert.deepEqual(
        group.map((p) => p.path),
        [[0, 0, 0], [1]],
    );
});

test('thousands of nodes take no time one would notice', () => {
    let tree = newTree(CONNECT6);
    let seed = 1;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    for (let i = 0; i < 100; i++) {
        let path: readonly number[] = [];
        for (let j = 0; j < 60; j++)
            ({ tree, path } = addStone(tree, path, random(19) * 128 + (j < 3 ? 3 : random(19))));
    }
    const start = process.cpuUsage();
    const twins = findTwins(tree);
    const took = process.cpuUsage(start).user / 1000; // not the clock: other programs may be at work
    assert.ok(twins.size > 0);
    assert.ok(took < 1000, `${took} ms`);
});

test('a link carries rules, line and place', () => {
    const tree = line(newTree(CONNECT6), 'j10 k11 i11 l11');
    assert.equal(linkOf(tree, [0, 0, 0, 0]), '#s=j10k11i11l11');
    assert.equal(linkOf(tree, [0, 0]), '#s=j10k11i11l11&n=2');
    assert.equal(linkOf(tree, []), '#s=j10k11i11l11&n=0');
    const small = line(newTree(OBLONG), 'a1 g5');
    assert.equal(linkOf(small, [0, 0]), '#g=7,5,4,1,1&s=a1g5');
    for (const [t, path] of [
        [tree, [0, 0]],
        [small, [0]],
        [newTree(CONNECT6), []],
    ] as const) {
        const back = readLink(linkOf(t, path))!;
        assert.deepEqual([back.tree.rules, back.path, back.rest], [t.rules, path, '']);
        assert.equal(linkOf(back.tree, back.path), linkOf(t, path));
    }
});

test('a link carries a set-up too', () => {
    const set = addSetup(line(newTree(CONNECT6), 'j10'), [0], {
        black: squares('a1'),
        white: squares('b1'),
        empty: squares('j10'),
        toMove: 'black',
        left: 1,
    });
    const more = addLine(set.tree, set.path, squares('c1 d1'));
    const fragment = linkOf(more.tree, more.path);
    assert.equal(fragment, '#b=a1&w=b1&t=b1&s=c1d1');
    const back = readLink(fragment)!;
    const [p, q] = [positionAt(more.tree, more.path), positionAt(back.tree, back.path)];
    assert.deepEqual([q.cells, q.toMove, q.left], [p.cells, p.toMove, p.left]);
});

test('damaged links give what is left of them', () => {
    const stones = (fragment: string) => {
        const back = readLink(fragment);
        return (
            back && [
                positionAt(back.tree, back.path)
                    .moves.map((v) => squareText(v.at))
                    .join(' '),
                back.rest,
            ]
        );
    };
    assert.deepEqual(stones('#s=j10k11).'), ['j10 k11', '']);
    assert.deepEqual(stones('s=J10%20K11%2C'), ['j10 k11', '']);
    assert.deepEqual(stones('#g=19%2C19%2C6%2C2%2C1&s=j10k11&utm_source=x'), ['j10 k11', '']);
    assert.deepEqual(stones('#s=j10j10k11'), ['j10', 'j10 k11']);
    assert.deepEqual(stones('#s=j10zz99'), ['j10', 'zz99']);
    assert.deepEqual(stones('#s=j10&n=99'), ['j10', '']);
    assert.deepEqual(stones('#s=%E0%A4%A'), ['', '%A']);
    assert.deepEqual(stones('#b=a1&w=a1b1&t=w9&s='), ['', '']);
    for (const none of ['', '#', '#top', '#x=1', '#g=1,2', '#g=0,0,0,0,0&s=a1', '#g=999,19,6,2,1'])
        assert.equal(readLink(none), null, none);
});

test('no text makes a link that cannot be read or played', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    const parts = [
        'g=',
        's=',
        'b=',
        'w=',
        't=',
        'n=',
        '&',
        '#',
        ',',
        '%',
        '%2C',
        'j10',
        'a1',
        'zz99',
        'w2',
        'b63',
        '19',
        '0',
        '-1',
        'x',
        '\u{1f600}',
    ];
    for (let i = 0; i < 3000; i++) {
        let text = '#';
        for (let j = random(14); j >= 0; j--) text += parts[random(parts.length)]!;
        const back = readLink(text);
        if (!back) continue;
        const again = readLink(linkOf(back.tree, back.path))!;
        const [p, q] = [positionAt(back.tree, back.path), positionAt(again.tree, again.path)];
        assert.deepEqual([q.cells, q.toMove, q.left, again.rest], [p.cells, p.toMove, p.left, ''], text);
    }
});
