/* Where the tree goes on from here, drawn on the board: the stones that follow at this place, and those that follow
 * at places of the same position, turned as they would stand here. So one position looks the same wherever the
 * tree has it. */

import type { BoardMark, Overlay } from '../app/store';
import { node, position, tree } from '../app/store';
import { betweenPlaces, mapSquare } from '../core/keys';
import { EMPTY } from '../core/rules';
import type { Square } from '../core/squares';
import { nodeAt } from '../core/tree';
import { places } from './outline';

/** The squares of the stones that follow, here and elsewhere. */
export function nextSquares(): { own: Square[]; others: Square[] } {
    const own = node.value.children.flatMap((c) => (c.stone === null ? [] : [c.stone]));
    const found = places.value;
    const others = new Set<Square>();
    for (const place of found?.others ?? []) {
        const symmetry = betweenPlaces(place, found!.own);
        for (const child of nodeAt(tree.value, place.path)?.children ?? [])
            if (child.stone !== null) others.add(mapSquare(tree.value.rules, symmetry, child.stone));
    }
    for (const s of own) others.delete(s);
    return { own, others: [...others] };
}

export function nextOverlay(): Overlay | null {
    const { own, others } = nextSquares();
    // One stone that follows is what one sees by going on; forks are what is worth showing.
    if (own.length + others.length < 2 && !others.length) return null;
    const free = (s: Square) => position.value.cells[s] === EMPTY;
    const marks: BoardMark[] = [
        ...own.filter(free).map((at): BoardMark => ({ at, kind: 'dot', tone: 'accent' })),
        ...others.filter(free).map((at): BoardMark => ({ at, kind: 'dot', tone: 'muted' })),
    ];
    return { order: 5, modes: ['edit'], marks };
}
