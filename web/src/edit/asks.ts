/* Questions about nodes of the tree, several at a time: each runs on while one goes elsewhere, and its answer is kept at its node. */
import { batch, computed, effect, signal } from '@preact/signals';
import { gameOf, keyOf, squaresOf, thoughtOf } from '../analyse/wire';
import { ApiError, live, type Job, type Proved, type Report } from '../api';
import { errorText } from '../api/text';
import { announce, change, node, note, path, position, toast, tree } from '../app/store';
import { addLine, setProperty } from '../core/edits';
import { withoutTwins } from '../core/keys';
import { otherSide, type Position } from '../core/rules';
import type { Square } from '../core/squares';
import { pathOfId, positionAt, type Tree } from '../core/tree';
import { t } from '../strings';
import { FOUND, foundText, type Found, type Question } from './found';

export interface Ask {
    /** Of the question; a new one gets a new number. */
    readonly number: number;
    readonly id: number; // of the node
    readonly what: Question;
    readonly key: string; // of the position, which must not have changed
    readonly state: 'queued' | 'running' | 'failed';
    readonly nodes: number;
    readonly done?: number; // of the defences known so far
    readonly known?: number;
    readonly message: string;
}

export const TIMES = [3, 10, 60, 300, 600];
export const seconds = signal(10);
/** Questions that run, and those that failed until they are asked again. */
export const asks = signal<readonly Ask[]>([]);
/* A position that nothing attacks has as many defences as turns: a tree of so many says nothing, and gets none. */
const INSERTED = 200;
const ORDER = 2;
const AGAIN_MS = 2000;

const jobs = new Map<number, Job>();
let number = 0;

/** By the node's id. */
export const asksAt = computed(() => {
    const all = new Map<number, Ask[]>();
    for (const a of asks.value) all.set(a.id, [...(all.get(a.id) ?? []), a]);
    return all;
});
export const here = computed(() => asksAt.value.get(node.value.id) ?? []);
export const running = computed(() => asks.value.filter((a) => a.state !== 'failed'));

function put(which: number, fields: Partial<Ask>): void {
    asks.value = asks.peek().map((a) => (a.number === which ? { ...a, ...fields } : a));
}

function drop(which: number): void {
    jobs.get(which)?.stop();
    jobs.delete(which);
    asks.value = asks.peek().filter((a) => a.number !== which);
}

export const stop = drop;

export function stopAll(): void {
    for (const a of asks.peek()) drop(a.number);
}

// Answers

interface Answer {
    readonly found: Found;
    /** Turns that go into the tree. */
    readonly turns: readonly (readonly Square[])[];
}

function ofReport(p: Position, r: Report): Answer | null {
    const best = thoughtOf(p.rules, r).lines[0];
    if (!best) return null;
    const state = best.mate > 0 ? 'won' : best.mate < 0 ? 'lost' : 'open';
    const turn = best.turn.slice(0, p.left);
    return {
        found: {
            what: 'best',
            state,
            proved: r.proof !== undefined,
            side: p.toMove,
            turn,
            ...(best.mate ? { depth: Math.abs(best.mate) } : { chance: Math.round(100 * best.chance) }),
            seconds: Math.round(r.seconds),
            ...(r.proof && { proof: r.proof }),
        },
        turns: [turn],
    };
}

function ofProved(p: Position, what: Question, v: Proved): Answer {
    const about = { what, side: p.toMove, ...(v.proof && { proof: v.proof }) };
    if (v.open !== undefined) {
        // All turns of the side to move, but for those that are proved to lose.
        const state = v.status === 'won' ? 'lost' : v.status === 'none' ? 'none' : 'open';
        const turns = v.open.map((words) => squaresOf(p.rules, words) ?? []).filter((turn) => turn.length);
        const counts = { holds: v.left, loses: v.losing };
        return { found: { ...about, state, proved: state === 'lost', turn: [], ...counts }, turns };
    }
    const turn = squaresOf(p.rules, v.turn ?? []) ?? [];
    const won = v.status === 'won';
    const depth = won && v.depth !== undefined ? { depth: v.depth } : {};
    const took = Math.round(v.search_seconds ?? 0);
    const found: Found = { ...about, state: won ? 'won' : 'open', proved: won, turn, ...depth, seconds: took };
    return { found, turns: won && turn.length ? [turn] : [] };
}

/* The tree with the answer at its node. */
function withAnswer(
    now: Tree,
    a: Ask,
    p: Position,
    { found, turns }: Answer,
): { tree: Tree; grown: boolean; many: number } {
    const at = pathOfId(now, a.id)!;
    const list = withoutTwins(p, turns, (v) => v);
    const many = list.length > INSERTED ? list.length : 0;
    let next = now;
    if (!many) for (const { one } of list) next = addLine(next, at, one).tree;
    return { tree: setProperty(next, at, FOUND, foundText(found, p.rules)), grown: next !== now, many };
}

