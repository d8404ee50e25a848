/* What one can do to the tree at the current place; used by buttons and keys alike. */

import { announce, change, goTo, node, path, toast, toastUndo, tree } from '../app/store';
import * as edits from '../core/edits';
import { betweenPlaces, mapSquare, type Place } from '../core/keys';
import { countNodes, nodeAt, type Path } from '../core/tree';
import { t } from '../strings';
import { twins } from './outline';
import { stones } from './words';

export function deleteHere(): void {
    const gone = countNodes(node.value) - (path.value.length ? 0 : 1);
    if (!gone) return;
    const next = edits.deleteAt(tree.value, path.value);
    change(next.tree, next.path);
    if (gone > 1) toastUndo(t('edit.deleted.nodes', { stones: stones(gone) }), t('edit.undo'));
    else announce(t('edit.deleted.nodes', { stones: stones(gone) }));
}

/** The way to the nearest node, here or above, that has siblings: the beginning of the variation one is in. */
function nearestFork(): Path | null {
    for (let n = path.value.length; n > 0; n--) if (siblings(path.value.slice(0, n)) > 1) return path.value.slice(0, n);
    return null;
}

/** Moves the variation one is in among its siblings. */
export function moveHere(by: number): void {
    const at = nearestFork();
    if (!at) return;
    const next = edits.moveBy(tree.value, at, by);
    change(next.tree, [...next.path, ...path.value.slice(at.length)]);
}

function siblings(at: Path): number {
    return at.length ? (nodeAt(tree.value, at.slice(0, -1))?.children.length ?? 0) : 0;
}

export function promoteHere(): void {
    const next = edits.promote(tree.value, path.value);
    change(next.tree, next.path);
}

export function makeMainHere(): void {
    const next = edits.makeMain(tree.value, path.value);
    change(next.tree, next.path);
}

/** Joins variations that begin with the same stone, everywhere. */
export function mergeSame(): void {
    const before = countNodes(tree.value.root);
    const next = edits.mergeIdentical(tree.value, path.value);
    change(next.tree, next.path);
    toast(t('edit.merged', { stones: stones(before - countNodes(next.tree.root)) }));
}

/** Brings what follows at another place of the same position over to the current one. */
export function bringHere(from: Place, own: Place): void {
    const symmetry = betweenPlaces(from, own);
    const next = edits.graft(tree.value, from.path, own.path, (s) => mapSquare(tree.value.rules, symmetry, s));
    if (next.tree === tree.value) return;
    change(next.tree, next.path);
    toastUndo(t('edit.brought'), t('edit.undo'));
}

/** Goes to the next or previous of the variations where the line last forked. */
export function otherVariation(by: number): void {
    const at = nearestFork();
    if (!at) return;
    const count = siblings(at);
    goTo([...at.slice(0, -1), (at[at.length - 1]! + by + count) % count]);
}

/** Jumps around the places that have the same position. */
export function nextTwin(): void {
    const group = twins.value.get(node.value.id);
    if (!group) return;
    const at = group.findIndex((p) => p.id === node.value.id);
    goTo(group[(at + 1) % group.length]!.path);
}
