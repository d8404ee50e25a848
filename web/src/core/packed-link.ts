/* A link that carries all that people wrote: every chapter with its variations, set-ups, names, comments, marks, labels,
 * arrows and lines.
 *
 *     #z=…
 *
 * What the engine thought and what files say beyond that (properties that this page gives no meaning to) stays behind. A node
 * is a number of flags, then what they announce; the last line of a fork needs no count. */

import { bytesOf, lettersOf, Reader, Writer } from './bytes';
import { readLink, readRules, type Linked } from './link';
import { rulesText, type Rules, type Setup } from './rules';
import { PASS, colOf, rowOf, squareAt, type Square } from './squares';
import { addChapters, chapterAt, chaptersOf, goToChapter } from './study';
import {
    ARROW_KINDS,
    MARK_KINDS,
    fixPath,
    newTree,
    type Arrow,
    type Label,
    type Mark,
    type Path,
    type Tree,
    type TreeNode,
} from './tree';

const VERSION = 1;
const [STONE, SETUP, NAME, COMMENT, MARKS, LABELS, ONE, MANY, ARROWS] = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const MOST_NODES = 100_000;

class Packer extends Writer {
    constructor(private readonly rules: Rules) {
        super();
    }

    square(s: Square): void {
        this.number(s === PASS ? 0 : 1 + rowOf(s) * this.rules.m + colOf(s));
    }

    squares(list: readonly Square[]): void {
        this.number(list.length);
        for (const s of list) this.square(s);
    }

    setup({ black, white, empty, toMove, left }: Setup): void {
        for (const list of [black, white, empty]) this.squares(list);
        this.number((toMove === 'black' ? 1 : toMove === 'white' ? 2 : 0) + 3 * (left ?? 0));
    }

    marks(list: readonly Mark[]): void {
        this.number(list.length);
        for (const { at, kind } of list) {
            this.number(MARK_KINDS.indexOf(kind));
            this.square(at);
        }
    }

    node(n: TreeNode): void {
        const { name, comment, marks = [], labels = [], arrows = [], children } = n;
        this.number(
            (n.stone === null ? 0 : STONE) |
                (n.setup ? SETUP : 0) |
                (name ? NAME : 0) |
                (comment ? COMMENT : 0) |
                (marks.length ? MARKS : 0) |
                (labels.length ? LABELS : 0) |
                (arrows.length ? ARROWS : 0) |
                (children.length === 1 ? ONE : children.length ? MANY : 0),
        );
        if (n.stone !== null) this.square(n.stone);
        if (n.setup) this.setup(n.setup);
        if (name) this.text(name);
        if (comment) this.text(comment);
        if (marks.length) this.marks(marks);
        if (labels.length) this.number(labels.length);
        for (const { at, text } of labels) {
            this.square(at);
            this.text(text);
        }
        if (arrows.length) this.number(arrows.length);
        for (const { kind, at, to } of arrows) {
            this.number(ARROW_KINDS.indexOf(kind));
            this.square(at);
            this.square(to);
        }
        if (children.length > 1) this.number(children.length);
    }

    tree(root: TreeNode): void {
        const open = [root];
        for (let n = open.pop(); n; n = open.pop()) {
            this.node(n);
            for (let i = n.children.length - 1; i >= 0; i--) open.push(n.children[i]!);
        }
    }
}

/** The fragment, "#" included, for all of it, with the place on the board. */
export function packedLink(tree: Tree, path: Path): string {
    const all = new Writer();
    const list = chaptersOf(tree);
    all.number(VERSION);
    all.number(list.length);
    all.number(chapterAt(tree));
    all.number(path.length);
    for (const i of path) all.number(i);
    for (const { rules, info, root } of list) {
        const one = new Packer(rules);
        one.text(rulesText(rules).replace(/^Connect\(|\)$/g, ''));
        const facts = Object.entries(info);
        one.number(facts.length);
        for (const [key, text] of facts) {
            one.text(key);
            one.text(text);
        }
        one.tree(root);
        for (const b of one.bytes) all.bytes.push(b);
    }
    return `#z=${lettersOf(all.bytes)}`;
}

type Growing = Omit<TreeNode, 'children'> & { children: TreeNode[] };

class Unpacker {
    nodes = 0;
    constructor(
        private readonly from: Reader,
        private readonly rules: Rules,
    ) {}

