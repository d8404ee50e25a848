/* Puzzles one after the other: rated, by theme, streak, storm, the day's, failed ones again, one's own, and the first five of the lesson. */

import { batch, computed, effect, signal } from '@preact/signals';
import type { Puzzle } from '../api';
import { remember } from '../app/settings';
import { announce, mode, toast } from '../app/store';
import { inherited, keyOf } from '../app/tab';
import { CONNECT6, rulesFrom, type Rules, type RulesNumbers } from '../core/rules';
import { t } from '../strings';
import { climbing, near, ofGame } from './choose';
import { collection, loadCollection, loadDaily, puzzleOf } from './collection';
import { dueAt } from './derive';
import { easy, fromBottom } from './easy';
import { isPuzzle, type RunKind } from './items';
import { addItem, progress } from './keep';
import { begin, leave, onEnds, resume, solving, startOf, update, type Solving } from './solve';

export interface Run {
    readonly kind: RunKind;
    readonly theme: string | null;
    readonly score: number;
    readonly wrong: number;
    readonly started: number;
    /** When a storm is over. */
    readonly ends: number | null;
    readonly seen: readonly string[];
    /** What comes next, where that was fixed at the start. */
    readonly queue: readonly string[];
    readonly of: number;
    readonly over: boolean;
}

export const STORM_SECONDS = 180;
/** What a wrong turn costs in a storm. */
export const STORM_LOSS = 10;

interface Kept {
    run: Run | null;
    solving: Solving | null;
}

function isKept(v: unknown): boolean {
    const k = v as Kept | null;
    return !!k && (k.run === null || typeof k.run?.kind === 'string') && (!k.solving || isPuzzle(k.solving.puzzle));
}

/* Each tab has its own puzzle. */
const kept = remember<Kept>(
    keyOf('hexad.puzzle'),
    inherited<Kept>('hexad.puzzle') ?? { run: null, solving: null },
    isKept,
);
export const run = signal<Run | null>(null);

/** The game whose puzzles are wanted. */
export const wantedRules = remember<RulesNumbers>(
    'hexad.puzzles.rules',
    [19, 19, 6, 2, 1],
    (v) => rulesFrom(v) !== null,
);
const rules = (): Rules => rulesFrom(wantedRules.peek()) ?? CONNECT6;

/** The clock of a storm. */
export const now = signal(Date.now());
export const secondsLeft = computed(() => {
    const r = run.value;
    return r?.ends ? Math.max(0, (r.ends - now.value) / 1000) : null;
});

const isFirst = (p: Puzzle) => !progress.peek().attempts.some((a) => a.puzzle === p.id);

/** Does an attempt at this puzzle count? Only the first one does. */
function counts(kind: RunKind, p: Puzzle): boolean {
    return (kind === 'rated' || kind === 'daily') && isFirst(p) && !progress.peek().own.some((o) => o.id === p.id);
}

/** A rated puzzle that was left without an answer: it comes again first, with the hints that were taken, so that no puzzle is skipped for
 * nothing. */
interface Waiting {
    readonly id: string;
    readonly hints: number;
}
const isWaiting = (v: unknown) => v === null || typeof (v as Waiting)?.id === 'string';
const waiting = remember<Waiting | null>('hexad.puzzles.waiting', null, isWaiting);

/** The rated puzzle that waits for its answer, if it is one of the wanted game. */
export const waitingPuzzle = computed<Puzzle | null>(() => {
    const puzzle = waiting.value && puzzleOf(waiting.value.id);
    const wanted = rulesFrom(wantedRules.value) ?? CONNECT6;
    const tried = progress.value.attempts.some((a) => a.puzzle === puzzle?.id);
    return puzzle && !tried && ofGame([puzzle], wanted).length ? puzzle : null;
});

function keepWaiting(): void {
    effect(() => {
        const s = solving.value;
        if (s?.run !== 'rated' || !s.rated) return;
        const id = s.puzzle.id;
        if (!s.solved && !s.failed) waiting.value = { id, hints: s.hints };
        else if (waiting.peek()?.id === id) waiting.value = null;
    });
}

/* Who learned the game here begins with the easiest. */
function aim(): number {
    const { player, lessons, graph } = progress.peek();
    return lessons.size ? fromBottom(player.rating, graph.length) : player.rating;
}

/* What the next puzzle of the run is. */
function pick(r: Run): Puzzle | null {
    const all = collection.peek();
    const except = new Set([...r.seen, ...progress.peek().attempts.map((a) => a.puzzle)]);
    const wish = { rules: rules(), rating: progress.peek().player.rating, except };
    const n = r.seen.length;
    switch (r.kind) {
        case 'rated':
            return waitingPuzzle.peek() ?? near([...easy, ...all], { ...wish, rating: aim() }, Math.random());
        case 'theme':
            return near(all, { ...wish, theme: r.theme }, Math.random());
        case 'streak':
            return near(all, { ...wish, except: new Set(r.seen), rating: climbing(n, 45) }, Math.random());
        case 'storm': {
            const short = all.filter((p) => p.turns <= 2);
            const from = short.length > r.seen.length ? short : all;
            return near(from, { ...wish, except: new Set(r.seen), rating: climbing(n, 25) }, Math.random());
        }
        default: {
            const id = r.queue.find((v) => !r.seen.includes(v));
            return (id !== undefined && puzzleOf(id)) || null;
        }
    }
}

