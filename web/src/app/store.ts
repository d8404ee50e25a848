/* What the parts of the page share: the tree, the place in it, and the ways to plug into the frame.
 *
 * The tree is changed only by `change` and `load`, which can be undone; `note` adds to it what nobody would undo
 * (evaluations). A game that is played is the line of a tree like any other, so all parts see the same thing. */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { host } from '../api/host';
import {
    amended,
    edited,
    moved,
    newHistory,
    redo as redone,
    turned,
    undo as undone,
    type History,
} from '../core/history';
import { CONNECT6, type Position, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { renumbered } from '../core/study';
import { nodeAt, positionAt, newTree, type Path, type Tree, type TreeNode } from '../core/tree';
import { remember } from './settings';

export type Mode = 'play' | 'analyse' | 'edit' | 'puzzles' | 'lab';
/** The lab is the server's: a page that has none has no tab of it. */
export const MODES: readonly Mode[] = host.served
    ? ['play', 'analyse', 'edit', 'puzzles', 'lab']
    : ['play', 'analyse', 'edit', 'puzzles'];

// The tree and the place in it

/** The tab; a reload comes back to it. */
export const mode = remember<Mode>('hexad.mode', 'play', (v) => MODES.includes(v as Mode), true);
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
    for (const leave of leaving) leave(tree.peek());
    batch(() => {
        change(renumbered(next, tree.peek().next), to);
        loaded.value += 1;
    });
}

/** Another chapter of the document on the board: no step of undo. */
export function turnTo(next: Tree, to: Path): void {
    batch(() => {
        history.value = turned(history.peek(), next, to);
        loaded.value += 1;
    });
}
const leaving: ((tree: Tree) => void)[] = [];
/** Tells of trees that are about to leave the board. */
export function onLeave(leave: (tree: Tree) => void): void {
    leaving.push(leave);
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

/** The whole history of edits, for keeping. */
export function currentHistory(): History {
    return history.value;
}

/** The page's first tree, with what can be undone; there is nothing before it. */
export function restoreHistory(kept: History): void {
    history.value = kept;
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
    kind: 'circle' | 'square' | 'triangle' | 'cross' | 'dot' | 'selected' | 'area';
    tone?: Tone;
}

export interface Overlay {
    /** Lower ones are drawn first. */
    order?: number;
    /** The parts of the page it shows in; all if not given. */
    modes?: readonly Mode[];
    stones?: readonly GhostStone[];
    marks?: readonly BoardMark[];
    /** Whose points are, as small squares, the larger the surer (0 to 1). */
    owned?: readonly { at: Square; side: Side; share: number }[];
    /** Stones that count as taken: hardly seen. */
    gone?: readonly Square[];
    labels?: readonly { at: Square; text: string; sub?: string; tone?: Tone }[];
    heat?: readonly { at: Square; strength: number; tone?: Tone }[];
    lines?: readonly { squares: readonly Square[]; tone?: Tone; style?: 'solid' | 'dashed' }[];
    links?: readonly { from: Square; to: Square; tone?: Tone; strength?: number }[];
    zone?: readonly { squares: readonly Square[]; tone?: Tone }[];
    /** What a screen reader hears of an empty square besides its name. */
    spoken?: ReadonlyMap<Square, string>;
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

/** What the highest layer that speaks says of squares. The same as long as that layer is: cells are labelled anew with it. */
export const spoken = computed(() => overlays.value.reduce<Overlay['spoken']>((at, v) => v.spoken ?? at, undefined));

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
    /** For parts with many panels (dock.tsx): `main` ones have a column of their own on wide screens, `always` ones are in sight
     * on every screen, `tab` ones share a place, one at a time; on narrow screens the main ones do too. */
    dock?: 'main' | 'always' | 'tab';
    /** Only for games of the Connect family: it is not there while the tree is another game. */
    family?: boolean;
}

export const panels = signal<readonly Panel[]>([]);

/** The panels of the part that is in sight. */
export const panelsHere = computed(() =>
    panels.value.filter((p) => p.modes.includes(mode.value) && !(p.family && tree.value.rules.go)),
);

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
    /** Takes keys that others have, at times; the list of keys tells theirs. */
    covers?: true;
}

export const keyCommands: KeyCommand[] = [];

export function addKeys(commands: readonly KeyCommand[]): void {
    keyCommands.push(...commands);
}

export interface BoardTool {
    name: string;
    /** True if the click is dealt with. */
    click: (square: Square, event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }) => boolean;
    /** A line drawn by the mouse, from one square to another; without this it does nothing. */
    drag?: (from: Square, to: Square) => void;
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
    /** What could be undone when it came, if it tells of an edit. */
    past?: History['past'];
}

const told = signal<readonly Toast[]>([]);
let toastId = 0;

/** A message about an edit goes as soon as something else is done: its undo never undoes anything but that edit. */
export const toasts = computed(() => told.value.filter((v) => !v.past || v.past === history.value.past));

export function dropToast(id: number): void {
    told.value = told.value.filter((v) => v.id !== id);
}

export function toast(text: string, options: Omit<Partial<Toast>, 'id' | 'text'> = {}): void {
    const id = ++toastId;
    told.value = [...told.value.filter((v) => v.text !== text).slice(-2), { kind: 'info', ...options, id, text }];
    announce(text);
    setTimeout(() => dropToast(id), options.action || options.kind === 'error' ? 8000 : 4000);
}

/** A message about the edit just made, with a way to undo it. */
export function toastUndo(text: string, action: string): void {
    toast(text, { action, run: undo, past: history.peek().past });
}
