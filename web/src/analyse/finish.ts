/* The end of a forcing win. The line of a search stops as soon as there are more threats than the defender has stones;
 * people want to see the row. The defender stops what it can, and the attacker completes one of the rest. */

import { allSquares, cellOf, legal, onBoard, otherSide, place, type Position } from '../core/rules';
import { colOf, rowOf, squareAt, type Square } from '../core/squares';

const DIRECTIONS = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
] as const;

/* The k squares in a row from s on; null if they leave the board. */
function segment(p: Position, s: Square, dc: number, dr: number): Square[] | null {
    const { k } = p.rules;
    const [col, row] = [colOf(s) + (k - 1) * dc, rowOf(s) + (k - 1) * dr];
    if (col < 0 || row < 0 || !onBoard(p.rules, squareAt(col, row))) return null;
    return Array.from({ length: k }, (_, i) => squareAt(colOf(s) + i * dc, rowOf(s) + i * dr));
}

/* The empty squares of each segment that the attacker can fill in one turn. */
function threats(p: Position, attacker: number): Square[][] {
    const found: Square[][] = [];
    for (const s of allSquares(p.rules))
        for (const [dc, dr] of DIRECTIONS) {
            const squares = segment(p, s, dc, dr);
            if (!squares || squares.some((v) => p.cells[v] !== 0 && p.cells[v] !== attacker)) continue;
            const empty = squares.filter((v) => p.cells[v] === 0);
            if (empty.length <= p.rules.p) found.push(empty);
        }
    return found;
}

/* A square that stops most of them. */
function bestStop(list: readonly (readonly Square[])[]): Square | null {
    const counts = new Map<Square, number>();
    for (const empty of list) for (const s of empty) counts.set(s, (counts.get(s) ?? 0) + 1);
    let best: Square | null = null;
    for (const [s, n] of counts) if (best === null || n > counts.get(best)!) best = s;
    return best;
}

/** What follows a position in which the side to move cannot stop all threats; empty if it can. */
export function finish(p: Position): Square[] {
    if (p.outcome !== 'open') return [];
    const attacker = cellOf(otherSide(p.toMove));
    let open = threats(p, attacker);
    const line: Square[] = [];
    for (let left = p.left; left > 0; left--) {
        const stop = bestStop(open) ?? allSquares(p.rules).find((s) => legal(p, s) && !line.includes(s));
        if (stop === undefined) return [];
        open = open.filter((empty) => !empty.includes(stop));
        line.push(stop);
    }
    const last = open[0];
    return last ? [...line, ...last] : [];
}

/** The line with its end. `side` is who begins it: the side to move, or the other as if that had passed. */
export function finished(p: Position, line: readonly Square[], side = p.toMove): Square[] {
    let at: Position = side === p.toMove ? p : { ...p, toMove: side, left: p.rules.p };
    for (const s of line) {
        if (!legal(at, s)) return [...line];
        at = place(at, s);
    }
    return at.toMove === side && at.outcome === 'open' ? [...line] : [...line, ...finish(at)];
}
