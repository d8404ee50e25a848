/* Animated pictures in GIF89a: frames of palette indexes, each only where it differs from the one before. */

/** Colours as 0xrrggbb; at most 256. */
export type Palette = readonly number[];

class Bytes {
    private room = new Uint8Array(1 << 16);
    private length = 0;

    put(...values: number[]): void {
        for (const v of values) this.byte(v);
    }
    byte(v: number): void {
        if (this.length === this.room.length) {
            const more = new Uint8Array(2 * this.room.length);
            more.set(this.room);
            this.room = more;
        }
        this.room[this.length++] = v;
    }
    two(v: number): void {
        this.put(v & 255, v >> 8);
    }
    text(v: string): void {
        for (const c of v) this.byte(c.charCodeAt(0));
    }
    all(): Uint8Array<ArrayBuffer> {
        return this.room.slice(0, this.length);
    }
}

/** Codes of growing width, low bits first, in blocks of up to 255 bytes. */
class Codes {
    private bits = 0;
    private have = 0;
    private block: number[] = [];

    constructor(private readonly out: Bytes) {}

    put(code: number, width: number): void {
        this.bits |= code << this.have;
        this.have += width;
        for (; this.have >= 8; this.have -= 8, this.bits >>>= 8) this.byte(this.bits & 255);
    }
    private byte(v: number): void {
        this.block.push(v);
        if (this.block.length === 255) this.flush();
    }
    private flush(): void {
        if (this.block.length) this.out.put(this.block.length, ...this.block);
        this.block = [];
    }
    end(): void {
        if (this.have > 0) this.byte(this.bits & 255);
        this.flush();
        this.out.byte(0);
    }
}

const MOST_CODES = 4096;

/** LZW, as GIF has it. */
function compress(pixels: Iterable<number>, size: number, out: Bytes): void {
    const clear = 1 << size;
    const codes = new Codes(out);
    let table = new Map<number, number>();
    let next = clear + 2;
    let width = size + 1;
    out.byte(size);
    codes.put(clear, width);
    let prefix = -1;
    for (const pixel of pixels) {
        const known = prefix < 0 ? pixel : table.get(prefix * 256 + pixel);
        if (known !== undefined) {
            prefix = known;
            continue;
        }
        codes.put(prefix, width);
        if (next < MOST_CODES) {
            if (next === 1 << width) width++;
            table.set(prefix * 256 + pixel, next++);
        } else {
            codes.put(clear, width);
            table = new Map();
            next = clear + 2;
            width = size + 1;
        }
        prefix = pixel;
    }
    if (prefix >= 0) codes.put(prefix, width);
    codes.put(clear + 1, width);
    codes.end();
}

export class Gif {
    private readonly out = new Bytes();
    private readonly size: number;
    private before: Uint8Array | null = null;

    constructor(
        private readonly width: number,
        private readonly height: number,
        palette: Palette,
    ) {
        this.size = Math.max(2, Math.ceil(Math.log2(palette.length)));
        this.out.text('GIF89a');
        this.out.two(width);
        this.out.two(height);
        this.out.put(0xf0 | (this.size - 1), 0, 0);
        for (let i = 0; i < 1 << this.size; i++) {
            const c = palette[i] ?? 0;
            this.out.put(c >> 16, (c >> 8) & 255, c & 255);
        }
        this.out.put(0x21, 0xff, 11);
        this.out.text('NETSCAPE2.0');
        this.out.put(3, 1, 0, 0, 0); // again and again
    }

    /** Shows the pixels, row by row, for so many hundredths of a second. */
    frame(pixels: Uint8Array, hundredths: number): void {
        const [x0, y0, x1, y1] = this.changed(pixels);
        this.out.put(0x21, 0xf9, 4, 4);
        this.out.two(hundredths);
        this.out.put(0, 0, 0x2c);
        this.out.two(x0);
        this.out.two(y0);
        this.out.two(x1 - x0);
        this.out.two(y1 - y0);
        this.out.byte(0);
        const { width } = this;
        compress(
            (function* () {
                for (let y = y0; y < y1; y++) yield* pixels.subarray(y * width + x0, y * width + x1);
            })(),
            this.size,
            this.out,
        );
        this.before = pixels.slice();
    }

    /** The rectangle outside of which nothing is new; one pixel if nothing is. */
    private changed(pixels: Uint8Array): [number, number, number, number] {
        if (!this.before) return [0, 0, this.width, this.height];
        let [x0, y0, x1, y1] = [this.width, this.height, 0, 0];
        for (let y = 0; y < this.height; y++)
            for (let x = 0; x < this.width; x++)
                if (pixels[y * this.width + x] !== this.before[y * this.width + x]) {
                    x0 = Math.min(x0, x);
                    y0 = Math.min(y0, y);
                    x1 = Math.max(x1, x + 1);
                    y1 = Math.max(y1, y + 1);
                }
        return x1 ? [x0, y0, x1, y1] : [0, 0, 1, 1];
    }

    end(): Uint8Array<ArrayBuffer> {
        this.out.byte(0x3b);
        return this.out.all();
    }
}
