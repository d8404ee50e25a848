/* Game trees as people edit them: what a tree is, and finding one's way in it.
 *
 * A tree is a value: edits.ts gives a new tree that shares what did not change. A node has at most one stone,
 * the root none; a turn of p stones is p nodes. A place in the tree is a path, the indexes of the children
 * from the root down. A node keeps its id through edits, so a view can remember it. Nothing here recurses over
 * the depth of a tree, which may be thousands. */

import { emptyPosition, placeAll, setUp, type Position, type Rules, type Setup } from './rules';
import type { Square } from './squares';

export type MarkKind = 'circle' | 'square' | 'triangle' | 'cross' | 'selected';
export const MARK_KINDS: readonly MarkKind[] = ['circle', 'square', 'triangle', 'cross', 'selected'];

export interface Mark {
    readonly at: Square;
    readonly kind: MarkKind;
}

export const ARROW_KINDS = ['arrow', 'line'] as const;

/** An arrow or a line from one square to another. */
export interface Arrow {
    readonly kind: (typeof ARROW_KINDS)[number];
    readonly at: Square;
    readonly to: Square;
}

export interface Label {
    readonly at: Square;
    readonly text: string;
}

/** What the engine thought of the position at a node, from Black's side. */
export interface Evaluation {
    readonly value?: number;
    readonly chance?: number;
    readonly mate?: number;
    readonly depth?: number;
    readonly best?: readonly Square[]; // the turn it preferred
}

export interface TreeNode {
    readonly id: number;
    readonly stone: Square | null;
    readonly setup?: Setup;
    readonly comment?: string;
    readonly name?: string;
    readonly marks?: readonly Mark[];
    readonly labels?: readonly Label[];
    readonly arrows?: readonly Arrow[];
    readonly eval?: Evaluation;
    readonly oddMarks?: readonly Readonly<Record<string, unknown>>[]; // as in the JSON: areas
    readonly extra?: Readonly<Record<string, unknown>>; // fields of the JSON that this page gives no meaning to
    readonly children: readonly TreeNode[];
}

/** A tree of a study that is not the one on the board. */
export interface Chapter {
    readonly rules: Rules;
    readonly info: Readonly<Record<string, string>>;
    readonly root: TreeNode;
    readonly extra?: Readonly<Record<string, unknown>>;
}

export interface Tree {
    readonly rules: Rules;
    readonly info: Readonly<Record<string, string>>; // black, white, event, date, result …
    readonly root: TreeNode;
    readonly next: number; // the next free id
    readonly doc?: number; // which document of the editor it is a state of; no part of the JSON
    readonly study?: { readonly at: number; readonly others: readonly Chapter[] }; // core/study.ts; no part either
    readonly extra?: Readonly<Record<string, unknown>>;
}

export type Path = readonly number[];

export function newTree(rules: Rules, info: Readonly<Record<string, string>> = {}): Tree {
    return { rules, info, root: { id: 0, stone: null, children: [] }, next: 1 };
}

/** The nodes from the root to the one at the path, both included; it ends early where the path leads nowhere. */
export function nodesOn(tree: Tree, path: Path): TreeNode[] {
    const nodes = [tree.root];
    let at = tree.root;
    for (const i of path) {
        const child = at.children[i];
        if (!child) break;
        nodes.push(child);
        at = child;
    }
    return nodes;
}

export function nodeAt(tree: Tree, path: Path): TreeNode | undefined {
    let at: TreeNode | undefined = tree.root;
    for (const i of path) at = at?.children[i];
    return at;
}

/** The longest beginning of the path that exists. */
export function fixPath(tree: Tree, path: Path): Path {
    const steps = nodesOn(tree, path).length - 1;
    return steps === path.length ? path : path.slice(0, steps);
}

/** The path to the end of the line of first children that begins here. */
export function lineEnd(tree: Tree, path: Path): Path {
    const end = [...path];
    for (let at = nodeAt(tree, path); at?.children[0]; at = at.children[0]) end.push(0);
    return end;
}

export function samePath(a: Path, b: Path): boolean {
    return a.length === b.length && a.every((v, i) => v === b[i]);
}

/** Is `path` at or below `above`? */
export function isBelow(path: Path, above: Path): boolean {
    return path.length >= above.length && above.every((v, i) => v === path[i]);
}

/** Is every step of it a first child? */
export function isMainLine(path: Path): boolean {
    return path.every((i) => i === 0);
}

/** All nodes in the order of a file (a node, then its children), with their depth and index among siblings. */
export function* walkTree(top: TreeNode): Generator<{ node: TreeNode; depth: number; index: number }> {
    const open: { node: TreeNode; depth: number; index: number }[] = [{ node: top, depth: 0, index: 0 }];
    for (let at = open.pop(); at; at = open.pop()) {
        yield at;
        const kids = at.node.children;
        for (let i = kids.length - 1; i >= 0; i--) open.push({ node: kids[i]!, depth: at.depth + 1, index: i });
    }
}

export function countNodes(top: TreeNode): number {
    let n = 0;
    const open = [top];
    for (let at = open.pop(); at; at = open.pop()) {
        n++;
        for (const child of at.children) open.push(child);
    }
    return n;
}

/** If both have the same nodes with the same stones and set-ups: the nodes of the second at which something else
 * changed (words, marks, evaluations), by id; else null. Parts that the trees share are not looked at, so this is
 * quick for a tree and the one before it. */
export function reworded(a: TreeNode, b: TreeNode): Map<number, TreeNode> | null {
    const found = new Map<number, TreeNode>();
    const open: [TreeNode, TreeNode][] = [[a, b]];
    for (let pair = open.pop(); pair; pair = open.pop()) {
        const [x, y] = pair;
        if (x === y) continue;
        const own = x.id === y.id && x.stone === y.stone && x.setup === y.setup;
        if (!own || x.children.length !== y.children.length) return null;
        found.set(y.id, y);
        if (x.children !== y.children) x.children.forEach((c, i) => open.push([c, y.children[i]!]));
    }
    return found;
}

/** Where the node of this id is, or null. */
export function pathOfId(tree: Tree, id: number): Path | null {
    const path: number[] = [];
    for (const { node, depth, index } of walkTree(tree.root)) {
        if (depth) {
            path.length = depth - 1;
            path.push(index);
        }
        if (node.id === id) return path;
    }
    return null;
}

/** Makes a node's set-up or stone. A stone that cannot be placed (files may have one) changes nothing. */
export function stepInto(position: Position, node: TreeNode): Position {
    if (node.setup) position = setUp(position, node.setup);
    return node.stone === null ? position : placeAll(position, [node.stone]);
}

export function positionAt(tree: Tree, path: Path): Position {
    let position = emptyPosition(tree.rules);
    let stones: Square[] = []; // gathered up to the next set-up, to be placed at one go
    for (const node of nodesOn(tree, path)) {
        if (node.setup) {
            position = setUp(placeAll(position, stones), node.setup);
            stones = [];
        }
        if (node.stone !== null) stones.push(node.stone);
    }
    return placeAll(position, stones);
}

/** The stones from the root to the node, as the server takes a game, if no set-up is on the way; else null. */
export function stonesTo(tree: Tree, path: Path): Square[] | null {
    const nodes = nodesOn(tree, path);
    if (nodes.some((n) => n.setup)) return null;
    return nodes.flatMap((n) => (n.stone === null ? [] : [n.stone]));
}
