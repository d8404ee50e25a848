/* Turns and lines of the engine taken over into the tree. */

import { change, goTo, path, position, toast, tree } from '../app/store';
import { addLine } from '../core/edits';
import { legal, place, type Position } from '../core/rules';
import type { Square } from '../core/squares';
import { pathOfId, positionAt } from '../core/tree';
import { t } from '../strings';

/* As many stones of a line as can be played. */
function playable(p: Position, line: readonly Square[]): Square[] {
    const out: Square[] = [];
    for (const s of line) {
        if (!legal(p, s)) break;
        p = place(p, s);
        out.push(s);
    }
    return out;
}

/** Plays the turn; with `whole` the line behind it is added too, to be stepped through. */
export function adopt(turn: readonly Square[], whole: readonly Square[] = turn): void {
    const line = playable(position.peek(), whole);
    if (!line.length) return;
    const from = path.peek();
    const added = addLine(tree.peek(), from, line);
    change(added.tree, added.path.slice(0, from.length + Math.min(turn.length, line.length)));
    if (line.length > turn.length) toast(t('analyse.adopted', { n: line.length }));
}

/** The same at another node, as for the better turn at a mistake. */
export function adoptAt(id: number, turn: readonly Square[], whole: readonly Square[]): void {
    const from = pathOfId(tree.peek(), id);
    if (!from || !playable(positionAt(tree.peek(), from), turn).length) return;
    goTo(from);
    adopt(turn, whole);
}
