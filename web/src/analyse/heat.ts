/* What the net expects, as heat on the empty squares: the likelier the next stone, the stronger, with percents on the
 * likeliest (without their signs, which would not fit). */

import { computed, effect, signal } from '@preact/signals';
import { api, ApiError } from '../api';
import type { Policy } from '../api/types';
import { alone } from '../api/host';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { position, setOverlay, type Overlay } from '../app/store';
import type { Rules } from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { t } from '../strings';
import { Cache } from './cache';
import { percent } from './format';
import { show } from './forcing';
import { refuting } from './refute';
import { inTab, key, pointed } from './state';
import { gameOf, squaresOf } from './wire';

export const showHeat = remember('hexad.analyse.heat', false);

/** The server's answer with squares in place of words. */
export interface Heat {
    readonly chance: number;
    readonly squares: readonly { at: Square; share: number }[];
}

export function heatOf(rules: Rules, p: Policy): Heat {
    const at =
        squaresOf(
            rules,
            p.squares.map((v) => v.at),
        ) ?? [];
    return { chance: p.chance, squares: at.map((s, i) => ({ at: s, share: p.squares[i]!.share })) };
}

const cache = new Cache<Heat>(500);
const answers = signal(0);
export const heatFailure = signal('');
export const heat = computed(() => {
    void answers.value;
    return cache.get(key.value) ?? null;
});

/** Why the net says nothing of the position on the board; null: it does. */
export const heatWhy = computed(() => {
    const { rules, outcome, stones } = position.value;
    if (outcome !== 'open') return t('analyse.over');
    if (rules.go) return alone.value ? t('analyse.absent') : null;
    if (rules.k !== 6 || rules.p !== 2 || rules.exact) return t('analyse.heat.other');
    return stones === 0 ? t('analyse.heat.empty') : null;
});

/* Less is not worth ink. */
const faintest = 0.005;
const labelled = { most: 8, least: 0.02 };

/** Those that are told with their percents. */
export function heatListed(f: Heat): Heat['squares'] {
    return f.squares.slice(0, labelled.most).filter((v) => v.share >= labelled.least);
}

/** Strength goes with the root, so that the second best can be told from nothing where the best has nearly all. */
export function heatOverlay(f: Heat): Overlay {
    const drawn = f.squares.filter((v) => v.share >= faintest && v.at !== PASS);
    const top = drawn[0]?.share ?? 1;
    return {
        order: 2,
        modes: ['analyse'],
        heat: drawn.map(({ at, share }) => ({ at, strength: Math.sqrt(share / top), tone: 'good' as const })),
        labels: heatListed(f)
            .filter((v) => v.at !== PASS)
            .map(({ at, share }) => ({ at, text: percent(share).slice(0, -1) })),
        spoken: new Map(drawn.map(({ at, share }) => [at, t('analyse.heat.cell', { percent: percent(share) })])),
    };
}

/** Is the heat on the board? A win that is played through, a refutation or a line pointed at has it for itself. */
export const heatOn = computed(
    () =>
        inTab.value &&
        showHeat.value &&
        heat.value !== null &&
        heatWhy.value === null &&
        !show.value &&
        !refuting.value &&
        pointed.value === null,
);

async function ask(of: string, signal: AbortSignal): Promise<void> {
    const p = position.peek();
    if (cache.get(of)) return;
    try {
        cache.set(of, heatOf(p.rules, await api.policy(gameOf(p), { signal })));
        heatFailure.value = '';
        answers.value++;
    } catch (e) {
        if (!(e instanceof ApiError && e.aborted)) heatFailure.value = errorText(e);
    }
}

export function followHeat(): void {
    effect(() => {
        if (!inTab.value || !showHeat.value || heatWhy.value !== null) return undefined;
        const abort = new AbortController();
        void ask(key.value, abort.signal);
        return () => abort.abort();
    });
    effect(() => setOverlay('heat', heatOn.value ? heatOverlay(heat.value!) : null));
}
