/* A position as an SVG file of its own: everything it needs is in it, and it looks the same everywhere. */

import { BLACK, EMPTY, allSquares, kindOf, lastTurn, type Position } from './rules';
import { colOf, rowOf, type Square } from './squares';

export interface DrawingOptions {
    coordinates?: boolean;
    /** Numbers of the turns on the stones instead of marks on the last ones. */
    numbers?: boolean;
    /** Squares of a winning row. */
    row?: readonly Square[];
}

const CELL = 30;

/** Where a Go board of this size has its points. */
function starPoints(m: number, n: number): [number, number][] {
    if (m !== n || m < 13 || m % 2 === 0) return [];
    const at = [3, (m - 1) / 2, m - 4];
    return at.flatMap((x) => at.map((y): [number, number] => [x, y]));
}

export function boardSvg(p: Position, options: DrawingOptions = {}): string {
    const { m, n } = p.rules;
    const { columnText } = kindOf(p.rules);
    const margin = options.coordinates === false ? 0.2 : 0.8;
    const [width, height] = [(m + 2 * margin) * CELL, (n + 2 * margin) * CELL];
    const at = (v: number) => +((margin + v + 0.5) * CELL).toFixed(2);
    const x = (s: Square) => at(colOf(s));
    const y = (s: Square) => at(n - 1 - rowOf(s));
    const out = [
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" text-anchor="middle">`,
        `<rect width="${width}" height="${height}" fill="#dcb274"/>`,
    ];
    const lines = [
        ...Array.from({ length: m }, (_, i) => `M${at(i)} ${at(0)}V${at(n - 1)}`),
        ...Array.from({ length: n }, (_, i) => `M${at(0)} ${at(i)}H${at(m - 1)}`),
    ];
    out.push(`<path d="${lines.join('')}" stroke="#7a5423" stroke-width="1.2" stroke-linecap="square" fill="none"/>`);
    for (const [col, row] of starPoints(m, n))
        out.push(`<circle cx="${at(col)}" cy="${at(row)}" r="3" fill="#7a5423"/>`);
    if (options.coordinates !== false) {
        const word = (cx: number, cy: number, text: string) =>
            `<text x="${cx}" y="${cy + 4}" font-size="12" fill="#5b3d16">${text}</text>`;
        for (let i = 0; i < m; i++) out.push(word(at(i), height - 12, columnText(i)), word(at(i), 12, columnText(i)));
        for (let i = 0; i < n; i++)
            out.push(word(12, at(n - 1 - i), `${i + 1}`), word(width - 12, at(n - 1 - i), `${i + 1}`));
    }
    const turns = new Map(p.moves.map((v) => [v.at, v.turn + 1]));
    const last = new Set(lastTurn(p).map((v) => v.at));
    for (const s of allSquares(p.rules)) {
        if (p.cells[s] === EMPTY) continue;
        const black = p.cells[s] === BLACK;
        const fill = black ? 'fill="#1d1c1b"' : 'fill="#fbfaf7" stroke="#8d8577"';
        out.push(`<circle cx="${x(s)}" cy="${y(s)}" r="${CELL * 0.45}" ${fill}/>`);
        const number = options.numbers ? turns.get(s) : undefined;
        if (number !== undefined)
            out.push(
                `<text x="${x(s)}" y="${y(s) + 4.5}" font-size="13" fill="${last.has(s) ? '#e0604c' : black ? '#fbfaf7' : '#1d1c1b'}">${number}</text>`,
            );
        else if (last.has(s)) out.push(`<circle cx="${x(s)}" cy="${y(s)}" r="${CELL * 0.13}" fill="#d6402c"/>`);
    }
    const ends = options.row && [options.row[0], options.row[options.row.length - 1]];
    if (ends && ends[0] !== undefined && ends[1] !== undefined)
        out.push(
            `<path d="M${x(ends[0])} ${y(ends[0])}L${x(ends[1])} ${y(ends[1])}" stroke="#d6402c" stroke-width="4" stroke-linecap="round" opacity="0.75"/>`,
        );
    return [...out, '</svg>'].join('\n');
}
