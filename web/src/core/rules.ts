/* The rules of the games on the page, and positions of their games: the same functions for all of them, each asked of the game whose
 * rules they are (game.ts). */

import { connect } from './connect';
import {
    BLACK,
    WHITE,
    allSquares,
    type Cell,
    type GameKind,
    type Illegal,
    type Move,
    type Position,
    type RuleNumber,
    type Rules,
    type Setup,
} from './game';
import { go, goRulesFrom } from './go';
import { PASS, type Square } from './squares';

export * from './game';
export { rulesNumbers, turnAt, wins } from './connect';

const MAX_SIDE = 127;
const MAX_K = 63;
const MAX_TURN = 63;

export const CONNECT6: Rules = { m: 19, n: 19, k: 6, p: 2, q: 1 };

/** The game whose rules they are. */
export function kindOf(r: Rules): GameKind {
    return r.go ? go : connect;
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

/** Reads [m,n,k,p,q] or [m,n,k,p,q,"exact"], or a game of Go, "go:19,komi=7.5"; null if it is none within the limits. */
export function rulesFrom(value: unknown): Rules | null {
    if (typeof value === 'string') return goRulesFrom(value);
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

/** "Connect(19,19,6,2,1)", "Connect(15,15,5,1,1,exact)", "go:19,komi=7.5" */
export function rulesText(r: Rules): string {
    return kindOf(r).text(r);
}

export function emptyPosition(rules: Rules): Position {
    return kindOf(rules).empty(rules);
}

/** Why the side to move may not place on this square; null if it may. */
export function illegal(p: Position, s: Square): Illegal | null {
    return kindOf(p.rules).illegal(p, s);
}

export function legal(p: Position, s: Square): boolean {
    return illegal(p, s) === null;
}

/** Places stones one after the other, each of the side to move then; those that are illegal are passed over. In Connect a row
 * ends the game at once, and the winner stays to move with the stones it did not need. */
export function placeAll(p: Position, stones: readonly Square[]): Position {
    return kindOf(p.rules).placeAll(p, stones);
}

/** Places a stone of the side to move; the square must be legal. */
export function place(p: Position, s: Square): Position {
    const why = illegal(p, s);
    if (why) throw new Error(`${moveText(p.rules, s)}: ${why}`);
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

export const NO_SETUP: Setup = { black: [], white: [], empty: [] };

export function setupIsEmpty(s: Setup): boolean {
    return !s.black.length && !s.white.length && !s.empty.length && !s.toMove;
}

/** The side to move is the one that the set-up names. If it names none, it follows from the number of stones
 * as in a game from the start where the colours fit one; else the side with fewer stones is to move. The
 * stones left follow likewise, and are else a whole turn. (The same as the server's reading of records.) */
export function setUp(p: Position, setup: Setup): Position {
    return kindOf(p.rules).setUp(p, setup);
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

/** A square, or a pass, as people of the game write it: "j10", in Go "K10". */
export function moveText(r: Rules, s: Square): string {
    return kindOf(r).squareText(s);
}

export function movesText(r: Rules, squares: readonly Square[]): string {
    return squares.map((s) => moveText(r, s)).join(' ');
}

/** The way back; null if the whole text names nothing on the board. */
export function readMove(r: Rules, text: string): Square | null {
    return kindOf(r).parseSquare(text, r);
}

/** Moves that may be joined ("D4passQ16") or apart; stops at what is none. */
export function readMoves(r: Rules, text: string): { squares: Square[]; rest: string } {
    const squares: Square[] = [];
    let rest = text;
    for (;;) {
        const found = /^[\s,;/|]*(pass|[a-z]{1,2}[1-9][0-9]{0,2})/i.exec(rest);
        const s = found && readMove(r, found[1]!);
        if (!found || s === null) return { squares, rest: rest.replace(/^[\s,;/|]+/, '') };
        squares.push(s);
        rest = rest.slice(found[0].length);
    }
}

/** May one pass in this game, now? */
export function mayPass(p: Position): boolean {
    return legal(p, PASS);
}
