/* The threats that end a puzzle, drawn on the board: why nothing stops them any more. */

import { effect } from '@preact/signals';
import { setOverlay, type Overlay } from '../app/store';
import { EMPTY, otherSide, type Position } from '../core/rules';
import { stonesToStop, threatRows } from '../core/threats';
import * as desk from './desk';
import { solver, solving } from './solve';

/** The rows that the side which is not to move completes next, where a turn cannot stop them all; null elsewhere. */
export function endOverlay(p: Position): Overlay | null {
    const side = otherSide(p.toMove);
    if (p.outcome !== 'open' || stonesToStop(p, side) <= p.rules.p) return null;
    const rows = threatRows(p, side);
    const empty = [...new Set(rows.flat())].filter((s) => p.cells[s] === EMPTY);
    return {
        modes: ['puzzles'],
        order: 4,
        lines: rows.map((squares) => ({ squares, tone: side, style: side === 'black' ? 'solid' : 'dashed' })),
        marks: empty.map((at) => ({ at, kind: 'dot', tone: 'good' })),
    };
}

export function drawThreats(): void {
    effect(() => {
        const p = desk.deskPosition.value;
        const over = solving.value?.phase === 'over' && p.toMove !== solver.value;
        setOverlay('puzzle-end', over && !desk.entered.value.length ? endOverlay(p) : null);
    });
}
