/* The rating over the attempts, as a small graph. */

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colour } from '../app/colour';
import { settings } from '../app/settings';
import { t } from '../strings';
import { progress } from './keep';
import { round } from './words';

const HEIGHT = 130;
/* No more points than this: older ones are thinned out. */
const POINTS = 400;

function data(): uPlot.AlignedData {
    const { graph } = progress.value;
    const step = Math.max(1, Math.ceil(graph.length / POINTS));
    const shown = graph.filter((_, i) => (graph.length - 1 - i) % step === 0);
    const x = shown.map((_, i) => graph.length - (shown.length - 1 - i) * step);
    return [
        x,
        shown.map((v) => v.rating + v.deviation),
        shown.map((v) => v.rating - v.deviation),
        shown.map((v) => v.rating),
    ];
}

function makePlot(into: HTMLElement): uPlot {
    const axis = {
        stroke: () => colour('--soft'),
        font: '10px system-ui, sans-serif',
        grid: { stroke: () => colour('--line'), width: 1 },
        ticks: { show: false },
    };
    return new uPlot(
        {
            width: Math.max(80, into.clientWidth),
            height: HEIGHT,
            padding: [8, 10, 0, 0],
            legend: { show: false },
            cursor: { drag: { x: false, y: false }, points: { size: 7 } },
            scales: {
                x: { time: false, range: (_, least, most) => [(least ?? 0) - 0.5, (most ?? 1) + 0.5] },
                y: {
                    range: (_, least, most) => [Math.floor((least - 20) / 50) * 50, Math.ceil((most + 20) / 50) * 50],
                },
            },
            axes: [
                { ...axis, size: 22, gap: 2, space: 60, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] },
                { ...axis, size: 38, gap: 3, space: 28 },
            ],
            series: [
                {},
                { stroke: 'transparent', points: { show: false } },
                { stroke: 'transparent', points: { show: false } },
                {
                    stroke: () => colour('--accent'),
                    width: 2,
                    points: { show: (_, __, a, b) => b - a < 40, size: 6, fill: () => colour('--accent') },
                },
            ],
            bands: [{ series: [1, 2], fill: () => colour('--accent-soft') }],
        },
        data(),
        into,
    );
}

export function RatingGraph() {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const into = box.current!;
        const plot = makePlot(into);
        const stop = effect(() => {
            void settings.value;
            plot.setData(data());
        });
        const size = new ResizeObserver(() => plot.setSize({ width: Math.max(80, into.clientWidth), height: HEIGHT }));
        size.observe(into);
        const dark = matchMedia('(prefers-color-scheme: dark)');
        const redraw = () => plot.redraw(false);
        dark.addEventListener('change', redraw);
        return () => {
            stop();
            size.disconnect();
            dark.removeEventListener('change', redraw);
            plot.destroy();
        };
    }, []);
    const { graph } = progress.value;
    const values = graph.map((v) => v.rating);
    const label = t('puzzles.graph', {
        n: graph.length,
        now: round(values[values.length - 1] ?? 0),
        best: round(values.reduce((a, b) => Math.max(a, b), 0)),
    });
    return <div ref={box} class="pz-plot" role="img" aria-label={label} />;
}
