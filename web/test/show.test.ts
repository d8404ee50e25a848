/* Pictures and films of the board, read back. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { boardSvg } from '../src/core/drawing';
import { film } from '../src/core/film';
import { Gif } from '../src/core/gif';
import { CONNECT6, emptyPosition, place, type Position } from '../src/core/rules';
import { parseSquares } from '../src/core/squares';

interface Frame {
    x: number;
    y: number;
    width: number;
    height: number;
    delay: number;
    pixels: number[];
}

/** The frames of a GIF, by its specification: the reader that the writer is held against. */
function readGif(bytes: Uint8Array): { width: number; height: number; palette: number[]; frames: Frame[] } {
    const two = (i: number) => bytes[i]! | (bytes[i + 1]! << 8);
    assert.equal(String.fromCharCode(...bytes.subarray(0, 6)), 'GIF89a');
    const colours = 1 << ((bytes[10]! & 7) + 1);
    const palette = Array.from(
        { length: colours },
        (_, i) => (bytes[13 + 3 * i]! << 16) | (bytes[14 + 3 * i]! << 8) | bytes[15 + 3 * i]!,
    );
    const frames: Frame[] = [];
    let at = 13 + 3 * colours;
    let delay = 0;
    const blocks = () => {
        const data: number[] = [];
        while (bytes[at]) {
            data.push(...bytes.subarray(at + 1, at + 1 + bytes[at]!));
            at += bytes[at]! + 1;
        }
        at++;
        return data;
    };
    for (;;) {
        const kind = bytes[at++];
        if (kind === 0x3b) break;
        if (kind === 0x21) {
            if (bytes[at++] === 0xf9) delay = two(at + 2);
            blocks();
            continue;
        }
        assert.equal(kind, 0x2c);
        const [x, y, width, height] = [two(at), two(at + 2), two(at + 4), two(at + 6)];
        at += 9;
        const size = bytes[at++]!;
        frames.push({ x, y, width, height, delay, pixels: expand(blocks(), size) });
    }
    assert.equal(at, bytes.length);
    return { width: two(6), height: two(8), palette, frames };
}

function expand(data: number[], size: number): number[] {
    const [clear, end] = [1 << size, (1 << size) + 1];
    let table: number[][] = [];
    let width = size + 1;
    let bit = 0;
    let before: number[] | null = null;
    const out: number[] = [];
    const reset = () => {
        table = Array.from({ length: clear }, (_, i) => [i]);
        table.push([], []);
        width = size + 1;
        before = null;
    };
    reset();
    for (;;) {
        let code = 0;
        for (let i = 0; i < width; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
        if (code === end) return out;
        if (code === clear) {
            reset();
            continue;
        }
        const known: number[] | null = before;
        const entry: number[] = table[code] ?? [...known!, known![0]!];
        assert(code <= table.length, 'a code that cannot be yet');
        out.push(...entry);
        if (known && table.length < 4096) table.push([...known, entry[0]!]);
        if (table.length === 1 << width && width < 12) width++;
        before = entry;
    }
}

it('a GIF gives back the pixels that went in, whatever they are', () => {
    for (const [width, height, colours] of [
        [7, 5, 4],
        [300, 200, 32],
        [64, 64, 256],
    ] as const) {
        let seed = 1;
        const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
        const noise = Uint8Array.from({ length: width * height }, () => Math.floor(random() * colours));
        const calm = noise.map((v, i) => (i % 3 ? 1 : v));
        const gif = new Gif(
            width,
            height,
            Array.from({ length: colours }, (_, i) => i * 65793),
        );
        const screen = new Uint8Array(width * height);
        const shown = [noise, calm, calm, new Uint8Array(width * height)];
        shown.forEach((p, i) => gif.frame(p, 10 * i));
        const read = readGif(gif.end());
        assert.deepEqual([read.width, read.height, read.frames.length], [width, height, 4]);
        read.frames.forEach((f, i) => {
            for (let y = 0; y < f.height; y++)
                for (let x = 0; x < f.width; x++) screen[(f.y + y) * width + f.x + x] = f.pixels[y * f.width + x]!;
            assert.deepEqual(screen, shown[i]);
            assert.equal(f.delay, 10 * i);
        });
        assert.equal(read.frames[2]!.pixels.length, 1, 'what is the same costs nothing');
    }
});

function after(stones: string): Position {
    return parseSquares(stones, CONNECT6).squares.reduce(place, emptyPosition(CONNECT6));
}

it('a film has a frame for each position, with its stones', () => {
    const j10 = parseSquares('j10', CONNECT6).squares;
    const read = readGif(
        film([
            { position: after(''), marked: [] },
            { position: after('j10'), marked: j10 },
            { position: after('j10k11i11'), marked: [] },
        ]),
    );
    assert.equal(read.frames.length, 3);
    const [, first, second] = read.frames;
    assert(first!.width < read.width / 10 && first!.height < read.height / 10, 'a stone changes little');
    const colours = (f: Frame) => new Set(f.pixels.map((p) => read.palette[p]));
    assert(colours(first!).has(0x1d1c1b) && colours(first!).has(0xd6402c) && !colours(first!).has(0xfbfaf7));
    assert(colours(second!).has(0xfbfaf7));
});

it('a picture has the stones, the coordinates or the numbers', () => {
    const p = after('j10k11i11');
    const plain = boardSvg(p);
    assert.equal(plain.match(/<circle[^>]*fill="#1d1c1b"/g)?.length, 1);
    assert.equal(plain.match(/<circle[^>]*fill="#fbfaf7"/g)?.length, 2);
    assert.equal(plain.match(/fill="#d6402c"/g)?.length, 2, 'the last turn is marked');
    assert.match(plain, />s<\/text>/);
    const numbered = boardSvg(p, { numbers: true, coordinates: false });
    assert.doesNotMatch(numbered, />s<\/text>/);
    assert.equal(numbered.match(/>2<\/text>/g)?.length, 2);
});
