/* The rules of Connect(m,n,k,p,q), exact games among them, and positions of its games.
 *
 * A position is a value: nothing here changes one, `place` and `setUp` give a new one. It remembers the stones
 * that were played since the board was empty or last set up. */

import { STRIDE, colOf, rowOf, squareAt, squareText, type Square } from './squares';

/** m columns, n rows; k in a row wins; Black places q stones first, then each player p a turn. In an exact game more than k in a row
 * win nothing. */
export interface Rules {
    readonly m: number;
    readonly n: number;
    readonly k: number;
    readonly p: number;
    readonly q: number;
    readonly exact?: boolean;
}

export type RuleNumber = 'm' | 'n' | 'k' | 'p' | 'q';

type Five = readonly [number, number, number, number, number];
/** As the server has it: [m, n, k, p, q], with "exact" behind them in exact games. */
export type RulesNumbers = Five | readonly [...Five, 'exact'];

export type Side = 'black' | 'white';
export type Outcome = 'open' | 'black' | 'white' | 'draw';

const MAX_SIDE = 127;
const MAX_K = 63;
const MAX_TURN = 63;

export const CONNECT6: Rules = { m: 19, n: 19, k: 6, p: 2, q: 1 };

export function otherSide(s: Side): Side {
    return s === 'black' ? 'white' : 'black';
}

export function rulesNumbers(r: Rules): RulesNumbers {
    return r.exact ? [r.m, r.n, r.k, r.p, r.q, 'exact'] : [r.m, r.n, r.k, r.p, r.q];
}

const LIMITS: readonly [RuleNumber, number][] = [
    ['m', MAX_SIDE],
    ['n', MAX_SIDE],
    ['k', MAX_K],
    ['p', MAX_TURN],
    ['q', MAX_TURN],
];

/** The first number out of its limits, or null if the rules are fine. */
export function badRule(r: Rules): { which: RuleNumber; most: number } | null {
    for (const [which, most] of LIMITS)
        if (!Number.isInteger(r[which]) || r[which] < 1 || r[which] > most) return { which, most };
    return null;
}

/** Reads [m,n,k,p,q] or [m,n,k,p,q,"exact"]; null if it is not five numbers within the limits. */
export function rulesFrom(value: unknown): Rules | null {
    if (!Array.isArray(value)) return null;
    const exact = value.length === 6 && value[5] === 'exact';
    const numbers: unknown[] = exact ? value.slice(0, 5) : value;
    if (numbers.length !== 5 || !numbers.every((v) => typeof v === 'number')) return null;
    const [m, n, k, p, q] = numbers as [number, number, number, number, number];
    const r: Rules = exact ? { m, n, k, p, q, exact } : { m, n, k, p, q };
    return badRule(r) ? null : r;
}

export function sameRules(a: Rules, b: Rules): boolean {
    return rulesText(a) === rulesText(b);
}

/** "Connect(19,19,6,2,1)", "Connect(15,15,5,1,1,exact)" */
export function rulesText(r: Rules): string {
    return `Connect(${rulesNumbers(r).join(',')})`;
}

/** Does a run of so many stones win? */
export function wins(r: Rules, run: number): boolean {
    return r.exact ? run === r.k : run >= r.k;
}

export function onBoard(r: Rules, s: Square): boolean {
    return Number.isInteger(s) && s >= 0 && colOf(s) < r.m && rowOf(s) < r.n;
}

/** All squares, row by row from the bottom left. */
export function allSquares(r: Rules): Square[] {
    const all: Square[] = [];
    for (let row = 0; row < r.n; row++) for (let col = 0; col < r.m; col++) all.push(squareAt(col, row));
    return all;
}

/** Who is to move, with how many stones to place, after so many stones played in order from the start. */
export function turnAt(r: Rules, stones: number): { toMove: Side; left: number } {
    if (stones < r.q) return { toMove: 'black', left: r.q - stones };
    const after = stones - r.q;
    return { toMove: Math.floor(after / r.p) % 2 === 0 ? 'white' : 'black', left: r.p - (after % r.p) };
}

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export type Cell = 0 | 1 | 2;

export function cellOf(s: Side): Cell {
    return s === 'black' ? BLACK : WHITE;
}

/** One stone of the game. `turn` numbers the turns from 0, so that the stones of one turn are found. */
export interface Move {
    readonly at: Square;
    readonly side: Side;
    readonly turn: number;
}

export interface Position {
    readonly rules: Rules;
    readonly cells: Uint8Array; // a Cell by square
    readonly stones: number;
    readonly toMove: Side;
    readonly left: number; // stones that the side to move has still to place in this turn
    readonly outcome: Outcome;
    readonly winRow: readonly Square[]; // the winner's stones in a row, k or more
    readonly moves: readonly Move[]; // since the empty board or the last set-up
    readonly turn: number; // the number of the turn that goes on
}

export function emptyPosition(rules: Rules): Position {
    const cells = new Uint8Array(STRIDE * rules.n);
    return { rules, cells, stones: 0, ...turnAt(rules, 0), outcome: 'open', winRow: [], moves: [], turn: 0 };
}

export type Illegal = 'off' | 'occupied' | 'over';

/** Why the side to move may not place on this square; null if it may. */
export function illegal(p: Position, s: Square): Illegal | null {
    if (!onBoard(p.rules, s)) return 'off';
    if (p.outcome !== 'open') return 'over';
    return p.cells[s] === EMPTY ? null : 'occupied';
}

export function legal(p: Position, s: Square): boolean {
    return illegal(p, s) === null;
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
export function placeAll(p: Position, stones: readonly Square[]): Position {
    const cells = p.cells.slice();
    const moves = p.moves.slice();
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
    return { rules: p.rules, cells, stones: count, toMove, left, outcome, winRow, moves, turn };
}

/** Places a stone of the side to move; the square must be legal. */
export function place(p: Position, s: Square): Position {
    const why = illegal(p, s);
    if (why) throw new Error(`${squareText(s)}: ${why}`);
    return placeAll(p, [s]);
}

/** The position after these stones, and how many of them were legal (it stops before the first that is not). */
export function positionOf(rules: Rules, stones: readonly Square[]): { position: Position; played: number } {
    let position = emptyPosition(rules);
    let played = 0;
    for (; played < stones.length && legal(position, stones[played]!); played++)
        position = place(position, stones[played]!);
    return { position, played };
}

/** Stones put on or taken from the board outside the order of play. */
export interface Setup {
    readonly black: readonly Square[];
    readonly white: readonly Square[];
    readonly empty: readonly Square[];
    readonly toMove?: Side;
    readonly left?: number;
}

export const NO_SETUP: Setup = { black: [], white: [], empty: [] };

export function setupIsEmpty(s: Setup): boolean {
    return !s.black.length && !s.white.length && !s.empty.length && !s.toMove;
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
export function setUp(p: Position, setup: Setup): Position {
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
    return { rules: r, cells, stones: black + white, toMove, left, outcome, winRow, moves: [], turn: p.turn + 1 };
}

/** The set-up that makes a whole position out of the empty board. */
export function setupOf(p: Position): Setup {
    const of = (cell: Cell) => allSquares(p.rules).filter((s) => p.cells[s] === cell);
    return { black: of(BLACK), white: of(WHITE), empty: [], toMove: p.toMove, left: p.left };
}

/** The stones of the last complete turn or, within a turn, those of the turn that goes on. */
export function lastTurn(p: Position): Move[] {
    const last = p.moves[p.moves.length - 1];
    return last ? p.moves.filter((v) => v.turn === last.turn) : [];
}
