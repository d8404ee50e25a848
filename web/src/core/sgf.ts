/* Records of Go, in SGF: read into the page's trees and written from them. Records of the Connect family are the server's affair (docs/formats.md).
 *
 * Properties without a meaning here are kept at their node (`extra.sgf`) for the way back. A file that is damaged behind its first game is
 * read as far as it goes. Nothing recurses over the depth of a tree. */

import { GO_KOMI, GO_MOST, goRules, handicapPoints } from './go';
import { emptyPosition, placeAll, setUp, type Position, type Rules, type Setup, type Side } from './rules';
import { PASS, colOf, rowOf, squareAt, type Square } from './squares';
import type { Arrow, Label, Mark, MarkKind, Tree, TreeNode } from './tree';

type Props = Map<string, string[]>;

interface SgfNode {
    readonly props: Props;
    readonly children: SgfNode[];
}

// The text

const SPACE = /[\s\ufeff]*/y;
const NAME = /[A-Za-z]+/y;

/* Where the value ends that begins behind the bracket; -1 if it does not. */
function valueEnd(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
        if (text[at] === '\\') at++;
        else if (text[at] === ']') return at;
    }
    return -1;
}

class Reader {
    at = 0;
    constructor(private readonly text: string) {}

    private match(pattern: RegExp): string {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text)?.[0] ?? '';
        this.at += found.length;
        return found;
    }

    /** The next sign, blanks aside; "" at the end. */
    next(): string {
        this.match(SPACE);
        return this.text[this.at] ?? '';
    }

    node(): Props {
        const props: Props = new Map();
        for (;;) {
            this.next();
            const name = this.match(NAME).replace(/[a-z]/g, ''); // old files have small letters between
            if (!name) return props;
            const values = props.get(name) ?? [];
            while (this.next() === '[') {
                const end = valueEnd(this.text, this.at + 1);
                if (end < 0) throw new Error(`${name}: a value that does not end`);
                values.push(this.text.slice(this.at + 1, end));
                this.at = end + 1;
            }
            props.set(name, values);
        }
    }
}

