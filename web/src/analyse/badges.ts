/* Signs for mistakes, for whoever draws the tree. */

import { computed, type ReadonlySignal } from '@preact/signals';
import { tree, type Tone } from '../app/store';
import { t } from '../strings';
import { percent } from './format';
import type { Grade } from './judge';
import { words } from './wire';
import { mistakes, type Mistake } from './verdicts';

export interface Badge {
    readonly text: string;
    readonly tone: Tone;
    readonly title: string;
}

/** The signs of commented games. */
export const SIGNS: Readonly<Record<Grade, { text: string; tone: Tone }>> = {
    dubious: { text: '?!', tone: 'muted' },
    mistake: { text: '?', tone: 'warn' },
    blunder: { text: '??', tone: 'bad' },
};

export function mistakeTitle(m: Mistake): string {
    const what = t(m.missed ? 'analyse.missed' : `analyse.${m.grade}`);
    const lost = t('analyse.lost', { percent: percent(m.loss, true) });
    const better = m.best ? ` ${t('analyse.better', { turn: words(m.best, tree.value.rules).join(' ') })}` : '';
    return `${what}: ${lost}${better}`;
}

/** By node id. */
export const badges: ReadonlySignal<ReadonlyMap<number, Badge>> = computed(() => {
    const out = new Map<number, Badge>();
    for (const [id, m] of mistakes.value) out.set(id, { ...SIGNS[m.grade], title: mistakeTitle(m) });
    return out;
});
