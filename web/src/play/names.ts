/* What players, levels and games are called. */
import { info } from '../app/info';
import { sameRules, type Rules, type Side } from '../core/rules';
import { strings, t, type StringKey } from '../strings';
import { FULL, type Player, type Players } from './model';

export function levelName(level: number): string {
    const key = `level.${level}`;
    if (key in strings) return t(key as StringKey);
    return info.value?.levels.find((v) => v.level === level)?.name ?? String(level);
}

export function playerName(p: Player): string {
    if (p.kind === 'person') return t('play.you');
    if (p.kind === 'agent') return p.spec;
    return p.level >= FULL ? t('play.engine.full') : t('play.engine.level', { n: p.level });
}

/** The names of both players; two people are told apart by their colours. */
export function playerNames(players: Players): Record<Side, string> {
    const { black, white } = players;
    if (black.kind === 'person' && white.kind === 'person') return { black: t('board.black'), white: t('board.white') };
    return { black: playerName(black), white: playerName(white) };
}

export interface Preset {
    key: string;
    name: StringKey;
    rules: Rules;
}

export const PRESETS: readonly Preset[] = [
    { key: 'connect6', name: 'preset.connect6', rules: { m: 19, n: 19, k: 6, p: 2, q: 1 } },
    { key: 'connect6-59', name: 'preset.connect6.59', rules: { m: 59, n: 59, k: 6, p: 2, q: 1 } },
    { key: 'gomoku', name: 'preset.gomoku', rules: { m: 15, n: 15, k: 5, p: 1, q: 1 } },
    { key: 'tictactoe', name: 'preset.tictactoe', rules: { m: 3, n: 3, k: 3, p: 1, q: 1 } },
];

export function gameName(r: Rules): string {
    const preset = PRESETS.find((v) => sameRules(v.rules, r));
    return preset ? t(preset.name) : `Connect (${r.m},${r.n},${r.k},${r.p},${r.q})`;
}

/** The rules in a sentence. */
export function rulesSentence(r: Rules): string {
    const stones = (n: number) => t(n === 1 ? 'play.stones.one' : 'play.stones', { n });
    if (r.p === r.q) return t('play.rules.same', { k: r.k, p: stones(r.p) });
    return t('play.rules', { k: r.k, q: stones(r.q), p: stones(r.p) });
}
