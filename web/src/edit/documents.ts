/* Which saved tree of the server the tree on the board is a state of: open, save, rename, delete, and what to do
 * when somebody else saved in between.
 *
 * Every tree bears the number of its document (Tree.doc), so that undo leads back to the document before as
 * well. A document without an id was never saved. */

import { batch, computed, effect, signal } from '@preact/signals';
import { api, ApiError, type SavedTree, type Study } from '../api';
import { alone } from '../api/host';
import { errorText } from '../api/text';
import { hasWork, keepRecent } from '../app/recent';
import { change, goTo, load, note, onLeave, path, toast, tree } from '../app/store';
import { studyFromJson, studyToJson } from '../core/json';
import { chapterAt, chaptersOf, goToChapter, mergeStudy } from '../core/study';
import { fixPath, lineEnd, reworded, type Path, type Tree, type TreeNode } from '../core/tree';
import { t } from '../strings';
import { gameText } from './words';

export type Id = number | string;

interface SavedChapter {
    readonly root: TreeNode;
    readonly info: Tree['info'];
}

export interface Document {
    readonly key: number;
    readonly id: Id | null;
    readonly title: string; // "": not named yet
    readonly revision: number;
    readonly saved: readonly SavedChapter[] | null; // as it was last saved
}

const documents = signal<ReadonlyMap<number, Document>>(new Map());

function put(doc: Document): void {
    documents.value = new Map(documents.peek()).set(doc.key, doc);
}

function freshKey(): number {
    return Math.max(0, ...documents.peek().keys()) + 1;
}

export const current = computed<Document | null>(() => documents.value.get(tree.value.doc ?? -1) ?? null);

/** Is there anything that a save would keep, were it only evaluations? */
export const savable = computed(() => {
    const doc = current.value;
    if (!doc || doc.id === null || !doc.saved) return true;
    const now = chaptersOf(tree.value);
    const { saved } = doc;
    return (
        now.length !== saved.length ||
        now.some((c, i) => c.root !== saved[i]!.root || !sameInfo(c.info, saved[i]!.info))
    );
});

/** Would the user lose work of theirs without a save? What the engine thought is none. */
export const unsaved = computed(() => {
    const saved = current.value?.saved;
    if (!saved) return hasWork(tree.value);
    const now = chaptersOf(tree.value);
    return now.length !== saved.length || now.some((c, i) => changedSince(saved[i]!, c));
});

/* After a reload they are not the same objects any more. */
function sameInfo(a: Tree['info'], b: Tree['info']): boolean {
    const keys = Object.keys(a);
    return a === b || (keys.length === Object.keys(b).length && keys.every((k) => a[k] === b[k]));
}

function changedSince(saved: SavedChapter, { root, info }: SavedChapter): boolean {
    if (!sameInfo(saved.info, info)) return true;
    const changed = reworded(saved.root, root);
    return !changed || wroteSince(saved.root, changed);
}

/* Do nodes that changed say something else, evaluations apart? */
function wroteSince(root: TreeNode, changed: ReadonlyMap<number, TreeNode>): boolean {
    const open = [root];
    for (let at = open.pop(); at; at = open.pop()) {
        const now = changed.get(at.id);
        if (!now) continue; // nor did anything below it
        const { comment, name, marks, labels, arrows } = at;
        if (comment !== now.comment || name !== now.name || arrows !== now.arrows) return true;
        if (marks !== now.marks || labels !== now.labels) return true;
        for (const child of at.children) open.push(child);
    }
    return false;
}

/** What a tree is called that was not named. */
export function suggestedTitle(of: Tree): string {
    const { black, white, event, game: name, date } = of.info;
    const players = black || white ? `${black || '?'} – ${white || '?'}` : '';
    const found = [name, players, event, date].filter(Boolean).slice(0, 2).join(', ');
    if (found) return found;
    const now = new Date().toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
    return `${gameText(of.rules)}, ${now}`;
}

export const title = computed(() => current.value?.title || '');

/** Gives every tree that comes along without one a document of its own, and keeps those that leave the board before
 * they are saved. */
export function watchDocuments(): void {
    onLeave((left) => {
        if (unsaved.peek()) void keepRecent(left, title.peek());
    });
    effect(() => {
        if (documents.value.has(tree.value.doc ?? -1)) return;
        const key = freshKey();
        put({ key, id: null, title: '', revision: 0, saved: null });
        note({ ...tree.value, doc: key });
    });
}

