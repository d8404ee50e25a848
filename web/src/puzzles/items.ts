/* What a player has done, as a set of small facts with names of their own. Facts are only ever added, so two tabs or devices
 * bring theirs together by taking both; ratings, schedules and statistics follow from them. */

import type { Puzzle } from '../api';

/** How a puzzle came up. */
export const RUN_KINDS = ['rated', 'theme', 'streak', 'storm', 'daily', 'again', 'own', 'single', 'lesson'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

interface Fact {
    readonly id: string;
    readonly t: number; // when, in milliseconds since 1970
}

/** An attempt at a puzzle. */
export interface Attempt extends Fact {
    readonly kind: 'try';
    readonly puzzle: string;
    readonly run: RunKind;
    readonly solved: boolean;
    /** It counts for the rating. */
    readonly rated: boolean;
    readonly hints: number;
    readonly seconds: number;
    /** The puzzle's first rating, for the day when the collection is another one. */
    readonly rating: number;
    readonly deviation: number;
}

/** A streak or storm that is over. */
export interface Result extends Fact {
    readonly kind: 'run';
    readonly run: 'streak' | 'storm';
    readonly score: number;
    readonly wrong: number;
    readonly seconds: number;
}

/** A puzzle from a game of one's own. */
export interface Own extends Fact {
    readonly kind: 'own';
    readonly puzzle: Puzzle;
}

/** Own puzzles that were taken away again. */
export interface Drop extends Fact {
    readonly kind: 'drop';
    readonly puzzle: string;
}

/** A lesson was finished: the first, if none is named. */
export interface Lesson extends Fact {
    readonly kind: 'lesson';
    readonly n?: number;
}

/** A new start: what was before does not count any more. */
export interface Reset extends Fact {
    readonly kind: 'reset';
}

export type Item = Attempt | Result | Own | Drop | Lesson | Reset;

let made = 0;

/** A name that no other fact has. */
export function freshId(): string {
    const random = Math.floor(Math.random() * 36 ** 6).toString(36);
    return `${Date.now().toString(36)}${(made++ % 36).toString(36)}${random}`;
}

const isText = (v: unknown): v is string => typeof v === 'string' && v.length > 0 && v.length < 200;
const isNumber = (v: unknown): v is number => typeof v === 'number' && Number.isFinite(v);
const isTexts = (v: unknown): v is string[] => Array.isArray(v) && v.every((x) => typeof x === 'string');

export function isPuzzle(v: unknown): v is Puzzle {
    const p = v as Puzzle | null;
    return (
        !!p &&
        isText(p.id) &&
        (p.kind === 'win' || p.kind === 'defence') &&
        Array.isArray(p.game?.rules) &&
        p.game.rules.length === 5 &&
        isTexts(p.game.stones) &&
        isTexts(p.error) &&
        isNumber(p.turns) &&
        isTexts(p.key) &&
        isTexts(p.line) &&
        isTexts(p.themes) &&
        isNumber(p.rating) &&
        isNumber(p.deviation)
    );
}

function isItem(v: unknown): v is Item {
    const i = v as Item | null;
    if (!i || !isText(i.id) || !isNumber(i.t)) return false;
    switch (i.kind) {
        case 'try':
            return (
                isText(i.puzzle) &&
                RUN_KINDS.includes(i.run) &&
                typeof i.solved === 'boolean' &&
                typeof i.rated === 'boolean' &&
                [i.hints, i.seconds, i.rating, i.deviation].every(isNumber)
            );
        case 'run':
            return ['streak', 'storm'].includes(i.run) && [i.score, i.wrong, i.seconds].every(isNumber);
        case 'own':
            return isPuzzle(i.puzzle);
        case 'drop':
            return isText(i.puzzle);
        case 'lesson':
            return i.n === undefined || Number.isInteger(i.n);
        case 'reset':
            return true;
        default:
            return false;
    }
}

/** The facts of a document; null if it is none. What is not understood is left out, and counted. */
export function readItems(document: unknown): { items: Item[]; odd: number } | null {
    const found = document as { hexad?: unknown; items?: unknown } | null;
    if (!found || found.hexad !== 'progress' || !Array.isArray(found.items)) return null;
    const items = found.items.filter(isItem);
    return { items, odd: found.items.length - items.length };
}

export function writeItems(items: Iterable<Item>): { hexad: 'progress'; version: 1; items: Item[] } {
    return { hexad: 'progress', version: 1, items: inOrder(items) };
}

/** By time; those of one moment by name, so that everybody has the same order. */
export function inOrder(items: Iterable<Item>): Item[] {
    return [...items].sort((a, b) => a.t - b.t || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
