/* What the parts of the page share: the tree, the place in it, and the ways to plug into the frame.
 *
 * The tree is changed only by `change` and `load`, which can be undone; `note` adds to it what nobody would undo
 * (evaluations). A game that is played is the line of a tree like any other, so all parts see the same thing. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { copyNodes } from '../core/edits';
import { amended, edited, moved, newHistory, redo as redone, undo as undone, type History } from '../core/history';
import { CONNECT6, type Position, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { nodeAt, positionAt, newTree, type Path, type Tree, type TreeNode } from '../core/tree';
import { remember } from './settings';

export type Mode = 'play' | 'analyse' | 'edit';
export const MODES: readonly Mode[] = ['play', 'analyse', 'edit'];

// The tree and the place in it

/** The tab; a reload comes back to it. */
export const mode = remember<Mode>('hexad.mode', 'play', (v) => MODES.includes(v as Mode));
const history = signal<History>(newHistory(newTree(CONNECT6)));

export const tree: ReadonlySignal<Tree> = computed(() => history.value.now.tree);
export const path: ReadonlySignal<Path> = computed(() => history.value.now.path);
export const node: ReadonlySignal<TreeNode> = computed(() => nodeAt(tree.value, path.value) ?? tree.value.root);
export const position: ReadonlySignal<Position> = computed(() => positionAt(tree.value, path.value));
/** How the board is turned: 1 mirrors left and right, 2 top and bottom, 4 exchanges columns and rows. */
export const orientation = signal(0);

/** Edits the tree. Changes of one group in a row (typing in a field) are undone as one; an edit that only goes
 * elsewhere is no edit, and nothing to undo. */
export function change(next: Tree, to: Path, options: { group?: string } = {}): void {
    history.value = edited(history.peek(), next, to, options.group ?? null);
}

/** Another tree altogether: a new game, a file, a link. Its nodes get new ids, so that none is taken for one of
 * the tree before when that is undone. */
export function load(next: Tree, to: Path = []): void {
    const fresh = copyNodes(next.root, tree.peek().next, (s) => s);
    batch(() => {
        change({ ...next, root: fresh.node, next: fresh.next }, to);
        loaded.value += 1;
    });
}
/** Counts what was loaded, for those who keep something that belongs to one tree. */
export const loaded = signal(0);

/** Changes the tree without a step of undo: what a machine adds beside the user's work. */
export function note(next: Tree): void {
    history.value = amended(history.peek(), next);
}

export function goTo(to: Path): void {
    history.value = moved(history.peek(), to);
}

export const canUndo = computed(() => history.value.past.length > 0);
export const canRedo = computed(() => history.value.future.length > 0);

export function undo(): void {
    history.value = undone(history.peek());
}

export function redo(): void {
    history.value = redone(history.peek());
}

// Layers on the board

export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'black' | 'white' | 'muted';

export interface GhostStone {
    at: Square;
    side: Side;
    label?: string;
    /** Small, under the label. */
    sub?: string;
    faint?: boolean;
    /** A ring of this colour around it. */
    ring?: Tone;
}

export interface BoardMark {
    at: Square;
    kind: 'circle' | 'square' | 'triangle' | 'cross' | 'dot' | 'selected';
    tone?: Tone;
}

export interface Overlay {
    /** Lower ones are drawn first. */
    order?: number;
    /** The parts of the page it shows in; all if not given. */
    modes?: readonly Mode[];
    stones?: readonly GhostStone[];
    marks?: readonly BoardMark[];
    labels?: readonly { at: Square; text: string; sub?: string; tone?: Tone }[];
    heat?: readonly { at: Square; strength: number; tone?: Tone }[];
    lines?: readonly { squares: readonly Square[]; tone?: Tone; style?: 'solid' | 'dashed' }[];
    links?: readonly { from: Square; to: Square; tone?: Tone; strength?: number }[];
    zone?: readonly { squares: readonly Square[]; tone?: Tone }[];
}

