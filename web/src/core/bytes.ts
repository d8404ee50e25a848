/* Bytes in an address: numbers of any length, texts, packed by what came before (LZ77), written in the letters that chats
 * and mail leave alone, with a checksum before them. Whatever is read may be damaged or made up. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Nobody's address unpacks to more. */
const MOST_BYTES = 4_000_000;

export class Writer {
    readonly bytes: number[] = [];

    number(v: number): void {
        for (; v >= 128; v = Math.floor(v / 128)) this.bytes.push(v % 128 | 128);
        this.bytes.push(v);
    }

    text(v: string): void {
        const bytes = new TextEncoder().encode(v);
        this.number(bytes.length);
        for (const b of bytes) this.bytes.push(b);
    }
}

export class Reader {
    private at = 0;
    constructor(private readonly bytes: Uint8Array) {}

    /** A whole number below `most`; throws where there is none. */
    number(most = 2 ** 31): number {
        let v = 0;
        for (let unit = 1; unit < 2 ** 35; unit *= 128) {
            const b = this.bytes[this.at++];
            if (b === undefined) break;
            v += (b & 127) * unit;
            if (b < 128 && v < most) return v;
            if (b < 128) break;
        }
        throw new Error('the address is damaged');
    }

    byte(): number {
        const b = this.bytes[this.at++];
        if (b === undefined) throw new Error('the address is damaged');
        return b;
    }

    text(): string {
        const length = this.number(MOST_BYTES);
        if (this.at + length > this.bytes.length) throw new Error('the address is damaged');
        const part = this.bytes.subarray(this.at, this.at + length);
        this.at += length;
        return new TextDecoder().decode(part);
    }
}

const LEAST_MATCH = 4;

/* How many bytes from both places on are the same. */
function matchLength(bytes: Uint8Array, before: number, at: number): number {
    let n = 0;
    while (at + n < bytes.length && bytes[before + n] === bytes[at + n]) n++;
    return n;
}

/** Runs of new bytes, each followed by a piece of what was there before: length and distance. */
function packed(bytes: Uint8Array): number[] {
    const out = new Writer();
    const seen = new Map<number, number>();
    const keyAt = (i: number) => ((bytes[i]! * 256 + bytes[i + 1]!) * 256 + bytes[i + 2]!) * 256 + (bytes[i + 3] ?? 0);
    out.number(bytes.length);
    let fresh = 0;
    for (let at = 0; at < bytes.length; ) {
        const fits = at + LEAST_MATCH <= bytes.length;
        const before = fits ? seen.get(keyAt(at)) : undefined;
        const n = before === undefined ? 0 : matchLength(bytes, before, at);
        if (fits) seen.set(keyAt(at), at);
        if (n < LEAST_MATCH || before === undefined) {
            at++;
            continue;
        }
        out.number(at - fresh);
        for (let i = fresh; i < at; i++) out.bytes.push(bytes[i]!);
        out.number(n - LEAST_MATCH);
        out.number(at - before);
        for (let i = at + 1; i < at + n && i + LEAST_MATCH <= bytes.length; i++) seen.set(keyAt(i), i);
        at += n;
        fresh = at;
    }
    out.number(bytes.length - fresh);
    for (let i = fresh; i < bytes.length; i++) out.bytes.push(bytes[i]!);
    return out.bytes;
}

function unpacked(from: Uint8Array): Uint8Array {
    const reader = new Reader(from);
    const out = new Uint8Array(reader.number(MOST_BYTES));
    let at = 0;
    const room = (n: number) => {
        if (at + n > out.length) throw new Error('the address is damaged');
    };
    for (;;) {
        const fresh = reader.number(MOST_BYTES);
        room(fresh);
        for (let i = 0; i < fresh; i++) out[at++] = reader.byte();
        if (at === out.length) return out;
        const n = reader.number(MOST_BYTES) + LEAST_MATCH;
        const back = reader.number(MOST_BYTES);
        room(n);
        if (back < 1 || back > at) throw new Error('the address is damaged');
        for (let i = 0; i < n; i++, at++) out[at] = out[at - back]!;
    }
}

function checksum(bytes: ArrayLike<number>): number {
    let h = 0x811c9dc5;
    for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i]!, 0x01000193) >>> 0;
    return h & 0xffff;
}

/** The bytes as letters. */
export function lettersOf(bytes: readonly number[]): string {
    const body = packed(Uint8Array.from(bytes));
    const sum = checksum(body);
    const all = [sum >> 8, sum & 255, ...body];
    let text = '';
    for (let i = 0; i < all.length; i += 3) {
        const bits = (all[i]! << 16) | ((all[i + 1] ?? 0) << 8) | (all[i + 2] ?? 0);
        const n = Math.min(4, all.length - i + 1);
        for (let k = 0; k < n; k++) text += LETTERS[(bits >> (18 - 6 * k)) & 63];
    }
    return text;
}

/** The way back; null if the letters are not those that were written. */
export function bytesOf(letters: string): Uint8Array | null {
    const all: number[] = [];
    let bits = 0;
    let have = 0;
    for (const c of letters) {
        const v = LETTERS.indexOf(c);
        if (v < 0) return null;
        bits = ((bits << 6) | v) & 0xfffff;
        have += 6;
        if (have < 8) continue;
        have -= 8;
        all.push((bits >> have) & 255);
    }
    const body = Uint8Array.from(all.slice(2));
    if (all.length < 3 || ((all[0]! << 8) | all[1]!) !== checksum(body)) return null;
    try {
        return unpacked(body);
    } catch {
        return null;
    }
}

/** A text of any kind, such as JSON. */
export function lettersOfText(text: string): string {
    const writer = new Writer();
    writer.text(text);
    return lettersOf(writer.bytes);
}

export function textOfLetters(letters: string): string | null {
    const bytes = bytesOf(letters);
    try {
        return bytes && new Reader(bytes).text();
    } catch {
        return null;
    }
}
