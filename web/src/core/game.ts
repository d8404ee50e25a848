/* A game, whichever it is: its rules, positions and moves as values, and what every game of the page can do. The Connect family
 * (connect.ts) and Go (go.ts) implement it; rules.ts asks the one whose rules they are. Nothing changes a position, `placeAll` and `setUp`
 * give a new one. It remembers the moves that were made since the board was empty or last set up. */

import { colOf, rowOf, squareAt, type Square } from './squares';

/** What a game of Go adds: the board is m x n, and a turn one stone or a pass. */
export interface GoRules {
    readonly komi: number; // points for White, whole or half
    readonly handicap: number; // black stones on their fixed places before White's first move: 0, 2 … 9
    readonly simpleKo?: boolean; // only the position before the last move must not come again, else none
}

/** m columns, n rows; k in a row wins; Black places q stones first, then each player p a turn. In an exact game more than k in a row
 * win nothing. */
export interface Rules {
    readonly m: number;
    readonly n: number;
    readonly k: number;
    readonly p: number;
    readonly q: number;
    readonly exact?: boolean;
    /** A game of Go; k says nothing then, p and q are 1. */
    readonly go?: GoRules;
}

export type RuleNumber = 'm' | 'n' | 'k' | 'p' | 'q';

type Five = readonly [number, number, number, number, number];
/** As the server has it: [m, n, k, p, q], with "exact" behind them in exact games. */
export type RulesNumbers = Five | readonly [...Five, 'exact'];

export type Side = 'black' | 'white';
export type Outcome = 'open' | 'black' | 'white' | 'draw';

export function otherSide(s: Side): Side {
    return s === 'black' ? 'white' : 'black';
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

export const EMPTY = 0;
export const BLACK = 1;
export const WHITE = 2;
export type Cell = 0 | 1 | 2;

export function cellOf(s: Side): Cell {
    return s === 'black' ? BLACK : WHITE;
}

/** One stone of the game (or a pass, which is on no square). `turn` numbers the turns from 0, so that the stones of one turn are found. */
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
    readonly go?: GoState;
}

/** What a position of Go has besides. */
export interface GoState {
    readonly taken: Readonly<Record<Side, number>>; // stones of the other colour that each side captured
    readonly passes: number; // in a row, up to now
    readonly ko: Square | null; // where simple ko forbids the next move
    readonly past: Past | null; // the boards that must not come again, the last first
}

export interface Past {
    readonly cells: Uint8Array;
    readonly hash: number;
    readonly before: Past | null;
}

export type Illegal = 'off' | 'occupied' | 'over' | 'suicide' | 'ko' | 'repeats';

/** Stones put on or taken from the board outside the order of play. */
export interface Setup {
    readonly black: readonly Square[];
    readonly white: readonly Square[];
    readonly empty: readonly Square[];
    readonly toMove?: Side;
    readonly left?: number;
}

/** What the page asks of a game. */
export interface GameKind {
    empty(rules: Rules): Position;
    /** Why the side to move may not play there; null if it may. */
    illegal(p: Position, s: Square): Illegal | null;
    /** Moves one after the other; those that are illegal are passed over. The same object if none was made. */
    placeAll(p: Position, moves: readonly Square[]): Position;
    setUp(p: Position, setup: Setup): Position;
    /** The rules in a word: "Connect(19,19,6,2,1)", "go:19,komi=7.5". */
    text(r: Rules): string;
    /** Squares and moves as people of this game write them. */
    squareText(s: Square): string;
    columnText(col: number): string;
    parseSquare(text: string, board?: { m: number; n: number }): Square | null;
}
