/* The list of saved trees: open, merge into the one on the board, rename, delete. */

import { effect, signal } from '@preact/signals';
import { api, ApiError, type TreeEntry } from '../api';
import { errorText } from '../api/text';
import { Dialog } from '../app/dialogs';
import { change, path, toast, tree } from '../app/store';
import { mergeTree } from '../core/edits';
import { studyFromJson } from '../core/json';
import { chapterTrees } from '../core/study';
import { rulesFrom, sameRules } from '../core/rules';
import type { Path, Tree } from '../core/tree';
import { t } from '../strings';
import { libraryOpen } from './dialogs';
import { current, open, remove, rename, type Id } from './documents';
import { SignButton } from './icons';
import { gameText, stones } from './words';

const PAGE = 50;
const query = signal('');
const list = signal<{ total: number; trees: readonly TreeEntry[]; text: string }>({ total: 0, trees: [], text: '' });
const again = signal(0);
const renaming = signal<Id | null>(null);
/** The tree deleted last, which can be brought back while the list is open. */
const gone = signal<{ title: string; back: () => Promise<void> } | null>(null);
/** Why the last thing did not work. */
const failed = signal('');
let more: () => void = () => {};

function tell(text: string): void {
    failed.value = text;
}

function focusIt(e: HTMLElement | null): void {
    e?.focus();
}

function refresh(): void {
    again.value++;
}

/** Reads the list while it is open: at first, after changes, and as the search is typed. */
export function watchLibrary(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: AbortController | undefined;
    const fetchFrom = (offset: number, before: readonly TreeEntry[]) => {
        asked?.abort();
        asked = new AbortController();
        const words = query.peek().trim();
        api.trees({ limit: PAGE, offset, ...(words && { query: words }) }, { signal: asked.signal })
            .then(({ total, trees }) => {
                const text = total ? '' : t(words ? 'edit.library.none' : 'edit.library.empty');
                list.value = { total, trees: [...before, ...trees], text };
            })
            .catch((e: unknown) => {
                if (!(e instanceof ApiError && e.aborted)) list.value = { total: 0, trees: [], text: errorText(e) };
            });
    };
    more = () => fetchFrom(list.peek().trees.length, list.peek().trees);
    effect(() => {
        void libraryOpen.value;
        gone.value = null;
        failed.value = '';
    });
    effect(() => {
        void [query.value, again.value];
        if (!libraryOpen.value) return;
        clearTimeout(timer);
        timer = setTimeout(() => fetchFrom(0, []), 120);
    });
}

async function mergeIn(id: Id): Promise<void> {
    try {
        const got = await api.treeGet(id);
        let next: { tree: Tree; path: Path } = { tree: tree.value, path: path.value };
        for (const one of chapterTrees(studyFromJson(got.tree, got.chapters)))
            if (sameRules(one.rules, next.tree.rules)) next = mergeTree(next.tree, next.path, one);
        change(next.tree, next.path);
        libraryOpen.value = false;
        toast(t('edit.merged.tree'));
    } catch (e) {
        tell(errorText(e));
    }
}

async function deleteEntry(entry: TreeEntry): Promise<void> {
    const back = await remove(entry.id, tell);
    if (back) gone.value = { title: entry.title, back };
    refresh();
}

async function bringBack(): Promise<void> {
    const back = gone.value?.back;
    gone.value = null;
    try {
        await back?.();
    } catch (e) {
        tell(errorText(e));
    }
    refresh();
}

function Gone() {
    if (!gone.value) return null;
    return (
        <p class="gone" role="status">
            <span>{t('edit.deleted', { title: gone.value.title })}</span>
            <button type="button" class="soft" id="bring-back" onClick={() => void bringBack()}>
                {t('edit.undo')}
            </button>
        </p>
    );
}

function when(updated: string | number): string {
    const date = new Date(typeof updated === 'number' && updated < 1e11 ? updated * 1000 : updated);
    return Number.isNaN(date.getTime()) ? '' : date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

function RenameField({ entry }: { entry: TreeEntry }) {
    const done = async (text: string) => {
        renaming.value = null;
        const name = text.trim();
        if (name && name !== entry.title && (await rename(entry.id, name, tell))) refresh();
    };
    return (
        <input
            type="text"
            class="rename"
            maxLength={200}
            aria-label={t('edit.title')}
            defaultValue={entry.title}
            ref={focusIt}
            onKeyDown={(e) => {
                if (e.key === 'Enter') void done(e.currentTarget.value);
                if (e.key === 'Escape') {
                    e.stopPropagation();
                    e.preventDefault();
                    renaming.value = null;
                }
            }}
            onBlur={(e) => renaming.value === entry.id && void done(e.currentTarget.value)}
        />
    );
}

function Entry({ entry }: { entry: TreeEntry }) {
    const rules = rulesFrom(entry.rules);
    const mergeable = rules && sameRules(rules, tree.value.rules) && entry.id !== current.value?.id;
    const openIt = async () => {
        if (await open(entry.id, undefined, tell)) libraryOpen.value = false;
    };
    return (
        <li data-id={entry.id}>
            {renaming.value === entry.id ? (
                <RenameField entry={entry} />
            ) : (
                <button type="button" class="jump" onClick={() => void openIt()}>
                    <span class="entry-title">{entry.title}</span>
                    <span class="entry-about">
                        {rules && gameText(rules)} · {stones(entry.nodes)} · {when(entry.updated)}
                    </span>
                </button>
            )}
            <SignButton
                sign="merge"
                label={t('edit.library.merge')}
                press={() => void mergeIn(entry.id)}
                disabled={!mergeable}
            />
            <SignButton sign="rename" label={t('edit.rename')} press={() => (renaming.value = entry.id)} />
            <SignButton sign="delete" label={t('edit.delete.tree')} press={() => void deleteEntry(entry)} />
        </li>
    );
}

export function Library() {
    const { total, trees, text } = list.value;
    return (
        <Dialog open={libraryOpen} title={t('edit.library')} wide>
            <input
                type="search"
                class="library-search"
                aria-label={t('edit.library.search')}
                placeholder={t('edit.library.search')}
                value={query.value}
                onInput={(e) => (query.value = e.currentTarget.value)}
            />
            <Gone />
            <ul class="library" id="library">
                {trees.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                ))}
            </ul>
            {failed.value && (
                <p class="failed" role="alert">
                    {failed.value}
                </p>
            )}
            {text && <p class="quiet">{text}</p>}
            {trees.length < total && (
                <button type="button" class="soft" onClick={() => more()}>
                    {t('edit.library.more', { n: total - trees.length })}
                </button>
            )}
        </Dialog>
    );
}
