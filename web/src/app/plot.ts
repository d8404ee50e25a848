/* Small graphs, drawn by uPlot in the colours of the theme. */

import { useEffect, useRef } from 'preact/hooks';
import { effect } from '@preact/signals';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { colour } from './colour';
import { settings } from './settings';
import { dark } from './theme';

/** An axis that keeps quiet. */
export const axis: uPlot.Axis = {
    stroke: () => colour('--soft'),
    font: '10px system-ui, sans-serif',
    grid: { stroke: () => colour('--line'), width: 1 },
    ticks: { show: false },
};

/** A line in a colour of the theme, with dots while there is room for them. */
export function line(name: string, width: number, dot: number): uPlot.Series {
    return {
        stroke: () => colour(name),
        width,
        points: { show: (_, __, from, to) => to - from < 40, size: dot, fill: () => colour(name) },
    };
}

/** A graph as wide as the element that gets the reference; drawn again whenever its data, the theme or the width
 * change. `begin` is for those who listen to it. */
export function usePlot(
    options: Omit<uPlot.Options, 'width'>,
    data: () => uPlot.AlignedData,
    begin?: (plot: uPlot) => void,
) {
    const box = useRef<HTMLDivElement>(null);
    useEffect(() => {
        const into = box.current!;
        const size = () => ({ width: Math.max(80, into.clientWidth), height: options.height });
        const plot = new uPlot({ legend: { show: false }, ...options, ...size() }, data(), into);
        const stop = effect(() => {
            void settings.value;
            void dark.value;
            plot.setData(data());
        });
        const resized = new ResizeObserver(() => plot.setSize(size()));
        resized.observe(into);
        begin?.(plot);
        return () => {
            stop();
            resized.disconnect();
            plot.destroy();
        };
    }, []);
    return box;
}
