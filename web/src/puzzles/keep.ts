/* Where a player's facts are kept: in the browser, a row each, and on the server, for all browsers. They are the same everywhere as soon
 * as the server can be reached; until then the browser has them. */

import { computed, signal } from '@preact/signals';
import { ApiError, progressServer } from '../api';
import { remember, store, stored } from '../app/settings';
import { vaultAll, vaultPutAll } from '../app/vault';
import { derive } from './derive';
import { freshId, readItems, writeItems, type Item } from './items';

/** Whose facts they are. Every browser is a player of its own, under a secret that nobody finds; whoever enters it in another browser goes on
 * there. */
const OWN = 'hexad.puzzles.player';
if (!stored<string>(OWN)) store(OWN, secret());
export const player = remember<string>(OWN, secret(), (v) => typeof v === 'string' && v.length > 0);

/** Before that, all browsers of a server were this one player, unless somebody gave another name. */
const OLD = 'main';
const brought = remember<boolean>('hexad.puzzles.brought', false);

/** 26 letters and digits, five bits each. */
function secret(): string {
    const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
    return Array.from(crypto.getRandomValues(new Uint8Array(26)), (n) => letters[n % 32]).join('');
}

const items = signal<ReadonlyMap<string, Item>>(new Map());
export const progress = computed(() => derive(items.value.values()));
export const allItems = computed(() => [...items.value.values()]);

/** How the server has it. `refused`: it keeps nothing, or not this. */
export type SyncState = 'loading' | 'saving' | 'saved' | 'offline' | 'refused';
export const syncState = signal<SyncState>('loading');

interface Row {
    id: string;
    player: string;
    item: Item;
}

const rowOf = (of: string, item: Item): Row => ({ id: `${of}\n${item.id}`, player: of, item });

/* What the server is known to have. Facts that this page does not understand are sent back as they came. */
let revision = 0;
let known = new Set<string>();
let foreign: unknown[] = [];

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hexad.progress');

/* Takes over what is new. */
function take(list: readonly Item[]): Item[] {
    const fresh = list.filter((i) => !items.peek().has(i.id));
    if (fresh.length) items.value = new Map([...items.peek(), ...fresh.map((i): [string, Item] => [i.id, i])]);
    return fresh;
}

type Unnamed<T> = T extends Item ? Omit<T, 'id' | 't'> : never;

/** Adds a fact. */
export function addItem(fields: Unnamed<Item>): Item {
    const item = { id: freshId(), t: Date.now(), ...fields } as Item;
    addItems([item]);
    return item;
}

/** Adds facts from elsewhere, as from a file; how many of them were new. */
export function addItems(list: readonly Item[]): number {
    const fresh = take(list);
    if (!fresh.length) return 0;
    const of = player.peek();
    vaultPutAll(
        'progress',
        fresh.map((i) => rowOf(of, i)),
    ).catch(() => {}); // then the server has it, or this visit
    channel?.postMessage({ player: of, items: fresh });
    void sync();
    return fresh.length;
}

// The server

let running: Promise<void> | null = null;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/* Reads what the server has, and adds it to ours. */
async function pull(of: string): Promise<void> {
    const kept = await progressServer.get(of);
    const found = kept.document ? readItems(kept.document) : { items: [], odd: 0 };
    if (!found) throw new ApiError('bad_answer', 'what the server keeps is no progress');
    if (of !== player.peek()) return;
    revision = kept.revision;
    known = new Set(found.items.map((i) => i.id));
    const understood = new Set<unknown>(found.items);
    foreign = ((kept.document?.items as unknown[] | undefined) ?? []).filter((i) => !understood.has(i));
    const fresh = take(found.items);
    if (fresh.length)
        await vaultPutAll(
            'progress',
            fresh.map((i) => rowOf(of, i)),
        ).catch(() => {});
}

/* Sends ours, if there is anything that the server lacks. False: somebody else saved meanwhile. */
async function push(of: string): Promise<boolean> {
    const list = [...items.peek().values()];
    if (list.every((i) => known.has(i.id))) return true;
    syncState.value = 'saving';
    const document = writeItems(list);
    try {
        const answer = await progressServer.put(of, revision, { ...document, items: [...document.items, ...foreign] });
        revision = answer.revision;
        known = new Set(list.map((i) => i.id));
        return true;
    } catch (e) {
        if (e instanceof ApiError && e.code === 'conflict') return false;
        throw e;
    }
}

let pulled = '';

async function syncNow(): Promise<void> {
    const of = player.peek();
    try {
        if (pulled !== of) await pull(of);
        for (let i = 0; !(await push(of)); i++) {
            if (i > 20) throw new ApiError('conflict', 'others save all the time');
            await pull(of);
        }
        pulled = of;
        failures = 0;
        syncState.value = 'saved';
    } catch (e) {
        const refused = e instanceof ApiError && ['read_only', 'full', 'too_large', 'bad_request'].includes(e.code);
        syncState.value = refused ? 'refused' : 'offline';
        failures++;
        clearTimeout(timer);
        timer = setTimeout(() => void sync(), Math.min(60, 2 ** failures) * 1000);
    }
}

/** Brings browser and server together; one at a time. */
export function sync(): Promise<void> {
    again = true;
    running ??= (async () => {
        while (again) {
            again = false;
            await syncNow();
        }
        running = null;
    })();
    return running;
}

/* What the browser has of the player. */
async function load(): Promise<void> {
    const of = player.peek();
    const rows = await vaultAll<Row>('progress').catch(() => []);
    const read = readItems({ hexad: 'progress', items: rows.filter((r) => r.player === of).map((r) => r.item) });
    if (of === player.peek()) take(read?.items ?? []);
}

/* Brings over what the old player did: what is in this browser, and on the server, where the first that asks gets it. There it is
 * taken away when it has been saved anew, unless there is more in it than this page understands. */
async function bringOver(): Promise<void> {
    if (brought.peek() || player.peek() === OLD) return;
    const rows = await vaultAll<Row>('progress').catch(() => []);
    const here = rows.filter((r) => r.player === OLD).map((r) => r.item);
    addItems(readItems({ hexad: 'progress', items: here })?.items ?? []);
    try {
        const old = await progressServer.get(OLD);
        const found = old.document && readItems(old.document);
        if (found?.items.length) {
            addItems(found.items);
            await sync();
            if (syncState.peek() !== 'saved') return;
            if (!found.odd) await progressServer.put(OLD, old.revision, { ...writeItems([]) });
        }
        brought.value = true;
    } catch {
        // another time
    }
}

/** Plays on as somebody else, whose facts are kept apart. */
export async function setPlayer(name: string): Promise<void> {
    if (!name.trim() || name === player.peek()) return;
    player.value = name.trim();
    items.value = new Map();
    [revision, known, foreign, pulled] = [0, new Set(), [], ''];
    await load();
    await sync();
}

let started: Promise<void> | undefined;

/** Reads what there is; once. */
export function startKeeping(): Promise<void> {
    started ??= (async () => {
        if (channel)
            channel.onmessage = ({ data }: { data: { player?: string; items?: Item[] } }) => {
                if (data.player === player.peek()) take(data.items ?? []);
            };
        addEventListener('online', () => void sync());
        document.addEventListener('visibilitychange', () => {
            // Other devices may have gone on.
            if (document.visibilityState !== 'visible' || !pulled) return;
            pulled = '';
            void sync();
        });
        await load();
        await sync();
        void bringOver();
    })();
    return started;
}