/** The games of a text, as nodes; null if it is no SGF at all. */
function parse(text: string): SgfNode[] | null {
    const start = text.search(/\(\s*;/);
    if (start < 0) return null;
    const reader = new Reader(text);
    reader.at = start;
    const games: SgfNode[] = [];
    const open: (SgfNode | null)[] = []; // where the variations that are open hang
    let here: SgfNode | null = null;
    for (let sign = reader.next(); sign; sign = reader.next()) {
        reader.at++;
        if (sign === '(') open.push(here);
        else if (sign === ')') {
            if (!open.length) break;
            here = open.pop()!;
        } else if (sign === ';') {
            const node: SgfNode = { props: reader.node(), children: [] };
            if (here) here.children.push(node);
            else games.push(node);
            here = node;
        } else if (games.length && !open.length) break;
        else throw new Error(`'${sign}' at character ${reader.at}, where a node or a variation should be`);
        if (!open.length) here = null;
    }
    return games;
}

/* As it is read: "\" takes the next sign as it is, and a line's end away. */
function plain(value: string, lines: boolean): string {
    const text = value.replace(/\r\n?/g, '\n').replace(/\\(\n|[^])/g, (_, c: string) => (c === '\n' ? '' : c));
    return lines ? text : text.replace(/\s+/g, ' ').trim();
}

// Points

function letterAt(c: string): number {
    const code = c.charCodeAt(0);
    return code >= 97 ? code - 97 : code >= 65 && code <= 90 ? code - 65 + 26 : -1;
}

function pointOf(r: Rules, text: string): Square | null {
    const [col, row] = [letterAt(text[0] ?? ''), letterAt(text[1] ?? '')];
    const fits = text.length === 2 && col >= 0 && row >= 0 && col < r.m && row < r.n;
    return fits ? squareAt(col, r.n - 1 - row) : null;
}

/* A list of points; "aa:cc" is a rectangle. */
function pointsOf(r: Rules, values: readonly string[] | undefined): Square[] {
    const all: Square[] = [];
    for (const value of values ?? []) {
        const [from, to] = value.trim().split(':');
        const [a, b] = [pointOf(r, from!), pointOf(r, to ?? from!)];
        if (a === null || b === null) continue;
        const [left, right] = [colOf(a), colOf(b)].sort((x, y) => x - y) as [number, number];
        const [low, high] = [rowOf(a), rowOf(b)].sort((x, y) => x - y) as [number, number];
        for (let row = high; row >= low; row--) for (let col = left; col <= right; col++) all.push(squareAt(col, row));
    }
    return all;
}

function moveOf(r: Rules, value: string): Square | null {
    const text = value.trim();
    if (text === '' || (text === 'tt' && r.m <= 19)) return PASS;
    return pointOf(r, text);
}

function textOf(r: Rules, s: Square): string {
    if (s === PASS) return '';
    const letter = (v: number) => String.fromCharCode(v < 26 ? 97 + v : 65 + v - 26);
    return letter(colOf(s)) + letter(r.n - 1 - rowOf(s));
}

// What properties mean

const MARKS: readonly (readonly [string, MarkKind])[] = [
    ['CR', 'circle'],
    ['SQ', 'square'],
    ['TR', 'triangle'],
    ['MA', 'cross'],
    ['SL', 'selected'],
];

/* By their names in the page's trees (docs/json.md). */
const INFO: readonly (readonly [string, string])[] = [
    ['PB', 'black'],
    ['PW', 'white'],
    ['BR', 'black_rank'],
    ['WR', 'white_rank'],
    ['BT', 'black_team'],
    ['WT', 'white_team'],
    ['RE', 'result'],
    ['DT', 'date'],
    ['EV', 'event'],
    ['RO', 'round'],
    ['PC', 'place'],
    ['GN', 'game'],
    ['GC', 'comment'],
    ['ON', 'opening'],
    ['OT', 'overtime'],
    ['TM', 'time'],
    ['SO', 'source'],
    ['US', 'user'],
    ['AN', 'annotator'],
    ['CP', 'copyright'],
];

const HEAD = ['FF', 'GM', 'CA', 'AP', 'SZ', 'ST', 'KM', 'RU', 'HA', ...INFO.map(([name]) => name)];
const ARROWS: readonly (readonly [string, Arrow['kind']])[] = [
    ['AR', 'arrow'],
    ['LN', 'line'],
];
const OWN = ['AR', 'LN', 'B', 'W', 'AB', 'AW', 'AE', 'PL', 'C', 'N', 'LB', ...MARKS.map(([name]) => name)];

/* The colours of the first moves of the main line. */
function coloursOf(game: SgfNode, most: number): string {
    let colours = '';
    for (let n: SgfNode | undefined = game; n && colours.length < most; n = n.children[0])
        colours += n.props.has('B') ? 'B' : n.props.has('W') ? 'W' : '';
    return colours;
}

/* People keep games of Connect6 with programs of Go: one stone of Black, then two of White. */
function isGo(game: SgfNode): boolean {
    const { props } = game;
    const number = props.get('GM')?.[0]?.trim();
    if (/connect/i.test(props.get('RU')?.[0] ?? '')) return false;
    if (props.has('KM') || props.has('HA')) return number === undefined || number === '1';
    const connect6 =
        (props.get('SZ')?.[0] ?? '19').trim() === '19' &&
        coloursOf(game, 3) === 'BWW' &&
        !props.has('AB') &&
        !props.has('AW');
    return number === '1' && !connect6;
}

function sizeOf(props: Props): number {
    const text = props.get('SZ')?.[0]?.trim() ?? '19';
    const [m, n = m] = text.split(':').map(Number);
    if (!Number.isInteger(m) || m !== n || m! < 1 || m! > GO_MOST)
        throw new Error(`SZ[${text}]: Go has square boards of 1 to ${GO_MOST} lines here`);
    return m!;
}

function rulesOf(props: Props): Rules {
    const size = sizeOf(props);
    const text = props.get('KM')?.[0]?.trim();
    const komi = text ? Number(text.replace(',', '.')) : GO_KOMI;
    const sane = Number.isFinite(komi) && Math.abs(komi) <= size * size;
    const stones = Number(props.get('HA')?.[0] ?? 0);
    const fixed = handicapPoints(size, stones);
    const laid = pointsOf(goRules(size), props.get('AB'));
    const same = fixed.length > 0 && laid.length === fixed.length && fixed.every((s) => laid.includes(s));
    return goRules(size, sane ? Math.round(2 * komi) / 2 : GO_KOMI, same && !props.has('AW') ? stones : 0);
}

/* The set-up of a node; the first one need not repeat the stones of a handicap. */
function setupOf(r: Rules, props: Props, first: boolean): Setup | undefined {
    const black = first && r.go!.handicap ? [] : pointsOf(r, props.get('AB'));
    const [white, empty] = [pointsOf(r, props.get('AW')), pointsOf(r, props.get('AE'))];
    const pl = props.get('PL')?.[0]?.trim().toUpperCase() ?? '';
    const handicap = first && !r.go!.handicap && Number(props.get('HA')?.[0] ?? 0) >= 2 && black.length > 0;
    const toMove: Side | undefined = /^B/.test(pl) ? 'black' : /^W/.test(pl) || handicap ? 'white' : undefined;
    const news = toMove && !(first && toMove === emptyPosition(r).toMove);
    if (!black.length && !white.length && !empty.length && !news) return undefined;
    return { black, white, empty, ...(toMove && { toMove }) };
}

function notesOf(r: Rules, props: Props, first: boolean): Partial<TreeNode> {
    const comment = plain(props.get('C')?.[0] ?? '', true);
    const name = plain(props.get('N')?.[0] ?? '', false);
    const marks = MARKS.flatMap(([key, kind]) => pointsOf(r, props.get(key)).map((at): Mark => ({ at, kind })));
    const labels = (props.get('LB') ?? []).flatMap((v): Label[] => {
        const at = pointOf(r, v.slice(0, 2));
        const text = plain(v.slice(3), false);
        return at !== null && v[2] === ':' && text ? [{ at, text }] : [];
    });
    const arrows = ARROWS.flatMap(([key, kind]) =>
        (props.get(key) ?? []).flatMap((v): Arrow[] => {
            const [at, to] = v.split(':').map((p) => pointOf(r, p.trim()));
            return at != null && to != null && at !== to ? [{ kind, at, to }] : [];
        }),
    );
    const known = first ? [...OWN, ...HEAD] : OWN;
    const rest = [...props].filter(([key]) => !known.includes(key));
    return {
        ...(comment && { comment }),
        ...(name && { name }),
        ...(marks.length && { marks }),
        ...(labels.length && { labels }),
        ...(arrows.length && { arrows }),
        ...(rest.length && { extra: { sgf: Object.fromEntries(rest) } }),
    };
}

type Growing = Omit<TreeNode, 'children'> & { children: TreeNode[] };

/* One game; what was wrong in it is left out. */
function treeOf(top: SgfNode): Tree {
    const rules = rulesOf(top.props);
    const info = INFO.flatMap(([key, to]) => {
        const text = plain(top.props.get(key)?.[0] ?? '', key === 'GC');
        return text ? [[to, text] as const] : [];
    });
    const ruleset = plain(top.props.get('RU')?.[0] ?? '', false);
    if (ruleset) info.push(['rules', ruleset]);
    const box: { children: TreeNode[] } = { children: [] };
    let next = 0;
    const open: { into: { children: TreeNode[] }; from: SgfNode; position: Position }[] = [];
    open.push({ into: box, from: top, position: emptyPosition(rules) });
    for (let job = open.pop(); job; job = open.pop()) {
        const { props } = job.from;
        let { into, position } = job;
        const hang = (fields: Partial<TreeNode>): Growing => {
            const fresh: Growing = { id: next++, stone: null, ...fields, children: [] };
            into.children.push(fresh);
            into = fresh;
            return fresh;
        };
        const first = job.from === top;
        const setup = setupOf(rules, props, first);
        const moves: [Side, Square][] = [];
        for (const [key, side] of [
            ['B', 'black'],
            ['W', 'white'],
        ] as const)
            for (const value of (props.get(key) ?? []).slice(0, 1)) {
                const at = moveOf(rules, value);
                if (at !== null) moves.push([side, at]);
            }
        if (first || setup || !moves.length) hang(setup ? { setup } : {});
        if (setup) position = setUp(position, setup);
        for (const [side, stone] of moves) {
            if (position.toMove !== side) {
                const turn: Setup = { black: [], white: [], empty: [], toMove: side };
                hang({ setup: turn });
                position = setUp(position, turn);
            }
            hang({ stone });
            position = placeAll(position, [stone]);
        }
        Object.assign(into, notesOf(rules, props, first));
        for (const from of [...job.from.children].reverse()) open.push({ into, from, position });
    }
    return { rules, info: Object.fromEntries(info), root: box.children[0]!, next };
}

/** Is it SGF of Go? */
export function isGoRecord(text: string): boolean {
    try {
        const [first] = parse(text) ?? [];
        return first !== undefined && isGo(first);
    } catch {
        return false;
    }
}

/** The games of Go in a text; it must have one. */
export function goTrees(text: string): Tree[] {
    const games = (parse(text) ?? []).filter(isGo);
    if (!games.length) throw new Error('no game of Go is in it');
    return games.map(treeOf);
}

/** The text of a file: in the character set that it names, else in UTF-8, else in Latin 1. */
export function sgfText(bytes: Uint8Array): string {
    const latin = new TextDecoder('latin1').decode(bytes.subarray(0, 4000));
    const named = /CA\[([^\]]+)\]/.exec(latin)?.[1]?.trim();
    for (const set of [named, 'utf-8'])
        try {
            if (set) return new TextDecoder(set, { fatal: true }).decode(bytes);
        } catch {
            // Not known, or not what it says.
        }
    return new TextDecoder('latin1').decode(bytes);
}

