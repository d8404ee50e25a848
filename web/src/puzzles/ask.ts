/* "Why not this?": after the end any turn is judged, and counts for nothing. */

import type { Verdict } from '../api';
import { announce } from '../app/store';
import type { Position } from '../core/rules';
import { squaresText, type Square } from '../core/squares';
import { t } from '../strings';
import * as desk from './desk';
import {
    asked,
    failedText,
    following,
    longerText,
    openText,
    offset,
    refutedText,
    solver,
    solving,
    tokenNow,
    verdictOn,
} from './solve';

/** How many of the turns on the desk are the solver's. */
const solversTurns = (n: number) => Math.ceil((n - offset.peek()) / 2);

export async function ask(turn: readonly Square[]): Promise<void> {
    const s = solving.peek();
    if (!s) return;
    const place = desk.at.peek();
    const before = desk.turns.peek().slice(0, place);
    const here = desk.positionAfter(place);
    const name = squaresText(turn);
    if (here.toMove !== solver.peek()) {
        // The other side's turns are played as they are, so that one can ask what follows.
        desk.setTurns([...before, turn], place + 1);
        asked.value = null;
        return;
    }
    const me = tokenNow();
    asked.value = { turn: name, verdict: 'asking', text: t('puzzles.asking', { turn: name }) };
    desk.setTurns([...before, turn], place + 1);
    try {
        const left = Math.max(1, s.puzzle.turns - solversTurns(place));
        const v = await verdictOn(s, before, left, turn);
        if (me !== tokenNow() || desk.at.peek() !== place + 1) return;
        const rest = following(before, turn, v);
        desk.setTurns([...before, turn, ...rest], place + 1);
        asked.value = { turn: name, verdict: v.verdict, text: askedText(here, turn, v, rest) };
    } catch (e) {
        if (me === tokenNow()) asked.value = { turn: name, verdict: 'unknown', text: failedText(e) };
    }
    announce(asked.peek()?.text ?? '');
}

function askedText(here: Position, stones: readonly Square[], v: Verdict, rest: readonly Square[][]): string {
    const turn = squaresText(stones);
    if (v.verdict === 'fails') return `${t('puzzles.wrong', { turn })} ${refutedText(here, stones, rest, v) ?? ''}`;
    if (v.verdict === 'open') return `${t('puzzles.asked.open', { turn })} ${openText(v) ?? ''}`;
    if (v.verdict === 'unknown') return t('puzzles.unknown', { turn });
    if (v.verdict === 'holds') return t('puzzles.asked.holds', { turn });
    if (v.verdict === 'longer') return `${t('puzzles.asked.wins', { turn })} ${longerText(v)}`;
    return t('puzzles.asked.wins', { turn });
}
