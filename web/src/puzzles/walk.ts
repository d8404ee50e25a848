/* The solution, walked through: at each of the solver's turns all defences can be chosen, and the tree says how each goes on. */

import { batch, computed, signal } from '@preact/signals';
import { puzzleServer, type Solution, type SolutionNode } from '../api';
import { errorText } from '../api/text';
import type { Square } from '../core/squares';
import * as desk from './desk';
import { asked, solving, startOf } from './solve';
import { squaresIn, taskOf, turnsOfLine } from './wire';

export interface Walk {
    readonly puzzle: string;
    readonly tree: SolutionNode | null;
    readonly cut: boolean;
    /** The defences that were chosen, by their indexes. */
    readonly path: readonly number[];
    readonly state: 'loading' | 'ready' | 'failed';
    readonly message?: string;
}

const kept = signal<Walk | null>(null);
/** The walk of the puzzle on the board. */
export const walk = computed(() => (kept.value?.puzzle === solving.value?.puzzle.id ? kept.value : null));

/** The nodes from the first turn to the place where one is. */
export function nodesOf(tree: SolutionNode, path: readonly number[]): SolutionNode[] {
    const nodes = [tree];
    for (const i of path) {
        const next = nodes[nodes.length - 1]!.answers[i]?.next;
        if (!next) break;
        nodes.push(next);
    }
    return nodes;
}

/** Turns of the solver from this node to the end, against the longest defence. */
export function depthOf(node: SolutionNode): number {
    let most = 0;
    const open: [SolutionNode, number][] = [[node, 1]];
    for (let at = open.pop(); at; at = open.pop()) {
        most = Math.max(most, at[1]);
        for (const a of at[0].answers) open.push([a.next, at[1] + 1]);
    }
    return most;
}

/* A solution without a tree: the line that the puzzle came with. */
function lineAsTree(turns: readonly Square[][], text: (turn: readonly Square[]) => string[]): SolutionNode {
    const [turn = [], answer, ...rest] = turns;
    const next = rest.length ? lineAsTree(rest, text) : null;
    return {
        turn: text(turn),
        wins: !next,
        answers: answer && next ? [{ turn: text(answer), next }] : [],
    };
}

async function load(): Promise<Solution> {
    const s = solving.peek()!;
    const { start } = startOf(s.puzzle)!;
    const task = taskOf(s.puzzle, start, s.puzzle.turns);
    const text = (turn: readonly Square[]) => {
        const all = squaresIn(start.rules, s.puzzle.line);
        return turn.map((v) => s.puzzle.line[all.indexOf(v)]!);
    };
    const line = turnsOfLine(start, squaresIn(start.rules, s.puzzle.line));
    if (s.puzzle.kind === 'defence') {
        const turn = line.length ? text(line[0]!) : (await puzzleServer.hint(task)).turn;
        return { turns: 1, nodes: 1, cut: false, tree: { turn, wins: false, answers: [] } };
    }
    try {
        return await puzzleServer.tree(task);
    } catch (e) {
        if (!line.length) throw e;
        return { turns: s.puzzle.turns, nodes: line.length, cut: true, tree: lineAsTree(line, text) };
    }
}

/** Shows the solution from its first turn. */
export async function openWalk(): Promise<void> {
    const id = solving.peek()?.puzzle.id;
    if (!id) return;
    if (walk.peek()?.state === 'ready') return choose([]);
    kept.value = { puzzle: id, tree: null, cut: false, path: [], state: 'loading' };
    try {
        const { tree, cut } = await load();
        if (kept.peek()?.puzzle !== id || solving.peek()?.puzzle.id !== id) return;
        kept.value = { puzzle: id, tree, cut, path: [], state: 'ready' };
        choose([]);
    } catch (e) {
        if (kept.peek()?.puzzle === id) kept.value = { ...kept.peek()!, state: 'failed', message: errorText(e) };
    }
}

/** Goes to the place after these defences. */
export function choose(path: readonly number[]): void {
    const w = walk.peek();
    const s = solving.peek();
    if (!w?.tree || !s) return;
    const from = startOf(s.puzzle)!;
    const squares = (turn: readonly string[]) => squaresIn(from.start.rules, turn);
    const line: Square[][] = from.error.length ? [from.error] : [];
    const nodes = nodesOf(w.tree, path);
    nodes.forEach((node, i) => {
        line.push(squares(node.turn));
        if (i < nodes.length - 1) line.push(squares(node.answers[path[i]!]!.turn));
    });
    const before = desk.turns.peek().length;
    batch(() => {
        kept.value = { ...w, path };
        asked.value = null;
        const place = line.length;
        if (line.length > before || desk.at.peek() !== place) desk.put(from.before, line, place);
        else desk.setTurns(line, place);
    });
}

export function closeWalk(): void {
    kept.value = null;
}
