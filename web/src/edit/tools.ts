/* What a click on the board does while a tool is chosen: marks, labels, and stones outside the order of play. */

import { effect, signal } from '@preact/signals';
import { addBoardTool, change, node, path, position, setOverlay, tool, tree } from '../app/store';
import { addSetup, changeSetup, nextLabel, setLabel, toggleArrow, toggleMark } from '../core/edits';
import { BLACK, EMPTY, NO_SETUP, WHITE, emptyPosition, type Cell, type Setup, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { ARROW_KINDS, MARK_KINDS, positionAt, type Arrow, type MarkKind, type TreeNode } from '../core/tree';

const SETUP_TOOLS = ['set-black', 'set-white', 'set-empty'] as const;
export type ToolName = MarkKind | Arrow['kind'] | 'label' | (typeof SETUP_TOOLS)[number];

/** The text of the next label; "" takes the next letter. */
export const labelText = signal('');

export function isSetupTool(name: string | null): boolean {
    return (SETUP_TOOLS as readonly (string | null)[]).includes(name);
}

function mark(kind: MarkKind) {
    return (s: Square): boolean => {
        change(toggleMark(tree.value, path.value, s, kind), path.value);
        return true;
    };
}

/** Where an arrow or a line begins that is being drawn, and at which node. */
export const drawing = signal<{ from: Square; node: number } | null>(null);

/* One square, then the other; with a mouse from one to the other. */
function arrow(kind: Arrow['kind']) {
    const draw = (from: Square, to: Square) => {
        drawing.value = null;
        change(toggleArrow(tree.value, path.value, from, to, kind), path.value);
    };
    const click = (s: Square): boolean => {
        const { id } = node.value;
        const from = drawing.value?.node === id ? drawing.value.from : null;
        if (from === null) drawing.value = { from: s, node: id };
        else if (from === s) drawing.value = null;
        else draw(from, s);
        return true;
    };
    return { name: kind, click, drag: draw };
}

function label(s: Square): boolean {
    const had = node.value.labels?.some((v) => v.at === s);
    const text = had ? '' : labelText.value.trim() || nextLabel(node.value);
    change(setLabel(tree.value, path.value, s, text), path.value);
    return true;
}

/** Can the node's own position be set up, or does it need a node below it for that? */
function takesSetup(n: TreeNode): boolean {
    return n.stone === null;
}

/* The set-up that makes the square what it should be, in view of the position before it. */
function withCell(setup: Setup, before: Uint8Array, s: Square, want: Cell): Setup {
    const without = (l: readonly Square[]) => l.filter((v) => v !== s);
    const next = { ...setup, black: without(setup.black), white: without(setup.white), empty: without(setup.empty) };
    if (before[s] === want) return next;
    const list = want === BLACK ? 'black' : want === WHITE ? 'white' : 'empty';
    return { ...next, [list]: [...next[list], s] };
}

function setUpSquare(want: Cell) {
    return (s: Square): boolean => {
        const now = position.value.cells[s];
        const cell = now === want ? EMPTY : want;
        if (now === cell) return true;
        if (takesSetup(node.value)) {
            const up = path.value.slice(0, -1);
            const before = path.value.length ? positionAt(tree.value, up) : emptyPosition(tree.value.rules);
            const setup = withCell(node.value.setup ?? NO_SETUP, before.cells, s, cell);
            change(changeSetup(tree.value, path.value, setup), path.value);
        } else {
            const added = addSetup(tree.value, path.value, withCell(NO_SETUP, position.value.cells, s, cell));
            change(added.tree, added.path);
        }
        return true;
    };
}

/** Says who is to move, and with how many stones, in the position that is set up. */
export function setTurn(toMove: Side, left: number): void {
    if (takesSetup(node.value)) {
        const setup = { ...(node.value.setup ?? NO_SETUP), toMove, left };
        change(changeSetup(tree.value, path.value, setup), path.value);
    } else {
        const added = addSetup(tree.value, path.value, { ...NO_SETUP, toMove, left });
        change(added.tree, added.path);
    }
}

export function addTools(): void {
    for (const kind of MARK_KINDS) addBoardTool({ name: kind, click: mark(kind) });
    for (const kind of ARROW_KINDS) addBoardTool(arrow(kind));
    effect(() => {
        void tool.value;
        drawing.value = null;
    });
    effect(() => {
        const begun = drawing.value?.node === node.value.id ? drawing.value.from : null;
        const modes = ['edit'] as const;
        setOverlay('edit.arrow', begun === null ? null : { modes, marks: [{ at: begun, kind: 'selected' }] });
    });
    addBoardTool({ name: 'label', click: label });
    const free = (side: Side) => (s: Square) => (position.value.cells[s] === EMPTY ? side : null);
    addBoardTool({ name: 'set-black', click: setUpSquare(BLACK), ghost: free('black') });
    addBoardTool({ name: 'set-white', click: setUpSquare(WHITE), ghost: free('white') });
    addBoardTool({ name: 'set-empty', click: setUpSquare(EMPTY) });
}

/** Chooses a tool, or with the one that is chosen already goes back to playing stones. */
export function pickTool(name: ToolName | null): void {
    tool.value = tool.value === name ? null : name;
}
