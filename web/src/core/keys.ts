/* Symmetries of the board, and the places of a tree where the same position stands.
 *
 * A symmetry is a number, as on the server: bit 2 swaps columns and rows first (square boards only), then bit 0
 * mirrors the columns and bit 1 the rows. 0 is the identity. */

import { BLACK, allSquares, type Position, type Rules } from './rules';
import { PASS, colOf, rowOf, squareAt, type Square } from './squares';
import { positionAt, type Path, type Tree } from './tree';
import { visitTree, type Walker } from './walk';

export function symmetryCount(r: Rules): number {
    return r.m === r.n ? 8 : 4;
}

export function mapSquare(r: Rules, symmetry: number, s: Square): Square {
    if (s === PASS) return s;
    let col = colOf(s);
    let row = rowOf(s);
    if (symmetry & 4) [col, row] = [row, col];
    if (symmetry & 1) col = r.m - 1 - col;
    if (symmetry & 2) row = r.n - 1 - row;
    return squareAt(col, row);
}

export function inverseSymmetry(symmetry: number): number {
    /* After a swap the mirrors act on the other coordinate; without one they are their own inverse. */
    return symmetry & 4 ? 4 | ((symmetry & 1) << 1) | ((symmetry & 2) >> 1) : symmetry;
}

/** First a, then b. */
export function thenSymmetry(a: number, b: number): number {
    /* A swap moves the mirrors made before it to the other coordinate. */
    const mirrors = b & 4 ? ((a & 1) << 1) | ((a & 2) >> 1) : a & 3;
    return ((a ^ b) & 4) | (mirrors ^ (b & 3));
}

/** A symmetry that takes the first position to the second; null if there is none. */
export function symmetryBetween(a: Position, b: Position): number | null {
    if (a.stones !== b.stones || a.toMove !== b.toMove || a.left !== b.left) return null;
    const squares = allSquares(a.rules);
    for (let i = 0; i < symmetryCount(a.rules); i++)
        if (squares.every((s) => a.cells[s] === b.cells[mapSquare(a.rules, i, s)])) return i;
    return null;
}

/** The symmetries of the board that leave the position as it is; the first does nothing. */
export function ownSymmetries(p: Position): number[] {
    const squares = allSquares(p.rules);
    const all = Array.from({ length: symmetryCount(p.rules) }, (_, i) => i);
    return all.filter((i) => squares.every((s) => p.cells[s] === p.cells[mapSquare(p.rules, i, s)]));
}

/** Of turns that are one turn in the mirror or turned round the first, and how many of them there are; the order of a turn's stones does
 * not count. */
export function withoutTwins<T>(
    p: Position,
    list: readonly T[],
    of: (v: T) => readonly Square[],
): { one: T; n: number }[] {
    const own = ownSymmetries(p);
    const key = (turn: readonly Square[]) => [...turn].sort((a, b) => a - b).join();
    const seen = new Map<string, { one: T; n: number }>();
    for (const one of list) {
        const images = own.map((i) => key(of(one).map((s) => mapSquare(p.rules, i, s))));
        const least = images.reduce((a, b) => (a < b ? a : b));
        const known = seen.get(least);
        if (known) known.n++;
        else seen.set(least, { one, n: 1 });
    }
    return [...seen.values()];
}

/* 32 well-mixed bits of a number. */
function mix(x: number): number {
    x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
    x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
    return (x ^ (x >>> 16)) >>> 0;
}

function stoneHash(s: Square, cell: number): number {
    return mix(s * 4 + cell + 0x51ed270b) * 0x100000 + (mix(s * 4 + cell + 0x2545f491) & 0xfffff);
}

/* Hashes of stones are added modulo 2^52 (numbers have no xor of so many bits): sums of two stay exact, so the
 * order of the stones does not matter. */
const MODULUS = 2 ** 52;

class Hashes {
    private readonly table: number[][] = []; // by symmetry: the hash of a stone, its colour in the lowest bit
    constructor(private readonly rules: Rules) {
        for (let i = 0; i < symmetryCount(rules); i++) this.table.push([]);
    }
    private stone(symmetry: number, s: Square, cell: number): number {
        const row = this.table[symmetry]!;
        const slot = s * 2 + (cell === BLACK ? 0 : 1);
        return (row[slot] ??= stoneHash(mapSquare(this.rules, symmetry, s), cell));
    }
    /** The sums after one more stone. */
    with(sums: readonly number[], s: Square, cell: number): number[] {
        return sums.map((v, i) => (v + this.stone(i, s, cell)) % MODULUS);
    }
    of(walker: Walker): number[] {
        let sums: number[] = this.table.map(() => 0);
        for (const s of walker.occupied()) sums = this.with(sums, s, walker.cells[s]!);
        return sums;
    }
}

/** A place of a tree, with the symmetry that takes its position to that of the first place of its group. */
export interface Place {
    readonly id: number; // of the node
    readonly path: Path;
    readonly symmetry: number;
}

/** Groups of nodes with the same position up to symmetry and order of stones, by the id of each of the nodes,
 * in the order of the tree. Nodes whose position stands nowhere else are in none. */
export type Twins = ReadonlyMap<number, readonly Place[]>;

/** Walks the tree once. Nodes are gathered by hash and the positions of each group compared as a whole, so that
 * a chance meeting of hashes shows nothing false. */
export function findTwins(tree: Tree): Twins {
    const hashes = new Hashes(tree.rules);
    const sums = new Map<number, readonly number[]>();
    const byHash = new Map<string, number[]>();
    const parents = new Map<number, { parent: number; index: number }>();
    visitTree(tree, (node, walker, changed, _before, parent, index) => {
        const above = parent && sums.get(parent.id);
        if (parent) parents.set(node.id, { parent: parent.id, index });
        const own =
            !above || node.setup || tree.rules.go
                ? hashes.of(walker)
                : changed
                  ? hashes.with(above, node.stone!, walker.cells[node.stone!]!)
                  : above;
        sums.set(node.id, own);
        if (!changed && parent) return;
        const { stones, toMove, left } = walker.now;
        const name = `${stones}${toMove[0]}${left}:${Math.min(...own)}`;
        const same = byHash.get(name);
        if (same) same.push(node.id);
        else byHash.set(name, [node.id]);
    });
    const pathTo = (id: number): Path => {
        const path: number[] = [];
        for (let at = parents.get(id); at; at = parents.get(at.parent)) path.push(at.index);
        return path.reverse();
    };
    const twins = new Map<number, readonly Place[]>();
    for (const ids of byHash.values()) {
        if (ids.length < 2) continue;
        const first = positionAt(tree, pathTo(ids[0]!));
        const places = ids.flatMap((id) => {
            const path = pathTo(id);
            const symmetry = symmetryBetween(positionAt(tree, path), first);
            return symmetry === null ? [] : [{ id, path, symmetry }];
        });
        if (places.length > 1) for (const p of places) twins.set(p.id, places);
    }
    return twins;
}

/** The symmetry that takes the position at one place to that at another of its group. */
export function betweenPlaces(from: Place, to: Place): number {
    return thenSymmetry(from.symmetry, inverseSymmetry(to.symmetry));
}
