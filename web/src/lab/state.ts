/* Which lab is looked at, where in its tree, what of it is open; and what the server says of that, live.
 *
 * The place, and which places are open, are kept by the tab of the browser: a reload comes back to them. */

import { batch, computed, effect, signal } from '@preact/signals';
import { alone, api, live, type Job, type LabList, type LabSight, type LabTurn, type LabView } from '../api';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { mode } from '../app/store';
import { keyOf, pathOf, rowsOf, type Path } from './model';

const WIDTH = 30;
/** Of the place that is looked at, whose turns are marked on the board and compared with what is played there. */
const HERE = 200;
const OPEN_MOST = 150;

const isText = (v: unknown) => typeof v === 'string';
export const labName = remember('hexad.lab', '', isText, true);
export const rootName = remember('hexad.lab.root', '', isText, true);
const place = remember('hexad.lab.at', '', isText, true);
const opened = remember<Record<string, number>>('hexad.lab.open', {}, (v) => typeof v === 'object' && v !== null, true);
export const follow = remember('hexad.lab.follow', true, (v) => typeof v === 'boolean', true);

export const list = signal<LabList | null>(null);
export const listFailed = signal('');
/** What was last told of the lab; it stays while the next is asked for. */
export const view = signal<LabView | null>(null);
export const failed = signal('');
/** Is the connection there? */
export const connected = signal(true);

const inTab = computed(() => mode.value === 'lab');

/** The place that is looked at: while one follows, where the most proving line has come to. */
export const at = computed<Path>(() => (follow.value ? (view.value?.at ?? []) : pathOf(place.value)));
export const rows = computed(() => (view.value ? rowsOf(view.value) : []));
/* What is looked at, as a text; and that of which the view tells. */
const sought = computed(() => [labName.value, rootName.value, keyOf(at.value)].join('/'));
const told = signal('');
/** Another place is asked for than the one that is shown: nothing is done to the latter meanwhile. */
export const stale = computed(() => told.value !== sought.value);
export const entry = computed(() => list.value?.labs.find((l) => l.name === labName.value) ?? null);
export const root = computed(() => view.value?.roots.find((r) => r.name === view.value?.root) ?? null);

/** The turns of the place that is looked at. */
export const turnsHere = computed<readonly LabTurn[]>(() => {
    const key = keyOf(view.value?.at ?? []);
    return view.value?.open?.find((p) => keyOf(p.path) === key)?.turns ?? [];
});

export function isOpen(path: Path): boolean {
    const key = keyOf(path);
    if (follow.value) {
        const line = view.value?.at ?? [];
        if (path.length <= line.length && path.every((e, i) => e === line[i])) return true;
    }
    return key === '' || key in opened.value;
}

/* The newest are kept when there are too many. */
function setOpen(next: Record<string, number>): void {
    const keys = Object.keys(next);
    opened.value = Object.fromEntries(keys.slice(-OPEN_MOST).map((k) => [k, next[k]!]));
}

export function toggle(path: Path, open = !isOpen(path)): void {
    const next = { ...opened.peek() };
    delete next[keyOf(path)];
    // Whoever closes something that the line led through wants to look for himself.
    if (!open && follow.peek()) stay();
    if (open) next[keyOf(path)] = WIDTH;
    setOpen(next);
}

/** More turns of a place. */
export function more(path: Path): void {
    const key = keyOf(path);
    const shown = view.peek()?.open?.find((p) => keyOf(p.path) === key)?.turns.length ?? WIDTH;
    setOpen({ ...opened.peek(), [key]: Math.min(1000, shown * 2) });
}

/* Stays where the line has come to, with what it had open. */
function stay(): void {
    const line = view.peek()?.at ?? [];
    batch(() => {
        const next = { ...opened.peek() };
        for (let i = 0; i <= line.length; i++) next[keyOf(line.slice(0, i))] ??= WIDTH;
        setOpen(next);
        place.value = keyOf(line);
        follow.value = false;
    });
}

/** Looks at a place; the way to it is opened. */
export function go(path: Path): void {
    batch(() => {
        if (follow.peek()) stay();
        const next = { ...opened.peek() };
        for (let i = 0; i < path.length; i++) next[keyOf(path.slice(0, i))] ??= WIDTH;
        setOpen(next);
        place.value = keyOf(path);
    });
}

export function setFollow(on: boolean): void {
    if (on) follow.value = true;
    else stay();
}

export function pickLab(name: string, rootOf = ''): void {
    batch(() => {
        if (name !== labName.peek()) view.value = null;
        labName.value = name;
        pickRoot(rootOf);
    });
}

export function pickRoot(name: string): void {
    batch(() => {
        rootName.value = name;
        place.value = '';
        opened.value = {};
        follow.value = true;
    });
}

export async function loadList(): Promise<void> {
    try {
        const found = await api.labs();
        batch(() => {
            list.value = found;
            listFailed.value = '';
            if (!found.labs.some((l) => l.name === labName.peek())) pickLab(found.labs[0]?.name ?? '');
        });
    } catch (e) {
        listFailed.value = errorText(e);
    }
}

/* What is asked for: changes only when it says something else. */
const wish = computed(() => {
    if (!inTab.value || !labName.value || !list.value) return null;
    const here = pathOf(place.value);
    const open = Object.entries({ '': WIDTH, ...opened.value }).map(([key, most]) => ({
        path: pathOf(key),
        most: !follow.value && key === place.value ? Math.max(most, HERE) : most,
    }));
    if (!follow.value && !open.some((o) => keyOf(o.path) === place.value)) open.push({ path: here, most: HERE });
    const sight: LabSight = { root: rootName.value, at: here, open, follow: follow.value };
    return JSON.stringify({ name: labName.value, sight });
});

function look(text: string): Job {
    const { name, sight } = JSON.parse(text) as { name: string; sight: LabSight };
    return live.lab(name, sight, {
        lab: (v) =>
            batch(() => {
                view.value = v;
                told.value = [name, sight.root, keyOf((sight.follow ? v.at : sight.at) ?? [])].join('/');
                failed.value = '';
            }),
        failed: (e) =>
            batch(() => {
                failed.value = errorText(e);
                if (e.code === 'not_found') {
                    view.value = null;
                    void loadList();
                }
            }),
    });
}

export function followLab(): void {
    effect(() => {
        const text = wish.value;
        if (text === null) return undefined;
        const job = look(text);
        return () => job.stop();
    });
    // The list is read when the tab is opened, and when the server comes back.
    effect(() => {
        if (inTab.value && !alone.value) void loadList();
    });
    live.onState((s) => (connected.value = s === 'open' || s === 'idle'));
}
