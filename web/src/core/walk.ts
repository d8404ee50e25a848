/* A walk through a whole tree with the position in step: one board that stones are put on and taken from, for
 * work on thousands of nodes. Single places are what positionAt is for. */

import {
    EMPTY,
    allSquares,
    cellOf,
    emptyPosition,
    onBoard,
    otherSide,
    placeAll,
    setUp,
    wins,
    type Outcome,
    type Position,
    type Rules,
    type Side,
} from './rules';
import { STRIDE, colOf, rowOf, type Square } from './squares';
import type { Tree, TreeNode } from './tree';

const STEPS: readonly (readonly [number, number])[] = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
];

function countOn(r: Rules, cells: Uint8Array, s: Square, dc: number, dr: number): number {
    const own = cells[s];
    let col = colOf(s) + dc;
    let row = rowOf(s) + dr;
    let n = 0;
    while (col >= 0 && col < r.m && row >= 0 && row < r.n && cells[row * STRIDE + col] === own) {
        n++;
        col += dc;
        row += dr;
    }
    return n;
}

function makesRow(r: Rules, cells: Uint8Array, s: Square): boolean {
    for (const [dc, dr] of STEPS)
        if (wins(r, 1 + countOn(r, cells, s, dc, dr) + countOn(r, cells, s, -dc, -dr))) return true;
    return false;
}

/** What is so at a place, apart from the stones. */
export interface Turn {
    readonly toMove: Side;
    readonly left: number;
    readonly outcome: Outcome;
    readonly turn: number;
    readonly stones: number;
}

interface Step {
    readonly before: Turn;
    readonly at: Square | null; // the stone that was placed
    readonly cells: Uint8Array | null; // the board before a set-up, or before any move of Go
    readonly go: Position | null;
}

export class Walker {
    cells: Uint8Array;
    now: Turn;
    private go: Position | null = null; // a game of Go is walked by whole positions: its moves take stones off
    private readonly steps: Step[] = [];

    constructor(private readonly rules: Rules) {
        const start = emptyPosition(rules);
        const { cells, toMove, left, outcome, turn, stones } = start;
        if (rules.go) this.go = start;
        this.cells = cells;
        this.now = { toMove, left, outcome, turn, stones };
    }

    /** Makes the node's set-up or stone, as stepInto does. False if it changed nothing. */
    enter(node: TreeNode): boolean {
        if (this.go) return this.enterGo(this.go, node);
        const before = this.now;
        const cells = node.setup ? this.cells : null;
        if (node.setup) {
            const position = setUp({ ...emptyPosition(this.rules), ...this.now, cells: this.cells }, node.setup);
            const { toMove, left, outcome, turn, stones } = position;
            this.cells = position.cells;
            this.now = { toMove, left, outcome, turn, stones };
        }
        const s = node.stone;
        const legal = s !== null && this.now.outcome === 'open' && onBoard(this.rules, s) && this.cells[s] === EMPTY;
        if (legal) this.place(s);
        this.steps.push({ before, at: legal ? s : null, cells, go: null });
        return legal || cells !== null;
    }

    private enterGo(from: Position, node: TreeNode): boolean {
        const ready = node.setup ? setUp(from, node.setup) : from;
        const to = node.stone === null ? ready : placeAll(ready, [node.stone]);
        this.steps.push({ before: this.now, at: null, cells: this.cells, go: from });
        const { cells, toMove, left, outcome, turn, stones } = to;
        this.go = to;
        this.cells = cells;
        this.now = { toMove, left, outcome, turn, stones };
        return to !== from;
    }

    private place(s: Square): void {
        const { toMove, left, turn } = this.now;
        const stones = this.now.stones + 1;
        this.cells[s] = cellOf(toMove);
        if (makesRow(this.rules, this.cells, s)) {
            this.now = { toMove, left, turn, stones, outcome: toMove };
            return;
        }
        const outcome = stones === this.rules.m * this.rules.n ? 'draw' : 'open';
        this.now =
            left === 1
                ? { toMove: otherSide(toMove), left: this.rules.p, turn: turn + 1, stones, outcome }
                : { toMove, left: left - 1, turn, stones, outcome };
    }

    /** Takes back what the last `enter` did. */
    leave(): void {
        const step = this.steps.pop();
        if (!step) return;
        if (step.at !== null) this.cells[step.at] = EMPTY;
        if (step.cells) this.cells = step.cells;
        if (step.go) this.go = step.go;
        this.now = step.before;
    }

    /** The occupied squares, row by row. */
    occupied(): Square[] {
        return allSquares(this.rules).filter((s) => this.cells[s] !== EMPTY);
    }
}

/** Visits all nodes in the order of a file, with the walker at each; `before` is the turn before its stone. */
export function visitTree(
    tree: Tree,
    visit: (
        node: TreeNode,
        walker: Walker,
        changed: boolean,
        before: Turn,
        parent: TreeNode | null,
        index: number,
    ) => void,
): void {
    const walker = new Walker(tree.rules);
    type Job = { node: TreeNode; parent: TreeNode | null; index: number } | null; // null: leave
    const open: Job[] = [{ node: tree.root, parent: null, index: 0 }];
    while (open.length) {
        const job = open.pop()!;
        if (!job) {
            walker.leave();
            continue;
        }
        const before = walker.now;
        const changed = walker.enter(job.node);
        visit(job.node, walker, changed, before, job.parent, job.index);
        open.push(null);
        const kids = job.node.children;
        for (let i = kids.length - 1; i >= 0; i--) open.push({ node: kids[i]!, parent: job.node, index: i });
    }
}
