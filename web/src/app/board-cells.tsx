/* The board for keyboards and screen readers: a grid of labelled cells over the picture, which also takes the
 * clicks. One cell at a time is in the tab order; the arrows move it. A row is drawn again only if it changed. */
import type { JSX } from 'preact';
import { Component } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';
import { BLACK, WHITE, lastTurn, moveText, onBoard, readMove, type Position } from '../core/rules';
import { squareAt, type Square } from '../core/squares';
import { t } from '../strings';
import type { Geometry } from './geometry';
import { settings } from './settings';
import { shownPosition as current } from './scene';
import { hovered, orientation, spoken } from './store';

/** Where the keyboard is on the board. */
export const cursor = signal<Square | null>(null);

function centre(p: Position): Square {
    return squareAt(Math.floor((p.rules.m - 1) / 2), Math.floor((p.rules.n - 1) / 2));
}

/** The cell in the tab order: the cursor, the last stone or the centre. */
function cursorOf(p: Position): Square {
    const at = cursor.value;
    if (at !== null && onBoard(p.rules, at)) return at;
    const last = p.moves[p.moves.length - 1]?.at;
    return last !== undefined && onBoard(p.rules, last) ? last : centre(p);
}

interface RowProps {
    y: number;
    g: Geometry;
    /** What the labels of the row say, so that rows compare quickly. */
    labels: string[];
    at: number; // the column of the cursor, -1 if it is elsewhere
    language: string;
}

class Row extends Component<RowProps> {
    override shouldComponentUpdate(next: RowProps): boolean {
        const { g, at, labels, language } = this.props;
        if (g !== next.g || at !== next.at || language !== next.language) return true;
        return labels.some((v, i) => v !== next.labels[i]);
    }
    render({ y, g, labels, at }: RowProps) {
        return (
            <div role="row" class="cell-row" aria-rowindex={y + 1}>
                {labels.map((label, x) => {
                    const name = moveText(g.rules, g.at(x, y));
                    return (
                        <div
                            key={name}
                            role="gridcell"
                            class="cell"
                            data-square={name}
                            aria-label={label}
                            aria-colindex={x + 1}
                            tabIndex={x === at ? 0 : -1}
                        />
                    );
                })}
            </div>
        );
    }
}

export function cellLabel(
    p: Position,
    s: Square,
    last: ReadonlySet<Square>,
    tentative: ReadonlySet<Square>,
    more?: string,
): string {
    const square = moveText(p.rules, s);
    const cell = p.cells[s];
    if (tentative.has(s)) return t('board.cell.tentative', { square });
    if (cell !== BLACK && cell !== WHITE) return more ? t('board.cell.more', { square, more }) : square;
    const stone = cell === BLACK ? t('board.black') : t('board.white');
    return t(last.has(s) ? 'board.cell.last' : 'board.cell.stone', { square, stone });
}

/** The square of the cell that an event happened on. */
export function squareOf(event: Event, p: Position): Square | null {
    const cell = (event.target as Element | null)?.closest?.('[data-square]');
    const name = cell?.getAttribute('data-square');
    return name ? readMove(p.rules, name) : null;
}

const STEPS: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
};

export function Cells(props: {
    g: Geometry;
    label: string;
    tentative: ReadonlySet<Square>;
    press: (s: Square, event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }) => void;
    drag: (from: Square, to: Square) => void;
}) {
    const { g, press } = props;
    const p = current.value;
    const grid = useRef<HTMLDivElement>(null);
    const at = cursorOf(p);
    const wantsFocus = useRef(false);
    const pressedAt = useRef<Square | null>(null);

    useLayoutEffect(() => {
        if (!wantsFocus.current) return;
        wantsFocus.current = false;
        grid.current?.querySelector<HTMLElement>(`[data-square="${moveText(g.rules, at)}"]`)?.focus();
    });

    const onKeyDown = (event: JSX.TargetedKeyboardEvent<HTMLDivElement>) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = STEPS[event.key];
        if (step) {
            const far = event.shiftKey ? 5 : 1;
            const x = Math.max(0, Math.min(g.width - 1, g.x(at) + step[0] * far));
            const y = Math.max(0, Math.min(g.height - 1, g.y(at) + step[1] * far));
            cursor.value = g.at(x, y);
            hovered.value = cursor.value;
            wantsFocus.current = true;
        } else if (event.key === 'Enter' || event.key === ' ') press(at, event);
        else return;
        event.preventDefault();
        event.stopPropagation();
    };
    const onFocus = (event: FocusEvent) => {
        const s = squareOf(event, p);
        if (s === null) return;
        cursor.value = s;
        hovered.value = s;
    };
    const onHover = (event: PointerEvent) => {
        if (event.pointerType !== 'touch') hovered.value = squareOf(event, p);
    };

    const last = new Set(lastTurn(p).map((v) => v.at));
    const more = spoken.value;
    const label = (s: Square) => cellLabel(p, s, last, props.tentative, more?.get(s));
    const rows = Array.from({ length: g.height }, (_, y) =>
        Array.from({ length: g.width }, (_, x) => label(g.at(x, y))),
    );
    return (
        <div
            ref={grid}
            role="grid"
            class="cells"
            aria-label={props.label}
            aria-rowcount={g.height}
            aria-colcount={g.width}
            onKeyDown={onKeyDown}
            onFocusIn={onFocus}
            onFocusOut={() => (hovered.value = null)}
            onClick={(event) => {
                const s = squareOf(event, p);
                if (s !== null) press(s, event);
            }}
            // A mouse that plays must not take the focus, or the arrows would move the cursor instead of the game.
            onMouseDown={(event) => {
                event.preventDefault();
                pressedAt.current = event.button === 0 ? squareOf(event, p) : null;
            }}
            onMouseUp={(event) => {
                const [from, to] = [pressedAt.current, squareOf(event, p)];
                pressedAt.current = null;
                if (from !== null && to !== null && from !== to) props.drag(from, to);
            }}
            onPointerOver={onHover}
            onPointerLeave={() => (hovered.value = null)}
        >
            {rows.map((labels, y) => (
                <Row
                    key={`${y} ${orientation.value}`}
                    y={y}
                    g={g}
                    labels={labels}
                    at={g.y(at) === y ? g.x(at) : -1}
                    language={settings.value.language}
                />
            ))}
        </div>
    );
}

/** Puts the keyboard on the board. */
export function focusBoard(): void {
    document.querySelector<HTMLElement>('.cells [tabindex="0"]')?.focus();
}
