/* What was found out about the position of a node, as the node keeps it: in a property of SGF, so that files and saved trees have it too.
 * What the engine thinks is a claim; what a certificate says is proved. */
import { moveText, readMove, type Rules, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import type { TreeNode } from '../core/tree';

export const FOUND = 'HXF';

/** What is asked of a node: the best turn, all defences that hold, a proof that the side to move wins. */
export type Question = 'best' | 'verify' | 'solve';

export interface Found {
    readonly what: Question;
    /** won: the side to move wins; lost: whatever it plays; open: neither is known; none: there was nothing to defend. */
    readonly state: 'won' | 'lost' | 'open' | 'none';
    /** A certificate was checked; else it is what the engine says. */
    readonly proved: boolean;
    readonly side: Side;
    readonly turn: readonly Square[];
    /** Of a win: in so many turns; of the best turn, when open: the chance in percent. */
    readonly depth?: number;
    readonly chance?: number;
    /** Of defences: how many turns hold, and how many lose. */
    readonly holds?: number;
    readonly loses?: number;
    readonly seconds?: number;
    /** The name of the certificate that is kept. */
    readonly proof?: string;
}

const NUMBERS = ['depth', 'chance', 'holds', 'loses', 'seconds'] as const;

export function foundText(f: Found, rules: Rules): string {
    const words = [f.what, f.state, f.proved ? 'proved' : 'claimed', f.side];
    if (f.turn.length) words.push(`turn=${f.turn.map((s) => moveText(rules, s)).join(',')}`);
    for (const key of NUMBERS) if (f[key] !== undefined) words.push(`${key}=${f[key]}`);
    if (f.proof) words.push(`proof=${encodeURIComponent(f.proof)}`);
    return words.join(' ');
}

function isOneOf<T extends string>(list: readonly T[], v: string | undefined): v is T {
    return v !== undefined && (list as readonly string[]).includes(v);
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return '';
    }
}

/** Null if it is none: files come from anywhere. */
export function readFound(text: string, rules: Rules): Found | null {
    const [what, state, how, side, ...rest] = text.split(' ');
    if (!isOneOf(['best', 'verify', 'solve'], what) || !isOneOf(['won', 'lost', 'open', 'none'], state)) return null;
    if (!isOneOf(['proved', 'claimed'], how) || !isOneOf(['black', 'white'], side)) return null;
    const values = new Map(rest.map((v) => [v.slice(0, v.indexOf('=')), v.slice(v.indexOf('=') + 1)] as const));
    const turn = (values.get('turn') ?? '').split(',').map((v) => readMove(rules, v));
    const numbers = NUMBERS.map((key) => [key, Number(values.get(key) ?? NaN)] as const);
    const proof = decoded(values.get('proof') ?? '');
    return {
        what,
        state,
        proved: how === 'proved',
        side,
        turn: turn.every((s) => s !== null) ? turn : [],
        ...Object.fromEntries(numbers.filter(([, n]) => Number.isFinite(n))),
        ...(proof && { proof }),
    };
}

export function foundOf(n: TreeNode, rules: Rules): Found | null {
    const values = (n.extra?.properties as Readonly<Record<string, unknown>> | undefined)?.[FOUND];
    const text: unknown = Array.isArray(values) ? values[0] : undefined;
    return typeof text === 'string' ? readFound(text, rules) : null;
}
