/* What the collections know of the position on the board. */
import { batch, computed, effect, signal } from '@preact/signals';
import { gameOf, squaresOf } from '../analyse/wire';
import { api, ApiError, type Collection, type Explored, type Judged } from '../api';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { mode, position } from '../app/store';
import type { Square } from '../core/squares';
import { NO_FILTER, wishOf, type Filter } from './filter';

export const collections = signal<readonly Collection[]>([]);
export const chosen = remember<number>('hexad.explore.collection', 0, (v) => typeof v === 'number');
/** Is the panel in sight? It asks for nothing otherwise. */
export const watched = signal(0);

/** What is known of a position beside its games; the verdict is seen by the side to move there. */
export interface Turn extends Judged {
    readonly squares: readonly Square[];
    readonly games: number;
    readonly black: number;
    readonly drawn: number;
    readonly white: number;
    readonly open: number;
}

export interface Known {
    readonly key: string;
    readonly report: Explored;
    readonly turns: readonly Turn[];
}

export const known = signal<Known | null>(null);
export const failure = signal('');
/** The turn that is pointed at. */
export const pointed = signal<readonly Square[] | null>(null);
const again = signal(0);
/** The openings that games can be looked for by. */
export const openings = signal<readonly string[]>([]);
/** Which games count in the statistics. */
export const filter = signal<Filter>(NO_FILTER);

export const question = computed(() => gameOf(position.value));
/** What the panel is to tell of; `known` may still be about something else. */
export const asked = computed(() =>
    JSON.stringify({ game: question.value, collection: chosen.value, ...(chosen.value && wishOf(filter.value)) }),
);

export function refresh(): void {
    again.value++;
}

export async function loadCollections(): Promise<void> {
    const { collections: list, openings: names } = await api.collections();
    batch(() => {
        collections.value = list;
        openings.value = names ?? [];
        if (!list.some((c) => c.id === chosen.value)) chosen.value = 0;
    });
}

function take(key: string, report: Explored): void {
    const { rules } = position.peek();
    const turns = report.turns.flatMap((v): Turn[] => {
        const squares = squaresOf(rules, v.turn);
        return squares ? [{ ...v, squares }] : [];
    });
    batch(() => {
        known.value = { key, report, turns };
        failure.value = '';
        pointed.value = null;
    });
}

/** Asks while the panel is in sight; steps in quick succession ask once. */
export function followPosition(): void {
    effect(() => {
        const text = asked.value;
        void again.value;
        if (!watched.value || mode.value !== 'analyse') return undefined;
        const abort = new AbortController();
        const timer = setTimeout(() => {
            const wanted = JSON.parse(text) as { game: typeof question.value; collection: number };
            api.explore({ ...wanted, turns: 60, games: 20 }, { signal: abort.signal })
                .then((r) => take(text, r))
                .catch((e: unknown) => {
                    if (e instanceof ApiError && e.aborted) return;
                    known.value = null;
                    failure.value = errorText(e);
                    if (e instanceof ApiError && e.code === 'not_found') chosen.value = 0;
                });
        }, 80);
        return () => {
            clearTimeout(timer);
            abort.abort();
        };
    });
}

// The engine's verdicts

export const judging = signal<{ done: number; of: number } | null>(null);
let stop: AbortController | null = null;

export function stopJudging(): void {
    stop?.abort();
}

const JUDGED = 8;
const SECONDS = 1;

/** Has the engine think about the most frequent turns, one after the other. */
export async function judge(): Promise<void> {
    const now = known.peek();
    if (!now || judging.peek()) return;
    const { game } = JSON.parse(now.key) as { game: typeof question.value };
    // Stones of a turn that is not whole are not part of the question.
    const before = game.stones.slice(0, game.stones.length - now.report.placed);
    const list = now.report.turns.filter((v) => !v.verdict && !v.proved).slice(0, JUDGED);
    stop = new AbortController();
    try {
        for (const [i, v] of list.entries()) {
            judging.value = { done: i, of: list.length };
            const next = { ...game, stones: [...before, ...v.turn] };
            try {
                await api.verdict(next, SECONDS, { signal: stop.signal });
            } catch (e) {
                // A turn that ends the game has no verdict.
                if (!(e instanceof ApiError && e.code === 'bad_request')) throw e;
            }
            refresh();
        }
    } catch (e) {
        if (!(e instanceof ApiError && e.aborted)) failure.value = errorText(e);
    } finally {
        judging.value = null;
    }
}