// Writing

const escaped = (text: string) => text.replace(/[\\\]]/g, '\\$&');

function property(name: string, values: readonly string[]): string {
    return values.length ? name + values.map((v) => `[${v}]`).join('') : '';
}

function setupText(r: Rules, s: Setup): string {
    const list = (name: string, squares: readonly Square[]) =>
        property(
            name,
            squares.map((v) => textOf(r, v)),
        );
    const side = s.toMove ? `PL[${s.toMove === 'black' ? 'B' : 'W'}]` : '';
    return list('AB', s.black) + list('AW', s.white) + list('AE', s.empty) + side;
}

function notesText(r: Rules, n: TreeNode): string {
    const kept = Object.entries((n.extra?.sgf ?? {}) as Record<string, string[]>);
    const marked = (kind: MarkKind) => (n.marks ?? []).filter((v) => v.kind === kind).map((v) => textOf(r, v.at));
    return [
        n.name ? `N[${escaped(n.name)}]` : '',
        n.comment ? `C[${escaped(n.comment)}]` : '',
        ...MARKS.map(([name, kind]) => property(name, marked(kind))),
        property(
            'LB',
            (n.labels ?? []).map((v) => `${textOf(r, v.at)}:${escaped(v.text).replace(/:/g, '\\:')}`),
        ),
        ...ARROWS.map(([name, kind]) =>
            property(
                name,
                (n.arrows ?? []).filter((v) => v.kind === kind).map((v) => `${textOf(r, v.at)}:${textOf(r, v.to)}`),
            ),
        ),
        ...kept.map(([name, values]) => property(name, Array.isArray(values) ? values : [])),
    ].join('');
}

