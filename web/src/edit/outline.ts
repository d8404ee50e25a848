/* What the views of the tree share: its rows, which are folded, and the nodes that have the same position. */

import { computed, effect, signal } from '@preact/signals';
import { mode, node, path, tree } from '../app/store';
import { findTwins, type Place, type Twins } from '../core/keys';
import { nodesOn, reworded, type Tree, type TreeNode } from '../core/tree';
import { foldableKeys, rowsOf, stopsOf } from './rows';

export const folded = signal<ReadonlySet<number>>(new Set());

const NOWHERE: ReadonlySet<number> = new Set();
/* The last tree that had other stones, and what was reworded since. Words and evaluations change all the time, and
 * the rows of thousands of nodes should not be made anew for them. */
let last: Tree | null = null;
const state = computed<{ shape: Tree; fresh: ReadonlyMap<number, TreeNode> }>(() => {
    const now = tree.value;
    const fresh = last && last.rules === now.rules ? reworded(last.root, now.root) : null;
    if (last && fresh) return { shape: last, fresh };
    last = now;
    return { shape: now, fresh: new Map() };
});
const shape = computed(() => state.value.shape);

/** A node of a row as it is now. */
export function nowOf(n: TreeNode): TreeNode {
    return state.value.fresh.get(n.id) ?? n;
}

export const stops = computed(() => stopsOf(shape.value));
/* Where one is matters to the rows only if something is folded. */
const here = computed(() => (folded.value.size ? new Set(nodesOn(tree.value, path.value).map((n) => n.id)) : NOWHERE));
export const rows = computed(() => rowsOf(shape.value, stops.value, folded.value, here.value));

export function toggleFold(key: number, fold = !folded.value.has(key)): void {
    const next = new Set(folded.value);
    if (fold) next.add(key);
    else next.delete(key);
    folded.value = next;
}

export function foldAll(): void {
    folded.value = new Set(foldableKeys(rowsOf(shape.value, stops.value)));
}

export function unfoldAll(): void {
    folded.value = new Set();
}

/** Nodes with the same position, found a moment after the last edit: typing must not wait for it. */
export const twins = signal<Twins>(new Map());

export function watchTwins(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
        const now = shape.value;
        if (mode.value === 'play') return;
        clearTimeout(timer);
        timer = setTimeout(() => (twins.value = findTwins(now)), 120);
    });
}

/** The other places of the tree where the current position stands, and this one among them. */
export const places = computed<{ own: Place; others: readonly Place[] } | null>(() => {
    const group = twins.value.get(node.value.id);
    const own = group?.find((p) => p.id === node.value.id);
    return group && own ? { own, others: group.filter((p) => p !== own) } : null;
});
