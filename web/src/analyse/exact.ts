/* Small games have exact values: where one can be had in a second, it is told as proved. */
import { computed, effect, signal } from '@preact/signals';
import { api } from '../api';
import { position } from '../app/store';
import { otherSide, type Side } from '../core/rules';
import { t } from '../strings';
import { Cache } from './cache';
import { inTab, key } from './state';
import { gameOf } from './wire';

/** More empty squares are not looked through in a second. */
const MOST = 64;
const SECONDS = 1;

export type Exact = Side | 'draw' | 'unknown';

const cache = new Cache<Exact>(2000);
const answers = signal(0);

/** Who wins the position on the board with perfect play; null: not known (yet). */
export const exact = computed<Side | 'draw' | null>(() => {
    void answers.value;
    const found = cache.get(key.value);
    return found && found !== 'unknown' ? found : null;
});

export function exactText(value: Side | 'draw'): string {
    return t(`analyse.exact.${value}`);
}

const small = computed(() => {
    const p = position.value;
    return inTab.value && p.outcome === 'open' && !p.go && p.rules.m * p.rules.n - p.stones <= MOST ? key.value : null;
});

export function followExact(): void {
    effect(() => {
        const of = small.value;
        if (of === null || cache.get(of)) return undefined;
        const p = position.peek();
        const abort = new AbortController();
        const timer = setTimeout(() => {
            api.exact(gameOf(p), SECONDS, { signal: abort.signal })
                .then(({ value }) => {
                    const winner = {
                        win: p.toMove,
                        loss: otherSide(p.toMove),
                        draw: 'draw',
                        unknown: 'unknown',
                    } as const;
                    cache.set(of, winner[value]);
                    answers.value++;
                })
                .catch(() => {
                    /* The engine's estimate stays; it says itself what is wrong. */
                });
        }, 120);
        return () => {
            clearTimeout(timer);
            abort.abort();
        };
    });
}
