/* Tournaments as values: who may play, how many games that makes, what stands in their tables. */
import type { Tournament, TournamentPlayer } from '../api';
import type { Rules } from '../core/rules';
import { FULL, type Player } from '../play/model';

export const KEPT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;

/** As the server takes a player: of Go the one with levels plays where none is named. */
export function asked(p: Player, rules: Rules): TournamentPlayer {
    if (p.kind === 'agent') return { player: p.spec };
    const level = p.kind === 'engine' ? p.level : FULL;
    return rules.go ? { level } : { player: 'engine', level };
}

/** Who is meant by a name of a table. */
export function playerOf(name: string, go: boolean): Player {
    const plain = name.replace(/[:,]memory=\d+/, '');
    const [, level] = (go ? /^mcts(?:-(\d+))?$/ : /^engine(?:-(\d+))?$/).exec(plain) ?? [];
    const leveled = plain === (go ? 'mcts' : 'engine') || level !== undefined;
    return leveled ? { kind: 'engine', level: Number(level ?? FULL) } : { kind: 'agent', spec: plain };
}

/** Each two play so many pairs of games. */
export function gamesOf(players: number, rounds: number): number {
    return players * (players - 1) * rounds;
}

/** A name that is free: cup-1, cup-2 … */
export function freeName(taken: readonly string[]): string {
    for (let n = 1; ; n++) if (!taken.includes(`cup-${n}`)) return `cup-${n}`;
}

/** "3½" */
export function pointsText(points: number): string {
    const whole = Math.floor(points);
    const half = points - whole >= 0.25 ? '½' : '';
    return half && !whole ? half : `${whole}${half}`;
}

/** The players' places in the report, the strongest first; who has not played comes last. */
export function ranking(t: Pick<Tournament, 'players'>): number[] {
    const of = (i: number, what: 'elo' | 'score') => t.players[i]![what] ?? -Infinity;
    const better = (a: number, b: number) => (a === b ? 0 : a > b ? -1 : 1);
    return t.players
        .map((_, i) => i)
        .sort((a, b) => better(of(a, 'elo'), of(b, 'elo')) || better(of(a, 'score'), of(b, 'score')) || a - b);
}

/** "+85 ± 40"; nothing where nothing is known yet. */
export function eloText(elo: number | null, error: number | null): string {
    if (elo === null) return '–';
    const own = `${elo >= 0 ? '+' : '−'}${Math.abs(Math.round(elo))}`;
    return error === null ? own : `${own} ± ${Math.round(error)}`;
}
