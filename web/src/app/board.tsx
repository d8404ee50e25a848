/* The board: a picture in SVG, and over it the cells that are clicked, focused and read out. */
import { computed, effect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { onBoard, rulesText, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { t } from '../strings';
import { Cells } from './board-cells';
import { keepAnchor, listenToWheel } from './board-zoom';
import { Rulers } from './board-rulers';
import { ZOOMS, zoom } from './zoom';
import { Arrows, Definitions, Grid, Label, Mark, MoveMarks, Over, Stone, Stones, Under, WinRow } from './board-layers';
import { geometryOf, type Geometry } from './geometry';
import { drag, ghostOf, press, shownTentative } from './press';
import { scene, shownPosition } from './scene';
import { settings } from './settings';
import { hovered, loaded, node, orientation, overlays, tree } from './store';

export const geometry = computed(() =>
    geometryOf(shownPosition.value.rules, orientation.value, settings.value.coordinates),
);

function Hover({ g }: { g: Geometry }) {
    const s = hovered.value;
    if (s === null || !onBoard(g.rules, s)) return null;
    const side: Side | null = ghostOf(s);
    const [x, y] = [g.x(s), g.y(s)];
    const away = 0.5 + g.margin / 2 - 0.02;
    return (
        <g class="hover">
            {side && <Stone x={x} y={y} side={side} kind="ghost" />}
            {settings.value.coordinates && (
                <g class="coordinates strong" font-size={g.font}>
                    <text x={x} y={g.height - 1 + away}>
                        {g.columnLabel(x)}
                    </text>
                    <text x={-away} y={y}>
                        {g.rowLabel(y)}
                    </text>
                </g>
            )}
        </g>
    );
}

function Marks({ g }: { g: Geometry }) {
    const p = shownPosition.value;
    const on = (s: Square): Side | null => (p.cells[s] === 1 ? 'black' : p.cells[s] === 2 ? 'white' : null);
    if (scene.value) return null;
    const { marks = [], labels = [], arrows = [] } = node.value;
    return (
        <g>
            <Arrows g={g} arrows={arrows} />
            {marks.map((v) => (
                <Mark key={`${v.at}${v.kind}`} x={g.x(v.at)} y={g.y(v.at)} kind={v.kind} on={on(v.at)} />
            ))}
            {labels.map((v) => (
                <Label key={`${v.at}${v.text}`} x={g.x(v.at)} y={g.y(v.at)} text={v.text} on={on(v.at)} />
            ))}
        </g>
    );
}

const Ground = ({ g }: { g: Geometry }) => <Grid g={g} coordinates={settings.value.coordinates} />;
const Played = ({ g }: { g: Geometry }) => <Stones g={g} position={shownPosition.value} />;
const Below = ({ g }: { g: Geometry }) => overlays.value.map((o, i) => <Under key={i} g={g} overlay={o} />);
const Above = ({ g }: { g: Geometry }) =>
    overlays.value.map((o, i) => <Over key={i} g={g} overlay={o} position={shownPosition.value} />);
const Moves = ({ g }: { g: Geometry }) => (
    <MoveMarks g={g} position={shownPosition.value} numbers={settings.value.numbers} />
);
const Won = ({ g }: { g: Geometry }) => <WinRow g={g} row={shownPosition.value.winRow} />;

/** Stones of a turn that is not finished: there, but not yet played. */
function Tentative({ g }: { g: Geometry }) {
    const side = shownPosition.value.toMove;
    return (
        <g class="tentative">
            {shownTentative.value.map((s) => (
                <g key={s}>
                    <Stone x={g.x(s)} y={g.y(s)} side={side} />
                    <circle cx={g.x(s)} cy={g.y(s)} r={0.5} class="tentative-ring" />
                </g>
            ))}
        </g>
    );
}

export function Board() {
    const g = geometry.value;
    const view = useRef<HTMLDivElement>(null);
    const [w, h] = [g.width - 1 + 2 * (0.5 + g.margin), g.height - 1 + 2 * (0.5 + g.margin)];
    const percent = (v: number, of: number) => `${(100 * v) / of}%`;
    const larger = zoom.value;

    const { moves } = shownPosition.value;
    const end = moves[moves.length - 1]?.at;
    const last = end !== undefined && onBoard(g.rules, end) ? end : undefined;

    useEffect(() => listenToWheel(view.current!), []);
    useLayoutEffect(() => {
        if (larger > 1 && !keepAnchor(view.current!)) showSquare(view.current, g, last, true);
    }, [larger, g]);
    useEffect(() => {
        if (larger > 1) showSquare(view.current, g, last, false);
    }, [last]);

    return (
        <div
            class={larger > 1 ? 'board-view zoomed' : 'board-view'}
            ref={view}
            tabIndex={larger > 1 ? 0 : undefined}
            role={larger > 1 ? 'region' : undefined}
            aria-label={larger > 1 ? t('board.region') : undefined}
        >
            <div class="board" style={{ width: `${100 * larger}%`, aspectRatio: `${w} / ${h}` }}>
                <svg
                    viewBox={`${-0.5 - g.margin} ${-0.5 - g.margin} ${w} ${h}`}
                    class="picture"
                    aria-hidden="true"
                    focusable="false"
                >
                    <Definitions />
                    <Ground g={g} />
                    <Below g={g} />
                    <Played g={g} />
                    <Moves g={g} />
                    <Won g={g} />
                    <Tentative g={g} />
                    <Above g={g} />
                    <Marks g={g} />
                    <Hover g={g} />
                </svg>
                <div
                    class="cells-place"
                    style={{
                        left: percent(g.margin, w),
                        right: percent(g.margin, w),
                        top: percent(g.margin, h),
                        bottom: percent(g.margin, h),
                    }}
                >
                    <Cells
                        g={g}
                        label={t('board.label', { rules: rulesText(g.rules) })}
                        tentative={new Set(shownTentative.value)}
                        press={press}
                        drag={drag}
                    />
                </div>
                {larger > 1 && settings.value.coordinates && <Rulers g={g} />}
            </div>
        </div>
    );
}

/* Scrolls an enlarged board so that the square (or the middle) is in view; if it is already, only on demand. */
function showSquare(view: HTMLElement | null, g: Geometry, s: Square | undefined, always: boolean): void {
    if (!view) return;
    const x = s === undefined ? g.width / 2 : g.x(s) + 0.5;
    const y = s === undefined ? g.height / 2 : g.y(s) + 0.5;
    const left = ((x + g.margin) / (g.width + 2 * g.margin)) * view.scrollWidth - view.clientWidth / 2;
    const top = ((y + g.margin) / (g.height + 2 * g.margin)) * view.scrollHeight - view.clientHeight / 2;
    const seen =
        Math.abs(left - view.scrollLeft) < view.clientWidth * 0.42 &&
        Math.abs(top - view.scrollTop) < view.clientHeight * 0.42;
    if (always || !seen) view.scrollTo({ left, top });
}

/** Large boards begin enlarged where a finger would not hit a square. */
export function fitZoom(): void {
    effect(() => {
        void loaded.value;
        const columns = geometryOf(tree.value.rules, 0, true).width + 2;
        const square = Math.min(document.documentElement.clientWidth, 1000) / columns;
        const finger = matchMedia('(pointer: coarse)').matches ? 15 : 9;
        zoom.value = ZOOMS.find((v) => square * v >= finger) ?? 1;
    });
}
