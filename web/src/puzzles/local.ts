/* What can be told of a turn without asking anybody: rows, threats that cannot be stopped, and the solution that the puzzle came with. */

import type { Puzzle, Verdict } from '../api';
import type { Position } from '../core/rules';
import { squareText, type Square } from '../core/squares';
import { isDecided } from '../core/threats';
import { afterTurn, squaresIn, turnsOfLine } from './wire';

const sameTurn = (a: readonly Square[], b: readonly Square[]) => a.length === b.length && a.every((s) => b.includes(s));

/** The verdict, null where it takes a search. `played` are the turns after the error. */
export function localVerdict(
    puzzle: Puzzle,
    start: Position,
    played: readonly (readonly Square[])[],
    here: Position,
    turn: readonly Square[],
): Verdict | null {
    const after = afterTurn(here, turn);
    const won = { verdict: 'wins', turns: 0, over: true, defence: [], line: [] } as const;
    if (after.outcome === here.toMove || (puzzle.kind === 'win' && isDecided(after)))
        return { ...won, defence: [], line: [] };
    const main = turnsOfLine(start, squaresIn(start.rules, puzzle.line));
    const all = [...played, turn];
    if (!all.every((v, i) => main[i] && sameTurn(v, main[i]!))) return null;
    const rest = main.slice(all.length);
    const words = (v: readonly Square[]) => v.map(squareText);
    if (puzzle.kind === 'defence') return { ...won, verdict: 'holds', defence: words(rest[0] ?? []), line: [] };
    return {
        verdict: 'wins',
        turns: Math.floor(rest.length / 2),
        over: rest.length === 0,
        defence: words(rest[0] ?? []),
        line: rest.flatMap(words),
    };
}
