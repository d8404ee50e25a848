/* The board of a game between people: its positions, the place one looks at, the turn that is entered. */
import { computed, signal } from '@preact/signals';
import type { Duel } from '../api';
import { needsConfirm } from '../app/press';
import { info } from '../app/info';
import type { Scene, Step } from '../app/scene';
import { announce } from '../app/store';
import { treeFromJson } from '../core/json';
import {
    CONNECT6,
    emptyPosition,
    legal,
    mayPass,
    movesText,
    placeAll,
    readMove,
    rulesFrom,
    type Position,
    type Rules,
    type Side,
} from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { lineEnd, positionAt, type Tree } from '../core/tree';
import { isComplete, pressed, withStones } from '../core/turns';
import { t } from '../strings';

/** The rules of a game as the server has them, which may be a name. */
export function rulesOf(given: Duel['game']['rules']): Rules {
    const named = info.value?.presets.find((v) => v.name === given)?.rules;
    return rulesFrom(named ?? given) ?? CONNECT6;
}

/** The game as a tree, as far as it was played. */
export function treeOf(d: Duel): Tree {
    const stones = [...(d.game.stones ?? []), ...d.moves];
    const { black, white } = d.players;
    const line = stones.length ? { children: [{ stones }] } : {};
    return treeFromJson({
        rules: rulesJson(d),
        info: { black: black?.name ?? '', white: white?.name ?? '', date: d.made.slice(0, 10) },
        root: { ...(d.game.setup && { setup: d.game.setup }), ...line },
    });
}

function rulesJson(d: Duel): unknown {
    const { rules } = d.game;
    return info.value?.presets.find((v) => v.name === rules)?.rules ?? rules;
}

function baseOf(d: Duel): Position {
    const tree = treeOf({ ...d, moves: [] });
    return positionAt(tree, lineEnd(tree, []));
}

/** The positions at the ends of turns, the first before any. */
const positions = signal<readonly Position[]>([emptyPosition(CONNECT6)]);
/** Which of them is on the board. */
const at = signal(0);
export const entered = signal<readonly Square[]>([]);
/** What was sent and not answered yet. */
export const pending = signal<readonly Square[]>([]);
/** The side that may play here; null: nobody. */
export const mine = signal<Side | null>(null);
/** What the bar over the board says. */
export const saying = signal<{ text: string; over: boolean }>({ text: '', over: false });

let take: (turn: readonly Square[]) => void = () => {};
export function setTaker(f: typeof take): void {
    take = f;
}

export const livePosition = computed<Position>(() => positions.value[positions.value.length - 1]!);
const shown = computed<Position>(() => positions.value[Math.min(at.value, positions.value.length - 1)]!);
export const atLive = computed(() => at.value >= positions.value.length - 1);

/* Turn by turn. */
function walk(d: Duel): Position[] {
    const all = [baseOf(d)];
    let now = all[0]!;
    for (const word of d.moves) {
        const s = readMove(now.rules, word);
        const next = s === null ? now : placeAll(now, [s]);
        if (next === now) break;
        if (next.toMove !== now.toMove || next.outcome !== 'open') all.push(next);
        now = next;
    }
    return all;
}

/** Shows the game as it stands; who looked at its end goes on looking at it. */
export function show(d: Duel, follow: boolean): void {
    const stay = !follow && !atLive.peek();
    positions.value = walk(d);
    at.value = stay ? Math.min(at.peek(), positions.peek().length - 1) : positions.peek().length - 1;
    if (!stay) entered.value = [];
    pending.value = [];
}

export const mayPlay = computed(
    () =>
        mine.value !== null &&
        atLive.value &&
        !pending.value.length &&
        livePosition.value.outcome === 'open' &&
        livePosition.value.toMove === mine.value,
);
export const ready = computed(() => isComplete(livePosition.value, entered.value));

function press(s: Square): void {
    if (!mayPlay.peek()) return;
    const p = livePosition.peek();
    const stones = pressed(p, entered.peek(), s);
    if (stones === entered.peek()) return;
    entered.value = stones;
    if (isComplete(p, stones) && !needsConfirm.peek()) return commit();
    const { left } = withStones(p, stones);
    if (isComplete(p, stones)) announce(t('play.confirm.hint', { stones: movesText(p.rules, stones) }));
    else announce(t(left === 1 ? 'play.more.one' : 'play.more', { n: left }));
}

export function commit(): void {
    if (!ready.peek() || !mayPlay.peek()) return;
    send(entered.peek());
}

export const canPass = computed(() => mayPlay.value && mayPass(livePosition.value));
export function pass(): void {
    if (canPass.peek()) send([PASS]);
}

function send(turn: readonly Square[]): void {
    pending.value = turn;
    entered.value = [];
    take(turn);
}

/** Takes the last stone back that was entered; false: there is none. */
export function unenter(): boolean {
    if (!entered.peek().length) return false;
    entered.value = entered.peek().slice(0, -1);
    return true;
}

function ghost(s: Square): Side | null {
    if (!mayPlay.value || entered.value.includes(s)) return null;
    const p = livePosition.value;
    const before = ready.value ? entered.value.slice(0, -1) : entered.value;
    return legal(withStones(p, before), s) ? p.toMove : null;
}

const NEXT: Record<Step, (n: number, last: number) => number> = {
    first: () => 0,
    previous: (n) => n - 1,
    next: (n) => n + 1,
    last: (_, last) => last,
};
const target = (step: Step, n: number) => NEXT[step](n, positions.value.length - 1);

export const duelScene: Scene = {
    position: shown,
    tentative: computed(() => (atLive.value ? [...entered.value, ...pending.value].filter((s) => s !== PASS) : [])),
    status: saying,
    place: computed(() => t('friend.place', { n: at.value, of: positions.value.length - 1 })),
    press,
    ghost,
    can: (step) => target(step, at.value) !== at.value && target(step, at.value) in positions.value,
    go: (step) => {
        const to = target(step, at.peek());
        if (to in positions.peek()) at.value = to;
    },
};