function headText({ rules, info }: Tree): string {
    const { komi, handicap } = rules.go!;
    const fixed = handicapPoints(rules.m, handicap).map((s) => textOf(rules, s));
    return [
        `FF[4]GM[1]CA[UTF-8]AP[Hexad]SZ[${rules.m}]KM[${komi}]RU[${escaped(info.rules ?? 'Tromp-Taylor')}]`,
        fixed.length ? `HA[${fixed.length}]${property('AB', fixed)}` : '',
        ...INFO.map(([name, from]) => (info[from] ? `${name}[${escaped(info[from])}]` : '')),
    ].join('');
}

/** A tree of Go as SGF. */
export function goSgf(tree: Tree): string {
    const r = tree.rules;
    const out: string[] = [];
    type Job = { node: TreeNode; position: Position; open: boolean } | null; // null: a variation ends
    const jobs: Job[] = [{ node: tree.root, position: emptyPosition(r), open: true }];
    while (jobs.length) {
        const job = jobs.pop()!;
        if (!job) {
            out.push(')');
            continue;
        }
        const { node, open } = job;
        let { position } = job;
        if (open) {
            out.push(node === tree.root ? '(' : '\n(');
            jobs.push(null);
        }
        out.push(';', node === tree.root ? headText(tree) : '');
        if (node.setup) {
            out.push(setupText(r, node.setup));
            position = setUp(position, node.setup);
        }
        if (node.stone !== null) {
            if (node.setup) out.push(';'); // stones that are set up and a move are two nodes
            out.push(`${position.toMove === 'black' ? 'B' : 'W'}[${textOf(r, node.stone)}]`);
            position = placeAll(position, [node.stone]);
        }
        out.push(notesText(r, node));
        const forks = node.children.length > 1;
        for (const child of [...node.children].reverse()) jobs.push({ node: child, position, open: forks });
    }
    return `${out.join('')}\n`;
}
