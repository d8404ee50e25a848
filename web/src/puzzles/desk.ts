/* The board of the puzzles: a position, the turns that follow it, the place among them, and a turn being entered. It knows nothing of puzzles. */

import { batch, computed, signal } from '@preact/signals';
import { needsConfirm } from '../app/press';
import type { Scene, Step } from '../app/scene';
import { announce } from '../app/store';
import { statusText } from '../app/status';
import { CONNECT6, emptyPosition, legal, placeAll, type Position, type Side } from '../core/rules';
import { squaresText, type Square } from '../core/squares';
import { isComplete, pressed, withStones } from '../core/turns';
import { t } from '../strings';
import { afterTurn } from './wire';

const base = signal<Position>(emptyPosition(CONNECT6));
export const turns = signal<readonly (readonly Square[])[]>([]);
/** So many of the turns stand on the board. */
export const at = signal(0);
/* Stones of the next turn that is being played by the page, one after the other. */
const arriving = signal<readonly Square[]>([]);
/** The turn being entered. */
export const entered = signal<readonly Square[]>([]);
/** Takes a turn that was entered; null: nobody is to move. */
const taker = signal<((turn: readonly Square[]) => void) | null>(null);
/** What the bar over the board says; null: who is to move. */
export const saying = signal<{ text: string; over: boolean } | null>(null);

const positions = computed(() => {
    const all = [base.value];
    for (const turn of turns.value) all.push(afterTurn(all[all.length - 1]!, turn));
    return all;
});

export const deskPosition = computed<Position>(() => {
    const p = positions.value[Math.min(at.value, turns.value.length)]!;
    return arriving.value.length ? placeAll(p, arriving.value) : p;
});

/** The position after so many turns. */
export function positionAfter(n: number): Position {
    return positions.value[Math.max(0, Math.min(n, turns.value.length))]!;
}

let playing = 0;

/** Another position, with a line to go through. */
export function put(p: Position, line: readonly (readonly Square[])[] = [], place = line.length): void {
    batch(() => {
        playing++;
        base.value = p;
        turns.value = line;
        at.value = place;
        arriving.value = [];
        entered.value = [];
    });
}

/** The line from here on is another one. */
export function setTurns(line: readonly (readonly Square[])[], place: number): void {
    put(base.peek(), line, place);
}

const still = () => typeof matchMedia === 'undefined' || matchMedia('(prefers-reduced-motion: reduce)').matches;
const wait = (ms: number) => new Promise((done) => setTimeout(done, still() ? 0 : ms));

/** Plays a turn at the place where one is, stone by stone. False: something else happened meanwhile. */
export async function playTurn(turn: readonly Square[], pause = 320): Promise<boolean> {
    const me = ++playing;
    entered.value = [];
    for (let i = 1; i <= turn.length; i++) {
        await wait(pause);
        if (me !== playing) return false;
        if (!still()) arriving.value = turn.slice(0, i);
    }
    batch(() => {
        const place = at.peek();
        const rest = turns.peek();
        const same = rest[place]?.length === turn.length && rest[place]!.every((s) => turn.includes(s));
        arriving.value = [];
        if (!same) turns.value = [...rest.slice(0, place), turn];
        at.value = place + 1;
    });
    return true;
}

/** Lets the user enter turns, or nobody. */
export function setTaker(take: ((turn: readonly Square[]) => void) | null): void {
    taker.value = take;
    entered.value = [];
}

export const canEnter = computed(
    () => taker.value !== null && !arriving.value.length && deskPosition.value.outcome === 'open',
);
export const ready = computed(() => isComplete(deskPosition.value, entered.value));

function press(s: Square): void {
    if (!canEnter.peek()) return;
    const p = deskPosition.peek();
    const stones = pressed(p, entered.peek(), s);
    if (stones === entered.peek()) return;
    entered.value = stones;
    if (isComplete(p, stones) && !needsConfirm.peek()) return commit();
    const { left } = withStones(p, stones);
    if (isComplete(p, stones)) announce(t('play.confirm.hint', { stones: squaresText(stones) }));
    else announce(t(left === 1 ? 'play.more.one' : 'play.more', { n: left }));
}

/** Plays the turn that was entered. */
export function commit(): void {
    if (!ready.peek()) return;
    const turn = entered.peek();
    entered.value = [];
    taker.peek()?.(turn);
}

/** Takes back the last stone that was entered. False: there is none. */
export function takeBack(): boolean {
    if (!entered.peek().length) return false;
    entered.value = entered.peek().slice(0, -1);
    announce(t('play.taken'));
    return true;
}

function ghost(s: Square): Side | null {
    if (!canEnter.value || entered.value.includes(s)) return null;
    const p = deskPosition.value;
    const before = ready.value ? entered.value.slice(0, -1) : entered.value;
    return legal(withStones(p, before), s) ? p.toMove : null;
}

const NEXT: Record<Step, (n: number, last: number) => number> = {
    first: () => 0,
    previous: (n) => n - 1,
    next: (n) => n + 1,
    last: (_, last) => last,
};

/** May one go through the line now? */
export const mayGo = signal(true);

function go(step: Step): void {
    if (!mayGo.peek() || arriving.peek().length) return;
    const last = turns.peek().length;
    const to = Math.max(0, Math.min(last, NEXT[step](at.peek(), last)));
    if (to === at.peek()) return;
    batch(() => {
        playing++;
        entered.value = [];
        at.value = to;
    });
}

export const scene: Scene = {
    position: deskPosition,
    tentative: entered,
    status: computed(() => saying.value ?? { text: statusText(deskPosition.value), over: false }),
    place: computed(() => (at.value ? t('nav.turn', { n: at.value }) : t('nav.start'))),
    press: (s) => {
        beforePress?.(s);
        if (canEnter.peek()) press(s);
        else boardPress.value?.();
    },
    ghost,
    can: (step) =>
        mayGo.value && (step === 'first' || step === 'previous' ? at.value > 0 : at.value < turns.value.length),
    go,
};

let beforePress: ((s: Square) => void) | null = null;
/** Is told of a press before anything is made of it. */
export function onPress(f: ((s: Square) => void) | null): void {
    beforePress = f;
}

/** What a press does while nobody is to move. */
export const boardPress = signal<(() => void) | null>(null);
