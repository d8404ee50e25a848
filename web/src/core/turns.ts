/* Entering a turn of several stones, one after the other. */

import { legal, place, type Position } from './rules';
import type { Square } from './squares';

/** The position after the stones that are entered but not played. */
export function withStones(p: Position, stones: readonly Square[]): Position {
    return stones.reduce((at, s) => (legal(at, s) ? place(at, s) : at), p);
}

/** Is the turn complete with these stones? It is also when a row is made or the board is full. */
export function isComplete(p: Position, stones: readonly Square[]): boolean {
    if (!stones.length) return false;
    const after = withStones(p, stones);
    return after.outcome !== 'open' || after.turn !== p.turn;
}

/** The stones of the turn after a press: a second press takes a stone back, one too many moves the last. */
export function pressed(p: Position, stones: readonly Square[], s: Square): readonly Square[] {
    if (stones.includes(s)) return stones.filter((v) => v !== s);
    const before = isComplete(p, stones) ? stones.slice(0, -1) : stones;
    return legal(withStones(p, before), s) ? [...before, s] : stones;
}