export function toWire(of: Tree): Study {
    return studyToJson(of) as unknown as Study;
}

function withDocument(fresh: Tree, doc: Partial<Document>): Tree {
    const key = freshKey();
    put({ key, id: null, title: '', revision: 0, saved: null, ...doc });
    return { ...fresh, doc: key };
}

/** Puts a tree on the board as a document of its own; undo brings the one before back. */
export function openTree(fresh: Tree, at?: Path, doc: Partial<Document> = {}): void {
    batch(() => load(withDocument(fresh, doc), at ? fixPath(fresh, at) : lineEnd(fresh, [])));
}

/* What is on the board is what the server has. */
function markSaved(): void {
    const doc = current.value;
    if (doc) put({ ...doc, saved: chaptersOf(tree.value) });
}

function openSaved(got: SavedTree, at?: Path, chapter = 0): void {
    const fresh = goToChapter(studyFromJson(got.tree, got.chapters), Math.min(chapter, got.chapters?.length ?? 0));
    openTree(fresh, at, { id: got.id, title: got.title, revision: got.revision });
    markSaved();
}

/** Where an error is told: as a message, or in the dialog that would cover the message. */
export type Tell = (text: string) => void;

const tellAll: Tell = (text) => toast(text, { kind: 'error' });

/** Opens a saved tree, or a chapter of a study. */
export async function open(id: Id, at?: Path, tell = tellAll, chapter = 0): Promise<boolean> {
    try {
        openSaved(await api.treeGet(id), at, chapter);
        return true;
    } catch (e) {
        tell(errorText(e));
        return false;
    }
}

/** Open: the tree was saved elsewhere since we read it; `theirs` is what is there now. */
export const conflict = signal<{ doc: Document; theirs: SavedTree } | null>(null);
export const conflictOpen = signal(false);
export const saving = signal(false);

function remember(doc: Document, what: Tree, id: Id, revision: number, name: string): void {
    put({ ...doc, id, revision, title: name, saved: chaptersOf(what) });
}

/** Saves the tree on the board. `name` renames it. False: it did not work, and the user was told why. */
export async function save(name?: string): Promise<boolean> {
    const doc = current.value;
    if (!doc || saving.value) return false;
    const what = tree.value;
    const called = name ?? (doc.title || suggestedTitle(what));
    if (chaptersOf(what).some((c) => c.rules.go) && !alone.peek()) {
        await keepRecent(what, called);
        put({ ...doc, title: called });
        toast(t('edit.save.go', { title: called }));
        return false;
    }
    saving.value = true;
    try {
        if (doc.id === null) {
            const made = await api.treeNew(called, toWire(what));
            remember(doc, what, made.id, made.revision, called);
        } else {
            const { revision } = await api.treePut(doc.id, called, toWire(what), doc.revision);
            remember(doc, what, doc.id, revision, called);
        }
        toast(t('edit.saved', { title: called }));
        return true;
    } catch (e) {
        return await saveFailed(e, doc, called);
    } finally {
        saving.value = false;
    }
}

async function saveFailed(e: unknown, doc: Document, called: string): Promise<boolean> {
    const code = e instanceof ApiError ? e.code : '';
    if (code === 'conflict' && doc.id !== null) {
        try {
            conflict.value = { doc: { ...doc, title: called }, theirs: await api.treeGet(doc.id) };
            conflictOpen.value = true;
        } catch (again) {
            tellAll(errorText(again));
        }
        return false;
    }
    if (code === 'not_found' && doc.id !== null) {
        // Somebody deleted it: what is on the board is then a new tree.
        put({ ...doc, id: null, revision: 0, saved: null });
        toast(t('edit.gone'), { kind: 'error', action: t('edit.save'), run: () => void save(called) });
        return false;
    }
    tellAll(errorText(e));
    return false;
}

/** The ways out of a conflict. */
export type Way = 'ours' | 'theirs' | 'both' | 'copy';

