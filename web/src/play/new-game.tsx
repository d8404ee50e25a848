/* The dialog for a new game: which game, who plays, with which clock. */
import { signal } from '@preact/signals';
import { Choice, Dialog } from '../app/dialogs';
import { tree } from '../app/store';
import { CONNECT6, badRule, sameRules, type RuleNumber, type Rules, type Side } from '../core/rules';
import { t, type StringKey } from '../strings';
import { game, start } from './game';
import type { Clock, Players } from './model';
import { goPresets, presets, rulesSentence } from './names';
import { GoRulesFields, fitting } from './new-go';
import { PlayerChoice, agentsOf, playsGo } from './players';

export const newGameOpen = signal(false);
/** Opens the dialog of a game with somebody over the server; null where there is none. */
export const playFriend = signal<((rules: Rules) => void) | null>(null);
/** Opens that of a tournament; null where none can be played. */
export const playTournament = signal<(() => void) | null>(null);

const rules = signal<Rules>(CONNECT6);
const custom = signal(false);
const players = signal<Players>(game.peek().players);
const clock = signal<Clock>(game.peek().clock);

export function openNewGame(): void {
    rules.value = tree.peek().rules;
    custom.value = !rules.peek().go && !presets.peek().some((v) => sameRules(v.rules, rules.peek()));
    players.value = game.peek().players;
    fitPlayers();
    clock.value = game.peek().clock;
    newGameOpen.value = true;
}

function fitPlayers(): void {
    const { go } = rules.peek();
    const agents = agentsOf(rules.peek()).map((v) => v.spec);
    players.value = fitting(players.peek(), go !== undefined, agents, playsGo());
}

function choose(next: Rules, own: boolean): void {
    rules.value = next;
    custom.value = own;
    fitPlayers();
}

const NUMBERS: readonly RuleNumber[] = ['m', 'n', 'k', 'p', 'q'];

function CustomRules() {
    return (
        <div class="custom-rules">
            {NUMBERS.map((key) => (
                <label key={key}>
                    <span>{t(`play.rule.${key}` as StringKey)}</span>
                    <input
                        type="number"
                        min={1}
                        max={key === 'm' || key === 'n' ? 127 : 63}
                        value={rules.value[key]}
                        required
                        onInput={(event) =>
                            (rules.value = { ...rules.value, [key]: event.currentTarget.valueAsNumber })
                        }
                    />
                </label>
            ))}
            <label class="exact-rule">
                <input
                    type="checkbox"
                    checked={rules.value.exact ?? false}
                    onChange={(event) => (rules.value = { ...rules.value, exact: event.currentTarget.checked })}
                />
                <span>{t('play.rule.exact')}</span>
            </label>
        </div>
    );
}

function PickGame() {
    return (
        <fieldset class="presets">
            <legend>{t('play.game')}</legend>
            {presets.value.map((v) => (
                <label key={v.key} class="preset">
                    <input
                        type="radio"
                        name="preset"
                        checked={!custom.value && sameRules(v.rules, rules.value)}
                        onChange={() => choose(v.rules, false)}
                    />
                    <span class="preset-name">{v.name}</span>
                    <span class="preset-size">
                        {v.rules.m}×{v.rules.n}
                    </span>
                </label>
            ))}
            {goPresets.value.map((v) => (
                <label key={v.key} class="preset">
                    <input
                        type="radio"
                        name="preset"
                        value={v.key}
                        checked={!custom.value && rules.value.go !== undefined && rules.value.m === v.rules.m}
                        onChange={() => choose(v.rules, false)}
                    />
                    <span class="preset-name">{v.name}</span>
                    <span class="preset-size">
                        {v.rules.m}×{v.rules.n}
                    </span>
                </label>
            ))}
            <label class="preset">
                <input
                    type="radio"
                    name="preset"
                    checked={custom.value}
                    onChange={() => choose(rules.value.go ? CONNECT6 : rules.value, true)}
                />
                <span class="preset-name">{t('preset.custom')}</span>
                <span class="preset-size">m,n,k,p,q</span>
            </label>
        </fieldset>
    );
}

