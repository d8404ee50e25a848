/* Undo and redo of edits. Trees share their parts, so the history keeps whole trees. */

import { fixPath, samePath, walkTree, type Evaluation, type Path, type Tree, type TreeNode } from './tree';

export interface Snapshot {
    readonly tree: Tree;
    readonly path: Path;
}

export interface History {
    readonly past: readonly Snapshot[]; // oldest first
    readonly now: Snapshot;
    readonly future: readonly Snapshot[]; // next first
    readonly tag: string | null; // of the last edit: see edited()
}

const HISTORY_MOST = 500;

export function newHistory(tree: Tree, path: Path = []): History {
    return { past: [], now: { tree, path: fixPath(tree, path) }, future: [], tag: null };
}

/** Another place in the tree: no edit, nothing to undo. */
export function moved(h: History, path: Path): History {
    const fixed = fixPath(h.now.tree, path);
    return samePath(fixed, h.now.path) ? h : { ...h, now: { ...h.now, path: fixed }, tag: null };
}

/** An edit. Edits that follow each other with the same tag (the letters typed into one comment) are undone as
 * one. */
export function edited(h: History, tree: Tree, path: Path, tag: string | null = null): History {
    const now = { tree, path: fixPath(tree, path) };
    if (tree === h.now.tree) return moved(h, path);
    if (tag !== null && tag === h.tag && h.past.length) return { ...h, now, future: [] };
    return { past: [...h.past, h.now].slice(-HISTORY_MOST), now, future: [], tag };
}

/** Another chapter of the same document: like another place, no edit. */
export function turned(h: History, tree: Tree, path: Path): History {
    return { ...h, now: { tree, path: fixPath(tree, path) }, tag: null };
}

/** A change that undo should not see, such as an evaluation that arrived. */
export function amended(h: History, tree: Tree): History {
    return { ...h, now: { tree, path: fixPath(tree, h.now.path) } };
}

/* Evaluations are not edits, so undo must not lose those that arrived meanwhile. A tree that misses none stays the
 * object it is. */
function carryEvals(from: Tree, to: Tree): Tree {
    if (from.root === to.root) return to;
    const known = new Map<number, Evaluation>();
    for (const top of [from.root, ...(from.study?.others.map((c) => c.root) ?? [])])
        for (const { node } of walkTree(top)) if (node.eval) known.set(node.id, node.eval);
    const missing = (n: TreeNode) => known.has(n.id) && known.get(n.id) !== n.eval;
    if (![...walkTree(to.root)].some((v) => missing(v.node))) return to;
    const box: { children: TreeNode[] } = { children: [] };
    const open: { into: { children: TreeNode[] }; from: TreeNode }[] = [{ into: box, from: to.root }];
    for (let job = open.pop(); job; job = open.pop()) {
        const value = known.get(job.from.id);
        const fresh = { ...job.from, ...(value && { eval: value }), children: [] as TreeNode[] };
        job.into.children.push(fresh);
        for (let i = job.from.children.length - 1; i >= 0; i--) open.push({ into: fresh, from: job.from.children[i]! });
    }
    return { ...to, root: box.children[0]! };
}

export function undo(h: History): History {
    const back = h.past[h.past.length - 1];
    if (!back) return h;
    const now = { ...back, tree: carryEvals(h.now.tree, back.tree) };
    return { past: h.past.slice(0, -1), now, future: [h.now, ...h.future], tag: null };
}

export function redo(h: History): History {
    const [next, ...future] = h.future;
    if (!next) return h;
    const now = { ...next, tree: carryEvals(h.now.tree, next.tree) };
    return { past: [...h.past, h.now], now, future, tag: null };
}
