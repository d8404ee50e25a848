/* Hints: first where to look, then a stone of the key. */

import { effect, signal } from '@preact/signals';
import { puzzleServer, type Hint } from '../api';
import { setOverlay } from '../app/store';
import type { Position } from '../core/rules';
import { colOf, rowOf, type Square } from '../core/squares';
import { t } from '../strings';
import * as desk from './desk';
import { failedText, hint, say, soFar, solving, tokenNow, update, type Solving } from './solve';
import { squaresIn, taskOf } from './wire';

export async function moreHint(): Promise<void> {
    const s = solving.peek();
    if (s?.phase !== 'turn') return;
    const me = tokenNow();
    const before = soFar();
    if (desk.at.peek() !== before.length) desk.setTurns(before, before.length);
    try {
        hint.value ??= await hintFor(s, desk.positionAfter(before.length));
    } catch (e) {
        if (me === tokenNow()) say({ tone: 'info', text: failedText(e) });
        return;
    }
    if (me !== tokenNow()) return;
    const level = Math.min(2, (hintLevel.peek() ?? 0) + 1);
    hintLevel.value = level;
    update({ hints: Math.max(s.hints, level) });
    const key = keyOf(hint.peek()!);
    say({
        tone: 'info',
        text: level === 1 ? t('puzzles.hint.zone') : t('puzzles.hint.key', { stone: key.join(' ') }),
    });
}

/** How much of the hint for this turn is shown: 1 the zone, 2 a stone of the key. */
export const hintLevel = signal<number | null>(null);
const keyOf = (h: Hint) => (h.key.length ? h.key : h.turn).slice(0, 1);

const NEAR = 4;

/* The part of the zone about the turn: a zone may go all over the board. */
function about(rules: { m: number; n: number }, h: Hint): Square[] {
    const turn = squaresIn(rules, h.turn);
    const zone = [...new Set([...squaresIn(rules, h.zone), ...turn])];
    const away = (a: Square, b: Square) => Math.max(Math.abs(colOf(a) - colOf(b)), Math.abs(rowOf(a) - rowOf(b)));
    return zone.filter((s) => turn.some((v) => away(s, v) <= NEAR));
}

async function hintFor(s: Solving, here: Position): Promise<Hint> {
    try {
        return await puzzleServer.hint(taskOf(s.puzzle, here, s.left));
    } catch (e) {
        // The puzzle itself knows its first turn.
        if (s.line.length || !s.puzzle.key.length) throw e;
        const stones = here.rules.p;
        const turn = s.puzzle.line.slice(0, stones);
        return {
            turns: s.left,
            zone: s.puzzle.line.slice(0, 3 * stones),
            key: s.puzzle.key,
            turn,
            line: s.puzzle.line,
        };
    }
}

/* The hint on the board, and after a refutation nothing of it. */
export function drawHints(): void {
    effect(() => {
        if (!hint.value) hintLevel.value = null;
    });
    effect(() => {
        const h = hint.value;
        const s = solving.value;
        const shown = h && hintLevel.value && s?.phase === 'turn' && desk.at.value === soFar().length;
        if (!shown) return setOverlay('puzzle', null);
        const { rules } = desk.deskPosition.value;
        setOverlay('puzzle', {
            modes: ['puzzles'],
            order: 5,
            zone: [{ squares: about(rules, h), tone: 'accent' }],
            marks:
                hintLevel.value! > 1
                    ? squaresIn(rules, keyOf(h)).map((at) => ({ at, kind: 'circle' as const, tone: 'good' as const }))
                    : [],
        });
    });
}
