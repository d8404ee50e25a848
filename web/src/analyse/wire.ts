/* Between the page's positions and the words of the server. */

import type { Claim, Game, Report, Side } from '../api/types';
import { otherSide, rulesNumbers, rulesText, BLACK, WHITE, allSquares, type Position, type Rules } from '../core/rules';
import { parseSquare, squareText, type Square } from '../core/squares';

/** A turn that the engine thinks of, with what is to follow. It speaks for the side to move. */
export interface Candidate {
    readonly turn: readonly Square[];
    readonly line: readonly Square[]; // begins with the turn
    readonly value: number;
    readonly chance: number;
    readonly mate: number;
    readonly likely: number; // as mate, but not proved
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
}

export function words(squares: readonly Square[]): string[] {
    return squares.map(squareText);
}

/** Null if one of the words is no square of the board. */
export function squaresOf(rules: Rules, texts: readonly string[]): Square[] | null {
    const out: Square[] = [];
    for (const text of texts) {
        const s = parseSquare(text, rules);
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

/** The position as the server takes it: its stones in order, after a set-up if there was one. */
export function gameOf(p: Position): Game {
    const stones = words(p.moves.map((m) => m.at));
    const rules: Game['rules'] = rulesNumbers(p.rules);
    return p.moves.length === p.stones ? { rules, stones } : { rules, setup: setupBefore(p), stones };
}

/** Lines that do not fit the board are left out. */
export function thoughtOf(rules: Rules, r: Report): Thought {
    const lines = r.lines.flatMap((l): Candidate[] => {
        const turn = squaresOf(rules, l.turn);
        const line = squaresOf(rules, l.line);
        if (!turn?.length || !line) return [];
        const whole = turn.every((s, i) => line[i] === s) ? line : [...turn];
        const { value, chance = 0.5, mate = 0, likely = 0 } = l;
        return [{ turn, line: whole, value, chance, mate, likely }];
    });
    const { depth, reached, nodes, seconds, final, proof } = r;
    return { depth, reached, nodes, seconds, final, lines, ...(proof && { proof }) };
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
    return `${rulesText(p.rules)}/${p.toMove[0]}${p.left}/${stones}`;
}
