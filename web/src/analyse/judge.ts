/* What evaluations say about a game: chances seen from Black, and the turns that threw chances away.
 *
 * Reports speak for the side to move; nodes and graphs speak of Black, so that a line going up is good for Black
 * throughout. No part of this knows of the page. */

import type { Side } from '../core/rules';
import type { Evaluation } from '../core/tree';

/** An evaluation as Black sees it. */
export interface View {
    /** Black's share of games won, 0 to 1. */
    chance: number;
    /** Black wins in this many of its turns; negative: White does; 0: unknown. */
    mate: number;
}

/* What is not proved is not certain. */
const UNSURE = 0.01;

/** The chance of the one for whom the evaluation speaks: certain if it is proved, and never if it is not. */
export function chanceOf(e: { chance: number; mate: number }): number {
    if (e.mate > 0) return 1;
    if (e.mate < 0) return 0;
    return Math.min(1 - UNSURE, Math.max(UNSURE, e.chance));
}

export function viewOf(e: { chance: number; mate: number }, toMove: Side): View {
    const chance = chanceOf(e);
    return toMove === 'black' ? { chance, mate: e.mate } : { chance: 1 - chance, mate: e.mate ? -e.mate : 0 };
}

/** A game that is over, as Black sees it. */
export function viewOfEnd(outcome: Side | 'draw'): View {
    return { chance: outcome === 'black' ? 1 : outcome === 'white' ? 0 : 0.5, mate: 0 };
}

/** What a node keeps of a report on its position, from Black's side; nothing if the report says nothing. */
export function evalOf(
    t: { depth: number; lines: readonly { value: number; chance: number; mate: number }[] },
    toMove: Side,
): Evaluation | undefined {
    const best = t.lines[0];
    if (!best) return undefined;
    const value = toMove === 'black' ? best.value : -best.value;
    return { value: value || 0, ...viewOf(best, toMove), depth: t.depth };
}

/** An evaluation of a node, if it says enough to be shown. */
export function viewOfEval(e: Evaluation | undefined): View | undefined {
    if (!e || (e.chance === undefined && !e.mate)) return undefined;
    return viewOf({ chance: e.chance ?? 0.5, mate: e.mate ?? 0 }, 'black');
}

/** Is a new evaluation worth more than the one kept? A proved result always, else the deeper search. */
export function better(now: Evaluation, kept: Evaluation | undefined): boolean {
    if (!kept) return true;
    if (!now.mate !== !kept.mate) return Boolean(now.mate);
    return (now.depth ?? 0) >= (kept.depth ?? 0);
}

export type Grade = 'dubious' | 'mistake' | 'blunder';

/** From this loss of chance on; a change of a few percent is within what two short searches differ by. */
const grades: [number, Grade][] = [
    [0.3, 'blunder'],
    [0.15, 'mistake'],
    [0.08, 'dubious'],
];

export function gradeOf(loss: number): Grade | null {
    return grades.find(([least]) => loss >= least)?.[1] ?? null;
}

export interface Verdict {
    grade: Grade;
    /** How much of the mover's chance was lost, 0 to 1. */
    loss: number;
    /** A certain win was let go. */
    missed: boolean;
}

/** What a turn of this side kept of its chances, 0 to 1: what it gained counts as nothing lost. */
export function keptOf(side: Side, before: View, after: View): number {
    const loss = (before.chance - after.chance) * (side === 'black' ? 1 : -1);
    return 1 - Math.min(1, Math.max(0, loss));
}

/** What a turn of this side did to its chances; null if nothing worth a word, or no more than the chances may be wrong by. */
export function judge(side: Side, before: View, after: View, doubt = 0): Verdict | null {
    const sign = side === 'black' ? 1 : -1;
    const loss = (before.chance - after.chance) * sign;
    const grade = gradeOf(loss - doubt);
    return grade && { grade, loss, missed: before.mate * sign > 0 };
}
