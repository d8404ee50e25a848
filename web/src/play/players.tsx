/* Choosing who plays a side. */
import { alone } from '../api/host';
import { info } from '../app/info';
import { StoneIcon } from '../app/icons';
import type { Rules, Side } from '../core/rules';
import { playerLine, t } from '../strings';
import { FRIENDLY, FULL, type Player } from './model';
import { agentName, levelName } from './names';

function keyOf(p: Player): string {
    return p.kind === 'agent' ? `agent ${p.spec}` : p.kind;
}

function levels(): number[] {
    const known = info.value?.levels.map((v) => v.level) ?? [];
    return known.length ? known : Array.from({ length: FULL }, (_, i) => i + 1);
}

/** Has whoever answers the page a player of Go? The engine in the browser has none. */
export function playsGo(): boolean {
    return !alone.value;
}

/** The players of these rules besides the engine. */
export function agentsOf(rules: Rules): readonly { spec: string; about: string }[] {
    if (rules.go) return (playsGo() && info.value?.games.find((v) => v.kind === 'go')?.players) || [];
    return info.value?.players.filter((v) => v.kind === 'agent') ?? [];
}

/** What the program says of a player, in a line; of the engine, of the level. */
export function aboutOf(player: Player, rules: Rules): string {
    if (player.kind === 'person') return '';
    if (player.kind === 'agent') {
        const about = agentsOf(rules).find((v) => v.spec === player.spec)?.about ?? '';
        const [name = '', search] = player.spec.split('+');
        // The program's line of both is that of the one, and that of the search.
        return search && playerLine(search, '')
            ? `${playerLine(name, '')}${playerLine(search, '')}`
            : playerLine(name, about);
    }
    if (rules.go) {
        const go = info.value?.games.find((v) => v.kind === 'go');
        return playerLine(go?.usual ?? '', go?.players.find((v) => v.spec === go.usual)?.about ?? '');
    }
    const about = info.value?.levels.find((v) => v.level === player.level)?.about ?? '';
    return playerLine(`engine-${player.level}`, about);
}

export function PlayerChoice(props: {
    side: Side;
    player: Player;
    rules: Rules;
    pick: (p: Player) => void;
    /** With the line about who is chosen. */
    about?: boolean;
}) {
    const { side, player, rules, pick } = props;
    const id = `about-${side}`;
    const agents = agentsOf(rules);
    const engine = !rules.go || playsGo() || player.kind === 'engine';
    const sideName = t(side === 'black' ? 'board.black' : 'board.white');
    const known = player.kind !== 'agent' || agents.some((v) => v.spec === player.spec);
    const onPick = (key: string) => {
        if (key === 'person') pick({ kind: 'person' });
        else if (key === 'engine') pick({ kind: 'engine', level: player.kind === 'engine' ? player.level : FRIENDLY });
        else pick({ kind: 'agent', spec: key.slice('agent '.length) });
    };
    return (
        <div class="player-choice">
            <StoneIcon side={side} />
            <select
                aria-label={t('play.who', { side: sideName })}
                aria-describedby={props.about ? id : undefined}
                value={keyOf(player)}
                onChange={(event) => onPick(event.currentTarget.value)}
            >
                <option value="person">{t('play.person')}</option>
                {engine && <option value="engine">{t('play.engine')}</option>}
                <optgroup label={t('play.agents')} hidden={!agents.length && known}>
                    {agents.map((v) => (
                        <option
                            key={v.spec}
                            value={`agent ${v.spec}`}
                            title={aboutOf({ kind: 'agent', spec: v.spec }, rules)}
                        >
                            {agentName(v.spec)}
                        </option>
                    ))}
                    {!known && player.kind === 'agent' && (
                        <option value={keyOf(player)}>{agentName(player.spec)}</option>
                    )}
                </optgroup>
            </select>
            {player.kind === 'engine' && (
                <select
                    class="level"
                    aria-label={t('play.level', { side: sideName })}
                    value={String(player.level)}
                    onChange={(event) => pick({ kind: 'engine', level: Number(event.currentTarget.value) })}
                >
                    {levels().map((n) => (
                        <option key={n} value={String(n)}>
                            {n < FULL ? `${n} · ${levelName(n)}` : levelName(n)}
                        </option>
                    ))}
                </select>
            )}
            {props.about && (
                <p class="quiet player-about" id={id}>
                    {aboutOf(player, rules)}
                </p>
            )}
        </div>
    );
}
