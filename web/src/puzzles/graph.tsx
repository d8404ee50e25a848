/* The rating over the attempts, as a small graph. */

import type uPlot from 'uplot';
import { colour } from '../app/colour';
import { axis, line, usePlot } from '../app/plot';
import { t } from '../strings';
import { progress } from './keep';
import { round } from './words';

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

const options: Omit<uPlot.Options, 'width'> = {
    height: 130,
    padding: [8, 10, 0, 0],
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
        line('--accent', 2, 6),
    ],
    bands: [{ series: [1, 2], fill: () => colour('--accent-soft') }],
};

export function RatingGraph() {
    const box = usePlot(options, data);
    const { graph } = progress.value;
    const values = graph.map((v) => v.rating);
    const label = t('puzzles.graph', {
        n: graph.length,
        now: round(values[values.length - 1] ?? 0),
        best: round(values.reduce((a, b) => Math.max(a, b), 0)),
    });
    return <div ref={box} class="pz-plot" role="img" aria-label={label} />;
}
