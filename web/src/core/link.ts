/* A link that carries a game: rules, line and the place in it, in the fragment of the page's address (which no
 * server ever sees). It is readable on purpose, so that people can mend or type one:
 *
 *     #g=19,19,6,2,1&s=j10k11i11l11&n=3
 *
 * g: the rules (left out for Connect6 on 19x19), "exact" behind them in an exact game, of Go "go:9,komi=7.5"; s: the stones; n: how many of them stand on the board (left out
 * at the end of the line); b, w: set-up stones before them, t: the side to move after the set-up and its stones
 * ("w2"). Mail programs and chats add punctuation and percent signs; reading copes with them and with anything
 * else, keeping as much of the line as is legal. */

import { addLine, changeSetup } from './edits';
import {
    CONNECT6,
    legal,
    moveText,
    place,
    readMoves,
    rulesFrom,
    rulesText,
    sameRules,
    setupOf,
    type Rules,
} from './rules';
import type { Square } from './squares';
import { lineEnd, newTree, nodesOn, positionAt, stepInto, type Path, type Tree } from './tree';

function joined(rules: Rules, squares: readonly Square[]): string {
    return squares.map((s) => moveText(rules, s)).join('');
}

/** The fragment, "#" included, for the line through the node at the path: on to its end by first children. */
export function linkOf(tree: Tree, path: Path): string {
    const nodes = nodesOn(tree, lineEnd(tree, path));
    let from = 0;
    nodes.forEach((n, i) => {
        if (n.setup && i <= path.length) from = i;
    });
    const parts: string[] = [];
    if (!sameRules(tree.rules, CONNECT6)) parts.push(`g=${rulesText(tree.rules).replace(/^Connect\(|\)$/g, '')}`);
    if (nodes[from]!.setup) {
        const setup = setupOf(positionAt(tree, path.slice(0, from)));
        if (setup.black.length) parts.push(`b=${joined(tree.rules, setup.black)}`);
        if (setup.white.length) parts.push(`w=${joined(tree.rules, setup.white)}`);
        parts.push(`t=${setup.toMove![0]}${setup.left}`);
    }
    const stones: Square[] = [];
    let here = 0;
    let position = positionAt(tree, path.slice(0, from));
    for (let i = from + 1; i < nodes.length && !nodes[i]!.setup; i++) {
        const next = stepInto(position, nodes[i]!);
        if (next !== position) stones.push(nodes[i]!.stone!);
        position = next;
        if (i === path.length) here = stones.length;
    }
    if (path.length === from) here = 0;
    parts.push(`s=${joined(tree.rules, stones)}`);
    if (here !== stones.length) parts.push(`n=${here}`);
    return `#${parts.join('&')}`;
}

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text.replace(/%[0-9a-f]{2}/gi, ' ');
    }
}

export function readRules(text: string | undefined): Rules | null {
    if (!text) return CONNECT6;
    if (/^go/i.test(text)) return rulesFrom(text);
    const numbers = text.match(/\d+/g)?.map(Number).slice(0, 5) ?? [];
    return rulesFrom(/exact/i.test(text) ? [...numbers, 'exact'] : numbers);
}

export interface Linked {
    readonly tree: Tree;
    readonly path: Path;
    readonly rest: string; // what could not be read or played; "" if all is well
}

/** Reads a fragment. Null if it carries no game at all. */
export function readLink(fragment: string): Linked | null {
    const fields = new Map<string, string>();
    for (const part of decoded(fragment.replace(/^#/, '')).split('&')) {
        const at = part.indexOf('=');
        if (at > 0) fields.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
    }
    if (!fields.has('s') && !fields.has('g') && !fields.has('b') && !fields.has('w')) return null;
    const rules = readRules(fields.get('g'));
    if (!rules) return null;
    let tree = newTree(rules);
    const black = readMoves(rules, fields.get('b') ?? '').squares;
    const white = readMoves(rules, fields.get('w') ?? '').squares;
    const turn = /^([bw])(\d{1,2})?/i.exec(fields.get('t') ?? '');
    if (black.length || white.length || turn) {
        const left = Math.min(Number(turn?.[2] ?? 0), Math.max(rules.p, rules.q));
        const side = turn && (turn[1]!.toLowerCase() === 'b' ? ('black' as const) : ('white' as const));
        tree = changeSetup(tree, [], {
            black,
            white: white.filter((s) => !black.includes(s)),
            empty: [],
            ...(side && { toMove: side }),
            ...(left && { left }),
        });
    }
    const read = readMoves(rules, fields.get('s') ?? '');
    let position = positionAt(tree, []);
    let played = 0;
    for (; played < read.squares.length && legal(position, read.squares[played]!); played++)
        position = place(position, read.squares[played]!);
    const line = addLine(tree, [], read.squares.slice(0, played));
    const illegalOnes = read.squares.slice(played).map((s) => moveText(rules, s));
    const rest = [...illegalOnes, read.rest.replace(/^[).,;:!?'"\]>]+$/, '')].join(' ').trim();
    const n = /^\d+/.exec(fields.get('n') ?? '');
    return { tree: line.tree, path: line.path.slice(0, n ? Number(n[0]) : undefined), rest };
}
