/* Between puzzles in words and positions. */

import type { Game, Puzzle, Task } from '../api';
import {
    BLACK,
    WHITE,
    allSquares,
    emptyPosition,
    otherSide,
    placeAll,
    rulesFrom,
    rulesNumbers,
    setUp,
    type Position,
} from '../core/rules';
import { parseSquare, squareText, type Square } from '../core/squares';

export function squaresIn(rules: { m: number; n: number }, words: readonly string[]): Square[] {
    return words.map((w) => parseSquare(w, rules)).filter((s): s is Square => s !== null);
}

/** The position of a game; null if the game is none. */
export function positionOfGame(game: Game): Position | null {
    const rules = rulesFrom(game.rules);
    if (!rules) return null;
    let p = emptyPosition(rules);
    const { setup } = game;
    if (setup)
        p = setUp(p, {
            black: squaresIn(rules, setup.black ?? []),
            white: squaresIn(rules, setup.white ?? []),
            empty: squaresIn(rules, setup.empty ?? []),
            toMove: setup.to_move,
            left: setup.left,
        });
    const stones = squaresIn(rules, game.stones);
    const after = placeAll(p, stones);
    return after.stones === p.stones + game.stones.length ? after : null;
}

/** After a turn; one with fewer stones than a turn has is taken for all of it. */
export function afterTurn(p: Position, turn: readonly Square[]): Position {
    const q = placeAll(p, turn);
    if (q.outcome !== 'open' || q.turn !== p.turn) return q;
    return { ...q, toMove: otherSide(q.toMove), left: q.rules.p, turn: q.turn + 1 };
}

/** Cuts a line of stones into turns; it ends where a stone cannot be placed. */
export function turnsOfLine(p: Position, line: readonly Square[]): Square[][] {
    const turns: Square[][] = [];
    let at = p;
    for (const s of line) {
        const next = placeAll(at, [s]);
        if (next.stones === at.stones) break;
        if (turns.length && at.turn !== p.turn + turns.length) turns[turns.length - 1]!.push(s);
        else turns.push([s]);
        at = next;
    }
    return turns;
}

/** The position as it stands, whatever led to it. */
export function standing(p: Position): Game {
    const of = (cell: number) =>
        allSquares(p.rules)
            .filter((s) => p.cells[s] === cell)
            .map(squareText);
    const setup = { black: of(BLACK), white: of(WHITE), to_move: p.toMove, left: p.left };
    return { rules: rulesNumbers(p.rules), setup, stones: [] };
}

export function taskOf(puzzle: Puzzle, p: Position, turns: number): Task {
    return { game: standing(p), kind: puzzle.kind, turns: Math.max(1, turns) };
}
