/* Where a line of a tree is in a proof. Nothing here asks anybody. */

import { setupBefore, words } from '../analyse/wire';
import type { Claim, ProofWalk, Side } from '../api/types';
import { rulesNumbers, type Position } from '../core/rules';
import type { Square } from '../core/squares';

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

/** Does the game on the board begin with the claim's position, all of it: rules, stones, who is to move with how many? A tree
 * may name any proof, and a name come to stand for another one. */
export function beginsAt(claim: Claim, p: Position): boolean {
    const start = setupBefore(p);
    return (
        String(claim.rules) === String(rulesNumbers(p.rules)) &&
        sorted(claim.setup.black) === sorted(start.black) &&
        sorted(claim.setup.white) === sorted(start.white) &&
        claim.setup.to_move === start.to_move &&
        claim.setup.left === start.left
    );
}

/** Are the defender's turns those that the walk answers, one by one? As many of them may be others. */
export function isAbout(walk: ProofWalk, turns: Turns): boolean {
    return (
        turns.defences.length === walk.line.length &&
        turns.defences.every((d, i) => sorted(words(d)) === sorted(walk.line[i]!.defence))
    );
}

/** Did the attacker play the proof's turns? If not: the number of its first turn, from 0, that was another. */
export function strayed(turns: Turns, walk: ProofWalk): number | null {
    const expected = [...(walk.first.length ? [walk.first] : []), ...walk.line.map((s) => s.answer)];
    const at = turns.attacks.findIndex((a, i) => sorted(words(a)) !== sorted(expected[i] ?? []));
    return at < 0 ? null : at;
}
