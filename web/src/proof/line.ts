/* Where a line of a tree is in a proof. Nothing here asks anybody. */

import type { ProofWalk, Side } from '../api/types';
import type { Position } from '../core/rules';
import { squareText, type Square } from '../core/squares';

export interface Turns {
    /** The defender's whole turns on the line, in order. */
    readonly defences: readonly (readonly Square[])[];
    /** The attacker's, whole or not. */
    readonly attacks: readonly (readonly Square[])[];
    /** Stones of a turn that is not whole. */
    readonly begun: readonly Square[];
}

/** The turns of a position that began with the claim's. */
export function turnsOf(p: Position, attacker: Side): Turns {
    const turns = new Map<number, { side: Side; stones: Square[] }>();
    for (const m of p.moves) {
        const of = turns.get(m.turn) ?? { side: m.side, stones: [] };
        of.stones.push(m.at);
        turns.set(m.turn, of);
    }
    const open = p.outcome === 'open' ? turns.get(p.turn) : undefined;
    const begun = open?.stones ?? [];
    const whole = [...turns.values()].filter((v) => v !== open);
    const of = (mine: boolean) => whole.filter((v) => (v.side === attacker) === mine).map((v) => v.stones);
    return { defences: of(false), attacks: of(true), begun };
}

const sorted = (stones: readonly string[]) => [...stones].sort().join(' ');

/** Did the attacker play the proof's turns? If not: the number of its first turn, from 0, that was another. */
export function strayed(turns: Turns, walk: ProofWalk): number | null {
    const expected = [...(walk.first.length ? [walk.first] : []), ...walk.line.map((s) => s.answer)];
    const at = turns.attacks.findIndex((a, i) => sorted(a.map(squareText)) !== sorted(expected[i] ?? []));
    return at < 0 ? null : at;
}
