/* Where squares are drawn. Columns of the picture count from the left, its rows from the top; the unit is a square. */
import { kindOf, type Rules } from '../core/rules';
import { colOf, rowOf, squareAt, type Square } from '../core/squares';

export interface Geometry {
    readonly rules: Rules;
    readonly turned: number;
    readonly width: number;
    readonly height: number;
    /** Room around the squares for the coordinates. */
    readonly margin: number;
    /** Size of the coordinates' letters, and every how many squares they stand. */
    readonly font: number;
    readonly step: number;
    x(s: Square): number;
    y(s: Square): number;
    /** The square at a place of the picture. */
    at(x: number, y: number): Square;
    /** What is written beside a column or row of the picture. */
    columnLabel(x: number): string;
    rowLabel(y: number): string;
}

export function geometryOf(rules: Rules, turned: number, coordinates: boolean): Geometry {
    const { m, n } = rules;
    const swap = (turned & 4) !== 0;
    const [width, height] = swap ? [n, m] : [m, n];
    const mirrored = (turned & 1) !== 0;
    const upside = (turned & 2) !== 0;
    const x = (s: Square) => {
        const v = swap ? rowOf(s) : colOf(s);
        return mirrored ? width - 1 - v : v;
    };
    const y = (s: Square) => {
        const v = swap ? colOf(s) : rowOf(s);
        return upside ? v : height - 1 - v;
    };
    const at = (px: number, py: number) => {
        const a = mirrored ? width - 1 - px : px;
        const b = upside ? py : height - 1 - py;
        return swap ? squareAt(b, a) : squareAt(a, b);
    };
    const { columnText } = kindOf(rules);
    const most = Math.max(m, n);
    const [font, step, room] = most <= 24 ? [0.44, 1, 0.66] : most <= 40 ? [0.7, 2, 1] : [1.05, 5, 1.5];
    return {
        rules,
        turned,
        width,
        height,
        margin: coordinates ? Math.max(room, most < 8 ? 0.6 : 0) : 0.2,
        font: most < 8 ? 0.3 : font,
        step,
        x,
        y,
        at,
        columnLabel: (px) => (swap ? String(rowOf(at(px, 0)) + 1) : columnText(colOf(at(px, 0)))),
        rowLabel: (py) => (swap ? columnText(colOf(at(0, py))) : String(rowOf(at(0, py)) + 1)),
    };
}

/** The points that orient the eye, as on a Go board: near the corners, the sides and the centre. */
export function starPoints(width: number, height: number, go = false): [number, number][] {
    const along = (n: number): number[] => {
        if (n < 9) return n % 2 ? [(n - 1) / 2] : [];
        if (n > 24 && n % 2) {
            const points: number[] = [];
            const middle = (n - 1) / 2;
            for (let d = -Math.floor(middle / 10); d <= middle / 10; d++) points.push(Math.round(middle + d * 10));
            return points;
        }
        const near = n >= 13 ? 3 : 2;
        return n % 2 ? [near, (n - 1) / 2, n - 1 - near] : [near, n - 1 - near];
    };
    if (Math.min(width, height) < 7) return [];
    const points = along(width).flatMap((x) => along(height).map((y): [number, number] => [x, y]));
    /* Small boards of Go have the corners' and the centre's alone. */
    const middle = (v: number, n: number) => 2 * v === n - 1;
    return go && width < 15 ? points.filter(([x, y]) => middle(x, width) === middle(y, height)) : points;
}
