/* A game as an animated picture, a frame a turn, drawn pixel by pixel: it needs no page, and runs in a worker. */

import { Gif, type Palette } from './gif';
import { BLACK, EMPTY, allSquares, type Position } from './rules';
import { colOf, rowOf, type Square } from './squares';

const LEVELS = 8;
const [BOARD, LINE, INK, PAPER, RIM, RED] = [0xdcb274, 0x7a5423, 0x1d1c1b, 0xfbfaf7, 0x8d8577, 0xd6402c];

function mixed(a: number, b: number, share: number): number {
    const part = (shift: number) =>
        Math.round(((a >> shift) & 255) * (1 - share) + ((b >> shift) & 255) * share) << shift;
    return part(16) | part(8) | part(0);
}

/** From the board to a colour, in steps: the edges of stones are smooth. */
const ramp = (to: number) => Array.from({ length: LEVELS }, (_, i) => mixed(BOARD, to, (i + 1) / LEVELS));
const PALETTE: Palette = [BOARD, LINE, RED, ...ramp(INK), ...ramp(RIM), ...ramp(PAPER)];
const [AT_BOARD, AT_LINE, AT_RED, AT_INK] = [0, 1, 2, 3];
const AT_RIM = AT_INK + LEVELS;
const AT_PAPER = AT_RIM + LEVELS;

export interface FilmOptions {
    /** Pixels of the longer side, about. */
    size?: number;
    /** Hundredths of a second of a turn, and of the last one. */
    turn?: number;
    last?: number;
}

class Canvas {
    readonly cell: number;
    readonly width: number;
    readonly height: number;
    readonly pixels: Uint8Array;
    private readonly margin: number;

    constructor(
        private readonly position: Position,
        size: number,
    ) {
        const { m, n } = position.rules;
        this.cell = Math.max(7, Math.min(48, Math.floor(size / (Math.max(m, n) + 0.4))));
        this.margin = Math.round(this.cell * 0.2);
        this.width = m * this.cell + 2 * this.margin;
        this.height = n * this.cell + 2 * this.margin;
        this.pixels = new Uint8Array(this.width * this.height);
    }

    private x(s: Square): number {
        return this.margin + (colOf(s) + 0.5) * this.cell;
    }
    private y(s: Square): number {
        return this.margin + (this.position.rules.n - 1 - rowOf(s) + 0.5) * this.cell;
    }

    private bar(x0: number, y0: number, x1: number, y1: number): void {
        for (let y = y0; y <= y1; y++) this.pixels.fill(AT_LINE, y * this.width + x0, y * this.width + x1 + 1);
    }

    grid(): void {
        const { m, n } = this.position.rules;
        const middle = (i: number) => Math.floor(this.margin + (i + 0.5) * this.cell);
        this.pixels.fill(AT_BOARD);
        for (let i = 0; i < m; i++) this.bar(middle(i), middle(0), middle(i), middle(n - 1));
        for (let i = 0; i < n; i++) this.bar(middle(0), middle(i), middle(m - 1), middle(i));
    }

    /** A disc; `at` is the first colour of its ramp, or (`sharp`) its only one. */
    disc(s: Square, share: number, at: number, sharp = false): void {
        const [cx, cy, r] = [this.x(s), this.y(s), share * this.cell];
        for (let y = Math.floor(cy - r - 1); y <= cy + r + 1; y++)
            for (let x = Math.floor(cx - r - 1); x <= cx + r + 1; x++) {
                const cover = r + 0.5 - Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
                if (cover <= (sharp ? 0.5 : 0) || x < 0 || y < 0 || x >= this.width || y >= this.height) continue;
                const level = Math.min(LEVELS, Math.ceil(cover * LEVELS)) - 1;
                this.pixels[y * this.width + x] = sharp ? at : at + level;
            }
    }

    stone(s: Square, cell: number): void {
        this.disc(s, 0.46, cell === BLACK ? AT_INK : AT_RIM);
        if (cell !== BLACK) this.disc(s, 0.42, AT_PAPER);
    }

    mark(s: Square): void {
        this.disc(s, 0.13, AT_RED, true);
    }
}

/** The positions of a film are shown one after the other; the squares with them are those of the last turn. */
export function film(
    shots: readonly { position: Position; marked: readonly Square[] }[],
    options: FilmOptions = {},
): Uint8Array<ArrayBuffer> {
    const canvas = new Canvas(shots[0]!.position, options.size ?? 480);
    const gif = new Gif(canvas.width, canvas.height, PALETTE);
    shots.forEach(({ position, marked }, i) => {
        canvas.grid();
        for (const s of allSquares(position.rules))
            if (position.cells[s] !== EMPTY) canvas.stone(s, position.cells[s]!);
        for (const s of marked) canvas.mark(s);
        gif.frame(canvas.pixels, i === shots.length - 1 ? (options.last ?? 300) : (options.turn ?? 80));
    });
    return gif.end();
}
