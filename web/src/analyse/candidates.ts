/* Candidate turns and lines as they are drawn on the board. */

import type { Overlay } from '../app/store';
import type { Position, Side } from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { percent } from './format';
import { chanceOf } from './judge';
import { lineStones, type Candidate, type Thought } from './wire';

/** A, B, C … for the best, the second, the third … */
export function letter(index: number): string {
    return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}

/** 63 for a chance, #4 for a win in four turns, −#4 for a loss. */
export function shortEval(c: { chance: number; mate: number }): string {
    if (c.mate) return `${c.mate < 0 ? '−' : ''}#${Math.abs(c.mate)}`;
    return percent(c.chance).slice(0, -1);
}

/* A candidate much worse than the best is drawn weakly. */
const range = 0.3;

function strengthOf(c: Candidate, best: Candidate): number {
    return Math.max(0, 1 - (chanceOf(best) - chanceOf(c)) / range);
}

/** The stones of a turn bear the same letter and are linked; the best is drawn as stones. One square of each turn has
 * the evaluation too, unless the squares are too small for it; a square that several turns share has the letters of
 * all, and can only have the evaluation of the best of them. */
export function candidateOverlay(all: Thought, toMove: Side, small = false): Overlay {
    /* A pass stands on no square, but keeps its letter. */
    const thought = { lines: all.lines.map((c) => (c.turn.includes(PASS) ? { ...c, turn: [] } : c)) };
    const [best] = thought.lines;
    if (!best) return {};
    const letters = new Map<Square, string>();
    const notes = new Map<Square, string>();
    const strongest = (s: Square) => thought.lines.find((c) => c.turn.includes(s))!;
    thought.lines.forEach((c, i) => c.turn.forEach((s) => letters.set(s, (letters.get(s) ?? '') + letter(i))));
    thought.lines.forEach((c, i) => {
        const own = c.turn.find((s) => letters.get(s) === letter(i)) ?? c.turn.find((s) => strongest(s) === c);
        if (own !== undefined && !small) notes.set(own, shortEval(c));
    });
    const text = (s: Square) => {
        const all = letters.get(s) ?? '';
        return all.length > (small ? 1 : 3) ? `${all[0]}+` : all;
    };
    const rest = [...letters.keys()].filter((s) => !best.turn.includes(s));
    return {
        order: 10,
        modes: ['analyse'],
        links: thought.lines
            .flatMap((c, i) =>
                c.turn.slice(1).map((to, j) => ({
                    from: c.turn[j]!,
                    to,
                    tone: i === 0 ? ('accent' as const) : ('muted' as const),
                    strength: i === 0 ? 1 : 0.35 * strengthOf(c, best),
                })),
            )
            .reverse(),
        heat: rest.map((at) => ({
            at,
            strength: 0.7 * strengthOf(strongest(at), best),
            tone: 'accent' as const,
        })),
        stones: best.turn.map((at) => ({
            at,
            side: toMove,
            label: text(at),
            sub: notes.get(at),
            faint: true,
            ring: 'accent' as const,
        })),
        labels: rest.map((at) => ({ at, text: text(at), sub: notes.get(at) })),
    };
}

/* Longer lines than this hide the board more than they tell. */
const turnsShown = 12;

/** A line as numbered stones: both stones of a turn bear its number. `until`: this many turns of it only. */
export function lineOverlay(p: Position, line: readonly Square[], side: Side = p.toMove, until = turnsShown): Overlay {
    const stones = lineStones(p, line, side).filter((s) => s.turn < until && s.at !== PASS);
    const last = stones[stones.length - 1]?.turn;
    return {
        order: 20,
        modes: ['analyse'],
        stones: stones.map((s) => ({
            at: s.at,
            side: s.side,
            label: String(s.turn + 1),
            ring: s.turn === (until === turnsShown ? 0 : last) ? ('accent' as const) : undefined,
        })),
    };
}
