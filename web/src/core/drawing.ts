/* A position as an SVG file of its own: everything it needs is in it, and it looks the same everywhere. */

import { BLACK, EMPTY, allSquares, kindOf, lastTurn, type Position } from './rules';
import { arrowPath } from './arrow-path';
import { colOf, rowOf, type Square } from './squares';
import type { MarkKind, TreeNode } from './tree';

export interface DrawingOptions {
    coordinates?: boolean;
    /** Numbers of the turns on the stones instead of marks on the last ones. */
    numbers?: boolean;
    /** What people drew and wrote on it. */
    notes?: Pick<TreeNode, 'marks' | 'labels' | 'arrows'>;
    /** Squares of a winning row. */
    row?: readonly Square[];
}

const CELL = 30;
const INK = '#9a3412';

const SHAPES: Record<MarkKind, string> = {
    circle: '<circle r="8"/>',
    square: '<rect x="-7" y="-7" width="14" height="14"/>',
    triangle: '<path d="M0 -9L8.1 4.8H-8.1Z"/>',
    cross: '<path d="M-6 -6L6 6M6 -6L-6 6"/>',
    selected: '<rect x="-13.5" y="-13.5" width="27" height="27" rx="3" stroke-width="2"/>',
};

const escaped = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`);

/* Marks, then arrows and lines, then labels, which have the board's colour under them where no stone is. */
function notesSvg(
    p: Position,
    { marks = [], labels = [], arrows = [] }: NonNullable<DrawingOptions['notes']>,
    x: (s: Square) => number,
    y: (s: Square) => number,
): string[] {
    const ink = (s: Square) => (p.cells[s] === BLACK ? '#fbfaf7' : p.cells[s] === EMPTY ? INK : '#1d1c1b');
    const out = marks.map(
        ({ at, kind }) =>
            `<g transform="translate(${x(at)} ${y(at)})" fill="none" stroke="${ink(at)}" stroke-width="2.6" stroke-linejoin="round">${SHAPES[kind]}</g>`,
    );
    for (const { kind, at, to } of arrows) {
        const [x0, y0, x1, y1] = [x(at), y(at), x(to), y(to)].map((v) => v / CELL) as [number, number, number, number];
        const { shaft, head } = arrowPath(x0, y0, x1, y1, kind);
        out.push(
            `<g transform="scale(${CELL})" fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${shaft}" stroke="#ffffffcc" stroke-width="0.18"/><path d="${shaft}" stroke="${INK}" stroke-width="0.11"/>` +
                (head ? `<path d="${head}" fill="${INK}" stroke="#ffffffcc" stroke-width="0.035"/>` : '') +
                '</g>',
        );
    }
    for (const { at, text } of labels) {
        if (p.cells[at] === EMPTY) out.push(`<circle cx="${x(at)}" cy="${y(at)}" r="10.5" fill="#dcb274"/>`);
        const size = text.length > 3 ? 9 : text.length > 1 ? 12 : 15;
        out.push(
            `<text x="${x(at)}" y="${y(at) + size * 0.35}" font-size="${size}" font-weight="600" fill="${ink(at)}">${escaped(text)}</text>`,
        );
    }
    return out;
}

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
    if (options.notes) out.push(...notesSvg(p, options.notes, x, y));
    return [...out, '</svg>'].join('\n');
}
