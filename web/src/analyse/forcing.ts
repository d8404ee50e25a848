/* The forcing win of either side: searched for as one steps through a game, and played through step by step. */

import { batch, computed, effect, signal } from '@preact/signals';
import { api, ApiError } from '../api';
import { errorText } from '../api/text';
import { remember } from '../app/settings';
import { announce, position, setOverlay } from '../app/store';
import { otherSide, type Position, type Side } from '../core/rules';
import { squareText, type Square } from '../core/squares';
import { t } from '../strings';
import { Cache } from './cache';
import { lineOverlay } from './candidates';
import { finished } from './finish';
import { inTab, key } from './state';
import { gameOf, lineStones, squaresOf } from './wire';

export const showForcing = remember('hexad.analyse.forcing', false);

/** What was found for one side in one position. */
export interface Found {
    readonly side: Side;
    readonly answer: 'win' | 'none' | 'unknown' | 'searching' | 'failed';
    readonly depth: number;
    readonly nodes: number;
    readonly seconds: number;
    readonly line: readonly Square[];
    readonly zone: readonly Square[];
    readonly message?: string;
}

const cache = new Cache<Found>(500);
const answers = signal(0);
const wait = 250;
const firstSeconds = 2;
const longSeconds = 20;

function foundOf(of: string, side: Side): Found | null {
    return cache.get(`${of} ${side}`) ?? null;
}

function put(of: string, found: Found): void {
    cache.set(`${of} ${found.side}`, found);
    answers.value++;
}

/** For the side to move first, then for the other. */
export const found = computed(() => {
    void answers.value;
    const p = position.value;
    return [p.toMove, otherSide(p.toMove)].map((side) => ({ side, found: foundOf(key.value, side) }));
});

const nothing = { depth: 0, nodes: 0, seconds: 0, line: [], zone: [] };

async function search(of: string, p: Position, side: Side, seconds: number, signal: AbortSignal): Promise<void> {
    const game = gameOf(p);
    const kept = foundOf(of, side);
    put(of, { ...nothing, side, answer: 'searching' });
    try {
        const r = await api.forcing({ game, side, seconds }, { signal });
        const told = squaresOf(p.rules, r.line.length ? r.line : r.turn) ?? [];
        const line = r.answer === 'win' ? finished(p, told, side) : [];
        const zone = squaresOf(p.rules, r.zone ?? []) ?? [];
        put(of, { side, answer: r.answer, depth: r.depth, nodes: r.nodes, seconds: r.seconds, line, zone });
    } catch (e) {
        const aborted = e instanceof ApiError && e.aborted;
        if (aborted) put(of, kept ?? { ...nothing, side, answer: 'unknown' });
        else put(of, { ...nothing, side, answer: 'failed', message: errorText(e) });
    }
}

const task = computed(() => {
    if (!inTab.value || !showForcing.value || position.value.outcome !== 'open' || position.value.go) return null;
    return key.value;
});

let usual: AbortController | null = null;
let longer: AbortController | null = null;

/** Looks once more, for longer. */
export function searchLonger(side: Side): void {
    longer?.abort();
    longer = new AbortController();
    void search(key.peek(), position.peek(), side, longSeconds, longer.signal);
}

export function stopAll(): void {
    usual?.abort();
    longer?.abort();
    usual = longer = null;
}

// Playing through a win

export interface Show {
    readonly key: string;
    readonly found: Found;
    readonly turns: number;
    readonly step: number; // turns on the board
    readonly playing: boolean;
}

export const show = signal<Show | null>(null);
const pace = 1100;

export function showMe(f: Found): void {
    const stones = lineStones(position.peek(), f.line, f.side);
    const turns = (stones[stones.length - 1]?.turn ?? -1) + 1;
    show.value = { key: key.peek(), found: f, turns, step: Math.min(1, turns), playing: turns > 1 };
}

export function stopShow(): void {
    show.value = null;
}

export function stepShow(by: number): void {
    const s = show.peek();
    if (s) show.value = { ...s, step: Math.max(0, Math.min(s.turns, s.step + by)), playing: false };
}

export function playShow(): void {
    const s = show.peek();
    if (!s) return;
    const over = s.step === s.turns;
    show.value = { ...s, step: over ? 0 : s.step, playing: over || !s.playing };
}

function advance(): void {
    const s = show.peek();
    if (!s?.playing) return;
    const step = Math.min(s.turns, s.step + 1);
    show.value = { ...s, step, playing: step < s.turns };
}

/* What a screen reader hears at each step. */
function tell(s: Show): void {
    const stones = lineStones(position.peek(), s.found.line, s.found.side).filter((v) => v.turn === s.step - 1);
    const side = stones[0]?.side;
    if (side) announce(`${t(`analyse.${side}`)}: ${stones.map((v) => squareText(v.at)).join(' ')}`);
}

export function followForcing(): void {
    effect(() => {
        const of = task.value;
        if (of === null) return undefined;
        const abort = (usual = new AbortController());
        const p = position.peek();
        const timer = setTimeout(async () => {
            for (const side of [p.toMove, otherSide(p.toMove)]) {
                const answer = foundOf(of, side)?.answer;
                if (answer === 'win' || answer === 'none') continue;
                if (!abort.signal.aborted) await search(of, p, side, firstSeconds, abort.signal);
            }
        }, wait);
        return () => {
            clearTimeout(timer);
            stopAll();
        };
    });
    effect(() => {
        const gone = !inTab.value || show.value?.key !== key.value || !showForcing.value;
        if (gone && show.peek()) show.value = null;
    });
    effect(() => {
        const s = show.value;
        if (!s) {
            setOverlay('show', null);
            setOverlay('zone', null);
            return undefined;
        }
        batch(() => {
            setOverlay('show', lineOverlay(position.peek(), s.found.line, s.found.side, s.step));
            setOverlay('zone', {
                order: 1,
                modes: ['analyse'],
                zone: [{ squares: s.found.zone, tone: 'accent' }],
            });
        });
        if (s.step) tell(s);
        if (!s.playing) return undefined;
        const timer = setTimeout(advance, pace);
        return () => clearTimeout(timer);
    });
}
