/* The line that one looks at, from the root through the current node to its end. The graph is made from it. */

import { computed } from '@preact/signals';
import { endOfLine } from '../app/nav';
import { path, tree } from '../app/store';
import { emptyPosition, type Outcome, type Side } from '../core/rules';
import { nodesOn, stepInto, type Path, type Tree, type TreeNode } from '../core/tree';
import { viewOfEnd, viewOfEval, type View } from './judge';
import { keyOf } from './wire';

/** What follows from the stones up to a node. */
interface Facts {
    readonly played: number; // stones since the empty board or the last set-up
    readonly toMove: Side;
    readonly outcome: Outcome;
    /** Between two turns, or the game is over. */
    readonly whole: boolean;
    readonly turn: number; // of the node's stone
    readonly key: string;
}

/** One node of the line. */
export interface Step extends Facts {
    readonly node: TreeNode;
    readonly view?: View;
}

function factsOf(t: Tree, nodes: readonly TreeNode[]): Facts[] {
    let position = emptyPosition(t.rules);
    return nodes.map((node) => {
        const { turn } = position;
        position = stepInto(position, node);
        const { moves, toMove, outcome } = position;
        const whole = node.stone === null || outcome !== 'open' || position.turn !== turn;
        return { played: moves.length, toMove, outcome, whole, turn, key: keyOf(position) };
    });
}

/* Evaluations arrive all the time, stones seldom: what follows from the stones is kept for the last line. */
let lastNodes: readonly TreeNode[] = [];
let lastFacts: Facts[] = [];

function sameStones(a: TreeNode, b: TreeNode | undefined): boolean {
    return a === b || (a.id === b?.id && a.stone === b.stone && a.setup === b.setup);
}

export function stepsOf(t: Tree, to: Path): Step[] {
    const nodes = nodesOn(t, to);
    const known = nodes.length === lastNodes.length && nodes.every((n, i) => sameStones(n, lastNodes[i]));
    if (!known) lastFacts = factsOf(t, nodes);
    lastNodes = nodes;
    return nodes.map((node, i) => {
        const facts = lastFacts[i]!;
        /* Who has won a game of Go is told by the count, not by its last position. */
        const { outcome } = facts;
        const view = outcome === 'open' || t.rules.go ? viewOfEval(node.eval) : viewOfEnd(outcome);
        return { ...facts, node, view };
    });
}

/** The path to the end of the current line. */
export const wholePath = computed(() => endOfLine(tree.value, path.value));
export const steps = computed(() => stepsOf(tree.value, wholePath.value));
