/* Edits of game trees: each takes a tree and gives the new one, together with the path to stand at afterwards. */

import type { Setup } from './rules';
import { setupIsEmpty } from './rules';
import { parseSquare, squareText, type Square } from './squares';
import {
    isBelow,
    nodeAt,
    nodesOn,
    walkTree,
    type Arrow,
    type Evaluation,
    type Label,
    type MarkKind,
    type Path,
    type Tree,
    type TreeNode,
} from './tree';

export interface Edit {
    readonly tree: Tree;
    readonly path: Path;
}

/** The tree with another node at the path; the nodes above it are copied, all others shared. */
function replaceAt(tree: Tree, path: Path, node: TreeNode): Tree {
    const above = nodesOn(tree, path);
    let fresh = node;
    for (let i = path.length - 1; i >= 0; i--) {
        const parent = above[i]!;
        const children = parent.children.slice();
        children[path[i]!] = fresh;
        fresh = { ...parent, children };
    }
    return { ...tree, root: fresh };
}

/** Gives the node at the path these fields; a field that is undefined is taken away. */
export function change(tree: Tree, path: Path, fields: Partial<Omit<TreeNode, 'id'>>): Tree {
    const node = nodeAt(tree, path);
    if (!node) return tree;
    const fresh: Record<string, unknown> = { ...node, ...fields };
    for (const key of Object.keys(fresh)) if (fresh[key] === undefined) delete fresh[key];
    return replaceAt(tree, path, fresh as unknown as TreeNode);
}

function append(tree: Tree, path: Path, child: Omit<TreeNode, 'id' | 'children'>): Edit {
    const parent = nodeAt(tree, path);
    if (!parent) return { tree, path };
    const node: TreeNode = { ...child, id: tree.next, children: [] };
    const grown = replaceAt(tree, path, { ...parent, children: [...parent.children, node] });
    return { tree: { ...grown, next: tree.next + 1 }, path: [...path, parent.children.length] };
}

/** Goes to the child with this stone, which is added if there is none. Legality is the caller's affair. */
export function addStone(tree: Tree, path: Path, stone: Square): Edit {
    return addLine(tree, path, [stone]);
}

/** The same for several stones, one below the other. What is new is hung in at one go. */
export function addLine(tree: Tree, path: Path, stones: readonly Square[]): Edit {
    const way = [...path];
    let parent = nodeAt(tree, path);
    if (!parent) return { tree, path };
    let there = 0;
    for (; there < stones.length; there++) {
        const i: number = parent.children.findIndex((c) => c.stone === stones[there] && !c.setup);
        if (i < 0) break;
        way.push(i);
        parent = parent.children[i]!;
    }
    const fresh = stones.slice(there);
    if (!fresh.length) return { tree, path: way };
    let below: TreeNode[] = [];
    for (let i = fresh.length - 1; i >= 0; i--) below = [{ id: tree.next + i, stone: fresh[i]!, children: below }];
    const grown = replaceAt(tree, way, { ...parent, children: [...parent.children, ...below] });
    const steps = [parent.children.length, ...fresh.slice(1).map(() => 0)];
    return { tree: { ...grown, next: tree.next + fresh.length }, path: [...way, ...steps] };
}

/** Adds a child that sets the position up. */
export function addSetup(tree: Tree, path: Path, setup: Setup): Edit {
    return append(tree, path, { stone: null, setup });
}

/** Deletes the node with all below it; the root loses its children. */
export function deleteAt(tree: Tree, path: Path): Edit {
    if (!path.length) return { tree: change(tree, [], { children: [] }), path };
    const up = path.slice(0, -1);
    const children = nodeAt(tree, up)?.children.filter((_, i) => i !== path[path.length - 1]) ?? [];
    return { tree: change(tree, up, { children }), path: up };
}

/** Moves the node among its siblings by so many places (as far as there are any). */
export function moveBy(tree: Tree, path: Path, by: number): Edit {
    const from = path[path.length - 1];
    if (from === undefined) return { tree, path };
    const up = path.slice(0, -1);
    const children = nodeAt(tree, up)?.children.slice() ?? [];
    const to = Math.max(0, Math.min(children.length - 1, from + by));
    if (to === from) return { tree, path };
    children.splice(to, 0, ...children.splice(from, 1));
    return { tree: change(tree, up, { children }), path: [...up, to] };
}

