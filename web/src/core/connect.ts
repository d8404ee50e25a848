/* The Connect(m,n,k,p,q) family as a game of the page (game.ts). */

import {
    BLACK,
    EMPTY,
    WHITE,
    allSquares,
    cellOf,
    onBoard,
    otherSide,
    type GameKind,
    type Move,
    type Outcome,
    type Position,
    type Rules,
    type RulesNumbers,
    type Setup,
    type Side,
} from './game';
import { STRIDE, colOf, columnText, parseSquare, rowOf, squareAt, squareText, type Square } from './squares';

/** Does a run of so many stones win? */
export function wins(r: Rules, run: number): boolean {
    return r.exact ? run === r.k : run >= r.k;
}

/** Who is to move, with how many stones to place, after so many stones played in order from the start. */
export function turnAt(r: Rules, stones: number): { toMove: Side; left: number } {
    if (stones < r.q) return { toMove: 'black', left: r.q - stones };
    const after = stones - r.q;
    return { toMove: Math.floor(after / r.p) % 2 === 0 ? 'white' : 'black', left: r.p - (after % r.p) };
}

const DIRECTIONS: readonly (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
];

/** The row of k or more that goes through the stone on s, in order; empty if there is none. */
function rowThrough(r: Rules, cells: Uint8Array, s: Square): Square[] {
    const own = cells[s];
    if (own === EMPTY) return [];
    const same = (col: number, row: number) =>
        col >= 0 && col < r.m && row >= 0 && row < r.n && cells[squareAt(col, row)] === own;
    for (const [dc, dr] of DIRECTIONS) {
        let col = colOf(s);
        let row = rowOf(s);
        while (same(col - dc, row - dr)) {
            col -= dc;
            row -= dr;
        }
        const line: Square[] = [];
        for (; same(col, row); col += dc, row += dr) line.push(squareAt(col, row));
        if (wins(r, line.length)) return line;
    }
    return [];
}

/** Places stones one after the other, each of the side to move then; those that are illegal are passed over. A row
 * ends the game at once, and the winner stays to move with the stones it did not need. */
function placeAll(p: Position, stones: readonly Square[]): Position {
    const cells = p.cells.slice();
    const moves: Move[] = p.moves.slice();
    const all = p.rules.m * p.rules.n;
    let { toMove, left, turn, outcome, winRow } = p;
    let count = p.stones;
    for (const s of stones) {
        if (outcome !== 'open' || !onBoard(p.rules, s) || cells[s] !== EMPTY) continue;
        cells[s] = cellOf(toMove);
        moves.push({ at: s, side: toMove, turn });
        count++;
        winRow = rowThrough(p.rules, cells, s);
        if (winRow.length) outcome = toMove;
        else {
            if (count === all) outcome = 'draw';
            if (--left === 0) {
                toMove = otherSide(toMove);
                left = p.rules.p;
                turn++;
            }
        }
    }
    if (count === p.stones) return p;
    return { rules: p.rules, cells, stones: count, toMove, left, outcome, winRow, moves, turn };
}

/* Has each colour as many stones as in a game of so many stones? */
function coloursFit(r: Rules, black: number, white: number): boolean {
    const all = black + white;
    if (all <= r.q) return white === 0;
    const turns = Math.floor((all - r.q) / r.p);
    const rest = (all - r.q) % r.p;
    return white === Math.floor((turns + 1) / 2) * r.p + (turns % 2 === 0 ? rest : 0);
}

/** The side to move is the one that the set-up names. If it names none, it follows from the number of stones
 * as in a game from the start where the colours fit one; else the side with fewer stones is to move. The
 * stones left follow likewise, and are else a whole turn. (The same as the server's reading of records.) */
function setUp(p: Position, setup: Setup): Position {
    const r = p.rules;
    const cells = p.cells.slice();
    for (const s of setup.empty) if (onBoard(r, s)) cells[s] = EMPTY;
    for (const s of setup.black) if (onBoard(r, s)) cells[s] = BLACK;
    for (const s of setup.white) if (onBoard(r, s)) cells[s] = WHITE;
    let black = 0;
    let white = 0;
    let winRow: Square[] = [];
    for (const s of allSquares(r)) {
        if (cells[s] === BLACK) black++;
        if (cells[s] === WHITE) white++;
        if (cells[s] !== EMPTY && !winRow.length) winRow = rowThrough(r, cells, s);
    }
    const counted = turnAt(r, black + white);
    const fit = coloursFit(r, black, white);
    const toMove = setup.toMove ?? (fit ? counted.toMove : white < black ? 'white' : 'black');
    const left = setup.left ?? (fit && toMove === counted.toMove ? counted.left : r.p);
    const winner: Side = cells[winRow[0] ?? 0] === BLACK ? 'black' : 'white';
    const full = black + white === r.m * r.n;
    const outcome: Outcome = winRow.length ? winner : full ? 'draw' : 'open';
    // Turns are counted on: one that was begun is a turn, a set-up is none.
    const turn = p.moves[p.moves.length - 1]?.turn === p.turn ? p.turn + 1 : p.turn;
    return { rules: r, cells, stones: black + white, toMove, left, outcome, winRow, moves: [], turn };
}

/** Of a game of the family alone: nobody is to take a game of Go for one of it. */
export function rulesNumbers(r: Rules): RulesNumbers {
    if (r.go) throw new Error('Go has no numbers m,n,k,p,q');
    return r.exact ? [r.m, r.n, r.k, r.p, r.q, 'exact'] : [r.m, r.n, r.k, r.p, r.q];
}

export const connect: GameKind = {
    empty: (rules) => {
        const cells = new Uint8Array(STRIDE * rules.n);
        return { rules, cells, stones: 0, ...turnAt(rules, 0), outcome: 'open', winRow: [], moves: [], turn: 0 };
    },
    illegal: (p, s) => {
        if (!onBoard(p.rules, s)) return 'off';
        if (p.outcome !== 'open') return 'over';
        return p.cells[s] === EMPTY ? null : 'occupied';
    },
    placeAll,
    setUp,
    text: (r) => `Connect(${rulesNumbers(r).join(',')})`,
    squareText,
    columnText,
    parseSquare,
};
