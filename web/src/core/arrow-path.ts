/* How an arrow or a line between two squares is drawn, in squares; on the board and in pictures. */

import type { Arrow } from './tree';

const LONG = 0.42; // of the head
const BROAD = 0.24;

const text = (v: number) => String(+v.toFixed(3));

/** Both begin a little off the middle of their squares, so that what stands there stays to be read; an arrow ends before it. */
export function arrowPath(x0: number, y0: number, x1: number, y1: number, kind: Arrow['kind']) {
    const long = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / long, (y1 - y0) / long];
    const at = (along: number, aside = 0) =>
        `${text(x0 + along * dx - aside * dy)} ${text(y0 + along * dy + aside * dx)}`;
    const start = Math.min(0.22, long / 5);
    const end = long - start;
    if (kind === 'line') return { shaft: `M${at(start)}L${at(end)}`, head: '' };
    const neck = Math.max(start, end - LONG);
    return { shaft: `M${at(start)}L${at(neck)}`, head: `M${at(end)}L${at(neck, BROAD)}L${at(neck, -BROAD)}Z` };
}
