/* What a game on the page is: who plays, with which clock, and how it ended. Pure values and the rules about them. */
import type { Position, Side } from '../core/rules';
import type { Square } from '../core/squares';
import type { Path } from '../core/tree';

export type Player =
    | { readonly kind: 'person' }
    | { readonly kind: 'engine'; readonly level: number }
    | { readonly kind: 'agent'; readonly spec: string };

export type Players = Readonly<Record<Side, Player>>;

export interface Clock {
    readonly kind: 'none' | 'turn' | 'game';
    /** Of a turn, or of the whole game. */
    readonly seconds: number;
    /** Added after each turn of a game. */
    readonly increment: number;
}

export interface Result {
    readonly winner: Side | null;
    readonly how: 'row' | 'full' | 'resign' | 'time' | 'score';
    /** By how much it was won, of Go. */
    readonly by?: number;
}

export interface Game {
    readonly players: Players;
    readonly clock: Clock;
    /** The seconds each side had left when the turn began. */
    readonly left: Readonly<Record<Side, number>>;
    /** Where the game stands in the tree; null if none is on. */
    readonly live: Path | null;
    readonly result: Result | null;
    /** Of Go, once both have passed: the stones that are taken to be dead; missing until somebody has said. */
    readonly dead?: readonly Square[];
    /** The rules and stones of the game, to know its tree again. */
    readonly line?: string;
    /** The set-ups it began from, as text: one that comes later makes another position of it, and nobody's game. */
    readonly ground?: string;
}

export const FRIENDLY = 3;
export const FULL = 11;
export const NO_CLOCK: Clock = { kind: 'none', seconds: 0, increment: 0 };
export const YOU_AND_ENGINE: Players = { black: { kind: 'person' }, white: { kind: 'engine', level: FRIENDLY } };

export function newGame(players: Players, clock: Clock): Game {
    return { players, clock, left: { black: clock.seconds, white: clock.seconds }, live: [], result: null };
}

export function resultOf(p: Position): Result | null {
    /* Go ends with the count, which players agree about (count.ts). */
    if (p.outcome === 'open' || p.go) return null;
    return p.outcome === 'draw' ? { winner: null, how: 'full' } : { winner: p.outcome, how: 'row' };
}

/** What is left to a side after a turn that took so long. */
export function afterTurn(clock: Clock, left: number, took: number): number {
    if (clock.kind === 'turn') return clock.seconds;
    return Math.max(0, left - took) + clock.increment;
}

/** How long a machine may think on this turn; undefined: as its level says. */
export function thinkingTime(clock: Clock, left: number): number | undefined {
    if (clock.kind === 'none') return undefined;
    const margin = 0.3;
    if (clock.kind === 'turn') return Math.max(0.05, Math.min(30, clock.seconds * 0.8 - margin));
    return Math.max(0.05, Math.min(left * 0.5, left / 20 + clock.increment * 0.8) - margin);
}

export function isPlayer(v: unknown): v is Player {
    const p = v as { kind?: unknown; level?: unknown; spec?: unknown } | null;
    if (p?.kind === 'person') return true;
    if (p?.kind === 'engine') return Number.isInteger(p.level) && Number(p.level) >= 1 && Number(p.level) <= FULL;
    return p?.kind === 'agent' && typeof p.spec === 'string';
}

function isClock(v: unknown): v is Clock {
    const c = v as Clock | null;
    return !!c && ['none', 'turn', 'game'].includes(c.kind) && c.seconds >= 0 && c.increment >= 0;
}

function isResult(v: unknown): v is Result {
    const r = v as Result;
    return ['row', 'full', 'resign', 'time', 'score'].includes(r.how) && [null, 'black', 'white'].includes(r.winner);
}

/** Reads a game that the browser kept; null if it is none. */
export function readGame(v: unknown): Game | null {
    const g = v as Game | null;
    if (!g || !isPlayer(g.players?.black) || !isPlayer(g.players?.white) || !isClock(g.clock)) return null;
    const { black, white } = g.left ?? {};
    if (typeof black !== 'number' || typeof white !== 'number') return null;
    const live = Array.isArray(g.live) && g.live.every((i) => Number.isInteger(i) && i >= 0) ? g.live : null;
    const result = g.result && isResult(g.result) ? g.result : null;
    const line = typeof g.line === 'string' ? g.line : undefined;
    const ground = typeof g.ground === 'string' ? { ground: g.ground } : {};
    const dead = Array.isArray(g.dead) && g.dead.every(Number.isInteger) ? { dead: g.dead } : {};
    return { players: g.players, clock: g.clock, left: { black, white }, live, result, line, ...ground, ...dead };
}

export function clockText(seconds: number): string {
    const s = Math.max(0, seconds);
    if (s < 10) return s.toFixed(1);
    const whole = Math.ceil(s);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
