/* Squares as numbers, and as people write them.
 *
 * A square is row * 128 + column, the same number on boards of every size (columns and rows count from 0 at
 * the bottom left). For people it is column letters and a row from 1 at the bottom: "j10" is the centre of
 * 19x19. After z comes aa; no letter is skipped. */

export type Square = number;

export const STRIDE = 128;

/** A move on no square, in games that know one. */
export const PASS: Square = -1;

export function squareAt(col: number, row: number): Square {
    return row * STRIDE + col;
}

export function colOf(s: Square): number {
    return s % STRIDE;
}

export function rowOf(s: Square): number {
    return Math.floor(s / STRIDE);
}

/** Column letters: a … z, aa, ab … */
export function columnText(col: number): string {
    const last = String.fromCharCode(97 + (col % 26));
    return col < 26 ? last : columnText(Math.floor(col / 26) - 1) + last;
}

export function squareText(s: Square): string {
    return columnText(colOf(s)) + (rowOf(s) + 1);
}

/** The square that the whole text names, or null. Letters in either case. With a board it must lie on it. */
export function parseSquare(text: string, board?: { m: number; n: number }): Square | null {
    const found = /^([a-z]{1,2})([1-9][0-9]{0,2})$/i.exec(text.trim());
    if (!found) return null;
    const letters = found[1]!.toLowerCase();
    let col = 0;
    for (const c of letters) col = col * 26 + (c.charCodeAt(0) - 96);
    col -= 1;
    const row = Number(found[2]) - 1;
    const { m, n } = board ?? { m: STRIDE - 1, n: STRIDE - 1 };
    return col < m && row < n ? squareAt(col, row) : null;
}

/** Reads squares that may be joined ("k11i11") or apart ("k11 i11, l9"); stops at what is no square. */
export function parseSquares(text: string, board?: { m: number; n: number }): { squares: Square[]; rest: string } {
    const squares: Square[] = [];
    let rest = text;
    for (;;) {
        const found = /^[\s,;/|]*([a-z]{1,2}[1-9][0-9]{0,2})/i.exec(rest);
        const s = found && parseSquare(found[1]!, board);
        if (!found || s === null) return { squares, rest: rest.replace(/^[\s,;/|]+/, '') };
        squares.push(s);
        rest = rest.slice(found[0].length);
    }
}

export function squaresText(squares: readonly Square[]): string {
    return squares.map(squareText).join(' ');
}
