/* Trees to and from the JSON of the server (docs/api.md, "Tree").
 *
 * Reading takes anything: what is no tree is an error that says where, what is merely odd (an unknown mark, a
 * square off the board) is left out, and fields without a meaning here are kept for the way back. Nodes of
 * several stones become several nodes. */

import { asPlayed } from './go';
import {
    moveText,
    readMove,
    rulesFrom,
    rulesNumbers,
    rulesText,
    setupOf,
    type Rules,
    type RulesNumbers,
    type Setup,
    type Side,
} from './rules';
import type { Square } from './squares';
import { addChapters, chapterTrees, goToChapter } from './study';
import {
    ARROW_KINDS,
    MARK_KINDS,
    nodesOn,
    positionAt,
    type Arrow,
    type Evaluation,
    type Label,
    type Mark,
    type MarkKind,
    type Path,
    type Tree,
    type TreeNode,
} from './tree';

export interface NodeJson {
    stones?: string[];
    setup?: { black?: string[]; white?: string[]; empty?: string[]; to_move?: Side; left?: number };
    comment?: string;
    name?: string;
    marks?: { at: string; kind: string; to?: string }[];
    labels?: { at: string; text: string }[];
    eval?: Omit<Evaluation, 'best'> & { best?: string[] };
    children?: NodeJson[];
    [other: string]: unknown;
}

export interface TreeJson {
    rules: RulesNumbers | string;
    info: Record<string, string>;
    root: NodeJson;
    [other: string]: unknown;
}

type Fields = Record<string, unknown>;

const NODE_FIELDS = new Set(['stones', 'setup', 'comment', 'name', 'marks', 'labels', 'eval', 'children']);
const TREE_FIELDS = new Set(['rules', 'info', 'root']);

function isFields(v: unknown): v is Fields {
    return typeof v === 'object' && v !== null && !Array.isArray(v);
}

function listOf(v: unknown): unknown[] {
    return Array.isArray(v) ? v : [];
}

function others(v: Fields, known: Set<string>): { extra?: Fields } {
    const rest = Object.entries(v).filter(([key]) => !known.has(key));
    return rest.length ? { extra: Object.fromEntries(rest) } : {};
}

function readSquare(rules: Rules, v: unknown): Square | null {
    return typeof v === 'string' ? readMove(rules, v) : null;
}

function readSquares(rules: Rules, v: unknown): Square[] {
    return listOf(v).flatMap((t) => readSquare(rules, t) ?? []);
}

function readSetup(rules: Rules, v: unknown): Setup | undefined {
    if (!isFields(v)) return undefined;
    const { to_move: side, left } = v;
    return {
        black: readSquares(rules, v.black),
        white: readSquares(rules, v.white),
        empty: readSquares(rules, v.empty),
        ...((side === 'black' || side === 'white') && { toMove: side }),
        ...(typeof left === 'number' && left >= 1 && { left: Math.min(left, Math.max(rules.p, rules.q)) }),
    };
}

function readMarks(rules: Rules, v: unknown): Mark[] {
    return listOf(v).flatMap((m) => {
        const at = isFields(m) ? readSquare(rules, m.at) : null;
        const kind = isFields(m) ? m.kind : null;
        return at !== null && MARK_KINDS.includes(kind as MarkKind) ? [{ at, kind: kind as MarkKind }] : [];
    });
}

const isArrow = (kind: unknown): kind is Arrow['kind'] => ARROW_KINDS.includes(kind as Arrow['kind']);

function readArrows(rules: Rules, v: unknown): Arrow[] {
    return listOf(v).flatMap((m) => {
        if (!isFields(m) || !isArrow(m.kind)) return [];
        const [at, to] = [readSquare(rules, m.at), readSquare(rules, m.to)];
        return at !== null && to !== null && at !== to ? [{ kind: m.kind, at, to }] : [];
    });
}

/* Areas, which this page does not draw: kept for the way back. */
function readOddMarks(v: unknown): Fields[] {
    return listOf(v).filter(
        (m): m is Fields => isFields(m) && !MARK_KINDS.includes(m.kind as MarkKind) && !isArrow(m.kind),
    );
}