export async function settle(way: Way): Promise<void> {
    const at = conflict.value;
    if (!at) return;
    conflict.value = null;
    conflictOpen.value = false;
    const { doc, theirs } = at;
    if (way === 'theirs') return openSaved(theirs, path.value, chapterAt(tree.value));
    if (way === 'copy') {
        put({ ...doc, id: null, revision: 0, saved: null });
        await save(t('edit.copy.title', { title: doc.title }));
        return;
    }
    put({ ...doc, revision: theirs.revision, saved: null });
    if (way === 'both') {
        const merged = mergeStudy(tree.value, path.value, studyFromJson(theirs.tree, theirs.chapters));
        change({ ...merged.tree, doc: doc.key }, merged.path);
    }
    await save(doc.title);
}

/** Renames a saved tree of the list without opening it. */
export async function rename(id: Id, name: string, tell: Tell): Promise<boolean> {
    const doc = [...documents.value.values()].find((d) => d.id === id);
    try {
        const got = await api.treeGet(id);
        const { revision } = await api.treePut(id, name, got, got.revision);
        // Only if nobody else saved since we read it does its new number say that ours is the latest.
        if (doc) put({ ...doc, title: name, revision: got.revision === doc.revision ? revision : doc.revision });
        return true;
    } catch (e) {
        tell(errorText(e));
        return false;
    }
}

/** Deletes a saved tree. What it gives back brings the tree back; null: it could not be deleted. */
export async function remove(id: Id, tell: Tell): Promise<(() => Promise<void>) | null> {
    try {
        const got = await api.treeGet(id);
        await api.treeDelete(id);
        const here = [...documents.value.values()].filter((d) => d.id === id);
        for (const doc of here) put({ ...doc, id: null, revision: 0, saved: null });
        return async () => {
            const made = await api.treeNew(got.title, got);
            for (const doc of here)
                if (documents.value.get(doc.key)?.id === null)
                    put({ ...doc, id: made.id, revision: doc.revision === got.revision ? made.revision : 0 });
        };
    } catch (e) {
        tell(errorText(e));
        return null;
    }
}

/** What the browser keeps of the documents that the trees of a history belong to, and back; the state in which each
 * was last saved is kept beside it, as a node. */
export interface KeptDocument {
    key: number;
    id: Id | null;
    title: string;
    revision: number;
    info: Tree['info'] | null; // as it was last saved; null: never, or not that we know
    more?: Tree['info'][]; // of its further chapters
}

export function keptDocuments(trees: readonly Tree[]): { kept: KeptDocument[]; saved: (TreeNode | null)[] } {
    const used = new Set(trees.map((of) => of.doc));
    const docs = [...documents.value.values()].filter((d) => used.has(d.key));
    return {
        kept: docs.map(({ key, id, title, revision, saved }) => ({
            key,
            id,
            title,
            revision,
            info: saved?.[0]?.info ?? null,
            ...(saved && saved.length > 1 && { more: saved.slice(1).map((c) => c.info) }),
        })),
        saved: docs.flatMap((d) => d.saved?.map((c) => c.root) ?? [null]),
    };
}

export function restoreDocuments(kept: readonly KeptDocument[], saved: readonly (TreeNode | null)[]): void {
    let at = 0;
    for (const { key, id, title, revision, info, more = [] } of kept) {
        const infos = [info, ...more];
        const chapters = infos.flatMap((v, i) => {
            const root = saved[at + i];
            return root && v ? [{ root, info: v }] : [];
        });
        at += infos.length;
        put({ key, id, title, revision, saved: chapters.length === infos.length ? chapters : null });
    }
}

/** What was kept before histories were: the current document alone. */
export function restoreOne(fresh: Tree, at: Path, kept: Partial<KeptOne> | undefined): void {
    const known = typeof kept?.id === 'number' || typeof kept?.id === 'string';
    const never = { root: { id: -1, stone: null, children: [] }, info: {} };
    const doc = {
        id: known ? kept.id! : null,
        title: typeof kept?.title === 'string' ? kept.title : '',
        revision: typeof kept?.revision === 'number' ? kept.revision : 0,
        saved: known ? [kept.clean ? { root: fresh.root, info: fresh.info } : never] : null,
    };
    batch(() => {
        note(withDocument(fresh, doc));
        goTo(at);
    });
}

export interface KeptOne {
    id: Id | null;
    title: string;
    revision: number;
    clean: boolean;
}
