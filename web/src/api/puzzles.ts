/* Puzzles: what they are, and who judges turns. docs/puzzles.md describes them. The trainer asks a `PuzzleService` and knows
 * nothing of where it runs. */

import { type Options, request } from './http';
import type { Game, Square } from './types';

export type PuzzleKind = 'win' | 'defence';

export interface Puzzle {
    id: string;
    kind: PuzzleKind;
    /** How many turns of the solution may make fewer threats than the other side has stones. */
    class?: 'double' | 'single' | `single${2 | 3 | 4 | 5 | 6}`;
    /** The position before the error; the side that errs is to move. */
    game: Game;
    error: Square[];
    /** Turns of the solver. */
    turns: number;
    key: Square[];
    firsts?: number;
    /** The solution against the longest defence, the solver's turn first. */
    line: Square[];
    themes: string[];
    rating: number;
    deviation: number;
    plays?: number;
    source?: string;
}

/** A position in which the solver is to move, and what is to be shown there. */
export interface Task {
    game: Game;
    kind: PuzzleKind;
    /** Turns that the solver has, the next one included. */
    turns: number;
}

export interface Verdict {
    /** `open`: neither proved nor refuted within the server's limits; `unknown`: it did not come to an end. */
    verdict: 'wins' | 'longer' | 'holds' | 'fails' | 'open' | 'unknown';
    /** Of a turn that fails: the other side wins (`lost`), or after the answer there is no forced win (`forced`). Of one that is open: after
     * the answer there is none by double threats (`double`), or none in time (`turns`). */
    why?: 'lost' | 'forced' | 'double' | 'turns';
    /** Of `turns`: so many. */
    within?: number;
    /** Turns that the solver needs after this one at most; -1: it does not win. */
    turns: number;
    /** Nothing can stop it any more. */
    over: boolean;
    /** The strongest answer. */
    defence: Square[];
    /** Why, beginning with the answer. */
    line: Square[];
}

export interface Hint {
    turns: number;
    zone: Square[];
    key: Square[];
    turn: Square[];
    line: Square[];
}

export interface SolutionNode {
    turn: Square[];
    /** It completes a row or cannot be stopped. */
    wins: boolean;
    /** Defences that stop all threats; stones that are left out may be anywhere. */
    answers: { turn: Square[]; next: SolutionNode }[];
}

export interface Solution {
    turns: number;
    nodes: number;
    /** Not all of it is there. */
    cut: boolean;
    tree: SolutionNode;
}

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
        const part = await request<{ total: number; puzzles: Puzzle[] }>(
            'GET',
            `/puzzles?limit=${AT_ONCE}&offset=${all.length}`,
            undefined,
            o,
        );
        all.push(...part.puzzles);
        if (!part.puzzles.length || all.length >= part.total) return all;
    }
}

export const puzzleServer: PuzzleService = {
    collection: wholeCollection,
    daily: async (date, o) =>
        (await request<{ puzzle: Puzzle }>('GET', `/puzzles/daily?date=${encodeURIComponent(date)}`, undefined, o))
            .puzzle,
    judge: (task, turn, o) => request<Verdict>('POST', '/puzzles/judge', { ...task, turn }, o),
    hint: (task, o) => request<Hint>('POST', '/puzzles/hint', task, o),
    tree: ({ game, turns }, o) => request<Solution>('POST', '/puzzles/tree', { game, turns }, o),
    find: async (game, seconds, o) =>
        (
            await request<{ puzzles: Puzzle[] }>(
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

/** What the server keeps of a player: an object with a revision. */
export interface Kept {
    player: string;
    revision: number;
    document: Record<string, unknown> | null;
}

export const progressServer = {
    get: (player: string, o?: Options) =>
        request<Kept>('GET', `/progress?player=${encodeURIComponent(player)}`, undefined, o),
    /** Fails with the code "conflict" if somebody saved since `revision`. */
    put: (player: string, revision: number, document: Record<string, unknown>, o?: Options) =>
        request<{ revision: number }>('PUT', '/progress', { player, revision, document }, o),
};
