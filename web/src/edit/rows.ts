/* The variation tree as rows, as in a book: one turn a row, its stones along the first children; then, further
 * in, the variations that leave it; then the next turn. A variation that leaves within a turn repeats the stones
 * it shares.
 *
 * A row that has variations can be folded, and the first row of a variation with all of the variation. */

import type { Side } from '../core/rules';
import { countNodes, type Tree, type TreeNode } from '../core/tree';
import { visitTree } from '../core/walk';

export interface Row {
    readonly key: number; // the id of its first own node
    readonly nodes: readonly TreeNode[]; // its own: usually the stones of a turn
    readonly shared: readonly TreeNode[]; // stones of the same turn before the variation left
    readonly side: Side | null; // null: the start, a set-up, a node without a stone
    readonly number: number; // of the turn, from 1; 0 for rows that go on with one
    readonly indent: number;
    readonly level: number; // in the tree of rows, from 1
    readonly head: boolean; // the first row of a variation
    readonly foldable: boolean;
    readonly folded: boolean;
    readonly hidden: number; // nodes that the fold hides
}

/** How many stones a row has at most: games with long turns take several rows a turn. */
const ROW_STONES = 4;

export interface Stop {
    readonly side: Side;
    readonly turn: number;
    readonly legal: boolean; // false: a stone that cannot be placed here
}

/** Whose stone each node has, and of which turn. */
export function stopsOf(tree: Tree): ReadonlyMap<number, Stop> {
    const stops = new Map<number, Stop>();
    visitTree(tree, (node, _walker, changed, before) => {
        stops.set(node.id, { side: before.toMove, turn: before.turn, legal: node.stone === null || changed });
    });
    return stops;
}

interface Job {
    readonly first: TreeNode;
    readonly siblings: readonly TreeNode[]; // variations of its first stone, shown below it
    readonly shared: readonly TreeNode[];
    readonly indent: number;
    readonly level: number;
    readonly head: boolean;
    readonly goesOn: boolean; // with the turn of the row before
}

/* The nodes of one row, and the variations that leave along it with what they share. */
function gather(job: Job, stops: ReadonlyMap<number, Stop>) {
    const nodes = [job.first];
    const forks: { first: TreeNode; shared: readonly TreeNode[] }[] = [];
    for (const first of job.siblings) forks.push({ first, shared: job.shared });
    const turn = stops.get(job.first.id)?.turn;
    let last = job.first;
    const room = ROW_STONES - job.shared.length;
    while (last.stone !== null && last.children[0] && nodes.length < room) {
        const next = last.children[0];
        if (next.stone === null || stops.get(next.id)?.turn !== turn) break;
        for (const first of last.children.slice(1)) forks.push({ first, shared: [...job.shared, ...nodes] });
        nodes.push(next);
        last = next;
    }
    return { nodes, forks, last, turn };
}

function sharesTurn(fork: { first: TreeNode }, turn: number | undefined, stops: ReadonlyMap<number, Stop>): boolean {
    return fork.first.stone !== null && stops.get(fork.first.id)?.turn === turn;
}

/** `here` are the ids of the nodes from the root to the current one: no fold hides that. */
export function rowsOf(
    tree: Tree,
    stops: ReadonlyMap<number, Stop>,
    folded: ReadonlySet<number> = new Set(),
    here: ReadonlySet<number> = new Set(),
): Row[] {
    const rows: Row[] = [];
    const plain = { indent: 0, level: 1, head: false, goesOn: false };
    const open: Job[] = [{ first: tree.root, siblings: [], shared: [], ...plain }];
    for (let job = open.pop(); job; job = open.pop()) {
        const { indent, level, head, shared } = job;
        const { nodes, forks, last, turn } = gather(job, stops);
        const stop = stops.get(job.first.id);
        const next = last.children[0];
        const inside = [...forks.map((f) => f.first), ...(head && next ? [next] : [])];
        const fold = folded.has(job.first.id) && !inside.some((n) => here.has(n.id));
        rows.push({
            key: job.first.id,
            nodes,
            shared,
            side: job.first.stone === null ? null : (stop?.side ?? null),
            number: job.first.stone === null || job.goesOn ? 0 : (stop?.turn ?? 0) + 1,
            indent,
            level,
            head,
            foldable: inside.length > 0,
            folded: fold && inside.length > 0,
            hidden: fold ? inside.reduce((n, v) => n + countNodes(v), 0) + hiddenSiblings(head, last) : 0,
        });
        if (next && !(fold && head))
            open.push({
                first: next,
                siblings: last.children.slice(1),
                shared: [],
                indent,
                level: head ? level + 1 : level,
                head: false,
                goesOn: next.stone !== null && last.stone !== null && stops.get(next.id)?.turn === turn,
            });
        if (fold) continue;
        for (const fork of forks.reverse()) {
            const same = sharesTurn(fork, turn, stops);
            const further = { indent: indent + 1, level: level + 1, head: true, goesOn: false };
            open.push({ first: fork.first, siblings: [], shared: same ? fork.shared : [], ...further });
        }
    }
    return rows;
}

/* A folded variation also hides the variations of the turn that would follow. */
function hiddenSiblings(head: boolean, last: TreeNode): number {
    return head ? last.children.slice(1).reduce((n, v) => n + countNodes(v), 0) : 0;
}

/** The index of the row that has the node among its own; -1 if it is hidden. */
export function rowIndexOf(rows: readonly Row[], id: number): number {
    return rows.findIndex((r) => r.nodes.some((n) => n.id === id));
}

/** The keys of all rows that can be folded. */
export function foldableKeys(rows: readonly Row[]): number[] {
    return rows.filter((r) => r.foldable).map((r) => r.key);
}
