/* What players, levels and games are called. */
import { computed } from '@preact/signals';
import { info } from '../app/info';
import { goRules } from '../core/go';
import { CONNECT6, rulesFrom, rulesText, sameRules, type Rules, type Side } from '../core/rules';
import { isString, t } from '../strings';
import { FULL, type Player, type Players } from './model';

export function levelName(level: number): string {
    const key = `level.${level}`;
    if (isString(key)) return t(key);
    return info.value?.levels.find((v) => v.level === level)?.name ?? String(level);
}

/** "Threats with search" for threats+search: names for people, where there are any. */
export function agentName(spec: string): string {
    const [, name = '', rest = ''] = /^(\w+)(.*)$/.exec(spec) ?? [];
    const key = `agent.${name}`;
    const shown = isString(key) ? t(key) : name.charAt(0).toUpperCase() + name.slice(1);
    if (rest === '+search') return t('agent.with.search', { name: shown });
    return name ? shown + rest : spec;
}

export function playerName(p: Player): string {
    if (p.kind === 'person') return t('play.you');
    if (p.kind === 'agent') return agentName(p.spec);
    return p.level >= FULL ? t('play.engine.full') : t('play.engine.level', { n: p.level });
}

/** The names of both players; two people are told apart by their colours. */
export function playerNames(players: Players): Record<Side, string> {
    const { black, white } = players;
    if (black.kind === 'person' && white.kind === 'person') return { black: t('board.black'), white: t('board.white') };
    return { black: playerName(black), white: playerName(white) };
}

/** The games that the server has names for. Before it has answered there is Connect6 alone. */
export const presets = computed<readonly Preset[]>(() => {
    const named = info.value?.presets.flatMap((v) => {
        const rules = rulesFrom(v.rules);
        return rules ? [{ key: v.name, name: presetName(v.name, v.about), rules }] : [];
    });
    return named?.length ? named : [{ key: 'connect6', name: t('preset.connect6'), rules: CONNECT6 }];
});

/** The boards on which Go is played. */
export const goPresets = computed<readonly Preset[]>(() =>
    [9, 13, 19].map((size) => ({ key: `go${size}`, name: t('preset.go'), rules: goRules(size) })),
);

export interface Preset {
    key: string;
    name: string;
    rules: Rules;
}

function presetName(key: string, about: string): string {
    const string = `preset.${key}`;
    return isString(string) ? t(string) : about;
}

export function gameName(r: Rules): string {
    if (r.go) return t('game.go', { size: `${r.m}×${r.n}` });
    return presets.value.find((v) => sameRules(v.rules, r))?.name ?? rulesText(r);
}

/** The rules in a sentence. */
export function rulesSentence(r: Rules): string {
    if (r.go) {
        const text = t('play.rules.go', { komi: r.go.komi });
        return r.go.handicap ? `${text} ${t('play.rules.handicap', { n: r.go.handicap })}` : text;
    }
    const stones = (n: number) => t(n === 1 ? 'play.stones.one' : 'play.stones', { n });
    const text =
        r.p === r.q
            ? t('play.rules.same', { k: r.k, p: stones(r.p) })
            : t('play.rules', { k: r.k, q: stones(r.q), p: stones(r.p) });
    return r.exact ? `${text} ${t('play.rules.exact', { k: r.k })}` : text;
}