/** Where the line to this node last leaves the first child of a node: the path to the node after the fork. */
function lastFork(path: Path): Path | null {
    for (let i = path.length; i > 0; i--) if (path[i - 1]! > 0) return path.slice(0, i);
    return null;
}

/** Moves the variation that the node is in one place up where it last left a line of first children. */
export function promote(tree: Tree, path: Path): Edit {
    const fork = lastFork(path);
    if (!fork) return { tree, path };
    const moved = moveBy(tree, fork, -1);
    return { tree: moved.tree, path: [...moved.path, ...path.slice(fork.length)] };
}

/** Makes the line from the root to this node the main line. */
export function makeMain(tree: Tree, path: Path): Edit {
    let at: Edit = { tree, path };
    for (let i = path.length; i > 0; i--) {
        const step = moveBy(at.tree, at.path.slice(0, i), -path[i - 1]!);
        at = { tree: step.tree, path: [...step.path, ...at.path.slice(i)] };
    }
    return at;
}

/** The comment or name; "" takes it away. */
export function setText(tree: Tree, path: Path, what: 'comment' | 'name', text: string): Tree {
    return change(tree, path, { [what]: text || undefined });
}

/** Puts the mark on the square, in place of another; if it is there already, takes it away. */
export function toggleMark(tree: Tree, path: Path, at: Square, kind: MarkKind): Tree {
    const old = nodeAt(tree, path)?.marks ?? [];
    const rest = old.filter((v) => v.at !== at);
    const had = old.some((v) => v.at === at && v.kind === kind);
    const marks = had ? rest : [...rest, { at, kind }];
    return change(tree, path, { marks: marks.length ? marks : undefined });
}

/** Draws an arrow or a line from one square to another, in place of the other kind; if it is there already, takes it away. */
export function toggleArrow(tree: Tree, path: Path, at: Square, to: Square, kind: Arrow['kind']): Tree {
    if (at === to) return tree;
    const old = nodeAt(tree, path)?.arrows ?? [];
    const same = (v: Arrow) =>
        (v.at === at && v.to === to) || (v.at === to && v.to === at && (v.kind === 'line' || kind === 'line'));
    const had = old.some((v) => same(v) && v.kind === kind);
    const rest = old.filter((v) => !same(v));
    const arrows = had ? rest : [...rest, { kind, at, to }];
    return change(tree, path, { arrows: arrows.length ? arrows : undefined });
}

/** Labels the square; "" takes its label away. */
export function setLabel(tree: Tree, path: Path, at: Square, text: string): Tree {
    const rest = (nodeAt(tree, path)?.labels ?? []).filter((v) => v.at !== at);
    const labels: Label[] = text ? [...rest, { at, text }] : rest;
    return change(tree, path, { labels: labels.length ? labels : undefined });
}

/** The first of A, B … Z, then 1, 2 … that no square of the node bears. */
export function nextLabel(node: TreeNode): string {
    const used = new Set(node.labels?.map((v) => v.text));
    for (let i = 0; i < 26; i++) {
        const letter = String.fromCharCode(65 + i);
        if (!used.has(letter)) return letter;
    }
    for (let i = 1; ; i++) if (!used.has(String(i))) return String(i);
}

export function clearMarks(tree: Tree, path: Path): Tree {
    return change(tree, path, { marks: undefined, arrows: undefined, oddMarks: undefined, labels: undefined });
}

/** The set-up of a node without a stone; one without stones and side is none. */
export function changeSetup(tree: Tree, path: Path, setup: Setup): Tree {
    return change(tree, path, { setup: setupIsEmpty(setup) ? undefined : setup });
}

export function setEval(tree: Tree, path: Path, value: Evaluation | undefined): Tree {
    return change(tree, path, { eval: value });
}