    private square(): Square {
        const { m, n, go } = this.rules;
        const v = this.from.number(m * n + 1);
        if (!v && !go) throw new Error('no square');
        return v ? squareAt((v - 1) % m, Math.floor((v - 1) / m)) : PASS;
    }

    private list<T>(one: () => T): T[] {
        return Array.from({ length: this.from.number(MOST_NODES) }, one);
    }

    private setup(): Setup {
        const [black, white, empty] = [0, 1, 2].map(() => this.list(() => this.square()));
        const turn = this.from.number(3 * 1000);
        const [side, left] = [turn % 3, Math.floor(turn / 3)];
        return {
            black: black!,
            white: white!,
            empty: empty!,
            ...(side && { toMove: side === 1 ? ('black' as const) : ('white' as const) }),
            ...(left && { left: Math.min(left, Math.max(this.rules.p, this.rules.q)) }),
        };
    }

    private mark(): Mark {
        const kind = MARK_KINDS[this.from.number(MARK_KINDS.length)]!;
        return { kind, at: this.square() };
    }

    private label(): Label {
        return { at: this.square(), text: this.from.text() };
    }

    private arrow(): Arrow {
        const kind = ARROW_KINDS[this.from.number(ARROW_KINDS.length)]!;
        const at = this.square();
        return { kind, at, to: this.square() };
    }

    private node(): { node: Growing; children: number } {
        if (++this.nodes > MOST_NODES) throw new Error('too many nodes');
        const flags = this.from.number(512);
        const stone = flags & STONE ? this.square() : null;
        const node: Growing = {
            id: this.nodes - 1,
            stone,
            ...(flags & SETUP && { setup: this.setup() }),
            ...(flags & NAME && { name: this.from.text() }),
            ...(flags & COMMENT && { comment: this.from.text() }),
            ...(flags & MARKS && { marks: this.list(() => this.mark()) }),
            ...(flags & LABELS && { labels: this.list(() => this.label()) }),
            ...(flags & ARROWS && { arrows: this.list(() => this.arrow()) }),
            children: [],
        };
        return { node, children: flags & ONE ? 1 : flags & MANY ? this.from.number(MOST_NODES) : 0 };
    }

    tree(): TreeNode {
        const top = this.node();
        const open = [{ into: top.node, left: top.children }];
        for (let job = open[open.length - 1]; job; job = open[open.length - 1]) {
            if (!job.left--) {
                open.pop();
                continue;
            }
            const { node, children } = this.node();
            job.into.children.push(node);
            open.push({ into: node, left: children });
        }
        return { ...top.node, stone: null };
    }
}

function readAll(bytes: Uint8Array): { tree: Tree; path: Path } {
    const from = new Reader(bytes);
    if (from.number() !== VERSION) throw new Error('of another version');
    const count = from.number(1000);
    const at = from.number(1000);
    const path = Array.from({ length: from.number(MOST_NODES) }, () => from.number(MOST_NODES));
    let study: Tree | null = null;
    let nodes = 0;
    for (let i = 0; i < count; i++) {
        const text = from.text();
        const rules = readRules(text);
        if (!rules) throw new Error('no rules');
        const info: Record<string, string> = {};
        for (let k = from.number(1000); k > 0; k--) {
            const key = from.text();
            info[key] = from.text();
        }
        const unpacker = new Unpacker(from, rules);
        const root = unpacker.tree();
        nodes += unpacker.nodes;
        if (nodes > MOST_NODES) throw new Error('too many nodes');
        const one: Tree = { ...newTree(rules, info), root, next: unpacker.nodes };
        study = study ? addChapters(study, [one]) : one;
    }
    if (!study) throw new Error('no tree');
    const tree = goToChapter(study, Math.min(at, count - 1));
    return { tree, path: fixPath(tree, path) };
}

const PACKED = /^#?z=([\w-]+)[^\w-]*$/;

/** Is it a fragment of this kind, whole or not? */
export function isPacked(fragment: string): boolean {
    return /^#?z=/.test(fragment);
}

/** Reads a fragment of any kind; null if it is none, or one that is packed and damaged. `whole`: it was packed. */
export function readAnyLink(fragment: string): (Linked & { whole: boolean }) | null {
    if (!isPacked(fragment)) {
        const line = readLink(fragment);
        return line && { ...line, whole: false };
    }
    const found = PACKED.exec(fragment);
    const bytes = found && bytesOf(found[1]!);
    try {
        return bytes && { ...readAll(bytes), rest: '', whole: true };
    } catch {
        return null;
    }
}