const layers = signal<ReadonlyMap<string, Overlay>>(new Map());

export function setOverlay(name: string, overlay: Overlay | null): void {
    if (!overlay && !layers.peek().has(name)) return;
    const next = new Map(layers.peek());
    if (overlay) next.set(name, overlay);
    else next.delete(name);
    layers.value = next;
}

/** The layers to draw now, lowest first. */
export const overlays = computed(() =>
    [...layers.value.values()]
        .filter((v) => !v.modes || v.modes.includes(mode.value))
        .sort((a, b) => (a.order ?? 0) - (b.order ?? 0)),
);

/** The square under the pointer or the keyboard's cursor, for previews; null if none. */
export const hovered = signal<Square | null>(null);

// Plugging into the frame

export interface Panel {
    id: string;
    modes: readonly Mode[];
    order: number;
    title: () => string;
    component: ComponentType;
    /** `bare` panels have no heading of their own. */
    bare?: boolean;
    /** `below` puts it under the board where there is room. */
    place?: 'side' | 'below';
}

export const panels = signal<readonly Panel[]>([]);

export function addPanel(panel: Panel): void {
    panels.value = [...panels.value.filter((p) => p.id !== panel.id), panel].sort((a, b) => a.order - b.order);
}

export interface KeyCommand {
    /** As KeyboardEvent.key, with Ctrl+, Alt+, Shift+ before it where they count: 'ArrowLeft', 'Ctrl+z', '?'. */
    keys: readonly string[];
    about: () => string;
    modes?: readonly Mode[];
    /** Returning false lets the key do what else it does. */
    run: (event: KeyboardEvent) => boolean | void;
}

export const keyCommands: KeyCommand[] = [];

export function addKeys(commands: readonly KeyCommand[]): void {
    keyCommands.push(...commands);
}

export interface BoardTool {
    name: string;
    /** True if the click is dealt with. */
    click: (square: Square, event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }) => boolean;
    /** The stone to show under the pointer; null for none. */
    ghost?: (square: Square) => Side | null;
}

const tools = new Map<string, BoardTool>();
/** The name of the active tool; null: stones are played. */
export const tool = signal<string | null>(null);

export function addBoardTool(t: BoardTool): void {
    tools.set(t.name, t);
}

export const activeTool = computed(() => (tool.value === null ? null : (tools.get(tool.value) ?? null)));

type Drop = (what: string | readonly File[]) => boolean | Promise<boolean>;
export const drops: Drop[] = [];

/** Takes files dropped onto the page and text pasted outside of fields. True: it was read. */
export function addDrop(drop: Drop): void {
    drops.push(drop);
}

const starts: (() => void)[] = [];

export function addStart(start: () => void): void {
    starts.push(start);
}

export function runStarts(): void {
    for (const start of starts.splice(0)) start();
}

// What the page tells the user

export const announced = signal('');

/** Says it to screen readers. */
export function announce(text: string): void {
    // The same text twice would not be read again.
    announced.value = announced.peek() === text ? `${text}\u00a0` : text;
}

export interface Toast {
    id: number;
    text: string;
    kind: 'info' | 'error';
    action?: string;
    run?: () => void;
}

export const toasts = signal<readonly Toast[]>([]);
let toastId = 0;

export function dropToast(id: number): void {
    toasts.value = toasts.value.filter((v) => v.id !== id);
}

export function toast(text: string, options: { action?: string; run?: () => void; kind?: Toast['kind'] } = {}): void {
    const id = ++toastId;
    const fresh: Toast = { id, text, kind: options.kind ?? 'info', action: options.action, run: options.run };
    toasts.value = [...toasts.value.filter((v) => v.text !== text).slice(-2), fresh];
    announce(text);
    setTimeout(() => dropToast(id), options.action || options.kind === 'error' ? 8000 : 4000);
}
