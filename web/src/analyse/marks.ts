/* Overlays that one can switch: the threats of both sides, and the critical defences of the side to move. */

import { computed, effect, signal } from '@preact/signals';
import { api, ApiError } from '../api';
import type { SideThreats, Threats } from '../api/types';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { position, setOverlay, type Overlay } from '../app/store';
import type { Rules, Side } from '../core/rules';
import type { Square } from '../core/squares';
import { Cache } from './cache';
import { inTab, key } from './state';
import { gameOf, squaresOf } from './wire';

export const showThreats = remember('hexad.analyse.threats', false);
export const showDefences = remember('hexad.analyse.defences', false);

/** The server's answer with squares in place of words. */
export interface ThreatFacts {
    readonly number: Readonly<Record<Side, number>>;
    readonly squares: Readonly<Record<Side, readonly Square[]>>;
    readonly segments: Readonly<Record<Side, readonly (readonly Square[])[]>>;
    readonly defences: readonly (readonly Square[])[];
    readonly winning: readonly Square[];
}

export function factsOf(rules: Rules, t: Threats): ThreatFacts {
    const one = (texts: readonly string[] | undefined) => squaresOf(rules, texts ?? []) ?? [];
    const all = (lists: readonly (readonly string[])[] | undefined) => (lists ?? []).map(one);
    const segments = (of: SideThreats) => all(of.segments.map((s) => s.squares));
    return {
        number: { black: t.black.number, white: t.white.number },
        squares: { black: one(t.black.squares), white: one(t.white.squares) },
        segments: { black: segments(t.black), white: segments(t.white) },
        defences: all(t.defences),
        winning: one(t.winning),
    };
}

const cache = new Cache<ThreatFacts>(500);
const answers = signal(0);
export const threatsFailure = signal('');
export const threatFacts = computed(() => {
    void answers.value;
    return cache.get(key.value) ?? null;
});

/** The defence that the pointer or the focus is on. */
export const pointedDefence = signal<readonly Square[] | null>(null);

/** Black's segments are solid lines and its squares dots, White's dashed lines and circles. Squares that win at once
 * have a star. */
export function threatOverlay(f: ThreatFacts): Overlay {
    const lines = (side: Side) =>
        f.segments[side].map((squares) => ({
            squares: [squares[0]!, squares[squares.length - 1]!],
            tone: side,
            style: side === 'black' ? ('solid' as const) : ('dashed' as const),
        }));
    const winning = new Set(f.winning);
    const marks = (side: Side) =>
        f.squares[side]
            .filter((at) => !winning.has(at))
            .map((at) => ({ at, kind: side === 'black' ? ('dot' as const) : ('circle' as const), tone: side }));
    return {
        order: 4,
        modes: ['analyse'],
        lines: [...lines('black'), ...lines('white')],
        marks: [...marks('black'), ...marks('white')],
        labels: f.winning.map((at) => ({ at, text: '★', tone: 'good' as const })),
    };
}

/** Frames around the squares where a stone can be part of a critical defence: a frame leaves room for what else is on the
 * square. The defence pointed at is hatched and linked. */
export function defenceOverlay(f: ThreatFacts, pointed: readonly Square[] | null): Overlay {
    const chosen = pointed ?? [];
    const tone = 'warn' as const;
    return {
        order: 15,
        modes: ['analyse'],
        marks: [...new Set(f.defences.flat())].map((at) => ({ at, kind: 'selected' as const, tone })),
        zone: [{ squares: chosen, tone }],
        links: chosen.slice(1).map((to, i) => ({ from: chosen[i]!, to, tone, strength: 1 })),
    };
}

const task = computed(() => {
    if (!inTab.value || (!showThreats.value && !showDefences.value)) return null;
    return position.value.outcome === 'open' && !position.value.go ? key.value : null;
});

async function ask(of: string, signal: AbortSignal): Promise<void> {
    const p = position.peek();
    const game = gameOf(p);
    if (cache.get(of)) return;
    try {
        const facts = factsOf(p.rules, await api.threats(game, { signal }));
        cache.set(of, facts);
        threatsFailure.value = '';
        answers.value++;
    } catch (e) {
        if (!(e instanceof ApiError && e.aborted)) threatsFailure.value = errorText(e);
    }
}

export function followMarks(): void {
    effect(() => {
        const of = task.value;
        if (of === null) return undefined;
        const abort = new AbortController();
        void ask(of, abort.signal);
        return () => abort.abort();
    });
    effect(() => {
        const f = threatFacts.value;
        setOverlay('threats', f && showThreats.value ? threatOverlay(f) : null);
    });
    effect(() => {
        const f = threatFacts.value;
        setOverlay('defences', f && showDefences.value ? defenceOverlay(f, pointedDefence.value) : null);
    });
}
