/* Saved trees without a server: the routes of docs/api.md that keep something, answered from IndexedDB of this
 * browser. Where that is refused, they say so. */

import { inverseSymmetry, mapSquare, symmetryBetween } from '../core/keys';
import { studyFromJson, studyToJson, treeFromJson, type GameJson } from '../core/json';
import { rulesFrom, sameRules, type Position } from '../core/rules';
import { chaptersOf } from '../core/study';
import { countNodes, lineEnd, positionAt, type Path, type Tree } from '../core/tree';
import { visitTree } from '../core/walk';
import { isObject } from './errors';
import type { Match, Rules, Tree as TreeWire, TreeEntry } from './types';

interface Kept extends TreeEntry {
    id: number;
    tree: TreeWire;
    chapters?: TreeWire[];
}

export interface ShelfAnswer {
    status: number;
    body?: unknown;
}

type Fields = Record<string, unknown>;
const TREES = 'trees';
const PROGRESS = 'progress';
const MOST_LISTED = 200;

class Refusal extends Error {
    constructor(
        readonly status: number,
        readonly code: string,
        message: string,
    ) {
        super(message);
    }
}

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((done, failed) => {
        const request = indexedDB.open('hexad-shelf', 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore(TREES, { keyPath: 'id', autoIncrement: true });
            request.result.createObjectStore(PROGRESS, { keyPath: 'player' });
        };
        request.onsuccess = () => {
            request.result.onversionchange = () => request.result.close();
            done(request.result);
        };
        request.onerror = () => failed(request.error);
        request.onblocked = () => failed(new Error('another tab has the storage'));
    });
    opening.catch(() => (opening = undefined));
    return opening;
}

/** Goes on with the result of a request; what is thrown then ends the transaction. */
type On = <V>(request: IDBRequest<V>, f: (result: V) => void) => void;

/** Does something to a table within one transaction, which is over when the answer is there. */
async function work<T>(
    table: string,
    mode: IDBTransactionMode,
    run: (s: IDBObjectStore, on: On, give: (v: T) => void) => void,
): Promise<T> {
    const db = await database();
    return new Promise((done, failed) => {
        let answer: T;
        let refused: unknown;
        const change = db.transaction(table, mode);
        change.oncomplete = () => done(answer);
        change.onabort = () => failed(refused ?? change.error ?? new Error('the storage of the browser failed'));
        const on: On = (request, f) => {
            request.onsuccess = () => {
                try {
                    f(request.result);
                } catch (e) {
                    refused = e;
                    change.abort();
                }
            };
        };
        run(change.objectStore(table), on, (v) => (answer = v));
    });
}

function need(kept: Kept | undefined, id: number): Kept {
    if (!kept) throw new Refusal(404, 'not_found', `there is no tree ${id}`);
    return kept;
}

function entry({ tree: _tree, chapters: _chapters, ...rest }: Kept): TreeEntry {
    return rest;
}

/** The fields of a tree that is saved; it must be one. */
function fresh(body: Fields): Omit<Kept, 'id' | 'revision'> {
    const title = typeof body.title === 'string' ? body.title : '';
    let tree: Tree;
    try {
        tree = studyFromJson(body.tree, body.chapters);
    } catch (e) {
        throw new Refusal(400, 'bad_request', `'tree': ${e instanceof Error ? e.message : String(e)}`);
    }
    const nodes = chaptersOf(tree).reduce((n, c) => n + countNodes(c.root), -1);
    const study = studyToJson(tree) as unknown as { tree: TreeWire; chapters?: TreeWire[] };
    return { title, rules: study.tree.rules, nodes, updated: new Date().toISOString(), ...study };
}

async function list(query: URLSearchParams): Promise<ShelfAnswer> {
    const words = (query.get('query') ?? '').toLowerCase();
    const limit = Math.min(Number(query.get('limit') ?? 50), MOST_LISTED);
    const offset = Number(query.get('offset') ?? 0);
    const all = await everything();
    const found = all.filter((t) => t.title.toLowerCase().includes(words));
    return { status: 200, body: { total: found.length, trees: found.slice(offset, offset + limit).map(entry) } };
}

/** All saved trees, the last saved first. */
async function everything(): Promise<Kept[]> {
    const all = await work<Kept[]>(TREES, 'readonly', (s, on, give) => on(s.getAll(), give));
    return all.sort((a, b) => String(b.updated).localeCompare(String(a.updated)) || b.id - a.id);
}

async function add(body: Fields): Promise<ShelfAnswer> {
    const row = { ...fresh(body), revision: 1 };
    const id = await work<number>(TREES, 'readwrite', (s, on, give) => on(s.add(row), (key) => give(key as number)));
    return { status: 201, body: { id, revision: 1 } };
}

async function get(id: number): Promise<ShelfAnswer> {
    const kept = await work<Kept | undefined>(TREES, 'readonly', (s, on, give) => on(s.get(id), give));
    return { status: 200, body: need(kept, id) };
}

async function put(id: number, body: Fields): Promise<ShelfAnswer> {
    const row = fresh(body);
    const revision = await work<number>(TREES, 'readwrite', (s, on, give) => {
        on(s.get(id), (found) => {
            const was = need(found as Kept | undefined, id);
            if (typeof body.revision === 'number' && body.revision !== was.revision)
                throw new Refusal(409, 'conflict', `the tree has the revision ${was.revision} by now`);
            s.put({ ...row, id, revision: was.revision + 1 });
            give(was.revision + 1);
        });
    });
    return { status: 200, body: { revision } };
}

