/* Puzzles: what they are, and who judges turns. docs/puzzles.md describes them. The trainer asks a `PuzzleService` and knows
 * nothing of where it runs. */

import { type Options, request } from './http';
import type {
    Game,
    Kept,
    Puzzle,
    PuzzleDaily,
    PuzzleHint,
    PuzzleKind,
    PuzzleList,
    PuzzleTree,
    PuzzleTreeNode,
    PuzzlesFound,
    Revision,
    Square,
    PuzzleVerdict,
} from './types';

/** A position in which the solver is to move, and what is to be shown there. */
export interface Task {
    game: Game;
    kind: PuzzleKind;
    /** Turns that the solver has, the next one included. */
    turns: number;
}

/** What the trainer needs of the server's answers; it gives some of them itself. */
export type Verdict = Omit<PuzzleVerdict, 'seconds'>;
export type Hint = Omit<PuzzleHint, 'firsts'>;
export interface SolutionNode extends Pick<PuzzleTreeNode, 'turn' | 'wins'> {
    answers: { turn: Square[]; next: SolutionNode }[];
}
export type Solution = Omit<PuzzleTree, 'tree'> & { tree: SolutionNode | null };

export interface PuzzleService {
    /** All puzzles that are built in. */
    collection(o?: Options): Promise<Puzzle[]>;
    /** The puzzle of a day, "2026-01-31"; the same for everybody. */
    daily(date: string, o?: Options): Promise<Puzzle>;
    judge(task: Task, turn: Square[], o?: Options): Promise<Verdict>;
    hint(task: Task, o?: Options): Promise<Hint>;
    /** The solution against every defence. */
    tree(task: Task, o?: Options): Promise<Solution>;
    /** Puzzles that are in a game, from its errors. */
    find(game: Game, seconds: number, o?: Options): Promise<Puzzle[]>;
}

const AT_ONCE = 500; // the server's limit

/** All puzzles of the collection, a part after the other. */
async function wholeCollection(o?: Options): Promise<Puzzle[]> {
    const all: Puzzle[] = [];
    for (;;) {
        const part = await request<PuzzleList>('GET', `/puzzles?limit=${AT_ONCE}&offset=${all.length}`, undefined, o);
        all.push(...part.puzzles);
        if (!part.puzzles.length || all.length >= part.total) return all;
    }
}

export const puzzleServer: PuzzleService = {
    collection: wholeCollection,
    daily: async (date, o) =>
        (await request<PuzzleDaily>('GET', `/puzzles/daily?date=${encodeURIComponent(date)}`, undefined, o)).puzzle,
    judge: (task, turn, o) => request<Verdict>('POST', '/puzzles/judge', { ...task, turn }, o),
    hint: (task, o) => request<Hint>('POST', '/puzzles/hint', task, o),
    tree: ({ game, turns }, o) => request<Solution>('POST', '/puzzles/tree', { game, turns }, o),
    find: async (game, seconds, o) =>
        (
            await request<PuzzlesFound>(
                'POST',
                '/puzzles/find',
                { game, seconds },
                {
                    timeout: seconds * 2 + 30,
                    ...o,
                },
            )
        ).puzzles,
};

export const progressServer = {
    get: (player: string, o?: Options) =>
        request<Kept>('GET', `/progress?player=${encodeURIComponent(player)}`, undefined, o),
    /** Fails with the code "conflict" if somebody saved since `revision`. */
    put: (player: string, revision: number, document: Record<string, unknown>, o?: Options) =>
        request<Revision>('PUT', '/progress', { player, revision, document }, o),
};
