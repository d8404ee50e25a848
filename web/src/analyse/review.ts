/* The whole game thought over in the background: evaluations for all its nodes, from which the mistakes follow. */

import { batch, effect, signal } from '@preact/signals';
import { live, type Job } from '../api';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { announce, loaded, note, tree } from '../app/store';
import { setEval } from '../core/edits';
import { nodeAt, pathOfId, positionAt } from '../core/tree';
import { t } from '../strings';
import { better, evalOf } from './judge';
import { steps, wholePath, type Step } from './line';
import { keep } from './state';
import { gameOf, thoughtOf, type Thought } from './wire';

export const REVIEW_SECONDS = [0.2, 0.5, 1, 3, 10] as const;
export const reviewSeconds = remember<number>('hexad.analyse.review', 0.5, (v) =>
    (REVIEW_SECONDS as readonly number[]).includes(v as number),
);

export interface Review {
    readonly state: 'running' | 'queued' | 'done' | 'stopped' | 'failed';
    readonly at: number; // positions done
    readonly of: number;
    readonly message?: string;
}

export const review = signal<Review | null>(null);
let job: Job | null = null;

/* Of the line's part behind its last set-up, which is what the server is told. */
function stepAfter(line: readonly Step[], played: number): Step | undefined {
    return [...line].reverse().find((s) => s.played === played);
}

/* The tree may have been edited since the start: the node is looked for where it is now. */
function keepInNode(step: Step, thought: Thought): void {
    const value = evalOf(thought, step.toMove);
    const at = value && pathOfId(tree.peek(), step.node.id);
    if (!at) return;
    const kept = nodeAt(tree.peek(), at)?.eval;
    if (better(value, kept)) note(setEval(tree.peek(), at, value));
}

/** Has the line stones to think over? */
export function canReview(): boolean {
    return (steps.value.at(-1)?.played ?? 0) > 0;
}

export function startReview(): void {
    const line = steps.peek();
    const end = positionAt(tree.peek(), wholePath.peek());
    const game = gameOf(end);
    if (!game.stones.length) return;
    stopReview();
    let done = 0;
    review.value = { state: 'running', at: 0, of: game.stones.length };
    job = live.review(
        { game, seconds: reviewSeconds.peek() },
        {
            queued: () => review.value && (review.value = { ...review.value, state: 'queued' }),
            position: (at, of, report) =>
                batch(() => {
                    done = Math.max(done, at);
                    review.value = { state: 'running', at: done, of };
                    const step = stepAfter(line, at);
                    const thought = thoughtOf(end.rules, report);
                    if (!step || step.outcome !== 'open') return;
                    keep(step.key, thought);
                    keepInNode(step, thought);
                }),
            done: () => finish('done'),
            failed: (e) => finish('failed', errorText(e)),
        },
    );
}

function finish(state: 'done' | 'stopped' | 'failed', message?: string): void {
    job = null;
    const r = review.peek();
    if (!r) return;
    review.value = { ...r, state, at: state === 'done' ? r.of : r.at, message };
    if (state === 'done') announce(t('analyse.review.done'));
}

/** Keeps what it has. */
export function stopReview(): void {
    if (!job) return;
    job.stop();
    finish('stopped');
}

export function reviewing(): boolean {
    return review.value?.state === 'running' || review.value?.state === 'queued';
}

export function followReview(): void {
    let first = true;
    effect(() => {
        void loaded.value;
        if (!first) {
            stopReview();
            review.value = null;
        }
        first = false;
    });
}
