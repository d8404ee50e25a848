/* The puzzles there are: those built in, which the browser keeps for times without a server, and the player's own. */

import { computed, signal } from '@preact/signals';
import { puzzleServer, type Puzzle } from '../api';
import { vaultAll, vaultPut } from '../app/vault';
import { easy } from './easy';
import { isPuzzle } from './items';
import { progress } from './keep';

export const collection = signal<readonly Puzzle[]>([]);
export const collectionState = signal<'loading' | 'ready' | 'failed'>('loading');

/** Puzzles that came with a link. */
export const lent = signal<readonly Puzzle[]>([]);

const byId = computed(
    () => new Map([...lent.value, ...easy, ...collection.value, ...progress.value.own].map((p) => [p.id, p])),
);

/** Has everybody this puzzle? */
export function isBuiltIn(id: string): boolean {
    return [...easy, ...collection.value].some((p) => p.id === id);
}

export function puzzleOf(id: string): Puzzle | undefined {
    return byId.value.get(id);
}

interface Row {
    id: string;
    puzzles: unknown[];
}

const kept = async (id: string): Promise<Puzzle[]> => {
    const rows = await vaultAll<Row>('puzzles').catch(() => []);
    return (rows.find((r) => r.id === id)?.puzzles ?? []).filter(isPuzzle);
};

const keepAs = (id: string, puzzles: readonly Puzzle[]) => vaultPut('puzzles', { id, puzzles } as Row).catch(() => {}); // it comes from the server again

let loading: Promise<void> | null = null;

async function load(): Promise<void> {
    const before = await kept('collection');
    if (before.length && !collection.peek().length) {
        collection.value = before;
        collectionState.value = 'ready';
    }
    try {
        const found = (await puzzleServer.collection()).filter(isPuzzle);
        collection.value = found;
        collectionState.value = 'ready';
        await keepAs('collection', found);
    } catch {
        if (!collection.peek().length) collectionState.value = 'failed';
        loading = null; // asked again when it is wanted again
    }
}

export function loadCollection(): Promise<void> {
    if (collectionState.peek() === 'failed') collectionState.value = 'loading';
    loading ??= load();
    return loading;
}

/** Everybody's day: that of Greenwich. */
export const dayOf = (t: number) => new Date(t).toISOString().slice(0, 10);

export const daily = signal<{ date: string; puzzle: Puzzle } | null>(null);

/** The puzzle of the day; null if it cannot be had. */
export async function loadDaily(): Promise<Puzzle | null> {
    const date = dayOf(Date.now());
    if (daily.peek()?.date === date) return daily.peek()!.puzzle;
    let puzzle = (await kept(`daily ${date}`))[0] ?? null;
    if (!puzzle)
        try {
            puzzle = await puzzleServer.daily(date);
            if (!isPuzzle(puzzle)) return null;
            await keepAs(`daily ${date}`, [puzzle]);
        } catch {
            return null;
        }
    daily.value = { date, puzzle };
    return puzzle;
}
