/* A new tournament: which game, who plays, how many games. */
import { batch, computed, signal } from '@preact/signals';
import { api } from '../api';
import { info } from '../app/info';
import { Dialog } from '../app/dialogs';
import { tree } from '../app/store';
import { rulesJson } from '../core/json';
import { sameRules, type Rules } from '../core/rules';
import { FULL, type Player } from '../play/model';
import { gameName, goPresets, levelName, playerName, presets } from '../play/names';
import { aboutOf, agentsOf } from '../play/players';
import { playerLine, t } from '../strings';
import { asked, freeName, gamesOf, KEPT_NAME } from './model';
import { attempt, list, makeOpen, run, show } from './state';

const name = signal('');
const rules = signal<Rules>(tree.peek().rules);
const players = signal<readonly Player[]>([]);
const rounds = signal(5);
const seconds = signal(0.5);
const random = signal(2);

const keyOf = (p: Player) => (p.kind === 'agent' ? p.spec : p.kind === 'engine' ? `engine ${p.level}` : p.kind);
const has = (p: Player) => players.value.some((v) => keyOf(v) === keyOf(p));

function flip(p: Player): void {
    players.value = has(p) ? players.value.filter((v) => keyOf(v) !== keyOf(p)) : [...players.value, p];
}

const games = computed(() => gamesOf(players.value.length, rounds.value));
const most = computed(() => ({
    players: info.value?.limits.tournament_players ?? 12,
    games: info.value?.limits.tournament_games ?? 2000,
    seconds: info.value?.limits.tournament_seconds ?? 60,
}));

/* What is wrong with it; empty if nothing is. */
const wrong = computed(() => {
    if (!KEPT_NAME.test(name.value)) return t('tour.bad.name');
    if (list.value.some((v) => v.name === name.value)) return t('tour.bad.taken');
    if (players.value.length < 2) return t('tour.bad.few');
    if (players.value.length > most.value.players) return t('tour.bad.many', { n: most.value.players });
    if (!(games.value > 0) || games.value > most.value.games) return t('tour.bad.games', { n: most.value.games });
    return seconds.value > 0 && seconds.value <= most.value.seconds ? '' : t('tour.bad.seconds');
});

export function openMake(): void {
    batch(() => {
        name.value = freeName(list.peek().map((v) => v.name));
        choose(tree.peek().rules);
        makeOpen.value = true;
    });
}

function choose(next: Rules): void {
    const same = players.peek().length > 0 && (rules.peek().go !== undefined) === (next.go !== undefined);
    rules.value = next;
    if (!same)
        players.value = [
            { kind: 'engine', level: 3 },
            { kind: 'engine', level: 5 },
        ];
}

async function make(): Promise<void> {
    const r = rules.peek();
    const wish = {
        name: name.peek(),
        rules: rulesJson(r) as Parameters<typeof api.tournamentNew>[0]['rules'],
        players: players.peek().map((p) => asked(p, r)),
        rounds: rounds.peek(),
        seconds: seconds.peek(),
        seed: Math.floor(Math.random() * 2 ** 31),
        ...(!r.go && random.peek() > 0 && { random: random.peek() }),
    };
    if (!(await attempt(() => api.tournamentNew(wish)))) return;
    makeOpen.value = false;
    show(wish.name);
    await run(true);
}

