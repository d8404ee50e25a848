/* The tree on the board outlives a reload: it is kept in the browser with its place, its documents and what can be
 * undone, for each tab its own. A link in the address is opened over it, so that undo leads back to the work that was
 * there. */

import { effect } from '@preact/signals';
import { embedded } from '../app/embed';
import { keepRecent } from '../app/recent';
import { store, stored } from '../app/settings';
import { currentHistory, mode, restoreHistory, toast } from '../app/store';
import { beat, forgetTab, inherited, keyOf, orphans, tab } from '../app/tab';
import { treeFromJson } from '../core/json';
import { packHistory, unpackHistory, type PackedHistory } from '../core/pack';
import { t } from '../strings';
import { followAddress, keepAddress, openAddress } from './address';
import { keptDocuments, restoreDocuments, restoreOne, type KeptDocument, type KeptOne } from './documents';

const WORK = 'hexad.work';
/** What is kept for a tab. */
const GAME = 'hexad.game';
const KEPT = [WORK, GAME];

interface Kept {
    history: PackedHistory;
    documents: KeptDocument[];
}

/* As it was kept before each tab had its own: one tree, without a history. */
interface KeptTree {
    tree: unknown;
    path: number[];
    document?: Partial<KeptOne>;
}

function restore(): void {
    const kept = inherited<Partial<Kept> & Partial<KeptTree>>(WORK);
    if (!kept) return;
    try {
        if (kept.history) {
            const { history, more } = unpackHistory(kept.history);
            restoreDocuments(kept.documents ?? [], more);
            restoreHistory(history);
        } else {
            const at = Array.isArray(kept.path) ? kept.path.filter(Number.isInteger) : [];
            restoreOne(treeFromJson(kept.tree), at, kept.document);
        }
    } catch {
        // It was damaged; the page begins with an empty board.
    }
}

/* Steps of undo to keep, fewer where they are too much for the browser's storage. */
const STEPS = [50, 10, 0];
const MOST_CHARACTERS = 600_000;

let told = false;

function keep(): void {
    const past = currentHistory();
    for (const steps of STEPS) {
        const trees = [...past.past.slice(-steps || past.past.length), past.now, ...past.future.slice(0, steps)];
        const { kept, saved } = keptDocuments(trees.map((s) => s.tree));
        const work: Kept = { history: packHistory(past, steps, saved), documents: kept };
        const large = steps > 0 && JSON.stringify(work).length > MOST_CHARACTERS;
        if (!large && store(keyOf(WORK), work)) return;
    }
    if (told) return;
    told = true;
    toast(t('edit.too.large'), { kind: 'error' });
}

/** Keeps the work from now on: soon after a change, and at once when the page goes away. */
function watch(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pause = 0; // a small tree is kept at once, one that takes long less often
    effect(() => {
        void currentHistory();
        timer ??= setTimeout(() => {
            timer = undefined;
            const before = performance.now();
            keep();
            pause = Math.min(500, 20 * (performance.now() - before));
        }, pause);
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

/* The work of tabs that were closed, but for the one we go on with, is put with the recent trees. */
async function adopt(): Promise<void> {
    for (const id of orphans()) {
        const kept = id === tab.heir ? undefined : stored<Partial<Kept>>(keyOf(WORK, id));
        try {
            if (kept?.history) await keepRecent(unpackHistory(kept.history).history.now.tree, '', id);
        } catch {
            // Nothing that can be read.
        }
        forgetTab(id, KEPT);
    }
    for (const old of KEPT) store(old, undefined);
}

/* The game of the tab whose work we go on with becomes ours (play/game.ts reads it by itself). */
function takeGame(): void {
    const game = inherited(GAME);
    if (game !== undefined && stored(keyOf(GAME)) === undefined) store(keyOf(GAME), game);
}

export function startWork(): void {
    if (embedded) {
        mode.value = 'edit';
        followAddress();
        return;
    }
    restore();
    takeGame();
    beat();
    openAddress();
    keepAddress();
    watch();
    keep(); // before the tab whose work it was is forgotten
    void adopt();
}
