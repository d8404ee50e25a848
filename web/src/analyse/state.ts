/* What the parts of the analysis share. */

import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { remember } from '../app/settings';
import { mode, position } from '../app/store';
import type { Position } from '../core/rules';
import { Cache } from './cache';
import { keyOf, type Thought } from './wire';

export const LINES = [1, 2, 3, 5, 8, 12] as const;
export const SECONDS = [2, 10, 60, 300, 0] as const;

const oneOf = (list: readonly number[]) => (v: unknown) => list.includes(v as number);

/** Does the user want the engine to think while the tab is open? */
export const wanted = remember('hexad.analyse.on', true);
export const lines = remember<number>('hexad.analyse.lines', 5, oneOf(LINES));
/** How long to think about one position; 0: until paused. */
export const seconds = remember<number>('hexad.analyse.seconds', 60, oneOf(SECONDS));

export const key = computed(() => keyOf(position.value));
/** Squares that the engine's turns are limited to (region.ts), as text; "": the whole board. */
export const regionText = signal('');
/** What a search is about: the position and the region. */
export const searchKey = computed(() =>
    regionText.value && !position.value.go ? `${key.value}/${regionText.value}` : key.value,
);
export const inTab = computed(() => mode.value === 'analyse');

// What the engine said of positions, in this visit

const thoughts = new Cache<Thought>(3000);
const changes = signal(0);

export function thoughtAt(p: Position): Thought | undefined {
    return thoughts.get(keyOf(p));
}

/* Lines that count: more than the user asked for are no merit. */
function enough(t: Thought): number {
    return Math.min(t.lines.length, lines.peek());
}

/* Is the new report at least as good as the one kept? A found win is, else one with more lines, else a deeper one. */
function worthMore(now: Thought, kept: Thought | undefined): boolean {
    if (!kept?.lines.length || !now.lines.length) return !kept?.lines.length;
    const [won, wonBefore] = [now.lines[0]!.mate > 0, kept.lines[0]!.mate > 0];
    if (won !== wonBefore) return won;
    if (!won && enough(now) !== enough(kept)) return enough(now) > enough(kept);
    /* A tree search has no depth, but looks more and more. */
    return now.depth === kept.depth && now.depth === 0 ? now.nodes >= kept.nodes : now.depth >= kept.depth;
}

export function keep(of: string, now: Thought): boolean {
    if (!worthMore(now, thoughts.get(of))) return false;
    thoughts.set(of, now);
    changes.value++;
    return true;
}

/** The best report on the current position, with as many lines as are wanted. */
export const shown = computed<Thought | null>(() => {
    void changes.value;
    const kept = thoughts.get(searchKey.value);
    if (!kept) return null;
    return kept.lines.length > lines.value ? { ...kept, lines: kept.lines.slice(0, lines.value) } : kept;
});

/** Counts reports that were kept, for those who look some up. */
export const thoughtCount = computed(() => changes.value);

// How the search stands

export type Status =
    | 'off'
    | 'paused'
    | 'starting'
    | 'queued'
    | 'thinking'
    | 'done'
    | 'over'
    | 'narrow'
    | 'absent'
    | 'failed';

export interface Progress {
    readonly depth: number;
    readonly reached: number;
    readonly nodes: number;
    readonly seconds: number;
}

export const status = signal<Status>('off');
export const progress = signal<Progress | null>(null);
export const failure = signal('');
export const ahead = signal(0);

/** Opens a proof of the server by its name; the part of the page that shows proofs sets it. */
export const showProof = signal<((name: string) => void) | null>(null);

/** What another part of the page offers once a game was reviewed. */
export const afterReview = signal<ComponentType | null>(null);

// What the user points at

/** The index of the candidate that the pointer or the focus is on. */
export const pointed = signal<number | null>(null);
