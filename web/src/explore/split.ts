/* A file of many games in pieces that the server takes one after the other. No part of this knows of the page. */

/** At most so many games and characters a piece; a single game may be longer. */
const GAMES = 200;
const LENGTH = 400_000;

/** The end of the game that begins at `from`, behind the bracket that closes it; -1 if none does. Values of SGF may hold
 * brackets, and these are none. */
function endOfGame(text: string, from: number): number {
    const [open, close] = text[from] === '(' ? '()' : '{}';
    let depth = 0;
    let value = false;
    for (let i = from; i < text.length; i++) {
        const c = text[i];
        if (value && c === '\\') i++;
        else if (c === '[' || c === ']') value = c === '[';
        else if (!value && c === open) depth++;
        else if (!value && c === close && --depth === 0) return i + 1;
    }
    return -1;
}

export interface Piece {
    readonly text: string;
    /** How much of the file is read with it, 0 to 1. */
    readonly part: number;
}

/** Files that do not begin with a bracket are one game, and one piece. */
export function* pieces(text: string): Generator<Piece> {
    let start = 0;
    let at = 0;
    let games = 0;
    const whole = () => ({ text: text.slice(start), part: 1 });
    while (at < text.length) {
        const skip = /[^\s\ufeff]/.exec(text.slice(at, at + 4000));
        if (!skip) {
            at += 4000;
            continue;
        }
        at += skip.index;
        if (text[at] !== '(' && text[at] !== '{') break; // what is no game is the server's to complain of
        const end = endOfGame(text, at);
        if (end < 0) break;
        at = end;
        games++;
        if (games === GAMES || at - start >= LENGTH) {
            yield { text: text.slice(start, at), part: at / text.length };
            start = at;
            games = 0;
        }
    }
    if (text.slice(start).trim()) yield whole();
}

/** A file's text by the character set that it names or seems to be in; null if it is no text. */
export function textOf(bytes: Uint8Array): string | null {
    if (bytes[0] === 0xff && bytes[1] === 0x52) return null; // RenLib
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4000));
        const named = /CA\[([\w-]+)\]/.exec(head)?.[1];
        for (const set of [named, 'gb18030'])
            try {
                if (set) return new TextDecoder(set).decode(bytes);
            } catch {
                /* a name that browsers do not know */
            }
        return null;
    }
}