/** One entry of the game's description; "" takes it away. */
/** A property of SGF that the page gives a meaning of its own; undefined takes it away. */
export function setProperty(tree: Tree, path: Path, id: string, value: string | undefined): Tree {
    const node = nodeAt(tree, path);
    if (!node) return tree;
    const { [id]: _, ...rest } = (node.extra?.properties ?? {}) as Readonly<Record<string, unknown>>;
    const properties = value === undefined ? rest : { ...rest, [id]: [value] };
    const { properties: __, ...extra } = node.extra ?? {};
    const next = Object.keys(properties).length ? { ...extra, properties } : extra;
    return change(tree, path, { extra: Object.keys(next).length ? next : undefined });
}

export function setInfo(tree: Tree, key: string, text: string): Tree {
    const info = { ...tree.info };
    if (text) info[key] = text;
    else delete info[key];
    return { ...tree, info };
}

/** Is a node's own content (not what is below) that of a node a person would take for the same move? */
function sameMove(a: TreeNode, b: TreeNode): boolean {
    return a.stone !== null ? a.stone === b.stone && !a.setup && !b.setup : sameSetup(a, b);
}

function sameSetup(a: TreeNode, b: TreeNode): boolean {
    if (b.stone !== null || !a.setup || !b.setup) return false;
    const text = (s: Setup) => {
        const list = (l: readonly Square[]) => [...l].sort((x, y) => x - y);
        return JSON.stringify([list(s.black), list(s.white), list(s.empty), s.toMove, s.left]);
    };
    return text(a.setup) === text(b.setup);
}

function joinedText(a: string | undefined, b: string | undefined): string | undefined {
    if (!a || !b || a === b || a.includes(b)) return a || b;
    return b.includes(a) ? b : `${a}\n\n${b}`;
}

/* One node of what both say; the first's marks and evaluation count where they contradict. */
function joinNotes(a: TreeNode, b: TreeNode, children: readonly TreeNode[]): TreeNode {
    const marks = [...(a.marks ?? []), ...(b.marks ?? []).filter((v) => !a.marks?.some((w) => w.at === v.at))];
    const labels = [...(a.labels ?? []), ...(b.labels ?? []).filter((v) => !a.labels?.some((w) => w.at === v.at))];
    const drawn = (v: Arrow) => a.arrows?.some((w) => w.at === v.at && w.to === v.to);
    const arrows = [...(a.arrows ?? []), ...(b.arrows ?? []).filter((v) => !drawn(v))];
    const deeper = (b.eval?.depth ?? 0) > (a.eval?.depth ?? 0) ? b.eval : (a.eval ?? b.eval);
    const fields: Record<string, unknown> = {
        ...b,
        ...a,
        comment: joinedText(a.comment, b.comment),
        name: a.name ?? b.name,
        marks: marks.length ? marks : undefined,
        labels: labels.length ? labels : undefined,
        arrows: arrows.length ? arrows : undefined,
        eval: deeper,
        children,
    };
    for (const key of Object.keys(fields)) if (fields[key] === undefined) delete fields[key];
    return fields as unknown as TreeNode;
}

/* Joins siblings that make the same move, and so on below. Nodes that need nothing stay the objects they are.
 * Each pair of lists is worked off from a stack: `into` is a fresh node whose children are not final yet. */
function mergeNodes(top: TreeNode): TreeNode {
    const box: { children: TreeNode[] } = { children: [] };
    const open: { into: { children: TreeNode[] }; list: readonly TreeNode[] }[] = [{ into: box, list: [top] }];
    for (let job = open.pop(); job; job = open.pop()) {
        const kept: { node: TreeNode; list: TreeNode[] }[] = [];
        for (const child of job.list) {
            const twin = kept.find((v) => sameMove(v.node, child));
            if (twin) {
                twin.node = joinNotes(twin.node, child, []);
                twin.list.push(...child.children);
            } else kept.push({ node: child, list: [...child.children] });
        }
        for (const { node, list } of kept) {
            const fresh = { ...node, children: [] as TreeNode[] };
            job.into.children.push(fresh);
            if (list.length) open.push({ into: fresh, list });
        }
    }
    return box.children[0]!;
}

