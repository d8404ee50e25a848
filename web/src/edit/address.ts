/* The address of the page says what is on the board: a bookmark or a copy of it comes back to the same place. Steps
 * through a game change it; another game is another entry in the browser's history, so that Back leads to the one
 * before. */

import { effect } from '@preact/signals';
import { ownAddress, takeAddress } from '../app/address';
import { goTo, loaded, mode, path, toast, tree } from '../app/store';
import { linkOf, type Linked } from '../core/link';
import { isPacked, readAnyLink } from '../core/packed-link';
import { CONNECT6, sameRules } from '../core/rules';
import { nodesOn, type Path, type Tree } from '../core/tree';
import { t } from '../strings';
import { openTree } from './documents';

/** Longer lines do not stand in the address: some programs cut it off. */
const MOST = 4000;
const PAUSE_MS = 250;

function fragment(of: Tree, at: Path): string {
    if (ownAddress.value !== null) return ownAddress.value;
    if (!of.root.children.length && !of.root.setup && sameRules(of.rules, CONNECT6)) return '';
    const link = linkOf(of, at);
    return link.length > MOST ? '' : link;
}

/** The place in the tree on the board to which the same stones lead; null: they are not in it. */
function within(linked: Linked): Path | null {
    if (linked.rest || linked.tree.root.setup || tree.value.root.setup) return null;
    if (!sameRules(linked.tree.rules, tree.value.rules)) return null;
    const found: number[] = [];
    let here = tree.value.root;
    for (const { stone } of nodesOn(linked.tree, linked.path).slice(1)) {
        const next = here.children.findIndex((c) => c.stone === stone && !c.setup);
        if (next < 0) return null;
        found.push(next);
        here = here.children[next]!;
    }
    return found;
}

/** Shows the game that the address carries; false if it carries none that is not on the board already. */
export function followAddress(): boolean {
    if (location.hash === fragment(tree.value, path.value)) return false;
    if (takeAddress(location.hash)) return true;
    const linked = readAnyLink(location.hash || '#s=');
    if (!linked) {
        if (isPacked(location.hash)) toast(t('link.damaged'), { kind: 'error' });
        return false;
    }
    const there = linked.whole ? null : within(linked);
    if (there && location.hash) goTo(there);
    else openTree(linked.tree, linked.path);
    if (mode.value === 'play' && location.hash) mode.value = 'analyse';
    if (linked.rest) toast(t('edit.link.rest', { rest: linked.rest.slice(0, 60) }), { kind: 'error' });
    return true;
}

/** At the start: a link is opened over the work that was there. After a reload the address may be a step behind the
 * work, which then is the truth. */
export function openAddress(): void {
    if (!location.hash) return;
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const reload = entry?.type === 'reload';
    if (reload && takeAddress(location.hash, true)) return;
    const linked = reload ? readAnyLink(location.hash) : null;
    if (!linked || linked.whole || !within(linked)) followAddress();
}

export function keepAddress(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let trees = loaded.peek();
    let known = location.hash;
    const write = () => {
        timer = undefined;
        // Somebody changed it, and the event that says so is on its way.
        if (location.hash !== known) return;
        const next = fragment(tree.peek(), path.peek());
        const another = loaded.peek() !== trees;
        trees = loaded.peek();
        if (next === location.hash) return;
        const address = location.pathname + location.search + next;
        if (another) history.pushState(null, '', address);
        else history.replaceState(null, '', address);
        known = location.hash;
    };
    effect(() => {
        void [tree.value, path.value, ownAddress.value];
        timer ??= setTimeout(write, PAUSE_MS);
    });
    addEventListener('hashchange', () => {
        // What the address says now is meant, not what it was about to be made.
        clearTimeout(timer);
        timer = undefined;
        known = location.hash;
        if (followAddress()) trees = loaded.peek();
        timer ??= setTimeout(write, PAUSE_MS);
    });
}
