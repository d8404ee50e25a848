/* The tree on the board outlives a reload: it is kept in the browser with its place and document. A link in the
 * address is opened over it, so that undo leads back to the work that was there. */

import { effect } from '@preact/signals';
import { store, stored } from '../app/settings';
import { mode, path, toast, tree } from '../app/store';
import { treeFromJson, treeToJson } from '../core/json';
import { readLink } from '../core/link';
import { t } from '../strings';
import { documentFrom, keptDocument, openTree, restoreTree, type KeptDocument } from './documents';

const KEY = 'hexad.work';

interface Kept {
    tree: unknown;
    path: number[];
    document?: Partial<KeptDocument>;
}

function restore(): boolean {
    const kept = stored<Kept>(KEY);
    if (!kept) return false;
    try {
        const fresh = treeFromJson(kept.tree);
        const at = Array.isArray(kept.path) ? kept.path.filter(Number.isInteger) : [];
        restoreTree(fresh, at, documentFrom(kept.document, fresh));
        return true;
    } catch {
        return false;
    }
}

/** Reads the game that the address carries, and takes it out of the address: it would else come back at every
 * reload in place of the work done since. */
function followLink(): boolean {
    const linked = readLink(location.hash);
    if (!linked) return false;
    openTree(linked.tree, linked.path);
    if (mode.value === 'play') mode.value = 'analyse';
    history.replaceState(null, '', location.pathname + location.search);
    if (linked.rest) toast(t('edit.link.rest', { rest: linked.rest.slice(0, 60) }), { kind: 'error' });
    return true;
}

let told = false;

function keep(): void {
    const kept: Kept = { tree: treeToJson(tree.peek()), path: [...path.peek()], document: keptDocument() };
    if (store(KEY, kept) || told) return;
    told = true;
    toast(t('edit.too.large'), { kind: 'error' });
}

/** Keeps the work from now on: soon after a change, and at once when the page goes away. */
function watch(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
        void [tree.value, path.value, keptDocument()];
        timer ??= setTimeout(() => {
            timer = undefined;
            keep();
        }, 500);
    });
    const now = () => {
        if (timer === undefined) return;
        clearTimeout(timer);
        timer = undefined;
        keep();
    };
    addEventListener('pagehide', now);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && now());
}

export function startWork(): void {
    restore();
    followLink();
    watch();
    addEventListener('hashchange', followLink);
}
