/* What a click on a square does: the active tool, the game being played, or a stone in the tree. */
import { computed, signal } from '@preact/signals';
import { addStone } from '../core/edits';
import { legal, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { scene } from './scene';
import { settings } from './settings';
import { activeTool, change, mode, path, position, tree } from './store';

export type PressEvent = { shiftKey: boolean; altKey: boolean; ctrlKey: boolean };

/** Stones of the turn being entered in a game, which are not in the tree yet. */
export const tentative = signal<readonly Square[]>([]);
/** Those that the board shows: other parts of the page have none. */
export const shownTentative = computed<readonly Square[]>(
    () => scene.value?.tentative.value ?? (mode.value === 'play' ? tentative.value : []),
);

const touch = typeof matchMedia !== 'undefined' && matchMedia('(pointer: coarse)').matches;

/** Must a turn be confirmed before it is played? */
export const needsConfirm = computed(() => {
    const { confirm } = settings.value;
    return confirm === 'always' || (confirm === 'touch' && touch);
});

interface PlayRules {
    press: (s: Square) => void;
    ghost: (s: Square) => Side | null;
}

let playing: PlayRules | null = null;

/** The part of the page that plays takes the clicks of its tab. */
export function setPlaying(rules: PlayRules): void {
    playing = rules;
}

export function press(s: Square, event: PressEvent): void {
    if (scene.value) return scene.value.press(s);
    if (activeTool.value?.click(s, event)) return;
    if (mode.value === 'play') return playing?.press(s);
    if (!legal(position.value, s)) return;
    const next = addStone(tree.value, path.value, s);
    change(next.tree, next.path);
}

/** The mouse was pressed on one square and let go on another. */
export function drag(from: Square, to: Square): void {
    if (!scene.value) activeTool.value?.drag?.(from, to);
}

/** The stone to show under the pointer. */
export function ghostOf(s: Square): Side | null {
    if (scene.value) return scene.value.ghost(s);
    const active = activeTool.value;
    if (active) return active.ghost?.(s) ?? null;
    if (mode.value === 'play') return playing?.ghost(s) ?? null;
    return legal(position.value, s) ? position.value.toMove : null;
}
