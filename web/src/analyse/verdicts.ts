/* The turns of the whole tree that threw chances away, by the evaluations that the nodes have. */

import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { tree } from '../app/store';
import { emptyPosition, otherSide, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { pathOfId, positionAt, type Tree, type TreeNode } from '../core/tree';
import { judge, viewOfEval, type Grade, type View } from './judge';
import { thoughtAt, thoughtCount } from './state';
import type { Thought } from './wire';

export interface Mistake {
    readonly grade: Grade;
    readonly side: Side;
    /** How much of the mover's chance was lost, 0 to 1. */
    readonly loss: number;
    readonly missed: boolean;
    /** The turn that was played, and the one the engine preferred, if that is known. */
    readonly stones: readonly Square[];
    readonly best?: readonly Square[];
    readonly bestLine?: readonly Square[];
    /** The node where the turn begins. */
    readonly from: number;
}

/* Where a walk over the tree stands: the turn that goes on and what was thought before it. No board is needed,
 * which makes this quick on large trees. */
interface Place {
    readonly toMove: Side;
    readonly left: number;
    readonly from: number;
    readonly before?: View;
    readonly stones: readonly Square[];
}

function placeAfterSetup(t: Tree, node: TreeNode): Place {
    const { toMove, left } = positionAt(t, pathOfId(t, node.id) ?? []);
    return { toMove, left, from: node.id, before: viewOfEval(node.eval), stones: [] };
}

/* Chances of few playouts differ by chance: by so much in one of twenty comparisons. */
function doubt(...thoughts: (Thought | undefined)[]): number {
    return 2 * Math.sqrt(thoughts.reduce((sum, v) => sum + 0.25 / Math.max(1, v?.nodes ?? 1), 0));
}

function findMistake(t: Tree, place: Place, node: TreeNode): Mistake | null {
    const after = viewOfEval(node.eval);
    if (!place.before || !after) return null;
    if (!judge(place.toMove, place.before, after)) return null;
    const stones = [...place.stones, node.stone!];
    const thought = thoughtAt(positionAt(t, pathOfId(t, place.from) ?? []));
    const then = t.rules.go && thoughtAt(positionAt(t, pathOfId(t, node.id) ?? []));
    const verdict = judge(place.toMove, place.before, after, then ? doubt(thought, then) : 0);
    if (!verdict) return null;
    const best = thought?.lines[0];
    if (best && best.turn.length === stones.length && best.turn.every((s) => stones.includes(s))) return null;
    return { ...verdict, side: place.toMove, stones, best: best?.turn, bestLine: best?.line, from: place.from };
}

function begun(t: Tree): { toMove: Side; left: number } {
    const { toMove, left } = emptyPosition(t.rules);
    return { toMove, left };
}

export function mistakesOf(t: Tree): Map<number, Mistake> {
    const found = new Map<number, Mistake>();
    const { root } = t;
    const first: Place = root.setup
        ? placeAfterSetup(t, root)
        : { ...begun(t), from: root.id, before: viewOfEval(root.eval), stones: [] };
    const open = root.children.map((node) => ({ node, place: first }));
    for (let at = open.pop(); at; at = open.pop()) {
        const { node, place } = at;
        let next = place;
        if (node.setup) next = placeAfterSetup(t, node);
        else if (node.stone !== null && place.left > 1)
            next = { ...place, left: place.left - 1, stones: [...place.stones, node.stone] };
        else if (node.stone !== null) {
            const mistake = findMistake(t, place, node);
            if (mistake) found.set(node.id, mistake);
            const toMove = otherSide(place.toMove);
            next = { toMove, left: t.rules.p, from: node.id, before: viewOfEval(node.eval), stones: [] };
        }
        for (const child of node.children) open.push({ node: child, place: next });
    }
    return found;
}

/** By the id of the last node of the turn; also those that are doubted. */
export const allMistakes: ReadonlySignal<ReadonlyMap<number, Mistake>> = computed(() => {
    void thoughtCount.value;
    return mistakesOf(tree.value);
});

/** Nodes whose evaluation comes from a short search of a review: no turn is called a blunder for that alone. */
export const doubted = signal<ReadonlySet<number>>(new Set());

/** Is it a blunder by two evaluations of which one is doubted? */
export function isDoubted(id: number, m: Mistake): boolean {
    return m.grade === 'blunder' && (doubted.value.has(id) || doubted.value.has(m.from));
}

/** By the id of the last node of the turn. */
export const mistakes: ReadonlySignal<ReadonlyMap<number, Mistake>> = computed(
    () => new Map([...allMistakes.value].filter(([id, m]) => !isDoubted(id, m))),
);