/** Where a node went when its tree was merged: follows the moves from the root, not the indexes. */
function followMoves(from: Tree, path: Path, to: Tree): Path {
    const found: number[] = [];
    let at = to.root;
    for (const node of nodesOn(from, path).slice(1)) {
        let i = at.children.findIndex((c) => c.id === node.id);
        if (i < 0) i = at.children.findIndex((c) => sameMove(c, node));
        if (i < 0) break;
        found.push(i);
        at = at.children[i]!;
    }
    return found;
}

/** Joins identical siblings everywhere in the tree. */
export function mergeIdentical(tree: Tree, path: Path): Edit {
    const merged = { ...tree, root: mergeNodes(tree.root) };
    if ([...walkTree(merged.root)].length === [...walkTree(tree.root)].length) return { tree, path };
    return { tree: merged, path: followMoves(tree, path, merged) };
}

/* A mark as the JSON has it, with its squares (and no other field) put through `map`. */
function mapOdd(mark: Readonly<Record<string, unknown>>, map: (s: Square) => Square): Record<string, unknown> {
    const fresh = { ...mark };
    for (const key of ['at', 'to']) {
        const s = typeof mark[key] === 'string' ? parseSquare(mark[key]) : null;
        if (s !== null) fresh[key] = squareText(map(s));
    }
    return fresh;
}

/** A copy of a subtree with ids from `next` on, its squares put through `map`. */
export function copyNodes(top: TreeNode, next: number, map: (s: Square) => Square): { node: TreeNode; next: number } {
    const box: { children: TreeNode[] } = { children: [] };
    const open: { into: { children: TreeNode[] }; from: TreeNode }[] = [{ into: box, from: top }];
    const squares = (l: readonly Square[]) => l.map(map);
    for (let job = open.pop(); job; job = open.pop()) {
        const { from } = job;
        const fresh = {
            ...from,
            id: next++,
            stone: from.stone === null ? null : map(from.stone),
            ...(from.marks && { marks: from.marks.map((v) => ({ ...v, at: map(v.at) })) }),
            ...(from.oddMarks && { oddMarks: from.oddMarks.map((v) => mapOdd(v, map)) }),
            ...(from.arrows && { arrows: from.arrows.map((v) => ({ ...v, at: map(v.at), to: map(v.to) })) }),
            ...(from.labels && { labels: from.labels.map((v) => ({ ...v, at: map(v.at) })) }),
            ...(from.eval?.best && { eval: { ...from.eval, best: squares(from.eval.best) } }),
            ...(from.setup && {
                setup: {
                    ...from.setup,
                    black: squares(from.setup.black),
                    white: squares(from.setup.white),
                    empty: squares(from.setup.empty),
                },
            }),
            children: [] as TreeNode[],
        };
        job.into.children.push(fresh);
        for (let i = from.children.length - 1; i >= 0; i--) open.push({ into: fresh, from: from.children[i]! });
    }
    return { node: box.children[0]!, next };
}

/** Merges another tree of the same rules into this one. */
export function mergeTree(tree: Tree, path: Path, other: Tree): Edit {
    const copy = copyNodes(other.root, tree.next, (s) => s);
    const root = { ...tree.root, children: [...tree.root.children, ...copy.node.children] };
    const both = joinNotes(root, { ...copy.node, children: [] }, root.children);
    const joined: Tree = { ...tree, info: { ...other.info, ...tree.info }, root: both, next: copy.next };
    const merged = { ...joined, root: mergeNodes(joined.root) };
    return { tree: merged, path: followMoves(tree, path, merged) };
}

/** Takes what is below `from` over to `to`, where the same position stands up to the symmetry `map`. The notes
 * of `from` stay, its children go. The places must not be one below the other. */
export function graft(tree: Tree, from: Path, to: Path, map: (s: Square) => Square): Edit {
    const source = nodeAt(tree, from);
    const target = nodeAt(tree, to);
    if (!source || !target || isBelow(from, to) || isBelow(to, from)) return { tree, path: to };
    const copy = copyNodes(source, tree.next, map);
    const grown = { ...target, children: [...target.children, ...copy.node.children] };
    const emptied = change({ ...tree, next: copy.next }, from, { children: [] });
    return { tree: replaceAt(emptied, to, mergeNodes(grown)), path: to };
}
