/* The proof and disproof number of the root over its jobs, as a small graph with a logarithmic scale. */

import type uPlot from 'uplot';
import { numberText } from '../analyse/format';
import { axis, line, usePlot } from '../app/plot';
import { t } from '../strings';
import { byJob } from './model';
import { view } from './state';

/* A number that is infinite has no place; 0 is drawn at the bottom. */
const drawn = (n: number | null) => (n === null ? null : Math.max(1, n));

function data(): uPlot.AlignedData {
    const points = byJob(view.value?.history ?? []);
    return [points.map((p) => p[0]), points.map((p) => drawn(p[2])), points.map((p) => drawn(p[3]))];
}

const options: Omit<uPlot.Options, 'width'> = {
    height: 170,
    padding: [8, 10, 0, 0],
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
    series: [{}, line('--accent', 2, 5), { ...line('--bad', 2, 5), dash: [6, 4] }],
};

export function GraphPanel() {
    const box = usePlot(options, data);
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
