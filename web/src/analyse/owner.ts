/* Whose each point of a game of Go is at the end of the playouts, drawn on the board: the larger a square, the surer. */

import { computed, effect } from '@preact/signals';
import { remember } from '../app/settings';
import { position, setOverlay, type Overlay } from '../app/store';
import { BLACK, WHITE, type Position } from '../core/rules';
import type { Square } from '../core/squares';
import { inTab, pointed, shown } from './state';

export const showOwner = remember('hexad.analyse.owner', true);

/** From 100 for Black to -100 for White, by point; null where nobody has thought about it. */
export const owners = computed<ReadonlyMap<Square, number> | null>(
    () => (position.value.go && shown.value?.owner) || null,
);

/* Less is not worth ink. */
const LEAST = 20;

/** A stone that stands on a point of its own says so by itself. */
export function ownerOverlay(p: Position, of: ReadonlyMap<Square, number>): Overlay {
    const own = (s: Square, v: number) => p.cells[s] === (v > 0 ? BLACK : WHITE);
    const owned = [...of].filter(([s, v]) => Math.abs(v) >= LEAST && !own(s, v));
    return {
        order: 6,
        modes: ['analyse'],
        owned: owned.map(([at, v]) => ({
            at,
            side: v > 0 ? ('black' as const) : ('white' as const),
            share: Math.abs(v) / 100,
        })),
    };
}

export function followOwner(): void {
    effect(() => {
        const of = owners.value;
        const on = inTab.value && showOwner.value && pointed.value === null && position.value.outcome === 'open';
        setOverlay('owner', of && on ? ownerOverlay(position.value, of) : null);
    });
}
