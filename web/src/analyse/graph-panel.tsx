/* Black's chance over the game as a small graph: click or drag to go somewhere, arrows to step. Found wins and
 * mistakes are marked by shapes, not by colour alone. */

import type uPlot from 'uplot';
import { colour } from '../app/colour';
import * as nav from '../app/nav';
import { axis, line, usePlot } from '../app/plot';
import { goTo, path } from '../app/store';
import { t } from '../strings';
import type { Grade } from './judge';
import { steps, wholePath } from './line';
import { wordsFor } from './parts';
import { mistakes } from './verdicts';

/* The place and the mistakes are drawn by a hook: it runs again when they change. */
function data(): uPlot.AlignedData {
    void [path.value, mistakes.value];
    const all = steps.value;
    return [all.map((_, i) => i), all.map((s) => (s.view ? s.view.chance * 100 : null))];
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
    const all = steps.peek();
    const at = (i: number, y: number): [number, number] => [u.valToPos(i, 'x', true), u.valToPos(y, 'y', true)];
    c.save();
    const [x] = at(path.peek().length, 0);
    c.strokeStyle = colour('--accent');
    c.lineWidth = 2 * ratio;
    c.beginPath();
    c.moveTo(x, u.bbox.top);
    c.lineTo(x, u.bbox.top + u.bbox.height);
    c.stroke();
    all.forEach((s, i) => {
        if (!s.view?.mate) return;
        c.fillStyle = colour('--good');
        const up = s.view.mate > 0;
        const [mx, my] = at(i, up ? 100 : 0);
        triangle(c, mx, my + (up ? 5 : -5) * ratio, 4 * ratio, up);
    });
    all.forEach((s, i) => {
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

const options: Omit<uPlot.Options, 'width'> = {
    height: 110,
    padding: [6, 8, 6, 8],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: true, size: 7 } },
    scales: {
        x: { time: false, range: (_, __, most) => [0, Math.max(1, most ?? 1)] },
        y: { range: [0, 100] },
    },
    axes: [
        { show: false },
        {
            ...axis,
            side: 3,
            size: 30,
            gap: 3,
            splits: () => [0, 50, 100],
            values: (_, v) => v.map((n) => `${n}%`),
        },
    ],
    series: [{}, { ...line('--ink', 1.75, 4), fill: () => colour('--graph-fill'), spanGaps: true }],
    hooks: { draw: [drawMarks] },
};

function listen(plot: uPlot): void {
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
    const box = usePlot(options, data, listen);
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
