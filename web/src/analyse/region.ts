/* The part of the board that the engine looks for turns in: rectangles, marked by two opposite corners with pointer, touch or keys, or
 * drawn by the mouse. What it finds there is about these turns, not about the position. */

import { computed, effect, signal } from '@preact/signals';
import { activeTool, addBoardTool, announce, hovered, position, setOverlay, tool } from '../app/store';
import { allSquares, EMPTY, onBoard } from '../core/rules';
import { colOf, rowOf, squareAt, squareText, type Square } from '../core/squares';
import { t } from '../strings';
import { inTab, regionText } from './state';

const TOOL = 'region';

const chosen = signal<ReadonlySet<Square>>(new Set());
/** The first corner of a rectangle that is being marked. */
const corner = signal<Square | null>(null);

/** The squares of the region, in order; none: the whole board. */
export const region = computed<readonly Square[]>(() => {
    const { rules } = position.value;
    if (!chosen.value.size) return [];
    const squares = allSquares(rules).filter((s) => chosen.value.has(s));
    return squares.length === rules.m * rules.n ? [] : squares;
});

/** Is there room in it for a turn? */
export const regionFits = computed(() => {
    const p = position.value;
    const empty = region.value.filter((s) => p.cells[s] === EMPTY).length;
    return !region.value.length || empty >= p.left || empty === p.rules.m * p.rules.n - p.stones;
});

export const marking = computed(() => activeTool.value?.name === TOOL);

function rectangle(a: Square, b: Square): Square[] {
    const [left, right] = [colOf(a), colOf(b)].sort((x, y) => x - y) as [number, number];
    const [low, high] = [rowOf(a), rowOf(b)].sort((x, y) => x - y) as [number, number];
    const squares: Square[] = [];
    for (let row = low; row <= high; row++)
        for (let column = left; column <= right; column++) squares.push(squareAt(column, row));
    return squares;
}

/* A rectangle that begins on a marked square is taken away, one that begins elsewhere is added. */
function mark(from: Square, to: Square): void {
    const next = new Set([...chosen.peek()].filter((s) => onBoard(position.peek().rules, s)));
    const away = next.has(from);
    for (const s of rectangle(from, to)) {
        if (away) next.delete(s);
        else next.add(s);
    }
    corner.value = null;
    chosen.value = next;
    tell();
}

function tell(): void {
    const n = region.peek().length;
    announce(n ? t('analyse.region.is', { n }) : t('analyse.region.none'));
}

function press(s: Square): boolean {
    if (!inTab.peek()) return false;
    const first = corner.peek();
    if (first === null) {
        corner.value = s;
        announce(t('analyse.region.second', { square: squareText(s) }));
    } else mark(first, s);
    return true;
}

export function toggleMarking(): void {
    corner.value = null;
    tool.value = marking.peek() ? null : TOOL;
    if (marking.peek()) announce(t('analyse.region.first'));
}

/** Ends marking, or the rectangle that was begun; false if there is nothing to end. */
export function stopMarking(): boolean {
    if (!marking.peek()) return false;
    if (corner.peek() !== null) corner.value = null;
    else tool.value = null;
    return true;
}

export function clearRegion(): void {
    corner.value = null;
    chosen.value = new Set();
    if (marking.peek()) tool.value = null;
    tell();
}

export function followRegion(): void {
    addBoardTool({ name: TOOL, click: press, drag: mark });
    effect(() => {
        regionText.value = region.value.map(squareText).join(' ');
    });
    effect(() => {
        if (!inTab.value) corner.value = null;
    });
    effect(() => {
        const first = corner.value;
        const begun = first === null ? [] : rectangle(first, hovered.value ?? first);
        const shown = region.value.length > 0 || begun.length > 0;
        setOverlay(
            'region',
            shown
                ? {
                      order: 1,
                      modes: ['analyse'],
                      zone: [
                          { squares: region.value, tone: 'accent' },
                          { squares: begun, tone: 'warn' },
                      ],
                  }
                : null,
        );
    });
}