function PickRules() {
    const all = [...presets.value, ...goPresets.value].map((v) => v.rules);
    const listed = all.some((r) => sameRules(r, rules.value)) ? all : [rules.value, ...all];
    return (
        <label>
            <span>{t('play.game')}</span>
            <select
                id="tour-game"
                value={String(listed.findIndex((r) => sameRules(r, rules.value)))}
                onChange={(e) => choose(listed[Number(e.currentTarget.value)]!)}
            >
                {listed.map((r, i) => (
                    <option key={i} value={String(i)}>
                        {gameName(r)}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Levels() {
    const engines = Array.from({ length: FULL }, (_, i): Player & { kind: 'engine' } => ({
        kind: 'engine',
        level: i + 1,
    }));
    const about = rules.value.go
        ? aboutOf(engines[FULL - 1]!, rules.value)
        : playerLine('engine', info.value?.players.find((v) => v.kind === 'engine')?.about ?? '');
    return (
        <div class="tour-levels" role="group" aria-label={t('play.engine')}>
            <span class="tour-player-name">{t('play.engine')}</span>
            <span class="quiet">{about}</span>
            <div class="segmented">
                {engines.map((p) => (
                    <button
                        key={p.level}
                        type="button"
                        aria-pressed={has(p)}
                        aria-label={t('tour.level', { n: p.level, name: levelName(p.level) })}
                        title={`${levelName(p.level)}: ${aboutOf(p, rules.value)}`}
                        onClick={() => flip(p)}
                    >
                        {p.level}
                    </button>
                ))}
            </div>
        </div>
    );
}

function PickPlayers() {
    const go = info.value?.games.find((v) => v.kind === 'go')?.usual;
    // Of Go the player with levels stands in their row.
    const agents = agentsOf(rules.value).filter((v) => !rules.value.go || v.spec !== go);
    return (
        <fieldset class="tour-players">
            <legend>{t('tour.players', { n: players.value.length })}</legend>
            <Levels />
            <ul>
                {agents.map(({ spec }) => {
                    const p: Player = { kind: 'agent', spec };
                    return (
                        <li key={spec}>
                            <label>
                                <input type="checkbox" value={spec} checked={has(p)} onChange={() => flip(p)} />
                                <span class="tour-player-name">{playerName(p)}</span>
                                <span class="quiet">{aboutOf(p, rules.value)}</span>
                            </label>
                        </li>
                    );
                })}
            </ul>
        </fieldset>
    );
}

function Numbers() {
    const set = (of: { value: number }) => (e: Event) =>
        (of.value = (e.currentTarget as HTMLInputElement).valueAsNumber);
    return (
        <div class="tour-fields">
            <label>
                <span>{t('tour.name')}</span>
                <input
                    id="tour-name"
                    type="text"
                    maxLength={80}
                    value={name.value}
                    onInput={(e) => (name.value = e.currentTarget.value)}
                />
            </label>
            <PickRules />
            <label>
                <span>{t('tour.rounds')}</span>
                <input id="tour-rounds" type="number" min={1} max={1000} value={rounds.value} onInput={set(rounds)} />
            </label>
            <label>
                <span>{t('tour.seconds')}</span>
                <input
                    id="tour-seconds"
                    type="number"
                    min={0.001}
                    max={60}
                    step="any"
                    value={seconds.value}
                    onInput={set(seconds)}
                />
            </label>
            {!rules.value.go && (
                <label>
                    <span>{t('tour.random')}</span>
                    <select
                        id="tour-random"
                        value={String(random.value)}
                        onChange={(e) => (random.value = Number(e.currentTarget.value))}
                    >
                        {[0, 1, 2, 3, 4].map((n) => (
                            <option key={n} value={String(n)}>
                                {n ? t('tour.random.turns', { n }) : t('tour.random.none')}
                            </option>
                        ))}
                    </select>
                </label>
            )}
        </div>
    );
}

export function MakeDialog() {
    const submit = (e: Event) => {
        e.preventDefault();
        if (!wrong.peek()) void make();
    };
    return (
        <Dialog open={makeOpen} title={t('tour.new')} wide>
            <form class="tour-make" onSubmit={submit}>
                <Numbers />
                <PickPlayers />
                <p class={wrong.value ? 'failed' : 'quiet'} role="status">
                    {wrong.value || t('tour.count', { n: games.value })}
                </p>
                <button type="submit" class="main-button start" id="tour-start" disabled={wrong.value !== ''}>
                    {t('tour.start')}
                </button>
            </form>
        </Dialog>
    );
}
