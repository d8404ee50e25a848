/* The whole game thought over in the background: evaluations for all its nodes, from which the mistakes follow. */

import { batch, effect, signal } from '@preact/signals';
import { live, type Job } from '../api';
import { alone } from '../api/host';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { announce, loaded, note, tree } from '../app/store';
import { setEval } from '../core/edits';
import { nodeAt, pathOfId, positionAt } from '../core/tree';
import { t } from '../strings';
import { better, evalOf } from './judge';
import { steps, wholePath, type Step } from './line';
import { keep } from './state';
import { allMistakes, doubted, isDoubted } from './verdicts';
import { gameOf, thoughtOf, type Thought } from './wire';

export const REVIEW_SECONDS = [0.2, 0.5, 1, 3, 10] as const;
export const reviewSeconds = remember<number>('hexad.analyse.review', 0.5, (v) =>
    (REVIEW_SECONDS as readonly number[]).includes(v as number),
);

export interface Review {
    readonly state: 'running' | 'queued' | 'checking' | 'done' | 'stopped' | 'failed';
    readonly at: number; // positions done
    readonly of: number;
    /** Positions that were thought over for longer. */
    readonly checked?: number;
    readonly message?: string;
}

export const review = signal<Review | null>(null);
let job: Job | null = null;

/* Of the line's part behind its last set-up, which is what the server is told. */
function stepAfter(line: readonly Step[], played: number): Step | undefined {
    return [...line].reverse().find((s) => s.played === played);
}

/* The tree may have been edited since the start: the node is looked for where it is now. False: what it has is better. */
function keepInNode(step: Step, thought: Thought): boolean {
    const value = evalOf(thought, step.toMove);
    const at = value && pathOfId(tree.peek(), step.node.id);
    if (!at || !better(value, nodeAt(tree.peek(), at)?.eval)) return false;
    note(setEval(tree.peek(), at, value));
    return true;
}

/** Has the line stones to think over, and is there somebody who can? */
export function canReview(): boolean {
    if (tree.value.rules.go && alone.value) return false;
    return (steps.value.at(-1)?.played ?? 0) > 0;
}

export function startReview(): void {
    const line = steps.peek();
    const end = positionAt(tree.peek(), wholePath.peek());
    const game = gameOf(end);
    if (!game.stones.length) return;
    /* The server may be told the part behind a set-up alone. */
    const before = end.moves.length - game.stones.length;
    stopReview();
    let done = 0;
    doubted.value = new Set();
    review.value = { state: 'running', at: 0, of: game.stones.length };
    job = live.review(
        { game, seconds: reviewSeconds.peek() },
        {
            queued: () => review.value && (review.value = { ...review.value, state: 'queued' }),
            position: (at, of, report) =>
                batch(() => {
                    done = Math.max(done, at);
                    review.value = { state: 'running', at: done, of };
                    const step = stepAfter(line, at + before);
                    const thought = thoughtOf(end.rules, report);
                    if (!step || step.outcome !== 'open') return;
                    keep(step.key, thought);
                    const short = keepInNode(step, thought) && !thought.lines[0]?.mate;
                    if (short) doubted.value = new Set(doubted.peek()).add(step.node.id);
                }),
            done: () => check(line),
            failed: (e) => finish('failed', errorText(e)),
        },
    );
}

/* A short search may take a good turn for a blunder. What would be marked as one is thought over for longer, before and after the turn,
 * until none is left that only a short search says. */
const CHECK_LEAST = 3;
const CHECK_TIMES = 4;

function nextToCheck(line: readonly Step[]): Step | undefined {
    const open = [...allMistakes.peek()].filter(([id, m]) => isDoubted(id, m));
    const wanted = new Set(open.flatMap(([id, m]) => [m.from, id]).filter((id) => doubted.peek().has(id)));
    return line.find((s) => wanted.has(s.node.id));
}

function trust(id: number): void {
    doubted.value = new Set([...doubted.peek()].filter((v) => v !== id));
}

function check(line: readonly Step[], checked = 0): void {
    const step = nextToCheck(line);
    const at = step && pathOfId(tree.peek(), step.node.id);
    if (!step) return finish('done');
    const next = () => {
        trust(step.node.id);
        check(line, checked + 1);
    };
    if (!at) return next(); // it was deleted
    review.value = { ...review.peek()!, state: 'checking', checked };
    const position = positionAt(tree.peek(), at);
    const seconds = Math.max(CHECK_LEAST, CHECK_TIMES * reviewSeconds.peek());
    job = live.analyse(
        { game: gameOf(position), lines: 1, seconds },
        {
            queued: () => {},
            report: (report) =>
                batch(() => {
                    const thought = thoughtOf(position.rules, report);
                    keep(step.key, thought);
                    keepInNode(step, thought);
                }),
            done: () => batch(next),
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
    return ['running', 'queued', 'checking'].includes(review.value?.state ?? '');
}

export function followReview(): void {
    let first = true;
    effect(() => {
        void loaded.value;
        if (!first) {
            stopReview();
            doubted.value = new Set();
            review.value = null;
        }
        first = false;
    });
}
