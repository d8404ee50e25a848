/* What follows from the facts: ratings, what to repeat and when, statistics. All of it is worked out anew from the facts, so that it
 * is the same wherever they come together. */

import { createEmptyCard, fsrs, Rating as Grade, type Card } from 'ts-fsrs';
import type { Puzzle } from '../api';
import { meet, NEWCOMER, rested, type Rating } from './glicko';
import { inOrder, type Attempt, type Item, type Result } from './items';

export interface Point {
    readonly t: number;
    readonly rating: number;
    readonly deviation: number;
}

export interface Progress {
    readonly player: Rating;
    /** When the rating was last played for. */
    readonly last: number;
    /** The rating after every rated attempt. */
    readonly graph: readonly Point[];
    /** What an attempt did to the rating, by its id. */
    readonly gains: ReadonlyMap<string, number>;
    /** Ratings of puzzles that were tried, by their ids. */
    readonly puzzles: ReadonlyMap<string, Rating>;
    readonly attempts: readonly Attempt[];
    /** The failed ones, by puzzle. */
    readonly cards: ReadonlyMap<string, Card>;
    readonly results: readonly Result[];
    readonly own: readonly Puzzle[];
    /** The lessons that were finished, from 0. */
    readonly lessons: ReadonlySet<number>;
}

/* No noise in the intervals: the same facts give the same schedule everywhere. */
const scheduler = fsrs({ enable_fuzz: false, request_retention: 0.9 });

/* A failed puzzle gets a card; from then on every attempt is a repetition. Quick and without a hint is easy. */
function gradeOf(a: Attempt): Grade.Again | Grade.Hard | Grade.Good | Grade.Easy {
    if (!a.solved) return Grade.Again;
    if (a.hints) return Grade.Hard;
    return a.seconds < 15 ? Grade.Easy : Grade.Good;
}

function repeat(card: Card | undefined, a: Attempt): Card | undefined {
    if (!card && a.solved && !a.hints) return undefined;
    const grade = card ? gradeOf(a) : Grade.Again;
    return scheduler.next(card ?? createEmptyCard(new Date(a.t)), new Date(a.t), grade).card;
}

export function derive(items: Iterable<Item>): Progress {
    let all = inOrder(items);
    const reset = all.map((i) => i.kind).lastIndexOf('reset');
    all = all.slice(reset + 1);
    let player: Rating = NEWCOMER;
    let last = 0;
    const graph: Point[] = [];
    const gains = new Map<string, number>();
    const puzzles = new Map<string, Rating>();
    const attempts: Attempt[] = [];
    const cards = new Map<string, Card>();
    const results: Result[] = [];
    const own = new Map<string, Puzzle>();
    const lessons = new Set<number>();
    for (const item of all) {
        if (item.kind === 'run') results.push(item);
        else if (item.kind === 'own') own.set(item.puzzle.id, item.puzzle);
        else if (item.kind === 'drop') own.delete(item.puzzle);
        else if (item.kind === 'lesson') lessons.add(item.n ?? 0);
        if (item.kind !== 'try') continue;
        attempts.push(item);
        const card = repeat(cards.get(item.puzzle), item);
        if (card) cards.set(item.puzzle, card);
        if (!item.rated) continue;
        const first: Rating = { rating: item.rating, deviation: item.deviation, volatility: NEWCOMER.volatility };
        const now = last ? rested(player, item.t - last) : player;
        const met = meet(now, puzzles.get(item.puzzle) ?? first, item.solved);
        gains.set(item.id, Math.round(met.player.rating) - Math.round(player.rating));
        player = met.player;
        puzzles.set(item.puzzle, met.puzzle);
        last = item.t;
        graph.push({ t: item.t, rating: player.rating, deviation: player.deviation });
    }
    return { player, last, graph, gains, puzzles, attempts, cards, results, own: [...own.values()], lessons };
}

/** The puzzles whose repetition is due, the longest due first. */
export function dueAt(p: Progress, now: number): string[] {
    return [...p.cards]
        .filter(([, card]) => card.due.getTime() <= now)
        .sort((a, b) => a[1].due.getTime() - b[1].due.getTime())
        .map(([id]) => id);
}

/** When the next repetition is due; null if none is scheduled. */
export function nextDue(p: Progress): number | null {
    const times = [...p.cards.values()].map((c) => c.due.getTime());
    return times.length ? Math.min(...times) : null;
}

export interface ThemeLine {
    readonly theme: string;
    readonly tries: number;
    readonly solved: number;
}

/** Tries and solutions by theme, those with the most tries first. */
export function byTheme(attempts: readonly Attempt[], find: (id: string) => Puzzle | undefined): ThemeLine[] {
    const lines = new Map<string, { tries: number; solved: number }>();
    for (const a of attempts)
        for (const theme of find(a.puzzle)?.themes ?? []) {
            const line = lines.get(theme) ?? { tries: 0, solved: 0 };
            line.tries++;
            if (a.solved && !a.hints) line.solved++;
            lines.set(theme, line);
        }
    return [...lines]
        .map(([theme, line]) => ({ theme, ...line }))
        .sort((a, b) => b.tries - a.tries || (a.theme < b.theme ? -1 : 1));
}

export function bestOf(results: readonly Result[], run: Result['run']): number {
    return Math.max(0, ...results.filter((r) => r.run === run).map((r) => r.score));
}

/** Days in a row, up to today or yesterday, on which the daily puzzle was solved. */
export function dailyStreak(attempts: readonly Attempt[], today: string, dayOf: (t: number) => string): number {
    const days = new Set(attempts.filter((a) => a.run === 'daily' && a.solved).map((a) => dayOf(a.t)));
    const before = (day: string) => new Date(Date.parse(`${day}T12:00:00Z`) - 86400000).toISOString().slice(0, 10);
    let day = days.has(today) ? today : before(today);
    let n = 0;
    for (; days.has(day); day = before(day)) n++;
    return n;
}

/** The puzzles whose last attempt failed, the latest first. */
export function lastFailed(attempts: readonly Attempt[]): string[] {
    const last = new Map<string, boolean>();
    for (const a of [...attempts].reverse()) if (!last.has(a.puzzle)) last.set(a.puzzle, a.solved);
    return [...last].filter(([, solved]) => !solved).map(([id]) => id);
}
