/* Trees that left the board: every one that was replaced, every game that ended, and the work of tabs that were
 * closed. Nothing is lost because nobody thought of saving it. */

import { studyToJson, type StudyJson } from '../core/json';
import { chaptersOf } from '../core/study';
import { countNodes, type Tree } from '../core/tree';
import { signal } from '@preact/signals';
import { store, stored } from './settings';
import { tab } from './tab';
import { vaultAll, vaultDelete, vaultPut } from './vault';

export interface Recent extends StudyJson {
    id: string;
    when: number; // milliseconds
    title: string; // "": it has none
    stones: number;
}

const MOST = 300;

export const recentOpen = signal(false);

/** Is there anything in it that somebody did? */
export function hasWork(tree: Tree): boolean {
    return chaptersOf(tree).some(
        ({ root }) => root.children.length > 0 || root.setup !== undefined || root.comment !== undefined,
    );
}

/** Keeps a tree, in place of an earlier state of the same one. */
export async function keepRecent(tree: Tree, title = '', owner = tab.id): Promise<void> {
    if (!hasWork(tree)) return;
    const stones = chaptersOf(tree).reduce((n, c) => n + countNodes(c.root) - 1, 0);
    const id = `${owner}.${tree.doc ?? 0}`;
    const entry: Recent = { id, when: Date.now(), title, stones, ...studyToJson(tree) };
    store(WAITING + id, entry);
    try {
        await putAway(entry);
        const all = await recents();
        for (const old of all.slice(MOST)) await dropRecent(old.id);
    } catch {
        // The browser's storage is full or refused: the tree on the board is kept elsewhere (work.ts).
        store(WAITING + id, undefined);
    }
}

/* The vault takes its time, and the page may be left meanwhile: until a tree is there it waits where writing is at once. */
const WAITING = 'hexad.recent.';

async function putAway(entry: Recent): Promise<void> {
    await vaultPut('recent', entry);
    store(WAITING + entry.id, undefined);
}

function waiting(): Recent[] {
    try {
        const keys = Object.keys(localStorage).filter((k) => k.startsWith(WAITING));
        return keys.flatMap((k) => stored<Recent>(k) ?? []);
    } catch {
        return [];
    }
}

/** The latest first. */
export async function recents(): Promise<Recent[]> {
    for (const entry of waiting()) await putAway(entry);
    return (await vaultAll<Recent>('recent')).sort((a, b) => b.when - a.when);
}

export function dropRecent(id: string): Promise<void> {
    return vaultDelete('recent', id);
}
