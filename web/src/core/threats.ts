/* Threats, plainly: rows that a side can complete in one turn, and whether a turn of the other side can stop them all. For lessons and for
 * what can be told without a server; the server's own are faster. */

import { EMPTY, cellOf, onBoard, otherSide, type Position, type Side } from './rules';
import { squareAt, type Square } from './squares';

const DIRECTIONS: readonly (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
];

/** Rows of k squares with no stone of the other side and at most so many empty squares, without a number as one turn fills; in an exact game with none of the
 * side's beyond their ends. */
export function threatRows(p: Position, side: Side, most = p.rules.p): Square[][] {
    const { m, n, k } = p.rules;
    const own = cellOf(side);
    const rows: Square[][] = [];
    for (let row = 0; row < n; row++)
        for (let col = 0; col < m; col++)
            for (const [dc, dr] of DIRECTIONS) {
                const end = squareAt(col + dc * (k - 1), row + dr * (k - 1));
                if (row + dr * (k - 1) < 0 || col + dc * (k - 1) >= m || !onBoard(p.rules, end)) continue;
                const squares = Array.from({ length: k }, (_, i) => squareAt(col + dc * i, row + dr * i));
                const empty = squares.filter((s) => p.cells[s] === EMPTY).length;
                const mine = squares.filter((s) => p.cells[s] === own).length;
                const beyond = [-1, k].some((i) => {
                    const [c, r] = [col + dc * i, row + dr * i];
                    return c >= 0 && c < m && r >= 0 && r < n && p.cells[squareAt(c, r)] === own;
                });
                if (empty + mine === k && empty <= most && !(p.rules.exact && beyond)) rows.push(squares);
            }
    return rows;
}

/** The empty squares of each threat, each set once. */
export function threatsOf(p: Position, side: Side): Square[][] {
    const sets = new Map<string, Square[]>();
    for (const row of threatRows(p, side)) {
        const empty = row.filter((s) => p.cells[s] === EMPTY);
        sets.set(empty.join(), empty);
    }
    return [...sets.values()];
}

/** Do so many stones hit all the sets? */
export function canHit(sets: readonly (readonly Square[])[], stones: number): boolean {
    if (!sets.length) return true;
    if (stones === 0) return false;
    // Some stone must be on one of the first set's squares.
    return sets[0]!.some((s) =>
        canHit(
            sets.filter((v) => !v.includes(s)),
            stones - 1,
        ),
    );
}

/** How many stones stop all threats of a side; more than a turn has: they cannot be stopped. */
export function stonesToStop(p: Position, side: Side): number {
    const sets = threatsOf(p, side);
    for (let n = 0; n <= p.rules.p; n++) if (canHit(sets, n)) return n;
    return p.rules.p + 1;
}

/** Has the side that is not to move won, whatever comes? It has more threats than can be stopped, and the side to move cannot win first. */
export function isDecided(p: Position): boolean {
    if (p.outcome !== 'open' || p.left !== p.rules.p) return false;
    return stonesToStop(p, otherSide(p.toMove)) > p.rules.p && threatsOf(p, p.toMove).length === 0;
}
