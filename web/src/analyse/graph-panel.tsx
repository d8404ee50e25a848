/* Black's chance over the game as a small graph: click or drag to go somewhere, arrows to step. Found wins and
 * mistakes are marked by shapes, not by colour alone. */

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colour } from '../app/colour';
import * as nav from '../app/nav';
import { settings } from '../app/settings';
import { goTo, path } from '../app/store';
import { t } from '../strings';
import type { Grade } from './judge';
import { steps, wholePath, type Step } from './line';
import { wordsFor } from './parts';
import { mistakes } from './verdicts';

const HEIGHT = 110;

function dataOf(line: readonly Step[]): uPlot.AlignedData {
    return [line.map((_, i) => i), line.map((s) => (s.view ? s.view.chance * 100 : null))];
}

function triangle(c: CanvasRenderingContext2D, x: number, y: number, r: number, up: boolean): void {
    const d = up ? -r : r;
    c.beginPath();
    c.moveTo(x, y + d);
    c.lineTo(x + r, y - d * 0.8);
    c.lineTo(x - r, y - d * 0.8);
    c.closePath();
    c.fill();
}

/* A dubious turn is a ring, a mistake a dot, a blunder a diamond. */
function sign(c: CanvasRenderingContext2D, grade: Grade, x: number, y: number, r: number): void {
    c.beginPath();
    if (grade === 'blunder') {
        c.moveTo(x, y - r * 1.3);
        c.lineTo(x + r * 1.3, y);
        c.lineTo(x, y + r * 1.3);
        c.lineTo(x - r * 1.3, y);
        c.closePath();
    } else c.arc(x, y, r, 0, 2 * Math.PI);
    if (grade !== 'dubious') c.fill();
    c.stroke();
}

function drawMarks(u: uPlot): void {
    const c = u.ctx;
    const ratio = devicePixelRatio || 1;
    const line = steps.peek();
    const at = (i: number, y: number): [number, number] => [u.valToPos(i, 'x', true), u.valToPos(y, 'y', true)];
    c.save();
    const [x] = at(path.peek().length, 0);
    c.strokeStyle = colour('--accent');
    c.lineWidth = 2 * ratio;
    c.beginPath();
    c.moveTo(x, u.bbox.top);
    c.lineTo(x, u.bbox.top + u.bbox.height);
    c.stroke();
    line.forEach((s, i) => {
        if (!s.view?.mate) return;
        c.fillStyle = colour('--good');
        const up = s.view.mate > 0;
        const [mx, my] = at(i, up ? 100 : 0);
        triangle(c, mx, my + (up ? 5 : -5) * ratio, 4 * ratio, up);
    });
    line.forEach((s, i) => {
        const m = mistakes.peek().get(s.node.id);
        if (!m || !s.view) return;
        const tone = colour(m.grade === 'blunder' ? '--bad' : m.grade === 'mistake' ? '--warn' : '--soft');
        c.fillStyle = tone;
        c.strokeStyle = m.grade === 'dubious' ? tone : colour('--paper');
        c.lineWidth = 1.5 * ratio;
        sign(c, m.grade, ...at(i, s.view.chance * 100), 3.6 * ratio);
    });
    c.restore();
}

function makePlot(into: HTMLElement): uPlot {
    return new uPlot(
        {
            width: Math.max(80, into.clientWidth),
            height: HEIGHT,
            padding: [6, 8, 6, 8],
            legend: { show: false },
            cursor: { y: false, drag: { x: false, y: false }, points: { show: true, size: 7 } },
            scales: {
                x: { time: false, range: (_, __, most) => [0, Math.max(1, most ?? 1)] },
                y: { range: [0, 100] },
            },
            axes: [
                { show: false },
                {
                    side: 3,
                    size: 30,
                    gap: 3,
                    splits: () => [0, 50, 100],
                    values: (_, v) => v.map((n) => `${n}%`),
                    stroke: () => colour('--soft'),
                    font: '10px system-ui, sans-serif',
                    grid: { stroke: () => colour('--line'), width: 1 },
                    ticks: { show: false },
                },
            ],
            series: [
                {},
                {
                    stroke: () => colour('--ink'),
                    width: 1.75,
                    fill: () => colour('--graph-fill'),
                    spanGaps: true,
                    points: { show: (_, __, from, to) => to - from < 40, size: 4, fill: () => colour('--ink') },
                },
            ],
            hooks: { draw: [drawMarks] },
        },
        dataOf(steps.peek()),
        into,
    );
}

function usePlot() {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const into = box.current!;
        const plot = makePlot(into);
        const redraw = () => plot.redraw(false);
        const stop = effect(() => {
            void [path.value, mistakes.value, settings.value];
            plot.setData(dataOf(steps.value));
        });
        const size = new ResizeObserver(() => plot.setSize({ width: Math.max(80, into.clientWidth), height: HEIGHT }));
        size.observe(into);
        const dark = matchMedia('(prefers-color-scheme: dark)');
        dark.addEventListener('change', redraw);
        const goAt = (e: PointerEvent) => {
            const left = e.clientX - plot.over.getBoundingClientRect().left;
            const i = Math.round(plot.posToVal(left, 'x'));
            goTo(wholePath.peek().slice(0, Math.max(0, Math.min(wholePath.peek().length, i))));
        };
        plot.over.addEventListener('pointerdown', (e) => {
            if (e.button !== 0) return;
            plot.over.setPointerCapture(e.pointerId);
            goAt(e);
        });
        plot.over.addEventListener('pointermove', (e) => e.buttons & 1 && goAt(e));
        return () => {
            stop();
            size.disconnect();
            dark.removeEventListener('change', redraw);
            plot.destroy();
        };
    }, []);
    return box;
}

function onKeyDown(e: KeyboardEvent): void {
    const act = {
        ArrowLeft: nav.previousTurn,
        ArrowDown: nav.previousTurn,
        ArrowRight: nav.nextTurn,
        ArrowUp: nav.nextTurn,
        Home: nav.firstPlace,
        End: nav.lastPlace,
    }[e.key];
    if (!act) return;
    act();
    e.preventDefault();
}

function hereText(): string {
    const step = steps.value[path.value.length];
    return t('analyse.graph.value', { place: nav.placeText(), eval: wordsFor(step?.view, step?.outcome ?? 'open') });
}

export function GraphPanel() {
    const box = usePlot();
    const empty = !steps.value.some((s) => s.view);
    return (
        <div class="an-graph">
            <div
                ref={box}
                class="an-plot"
                role="slider"
                tabIndex={0}
                aria-label={t('analyse.graph.label')}
                aria-valuemin={0}
                aria-valuemax={wholePath.value.length}
                aria-valuenow={path.value.length}
                aria-valuetext={hereText()}
                onKeyDown={onKeyDown}
            />
            <p class="an-here">{empty ? t('analyse.graph.empty') : hereText()}</p>
        </div>
    );
}