const CLOCKS: Record<Clock['kind'], Clock> = {
    none: { kind: 'none', seconds: 0, increment: 0 },
    turn: { kind: 'turn', seconds: 30, increment: 0 },
    game: { kind: 'game', seconds: 600, increment: 5 },
};

function PickClock() {
    const c = clock.value;
    const times = c.kind === 'turn' ? [5, 10, 30, 60, 120] : [60, 180, 300, 600, 1200, 1800, 3600];
    const text = (s: number) => (s < 60 ? t('play.seconds', { n: s }) : t('play.minutes', { n: s / 60 }));
    return (
        <div>
            <Choice<Clock['kind']>
                label={t('play.clock')}
                value={c.kind}
                options={(['none', 'turn', 'game'] as const).map((k) => [k, t(`play.clock.${k}`)])}
                pick={(k) => (clock.value = CLOCKS[k])}
            />
            {c.kind !== 'none' && (
                <div class="field">
                    <select
                        aria-label={t('play.clock.time')}
                        value={String(c.seconds)}
                        onChange={(event) => (clock.value = { ...c, seconds: Number(event.currentTarget.value) })}
                    >
                        {times.map((s) => (
                            <option key={s} value={String(s)}>
                                {text(s)}
                            </option>
                        ))}
                    </select>
                    {c.kind === 'game' && (
                        <select
                            aria-label={t('play.clock.increment')}
                            value={String(c.increment)}
                            onChange={(event) => (clock.value = { ...c, increment: Number(event.currentTarget.value) })}
                        >
                            {[0, 2, 5, 10, 30].map((s) => (
                                <option key={s} value={String(s)}>
                                    {t('play.increment', { n: s })}
                                </option>
                            ))}
                        </select>
                    )}
                </div>
            )}
        </div>
    );
}

export function NewGameDialog() {
    const bad = badRule(rules.value);
    const submit = (event: Event) => {
        event.preventDefault();
        if (bad) return;
        newGameOpen.value = false;
        start({ rules: rules.value, players: players.value, clock: clock.value });
    };
    const swap = () => (players.value = { black: players.value.white, white: players.value.black });
    const pick = (side: Side) => (p: Players[Side]) => (players.value = { ...players.value, [side]: p });
    return (
        <Dialog open={newGameOpen} title={t('play.new')}>
            <form onSubmit={submit} class="new-game">
                <PickGame />
                {custom.value && <CustomRules />}
                {rules.value.go && <GoRulesFields rules={rules.value} pick={(r) => (rules.value = r)} />}
                <p class="quiet rules-line">
                    {bad ? t('play.rule.bad', { what: bad.which, most: bad.most }) : rulesSentence(rules.value)}
                </p>
                {rules.value.go && !playsGo() && <p class="quiet">{t('play.go.alone')}</p>}
                <div class="new-players">
                    {(['black', 'white'] as const).map((side) => (
                        <PlayerChoice
                            key={side}
                            side={side}
                            rules={rules.value}
                            player={players.value[side]}
                            pick={pick(side)}
                            about
                        />
                    ))}
                    <button type="button" class="soft" onClick={swap}>
                        {t('play.swap')}
                    </button>
                </div>
                <PickClock />
                <button type="submit" class="main-button start" disabled={bad !== null}>
                    {t('play.start')}
                </button>
                <div class="new-with">
                    {playFriend.value && (
                        <button
                            type="button"
                            class="soft"
                            id="play-friend"
                            disabled={bad !== null}
                            onClick={() => {
                                newGameOpen.value = false;
                                playFriend.value!(rules.value);
                            }}
                        >
                            {t('friend.play')}
                        </button>
                    )}
                    {playTournament.value && (
                        <button
                            type="button"
                            class="soft"
                            id="play-tournament"
                            onClick={() => {
                                newGameOpen.value = false;
                                playTournament.value!();
                            }}
                        >
                            {t('tour.play')}
                        </button>
                    )}
                </div>
            </form>
        </Dialog>
    );
}
