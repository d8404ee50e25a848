/* The proof and disproof number of the root over its jobs, as a small graph with a logarithmic scale. */

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colour } from '../app/colour';
import { settings } from '../app/settings';
import { t } from '../strings';
import { numberText } from './model';
import { view } from './state';

const HEIGHT = 170;

/* A number that is infinite has no place; 0 is drawn at the bottom. */
const drawn = (n: number | null) => (n === null ? null : Math.max(1, n));

function data(): uPlot.AlignedData {
    const points = view.value?.history ?? [];
    return [points.map((p) => p[0]), points.map((p) => drawn(p[2])), points.map((p) => drawn(p[3]))];
}

function makePlot(into: HTMLElement): uPlot {
    const axis = {
        stroke: () => colour('--soft'),
        font: '10px system-ui, sans-serif',
        grid: { stroke: () => colour('--line'), width: 1 },
        ticks: { show: false },
    };
    const line = (name: string, dash?: number[]): uPlot.Series => ({
        stroke: () => colour(name),
        width: 2,
        dash,
        points: { show: (_, __, a, b) => b - a < 40, size: 5, fill: () => colour(name) },
    });
    return new uPlot(
        {
            width: Math.max(80, into.clientWidth),
            height: HEIGHT,
            padding: [8, 10, 0, 0],
            legend: { show: false },
            cursor: { drag: { x: false, y: false }, points: { size: 7 } },
            scales: {
                x: { time: false, range: (_, least, most) => [Math.max(0, (least ?? 0) - 1), (most ?? 1) + 1] },
                y: { distr: 3, range: (_, __, most) => [1, Math.max(10, most ?? 10)] },
            },
            axes: [
                { ...axis, size: 22, gap: 2, space: 60 },
                {
                    ...axis,
                    size: 44,
                    gap: 3,
                    values: (_, v) => v.map((n) => (n !== null && Math.log10(n) % 1 === 0 ? n.toLocaleString() : '')),
                },
            ],
            series: [{}, line('--accent'), line('--bad', [6, 4])],
        },
        data(),
        into,
    );
}

export function GraphPanel() {
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
    const points = view.value?.history ?? [];
    const last = points.at(-1);
    const label = last
        ? t('lab.graph.label', { n: last[0], pn: numberText(last[2]), dn: numberText(last[3]) })
        : t('lab.graph.empty');
    return (
        <div class="lab-graph">
            <div ref={box} class="lab-plot" role="img" aria-label={label} data-points={points.length} />
            <p class="lab-legend">
                <span class="pn">{t('lab.graph.pn')}</span> <span class="dn">{t('lab.graph.dn')}</span>
            </p>
            <p class="quiet">{label}</p>
        </div>
    );
}