function readLabels(rules: Rules, v: unknown): Label[] {
    return listOf(v).flatMap((l) => {
        const at = isFields(l) ? readSquare(rules, l.at) : null;
        return at !== null && isFields(l) && typeof l.text === 'string' ? [{ at, text: l.text }] : [];
    });
}

function readEval(rules: Rules, v: unknown): Evaluation | undefined {
    if (!isFields(v)) return undefined;
    const numbers = Object.entries(v).filter(([, n]) => typeof n === 'number' && Number.isFinite(n));
    const best = readSquares(rules, v.best);
    if (!numbers.length) return undefined;
    return { ...(Object.fromEntries(numbers) as Evaluation), ...(best.length && { best }) };
}

function writeEval(rules: Rules, e: Evaluation): NonNullable<NodeJson['eval']> {
    const { best, ...rest } = e;
    return { ...rest, ...(best?.length && { best: texts(rules, best) }) };
}

/* Everything of a node but its stones, id and children. */
function readNotes(rules: Rules, v: Fields): Partial<TreeNode> {
    const setup = readSetup(rules, v.setup);
    const marks = readMarks(rules, v.marks);
    const arrows = readArrows(rules, v.marks);
    const oddMarks = readOddMarks(v.marks);
    const labels = readLabels(rules, v.labels);
    const value = readEval(rules, v.eval);
    return {
        ...(setup && { setup }),
        ...(typeof v.comment === 'string' && v.comment && { comment: v.comment }),
        ...(typeof v.name === 'string' && v.name && { name: v.name }),
        ...(marks.length && { marks }),
        ...(arrows.length && { arrows }),
        ...(oddMarks.length && { oddMarks }),
        ...(labels.length && { labels }),
        ...(value && { eval: value }),
        ...others(v, NODE_FIELDS),
    };
}

/** A study: its first tree, and those behind it if there are any. */
export interface StudyJson {
    tree: TreeJson;
    chapters?: TreeJson[];
}

export function studyToJson(tree: Tree): StudyJson {
    const [first, ...rest] = chapterTrees(tree).map(treeToJson);
    return { tree: first!, ...(rest.length && { chapters: rest }) };
}

/** The way back, with the first chapter on the board; throws as treeFromJson does. */
export function studyFromJson(first: unknown, chapters?: unknown): Tree {
    const tree = treeFromJson(first);
    const more = listOf(chapters).map(treeFromJson);
    return more.length ? goToChapter(addChapters(tree, more), 0) : tree;
}

type Growing = Omit<TreeNode, 'children'> & { children: TreeNode[] };

/** Throws an Error whose message says what is wrong. */
export function treeFromJson(value: unknown): Tree {
    if (!isFields(value)) throw new Error('a tree must be an object');
    const rules = rulesFrom(value.rules);
    if (!rules) throw new Error('rules: neither five numbers m,n,k,p,q within the limits nor a game of Go');
    if (!isFields(value.root)) throw new Error('root: must be an object');
    const info = isFields(value.info) ? value.info : {};
    const texts = Object.entries(info).filter((e): e is [string, string] => typeof e[1] === 'string');
    let next = 0;
    const root: Growing = { id: next++, stone: null, ...readNotes(rules, value.root), children: [] };
    const open: { into: Growing; from: Fields }[] = [];
    /* Stones go one below the other; the notes belong to the last, a set-up to a node before them. */
    const grow = (into: Growing, from: Fields, isRoot: boolean): Growing => {
        const stones = readSquares(rules, from.stones);
        const notes = isRoot ? {} : readNotes(rules, from);
        const nodes: Growing[] = [];
        if (!isRoot && (!stones.length || notes.setup)) {
            const alone = stones.length ? { setup: notes.setup! } : notes;
            nodes.push({ id: next++, stone: null, ...alone, children: [] });
        }
        const { setup: _, ...rest } = notes;
        stones.forEach((stone, i) => {
            const last = i === stones.length - 1;
            nodes.push({ id: next++, stone, ...(last ? rest : {}), children: [] });
        });
        for (const node of nodes) {
            into.children.push(node);
            into = node;
        }
        return into;
    };
    open.push({ into: grow(root, value.root, true), from: value.root });
    for (let job = open.pop(); job; job = open.pop()) {
        const kids = listOf(job.from.children).filter(isFields);
        const grown = kids.map((from) => ({ into: grow(job!.into, from, false), from }));
        open.push(...grown.reverse());
    }
    return { rules, info: Object.fromEntries(texts), root, next, ...others(value, TREE_FIELDS) };
}

