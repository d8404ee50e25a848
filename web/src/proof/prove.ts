/* Proofs looked for from the page: a win of the side to move, or its defences that hold. */

import { computed, effect, signal } from '@preact/signals';
import { gameOf, keyOf } from '../analyse/wire';
import { live, type Job, type ProveProgress, type Proved } from '../api';
import { errorText } from '../api/text';
import { position } from '../app/store';

export type What = 'solve' | 'verify';

export interface Search {
    readonly what: What;
    readonly key: string; // of the position
    readonly state: 'queued' | 'running' | 'done' | 'failed';
    readonly progress: ProveProgress | null;
    readonly found: Proved | null;
    readonly message: string;
}

/** Another way to prove what is too hard for one search; null: there is none. */
export const further = signal<(() => void) | null>(null);

export const ORDERS = [1, 2, 3, 4];
export const SECONDS = [10, 60, 300, 1800];
export const order = signal(2);
export const seconds = signal(60);

const last = signal<Search | null>(null);
let job: Job | null = null;

const key = computed(() => keyOf(position.value));
/** The search about the position on the board. */
export const search = computed(() => (last.value?.key === key.value ? last.value : null));
export const running = computed(() => last.value?.state === 'queued' || last.value?.state === 'running');

function put(change: Partial<Search>): void {
    if (last.peek()) last.value = { ...last.peek()!, ...change };
}

export function start(what: What): void {
    stop();
    const p = position.peek();
    last.value = { what, key: key.peek(), state: 'queued', progress: null, found: null, message: '' };
    job = live.prove(
        what,
        { game: gameOf(p), order: order.peek(), seconds: seconds.peek() },
        {
            progress: (progress) => put({ progress, state: 'running' }),
            proved: (found) => put({ found, state: 'done' }),
            failed: (e) => put({ message: errorText(e), state: 'failed' }),
        },
    );
}

export function stop(): void {
    job?.stop();
    job = null;
    if (running.peek()) last.value = null;
}

/** A search ends when its position leaves the board. */
export function followProve(): void {
    effect(() => {
        if (last.value && last.value.key !== key.value && running.value) stop();
    });
}
