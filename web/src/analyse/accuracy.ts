/* How well each side played on the line that one looks at, once all its turns are judged: what its turns kept of its chances on
 * average, and how many of them are marked. */

import { computed } from '@preact/signals';
import type { Side } from '../core/rules';
import { keptOf, type Grade, type View } from './judge';
import { steps, type Step } from './line';
import { mistakes } from './verdicts';

/** A turn with what was thought before and after it; the views are missing where nothing was. */
export interface Judged {
    readonly id: number; // of its last node
    readonly side: Side;
    readonly before?: View;
    readonly after?: View;
}

export function turnsOn(line: readonly Step[]): Judged[] {
    const turns: Judged[] = [];
    let start: Step | undefined;
    line.forEach((step, i) => {
        const side = line[i - 1]?.toMove;
        if (step.node.stone !== null && step.whole && start && side)
            turns.push({ id: step.node.id, side, before: start.view, after: step.view });
        if (step.whole) start = step;
    });
    return turns;
}

export interface Score {
    readonly side: Side;
    readonly turns: number;
    /** What a turn kept of the chances before it, on average: 1 is all. */
    readonly accuracy: number;
    readonly counts: Readonly<Record<Grade, number>>;
}

/** Of both sides; null if a turn is not judged, or one side has made none. */
export function scoresOf(turns: readonly Judged[], grades: ReadonlyMap<number, { grade: Grade }>): Score[] | null {
    const scores = (['black', 'white'] as const).map((side): Score | null => {
        const own = turns.filter((v) => v.side === side);
        let kept = 0;
        const counts = { dubious: 0, mistake: 0, blunder: 0 };
        for (const { id, before, after } of own) {
            if (!before || !after) return null;
            kept += keptOf(side, before, after);
            const grade = grades.get(id)?.grade;
            if (grade) counts[grade]++;
        }
        return own.length ? { side, turns: own.length, accuracy: kept / own.length, counts } : null;
    });
    return scores.every((v) => v !== null) ? scores : null;
}

export const scores = computed(() => scoresOf(turnsOn(steps.value), mistakes.value));
