/* What a new game of Go needs besides players and clocks: komi and handicap. */
import { handicapMost, GO_KOMI, goRules } from '../core/go';
import type { Rules } from '../core/rules';
import { t } from '../strings';
import { FRIENDLY, type Player, type Players } from './model';

/* White's reward for Black's first move, which handicap stones are instead; half a point keeps the game from being drawn. */
const HANDICAP_KOMI = 0.5;
const KOMI_MOST = 99.5;

export function GoRulesFields({ rules, pick }: { rules: Rules; pick: (r: Rules) => void }) {
    const { komi, handicap, simpleKo } = rules.go!;
    const most = handicapMost(rules.m);
    const stones = [0, ...Array.from({ length: Math.max(0, most - 1) }, (_, i) => i + 2)];
    const withHandicap = (n: number) => {
        const usual = komi === (handicap ? HANDICAP_KOMI : GO_KOMI);
        pick(goRules(rules.m, usual ? (n ? HANDICAP_KOMI : GO_KOMI) : komi, n, simpleKo));
    };
    const withKomi = (v: number) => {
        const half = Math.round(2 * v) / 2;
        if (Math.abs(half) <= KOMI_MOST) pick(goRules(rules.m, half, handicap, simpleKo));
    };
    return (
        <div class="go-rules">
            <label>
                <span>{t('play.handicap')}</span>
                <select
                    id="go-handicap"
                    value={String(handicap)}
                    onChange={(event) => withHandicap(Number(event.currentTarget.value))}
                >
                    {stones.map((n) => (
                        <option key={n} value={String(n)}>
                            {n ? t('play.stones', { n }) : t('play.handicap.none')}
                        </option>
                    ))}
                </select>
            </label>
            <label>
                <span>{t('play.komi')}</span>
                <input
                    id="go-komi"
                    type="number"
                    step={0.5}
                    min={-KOMI_MOST}
                    max={KOMI_MOST}
                    value={komi}
                    onChange={(event) => withKomi(event.currentTarget.valueAsNumber || 0)}
                />
            </label>
        </div>
    );
}

/** Players of one game are not those of another: who cannot play these rules gives place to the engine, or where there is none of it, to
 * a person. */
export function fitting(players: Players, go: boolean, agents: readonly string[], engine: boolean): Players {
    const fit = (p: Player): Player => {
        if (p.kind === 'agent' && !agents.includes(p.spec)) return fit({ kind: 'engine', level: FRIENDLY });
        return p.kind !== 'person' && go && !engine ? { kind: 'person' } : p;
    };
    return { black: fit(players.black), white: fit(players.white) };
}