/** The rules as requests and trees have them: numbers, of Go a text. */
export function rulesJson(r: Rules): RulesNumbers | string {
    return r.go ? rulesText(r) : rulesNumbers(r);
}

function texts(rules: Rules, squares: readonly Square[]): string[] {
    return squares.map((s) => moveText(rules, s));
}

function writeSetup(rules: Rules, s: Setup): NonNullable<NodeJson['setup']> {
    return {
        ...(s.black.length && { black: texts(rules, s.black) }),
        ...(s.white.length && { white: texts(rules, s.white) }),
        ...(s.empty.length && { empty: texts(rules, s.empty) }),
        ...(s.toMove && { to_move: s.toMove }),
        ...(s.left && !rules.go && { left: s.left }),
    };
}

function writeMarks(rules: Rules, n: TreeNode): NonNullable<NodeJson['marks']> {
    const marks = (n.marks ?? []).map((m) => ({ at: moveText(rules, m.at), kind: m.kind as string }));
    const arrows = (n.arrows ?? []).map(({ kind, at, to }) => ({
        at: moveText(rules, at),
        kind,
        to: moveText(rules, to),
    }));
    return [...marks, ...arrows, ...((n.oddMarks ?? []) as { at: string; kind: string }[])];
}

function writeNotes(rules: Rules, n: TreeNode): NodeJson {
    return {
        ...n.extra,
        ...(n.setup && { setup: writeSetup(rules, n.setup) }),
        ...(n.comment && { comment: n.comment }),
        ...(n.name && { name: n.name }),
        ...((n.marks ?? n.arrows ?? n.oddMarks)?.length && { marks: writeMarks(rules, n) }),
        ...(n.labels?.length && { labels: n.labels.map((l) => ({ at: moveText(rules, l.at), text: l.text })) }),
        ...(n.eval && { eval: writeEval(rules, n.eval) }),
    };
}

function isPlain(rules: Rules, n: TreeNode): boolean {
    return n.stone !== null && Object.keys(writeNotes(rules, n)).length === 0;
}

/** Lines without notes and forks become one node of several stones: the JSON of a long game stays shallow, as
 * parsers limit its depth. */
export function treeToJson(tree: Tree): TreeJson {
    const { rules } = tree;
    const root = { ...writeNotes(rules, tree.root), children: [] as NodeJson[] };
    const open: { into: NodeJson[]; from: readonly TreeNode[] }[] = [{ into: root.children, from: tree.root.children }];
    for (let job = open.pop(); job; job = open.pop())
        for (const first of job.from) {
            const stones: string[] = [];
            let node = first;
            for (; isPlain(rules, node) && node.children.length === 1; node = node.children[0]!) {
                if (node.children[0]!.stone === null) break;
                stones.push(moveText(rules, node.stone!));
            }
            if (node.stone !== null) stones.push(moveText(rules, node.stone));
            const fresh = { stones, ...writeNotes(rules, node), children: [] as NodeJson[] };
            job.into.push(fresh);
            open.push({ into: fresh.children, from: node.children });
        }
    return { ...tree.extra, rules: rulesJson(rules), info: { ...tree.info }, root };
}

/** A game as requests name it: the stones in order, after a set-up if there is one on the way. */
export interface GameJson {
    rules: RulesNumbers | string;
    stones: string[];
    setup?: NonNullable<NodeJson['setup']>;
}

export function gameOf(tree: Tree, path: Path): GameJson {
    const rules = rulesJson(tree.rules);
    const now = positionAt(tree, path);
    if (now.go) {
        const { rules: told, setup, moves } = asPlayed(now);
        const game = { rules: rulesJson(told), stones: texts(told, moves) };
        return setup ? { ...game, setup: writeSetup(told, setup) } : game;
    }
    const stones = texts(
        tree.rules,
        now.moves.map((v) => v.at),
    );
    const last = nodesOn(tree, path).reduce((found, n, i) => (n.setup ? i : found), -1);
    if (last < 0) return { rules, stones };
    return { rules, setup: writeSetup(tree.rules, setupOf(positionAt(tree, path.slice(0, last)))), stones };
}