/** The next puzzle; the end of the run if there is none. */
export function next(): void {
    const r = run.peek();
    if (!r || r.over) return;
    const puzzle = pick(r);
    if (!puzzle) return r.seen.length ? finish() : nothing();
    show(r, puzzle);
}

function nothing(): void {
    stop();
    toast(t('puzzles.none'), { kind: 'error' });
}

function show(r: Run, puzzle: Puzzle): void {
    run.value = { ...r, seen: [...r.seen, puzzle.id] };
    const hints = r.kind === 'rated' && waiting.peek()?.id === puzzle.id ? waiting.peek()!.hints : 0;
    if (!begin(puzzle, r.kind, counts(r.kind, puzzle))) return next();
    if (hints) update({ hints });
}

export interface Start {
    theme?: string;
    /** The puzzles, in order. */
    queue?: readonly string[];
    score?: number;
}

export async function start(kind: RunKind, more: Start = {}): Promise<void> {
    let queue = more.queue ?? [];
    if (kind === 'lesson') queue = easy.slice(0, 5).map((p) => p.id);
    if (kind === 'daily') {
        const puzzle = await loadDaily();
        if (!puzzle) return toast(t('puzzles.offline'), { kind: 'error' });
        begun(kind, more, [puzzle.id]);
        return show(run.peek()!, puzzle);
    }
    if (kind !== 'own' && kind !== 'lesson') await loadCollection();
    if (!collection.peek().length && kind !== 'own' && !queue.length)
        return toast(t('puzzles.offline'), { kind: 'error' });
    if (kind === 'again') queue = dueAt(progress.peek(), Date.now()).filter((id) => puzzleOf(id));
    if (kind === 'own' && !queue.length) queue = progress.peek().own.map((p) => p.id);
    begun(kind, more, queue);
    next();
}

function begun(kind: RunKind, more: Start, queue: readonly string[]): void {
    const at = Date.now();
    batch(() => {
        now.value = at;
        mode.value = 'puzzles';
        run.value = {
            kind,
            theme: more.theme ?? null,
            score: 0,
            wrong: 0,
            started: at,
            ends: kind === 'storm' ? at + STORM_SECONDS * 1000 : null,
            seen: [],
            queue,
            of: queue.length,
            over: false,
        };
    });
}

/** Back to the choice of modes. */
export function stop(): void {
    const r = run.peek();
    // A streak or storm that is left counts as far as it went.
    if (r && !r.over && (r.kind === 'streak' || r.kind === 'storm') && r.score) record(r);
    batch(() => {
        run.value = null;
        leave();
    });
}

function record(r: Run): void {
    if (r.kind !== 'streak' && r.kind !== 'storm') return;
    const seconds = Math.round((Date.now() - r.started) / 1000);
    addItem({ kind: 'run', run: r.kind, score: r.score, wrong: r.wrong, seconds });
}

/** The run is over; its last puzzle stays on the board. */
function finish(): void {
    const r = run.peek();
    if (!r || r.over) return;
    record(r);
    run.value = { ...r, over: true };
    if (r.kind === 'storm') leave();
    announce(t('puzzles.run.over', { n: r.score }));
}

function attempt(solved: boolean): void {
    const s = solving.peek()!;
    const rated = s.rated && !(solved && s.hints > 0);
    const item = addItem({
        kind: 'try',
        puzzle: s.puzzle.id,
        run: s.run,
        solved,
        rated,
        hints: s.hints,
        seconds: Math.min(3600, Math.round((Date.now() - s.started) / 1000)),
        rating: s.puzzle.rating,
        deviation: s.puzzle.deviation,
    });
    solving.value = { ...s, ...solving.peek()!, attempt: item.id };
}

const soon = (f: () => void, ms: number) => {
    const s = solving.peek();
    setTimeout(() => solving.peek()?.puzzle === s?.puzzle && f(), ms);
};

function whenSolved(): void {
    attempt(true);
    const r = run.peek();
    if (!r) return;
    run.value = { ...r, score: r.score + 1 };
    if (r.kind === 'storm') soon(next, 450);
}

function whenFailed(): void {
    attempt(false);
    const r = run.peek();
    if (!r) return;
    const ends = r.ends && r.ends - STORM_LOSS * 1000;
    run.value = { ...r, wrong: r.wrong + 1, ends };
    if (r.kind === 'streak') finish();
    if (r.kind === 'storm') soon(next, 1100);
}

/* A storm ends by itself. */
function watchClock(): void {
    setInterval(() => {
        const r = run.peek();
        if (!r?.ends || r.over) return;
        now.value = Date.now();
        if (now.peek() >= r.ends) finish();
    }, 200);
}

/** Goes on where the page was left. */
export function startRuns(): void {
    onEnds({ solved: whenSolved, failed: whenFailed });
    const before = kept.peek();
    if (before.run) run.value = before.run;
    if (before.solving && (!startOf(before.solving.puzzle) || !resume(before.solving))) run.value = null;
    if (before.run?.ends && !before.run.over && before.run.ends <= Date.now()) finish();
    effect(() => {
        kept.value = { run: run.value, solving: solving.value };
    });
    keepWaiting();
    watchClock();
}
