/* A tournament: how it stands, each against each, and its games. */
import type { TournamentGame } from '../api';
import { Button } from '../app/frame';
import { Dialog } from '../app/dialogs';
import { gameName } from '../play/names';
import { aboutOf } from '../play/players';
import { t } from '../strings';
import { eloText, playerOf, pointsText, ranking } from './model';
import * as s from './state';

function Standings() {
    const v = s.view.value!;
    const order = ranking(v);
    const go = s.rules.value.go !== undefined;
    const chosen = s.pair.value;
    return (
        <div class="tour-table" role="region" aria-label={t('tour.table')} tabIndex={0}>
            <table>
                <thead>
                    <tr>
                        <th scope="col">
                            <span class="unseen">{t('tour.place')}</span>
                        </th>
                        <th scope="col">{t('tour.player')}</th>
                        <th scope="col">Elo</th>
                        <th scope="col">{t('tour.points')}</th>
                        {order.map((i, place) => (
                            <th key={i} scope="col" title={s.nameOf(v.players[i]!.name)}>
                                {place + 1}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {order.map((i, place) => {
                        const p = v.players[i]!;
                        return (
                            <tr key={i} data-player={p.name}>
                                <td>{place + 1}</td>
                                <th scope="row" title={aboutOf(playerOf(p.name, go), s.rules.value)}>
                                    {s.nameOf(p.name)}
                                </th>
                                <td class="tour-elo">{eloText(p.elo, p.elo_error)}</td>
                                <td title={t('tour.record', { won: p.won, drawn: p.drawn, lost: p.lost })}>
                                    {pointsText(p.won + p.drawn / 2)}
                                    <span class="quiet">/{p.games}</span>
                                </td>
                                {order.map((k) => (
                                    <td key={k} class={k === i ? 'tour-self' : ''}>
                                        {k !== i && v.cross[i]?.[k] != null && (
                                            <button
                                                type="button"
                                                class="plain"
                                                aria-pressed={
                                                    chosen !== null && chosen.includes(i) && chosen.includes(k)
                                                }
                                                aria-label={t('tour.between', {
                                                    a: s.nameOf(p.name),
                                                    b: s.nameOf(v.players[k]!.name),
                                                    n: pointsText(v.cross[i]![k]!),
                                                })}
                                                onClick={() => s.pick(i, k)}
                                            >
                                                {pointsText(v.cross[i]![k]!)}
                                            </button>
                                        )}
                                    </td>
                                ))}
                            </tr>
                        );
                    })}
                </tbody>
            </table>
        </div>
    );
}

function how(g: TournamentGame): string {
    const won = t(`explore.won.${g.winner}`);
    return g.end === 'row' || g.end === 'full' || g.end === 'count' ? won : `${won} (${g.why || g.end})`;
}

function Games() {
    const found = s.games.value;
    const v = s.view.value!;
    const two = s.pair.value;
    if (!found?.games.length) return <p class="quiet">{t('tour.games.none')}</p>;
    const names = two?.map((i) => s.nameOf(v.players[i]!.name));
    return (
        <>
            <h3>
                {names
                    ? t('tour.games.two', { a: names[0]!, b: names[1]!, n: found.total })
                    : t('tour.games', { n: found.total })}
            </h3>
            <ul class="tour-games">
                {found.games.map((g) => (
                    <li key={g.number}>
                        <button
                            type="button"
                            class="jump"
                            data-game={g.number}
                            onClick={() => void s.openGame(g.number)}
                        >
                            <span class="entry-title">
                                {s.nameOf(g.black)} – {s.nameOf(g.white)}
                            </span>
                            <span class="entry-about">
                                {t('tour.game', { n: g.number })} · {how(g)} ·{' '}
                                {t('tour.turns', { n: g.turns.reduce((a, b) => a + b, 0) })}
                            </span>
                        </button>
                    </li>
                ))}
            </ul>
            {found.games.length < found.total && <Button text label={t('tour.more')} press={s.more} />}
        </>
    );
}

function Head() {
    const v = s.view.value!;
    const on = s.moves(v.state);
    return (
        <>
            <p class="tour-state" role="status" data-state={v.state}>
                {gameName(s.rules.value)} · {t(`tour.state.${v.state}`)} ·{' '}
                {t('tour.progress', { n: v.played, all: v.planned })}
                {v.why && ` · ${v.why}`}
            </p>
            <progress
                max={v.planned}
                value={v.played}
                aria-label={t('tour.progress', { n: v.played, all: v.planned })}
            />
            {s.kept.value && (
                <div class="actions">
                    {v.state !== 'over' && (
                        <Button
                            id="tour-run"
                            icon={on ? 'pause' : 'play'}
                            text
                            kind={on ? 'soft' : 'main-button'}
                            label={t(on ? 'tour.stop' : v.played ? 'tour.on' : 'tour.start')}
                            press={() => void s.run(!on)}
                            disabled={v.state === 'ending'}
                        />
                    )}
                    <Button
                        id="tour-delete"
                        text
                        label={t('tour.delete')}
                        press={() => confirm(t('tour.delete.sure', { name: v.name })) && void s.remove()}
                        disabled={on}
                    />
                </div>
            )}
        </>
    );
}

export function TournamentDialog() {
    return (
        <Dialog open={s.viewOpen} title={s.shown.value} wide>
            {s.failed.value && (
                <p class="failed" role="alert">
                    {s.failed.value}
                </p>
            )}
            {s.view.value && (
                <div class="tour">
                    <Head />
                    <Standings />
                    <Games />
                </div>
            )}
        </Dialog>
    );
}
