/* A history of edits as plain data, for keeping. The trees of a history share most of their nodes, and so does
 * what is written: each node stands once, after its children. */

import type { History, Snapshot } from './history';
import { fixPath, type Chapter, type Path, type Tree, type TreeNode } from './tree';

type Notes = Omit<TreeNode, 'id' | 'stone' | 'children'>;
type PackedNode = [id: number, stone: number | null, children: number[], notes?: Notes];

type PackedChapter = Omit<Chapter, 'root'> & { root: number };

interface PackedTree extends Omit<Tree, 'root' | 'study'> {
    root: number;
    study?: { at: number; others: PackedChapter[] };
}

export interface PackedHistory {
    nodes: PackedNode[];
    past: { tree: PackedTree; path: Path }[];
    now: { tree: PackedTree; path: Path };
    future: { tree: PackedTree; path: Path }[];
    /** Nodes beside those of the history that were packed with it. */
    more: (number | null)[];
}

class Packer {
    readonly nodes: PackedNode[] = [];
    private readonly known = new Map<TreeNode, number>();

    /** The number of a node in the list, after everything below it is there. */
    add(top: TreeNode): number {
        const open: { node: TreeNode; below: boolean }[] = [{ node: top, below: false }];
        for (let at = open.pop(); at; at = open.pop()) {
            if (this.known.has(at.node)) continue;
            if (at.below) this.write(at.node);
            else {
                open.push({ node: at.node, below: true });
                for (const child of at.node.children) open.push({ node: child, below: false });
            }
        }
        return this.known.get(top)!;
    }

    private write(node: TreeNode): void {
        const { id, stone, children, ...notes } = node;
        const packed: PackedNode = [id, stone, children.map((c) => this.known.get(c)!)];
        if (Object.keys(notes).length) packed.push(notes);
        this.known.set(node, this.nodes.push(packed) - 1);
    }
}

/** Packs the last `steps` steps of undo and the next ones of redo; `more` are further nodes to keep. */
export function packHistory(h: History, steps: number, more: readonly (TreeNode | null)[] = []): PackedHistory {
    const packer = new Packer();
    const packTree = ({ study, ...tree }: Tree): PackedTree => ({
        ...tree,
        root: packer.add(tree.root),
        ...(study && { study: { ...study, others: study.others.map((c) => ({ ...c, root: packer.add(c.root) })) } }),
    });
    const pack = ({ tree, path }: Snapshot) => ({ tree: packTree(tree), path });
    const past = steps ? h.past.slice(-steps).map(pack) : [];
    const now = pack(h.now);
    const future = h.future.slice(0, steps).map(pack);
    return { nodes: packer.nodes, past, now, future, more: more.map((n) => n && packer.add(n)) };
}

/** The way back. Throws if it is nothing that packHistory made. */
export function unpackHistory(kept: PackedHistory): { history: History; more: (TreeNode | null)[] } {
    const nodes: TreeNode[] = [];
    const at = (i: number): TreeNode => {
        const found = nodes[i];
        if (!found) throw new Error(`no node ${i}`);
        return found;
    };
    for (const [id, stone, children, notes] of kept.nodes)
        nodes.push({ id, stone, ...notes, children: children.map(at) });
    const unpack = (s: { tree: PackedTree; path: Path }): Snapshot => {
        const { study, ...rest } = s.tree;
        const others = study?.others.map((c) => ({ ...c, root: at(c.root) }));
        const tree = { ...rest, root: at(rest.root), ...(study && { study: { at: study.at, others: others! } }) };
        return { tree, path: fixPath(tree, s.path) };
    };
    return {
        history: { past: kept.past.map(unpack), now: unpack(kept.now), future: kept.future.map(unpack), tag: null },
        more: kept.more.map((i) => (i === null ? null : at(i))),
    };
}
