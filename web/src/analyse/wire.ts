/* Between the page's positions and the words of the server. */

import type { Claim, GameGiven, Report, Side } from '../api/types';
import { asPlayed } from '../core/go';
import { rulesJson } from '../core/json';
import {
    BLACK,
    CONNECT6,
    WHITE,
    allSquares,
    moveText,
    otherSide,
    readMove,
    rulesText,
    type Position,
    type Rules,
} from '../core/rules';
import type { Square } from '../core/squares';

/** A turn that the engine thinks of, with what is to follow. It speaks for the side to move. */
export interface Candidate {
    readonly turn: readonly Square[];
    readonly line: readonly Square[]; // begins with the turn
    readonly value: number;
    readonly chance: number;
    readonly mate: number;
    readonly likely: number; // as mate, but not proved
    readonly visits?: number; // of a tree search: how often it looked
}

/** A report of the engine on one position. */
export interface Thought {
    readonly depth: number;
    readonly reached: number;
    readonly nodes: number;
    readonly seconds: number;
    readonly final: boolean;
    readonly lines: readonly Candidate[];
    /** The name of the proof that says so. */
    readonly proof?: string;
    /** Of playouts: Black's points less White's, and whose each point is at the end, from 100 for Black to -100. */
    readonly score?: number;
    readonly owner?: ReadonlyMap<Square, number>;
}

/** In the words of the game; those of the Connect family are all alike. */
export function words(squares: readonly Square[], rules: Rules = CONNECT6): string[] {
    return squares.map((s) => moveText(rules, s));
}

/** Null if one of the words is no square of the board. */
export function squaresOf(rules: Rules, texts: readonly string[]): Square[] | null {
    const out: Square[] = [];
    for (const text of texts) {
        const s = readMove(rules, text);
        if (s === null) return null;
        out.push(s);
    }
    return out;
}

/** What stood on the board before the first move: a set-up, with whoever was to move. */
export function setupBefore(p: Position): Claim['setup'] {
    const played = new Set(p.moves.map((m) => m.at));
    const of = (cell: number) => words(allSquares(p.rules).filter((s) => p.cells[s] === cell && !played.has(s)));
    const first = p.moves[0];
    const inTurn = p.moves.filter((m) => m.turn === first?.turn).length;
    const left = inTurn + (first === undefined || first.turn === p.turn ? p.left : 0);
    return { black: of(BLACK), white: of(WHITE), to_move: first?.side ?? p.toMove, left };
}

/** A game that the server is asked about. */
export type Asked = GameGiven & { stones: string[] };

function goGameOf(p: Position): Asked {
    const { rules, setup, moves } = asPlayed(p);
    const game = { rules: rulesText(rules), stones: words(moves, rules) };
    if (!setup) return game;
    const { black, white, toMove } = setup;
    return { ...game, setup: { black: words(black, rules), white: words(white, rules), to_move: toMove } };
}

/** The position as the server takes it: its stones in order, after a set-up if there was one. */
export function gameOf(p: Position): Asked {
    if (p.go) return goGameOf(p);
    const stones = words(p.moves.map((m) => m.at));
    const rules = rulesJson(p.rules) as Asked['rules'];
    return p.moves.length === p.stones ? { rules, stones } : { rules, setup: setupBefore(p), stones };
}

function ownersOf(rules: Rules, owner: readonly number[]): ReadonlyMap<Square, number> {
    return new Map(allSquares(rules).map((s, i) => [s, owner[i] ?? 0]));
}

/** Lines that do not fit the board are left out. */
export function thoughtOf(rules: Rules, r: Report): Thought {
    const lines = r.lines.flatMap((l): Candidate[] => {
        const turn = squaresOf(rules, l.turn);
        const line = squaresOf(rules, l.line);
        if (!turn?.length || !line) return [];
        const whole = turn.every((s, i) => line[i] === s) ? line : [...turn];
        const { value, chance = 0.5, mate = 0, likely = 0, visits } = l;
        return [{ turn, line: whole, value, chance, mate, likely, ...(visits !== undefined && { visits }) }];
    });
    const { depth, reached, nodes, seconds, final, proof } = r;
    const playouts = r.owner && { score: r.score, owner: ownersOf(rules, r.owner) };
    return { depth, reached, nodes, seconds, final, lines, ...(proof && { proof }), ...playouts };
}

/** One stone of a line that is shown, not played. */
export interface LineStone {
    readonly at: Square;
    readonly side: Side;
    readonly turn: number; // from 0
}

/** Who places which stone of a line; `side` may be the one that is not to move, as if the other had passed. */
export function lineStones(p: Position, line: readonly Square[], side: Side = p.toMove): LineStone[] {
    let mover = side;
    let left = side === p.toMove ? p.left : p.rules.p;
    let turn = 0;
    return line.map((at) => {
        const stone = { at, side: mover, turn };
        if (--left === 0) {
            mover = otherSide(mover);
            left = p.rules.p;
            turn++;
        }
        return stone;
    });
}

/** The whole position, whatever the order of its stones: what is told of it may be proved, so nothing is left to a hash. A stone
 * is one character, none that a key has otherwise. */
export function keyOf(p: Position): string {
    let stones = '';
    p.cells.forEach((cell, s) => {
        if (cell) stones += String.fromCharCode(256 + s * 2 + cell);
    });
    /* What may not come again, and how often both passed, is part of a position of Go. */
    const go = p.go ? `/${p.go.ko ?? ''}/${p.go.passes}` : '';
    return `${rulesText(p.rules)}/${p.toMove[0]}${p.left}/${stones}${go}`;
}
