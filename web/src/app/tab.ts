/* Which tab of the browser this is. Each tab has its own work, kept under its own name: a reload comes back to it, a
 * copy of the tab gets a copy of it, and the work of a tab that was closed goes to the next one that is opened. */

import { store, stored } from './settings';

const PREFIX = 'hexad.tab.';
const BEAT_MS = 20_000;
/* Browsers let the timers of hidden tabs run once a minute. */
const SILENT_MS = 150_000;

interface Sign {
    seen: number; // when it last said that it is open; 0: it was closed
    last: number; // when it last said anything
}

function signOf(id: string): Sign | undefined {
    return stored<Sign>(PREFIX + id);
}

function isOpen(id: string): boolean {
    return Date.now() - (signOf(id)?.seen ?? 0) < SILENT_MS;
}

function allTabs(): string[] {
    try {
        return Object.keys(localStorage)
            .filter((k) => k.startsWith(PREFIX))
            .map((k) => k.slice(PREFIX.length));
    } catch {
        return [];
    }
}

const fresh = () => `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;

interface Tab {
    id: string;
    /** The tab whose work this one begins with; null: none. */
    heir: string | null;
}

function choose(): Tab {
    const own = stored<string>('hexad.tab', 'sessionStorage');
    if (own && !isOpen(own)) return { id: own, heir: own };
    if (own) return { id: fresh(), heir: own }; // a copy of a tab that is still open
    const closed = allTabs().filter((id) => !isOpen(id));
    const last = closed.sort((a, b) => (signOf(b)?.last ?? 0) - (signOf(a)?.last ?? 0))[0];
    return { id: fresh(), heir: last ?? null };
}

export const tab: Tab = choose();

/** The key of something that belongs to this tab, or to another one. */
export function keyOf(what: string, id = tab.id): string {
    return `${what}.${id}`;
}

/** What was kept of it by the tab whose work this one goes on with, or before there were tabs. */
export function inherited<T>(what: string): T | undefined {
    return (tab.heir ? stored<T>(keyOf(what, tab.heir)) : undefined) ?? stored<T>(what);
}

/** The tabs that were closed and whose work nobody took. */
export function orphans(): string[] {
    return allTabs().filter((id) => id !== tab.id && !isOpen(id));
}

export function forgetTab(id: string, kept: readonly string[]): void {
    for (const what of kept) store(keyOf(what, id), undefined);
    store(PREFIX + id, undefined);
}

/** Says from now on that this tab is open. */
export function beat(): void {
    store('hexad.tab', tab.id, 'sessionStorage'); // refused: then a reload is a new tab
    const say = (open: boolean) => store(PREFIX + tab.id, { seen: open ? Date.now() : 0, last: Date.now() });
    say(true);
    setInterval(() => say(true), BEAT_MS);
    addEventListener('pageshow', () => say(true));
    addEventListener('pagehide', () => say(false));
}