async function remove(id: number): Promise<ShelfAnswer> {
    await work<void>(TREES, 'readwrite', (s, on) => {
        on(s.get(id), (found) => {
            need(found as Kept | undefined, id);
            s.delete(id);
        });
    });
    return { status: 204 };
}

// Positions in saved trees

function gameTree(game: GameJson): Tree {
    const root = { ...(game.setup && { setup: game.setup }), children: [{ stones: game.stones, children: [] }] };
    return treeFromJson({ rules: game.rules, info: {}, root: game.stones.length ? root : { ...root, children: [] } });
}

/** The turns that led to a position, each as the set of its squares. */
function turns(p: Position, symmetry: number): string {
    const sets = new Map<number, number[]>();
    for (const m of p.moves) sets.set(m.turn, [...(sets.get(m.turn) ?? []), mapSquare(p.rules, symmetry, m.at)]);
    return [...sets.values()].map((s) => s.sort((a, b) => a - b).join()).join(';');
}

/** Every place of a tree where the position stands. */
function placesOf(tree: Tree, wanted: Position): { path: Path; symmetry: number; differs: boolean }[] {
    const paths = new Map<number, Path>();
    const found: { path: Path; symmetry: number; differs: boolean }[] = [];
    visitTree(tree, (node, walker, changed, _before, parent, index) => {
        const path = parent ? [...paths.get(parent.id)!, index] : [];
        paths.set(node.id, path);
        const { stones, toMove, left } = walker.now;
        if ((parent && !changed) || stones !== wanted.stones || toMove !== wanted.toMove || left !== wanted.left)
            return;
        const here = positionAt(tree, path);
        const symmetry = symmetryBetween(wanted, here);
        if (symmetry !== null)
            found.push({ path, symmetry, differs: turns(wanted, 0) !== turns(here, inverseSymmetry(symmetry)) });
    });
    return found;
}

async function find(body: Fields): Promise<ShelfAnswer> {
    const limit = Math.min(Number(body.limit ?? MOST_LISTED), MOST_LISTED);
    const game = gameTree(body.game as GameJson);
    const wanted = positionAt(game, lineEnd(game, []));
    const matches: Match[] = [];
    for (const kept of await everything()) {
        for (const [chapter, tree] of [kept.tree, ...(kept.chapters ?? [])].entries()) {
            const rules = rulesFrom(tree.rules as Rules);
            if (!rules || !sameRules(rules, game.rules)) continue;
            for (const { path, symmetry, differs } of placesOf(treeFromJson(tree), wanted))
                matches.push({
                    id: kept.id,
                    title: kept.title,
                    ...(chapter && { chapter }),
                    path: [...path],
                    symmetry,
                    stones_order_differs: differs,
                });
        }
        if (matches.length > limit) break;
    }
    return { status: 200, body: { matches: matches.slice(0, limit), cut: matches.length > limit } };
}

// What players have done

interface Progress {
    player: string;
    revision: number;
    updated: string | null;
    document: unknown;
}

async function progressGet(player: string): Promise<ShelfAnswer> {
    const kept = await work<Progress | undefined>(PROGRESS, 'readonly', (s, on, give) => on(s.get(player), give));
    return { status: 200, body: kept ?? { player, revision: 0, updated: null, document: null } };
}

async function progressPut(body: Fields): Promise<ShelfAnswer> {
    const player = String(body.player ?? '');
    const revision = await work<number>(PROGRESS, 'readwrite', (s, on, give) => {
        on(s.get(player), (found) => {
            const was = (found as Progress | undefined)?.revision ?? 0;
            if (body.revision !== was) throw new Refusal(409, 'conflict', `it has the revision ${was} by now`);
            s.put({ player, revision: was + 1, updated: new Date().toISOString(), document: body.document });
            give(was + 1);
        });
    });
    return { status: 200, body: { revision } };
}

const KEPT = /^\/(trees|progress|find)(?:\/(\d+))?$/;

/** Is it a route that keeps something? */
export function isKept(path: string): boolean {
    return KEPT.test(path);
}

async function answered(method: string, path: string, query: string, body: Fields): Promise<ShelfAnswer> {
    const [, what, number] = KEPT.exec(path)!;
    const id = number ? Number(number) : 0;
    if (what === 'find' && method === 'POST') return find(body);
    if (what === 'progress' && method === 'GET') return progressGet(new URLSearchParams(query).get('player') ?? '');
    if (what === 'progress' && method === 'PUT') return progressPut(body);
    if (what === 'trees' && !id && method === 'GET') return list(new URLSearchParams(query));
    if (what === 'trees' && !id && method === 'POST') return add(body);
    if (what === 'trees' && id && method === 'GET') return get(id);
    if (what === 'trees' && id && method === 'PUT') return put(id, body);
    if (what === 'trees' && id && method === 'DELETE') return remove(id);
    throw new Refusal(405, 'bad_method', `${path} takes no ${method}`);
}

export async function shelfAnswer(method: string, path: string, query: string, body: string): Promise<ShelfAnswer> {
    try {
        const fields: unknown = body ? JSON.parse(body) : {};
        return await answered(method, path, query, isObject(fields) ? fields : {});
    } catch (e) {
        const full = e instanceof DOMException && e.name === 'QuotaExceededError';
        const refusal =
            e instanceof Refusal
                ? e
                : new Refusal(full ? 507 : 500, full ? 'full' : 'internal', e instanceof Error ? e.message : String(e));
        return { status: refusal.status, body: { error: { code: refusal.code, message: refusal.message } } };
    }
}
