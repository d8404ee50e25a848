/* A board of its own for a part of the page: while its tab is open, the board shows the scene's position instead of
 * the place in the tree, and clicks and arrows go to the scene. The tree is not touched by it. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Position, Side } from '../core/rules';
import type { Square } from '../core/squares';
import { mode, position, type Mode } from './store';

export type Step = 'first' | 'previous' | 'next' | 'last';

export interface Scene {
    position: ReadonlySignal<Position>;
    /** Stones of the turn being entered. */
    tentative: ReadonlySignal<readonly Square[]>;
    /** What the bar over the board says. */
    status: ReadonlySignal<{ text: string; over: boolean }>;
    /** Where one is in what it shows, in words. */
    place: ReadonlySignal<string>;
    press: (s: Square) => void;
    /** The stone to show under the pointer. */
    ghost: (s: Square) => Side | null;
    can: (step: Step) => boolean;
    go: (step: Step) => void;
}

const scenes = signal<ReadonlyMap<Mode, Scene>>(new Map());

export function setScene(of: Mode, scene: Scene | null): void {
    const next = new Map(scenes.peek());
    if (scene) next.set(of, scene);
    else next.delete(of);
    scenes.value = next;
}

export const scene = computed<Scene | null>(() => scenes.value.get(mode.value) ?? null);

/** The position on the board. */
export const shownPosition = computed<Position>(() => scene.value?.position.value ?? position.value);