function take(which: number, answer: Answer | null): void {
    const a = asks.peek().find((v) => v.number === which);
    const at = a && pathOfId(tree.peek(), a.id);
    if (!a || !at) return;
    const p = positionAt(tree.peek(), at);
    if (!answer || keyOf(p) !== a.key) return drop(which);
    const next = withAnswer(tree.peek(), a, p, answer);
    batch(() => {
        // What was inserted can be undone; a word at a node alone is no edit.
        if (next.grown) change(next.tree, path.peek(), { group: `ask ${which}` });
        else note(next.tree);
        drop(which);
    });
    if (next.many) toast(t('edit.ask.many', { n: next.many, most: INSERTED }));
    announce(foundWords(answer.found));
}

// Questions

function follow(which: number, p: Position, what: Question): Job {
    // The server takes so many at a time: the rest waits here.
    const failed = (e: unknown) => {
        if (!(e instanceof ApiError && e.code === 'busy'))
            return put(which, { state: 'failed', message: errorText(e) });
        put(which, { state: 'queued' });
        setTimeout(() => {
            if (asks.peek().some((a) => a.number === which)) jobs.set(which, follow(which, p, what));
        }, AGAIN_MS);
    };
    const queued = () => put(which, { state: 'queued' });
    const game = gameOf(p);
    if (what === 'best')
        return live.analyse(
            { game, lines: 1, seconds: seconds.peek() },
            {
                queued,
                failed,
                report: (r) => {
                    if (r.final) take(which, ofReport(p, r));
                    else put(which, { state: 'running', nodes: r.nodes });
                },
            },
        );
    return live.prove(
        what,
        { game, order: ORDER, seconds: seconds.peek() },
        {
            queued,
            failed,
            progress: (v) => put(which, { state: 'running', nodes: v.nodes, done: v.done, known: v.known }),
            proved: (v) => take(which, ofProved(p, what, v)),
        },
    );
}

/** Asks about the node one is at; a question that runs there already is not asked twice. */
export function ask(what: Question): void {
    const p = position.peek();
    const { id } = node.peek();
    const same = asks.peek().find((a) => a.id === id && a.what === what);
    if (same?.state === 'failed') drop(same.number);
    else if (same) return;
    const which = ++number;
    const fresh: Ask = { number: which, id, what, key: keyOf(p), state: 'queued', nodes: 0, message: '' };
    asks.value = [...asks.peek(), fresh];
    jobs.set(which, follow(which, p, what));
}

/** Questions end with their nodes. */
export function watchAsks(): void {
    effect(() => {
        const now = tree.value;
        for (const a of asks.peek()) if (!pathOfId(now, a.id)) drop(a.number);
    });
}

// In words

export function foundWords(f: Found): string {
    const side = t(f.side === 'black' ? 'edit.black' : 'edit.white');
    const other = t(otherSide(f.side) === 'black' ? 'edit.black' : 'edit.white');
    if (f.state === 'none') return t('edit.found.none');
    if (f.state !== 'open') {
        const key = f.proved ? 'edit.found.won' : 'edit.found.won.claimed';
        const text = t(key, { side: f.state === 'won' ? side : other });
        return f.depth ? `${text} ${t('edit.found.depth', { n: f.depth })}` : text;
    }
    if (f.what === 'verify') return t('edit.found.holds', { n: f.holds ?? 0, lost: f.loses ?? 0 });
    if (f.what === 'solve') return t('edit.found.unproved', { n: f.seconds ?? 0 });
    return t('edit.found.best', { side, n: f.chance ?? 50 });
}

/** A sign for a row: who wins, with a tick where it is proved and a question mark where the engine says so. */
export function foundSign(f: Found): string {
    if (f.state === 'none') return '–';
    if (f.state === 'open')
        return f.what === 'verify' ? `${f.holds ?? 0}` : f.what === 'solve' ? '?' : `${f.chance ?? 50}%`;
    const winner = f.state === 'won' ? f.side : otherSide(f.side);
    return `${winner === 'black' ? '●' : '○'}${f.proved ? '✓' : '?'}`;
}

/** How a question stands. */
export function askWords(a: Ask): string {
    const what = t(`edit.ask.${a.what}`);
    if (a.state === 'failed') return `${what}: ${a.message}`;
    if (a.state === 'queued') return t('edit.ask.queued', { what });
    if (a.known) return t('edit.ask.defences', { what, n: a.done ?? 0, all: a.known });
    return t('edit.ask.running', { what, n: a.nodes.toLocaleString() });
}
