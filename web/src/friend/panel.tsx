/* The panels of games between people: the one on the board, and the list of one's own. */
import { signal } from '@preact/signals';
import { Button } from '../app/frame';
import { StoneIcon } from '../app/icons';
import { needsConfirm } from '../app/press';
import { toast } from '../app/store';
import type { DuelLine, DuelOffer } from '../api';
import { otherSide, type Side } from '../core/rules';
import { clockText } from '../play/model';
import { gameName } from '../play/names';
import { t } from '../strings';
import { canPass, commit, pass, ready, rulesOf, unenter, entered } from './board';
import { keyFor, linkTo } from './keys';
import * as s from './state';
import { clockWords } from './words';

async function copy(link: string): Promise<void> {
    try {
        await navigator.clipboard.writeText(link);
        toast(t('friend.copied'));
    } catch {
        toast(link);
    }
}

function Link({ label, link, id }: { label: string; link: string; id: string }) {
    return (
        <div class="friend-link">
            <label for={id}>{label}</label>
            <input id={id} type="text" readOnly value={link} onFocus={(e) => e.currentTarget.select()} />
            <Button text label={t('friend.copy')} press={() => void copy(link)} />
        </div>
    );
}

function Player({ side }: { side: Side }) {
    const d = s.duel.value!;
    const p = d.players[side];
    const clock = s.clockOf(side);
    const on = d.state === 'over' ? d.result?.outcome === side : d.to_move === side;
    const here = p?.here ? t('friend.here') : t('friend.away');
    return (
        <div class={on ? 'friend-player on' : 'friend-player'}>
            <StoneIcon side={side} />
            <span class="friend-name">
                {p ? p.name || t(side === 'black' ? 'board.black' : 'board.white') : t('friend.nobody')}
                {side === s.seat.value && ` (${t('play.you')})`}
            </span>
            {p && <span class={p.here ? 'friend-dot here' : 'friend-dot'} role="img" aria-label={here} title={here} />}
            {clock && (
                <span class={clock.runs && clock.seconds < 10 ? 'clock low' : 'clock'} role="timer" data-side={side}>
                    {clockText(clock.seconds)}
                    {clock.periods > 0 && ` (${clock.periods})`}
                </span>
            )}
        </div>
    );
}

/* What the other offers is answered; what one offers oneself can be taken back. */
function Offers() {
    const { offers } = s.duel.value!;
    const me = s.seat.value;
    const list = Object.entries(offers) as [DuelOffer, Side][];
    return (
        <>
            {list.map(([what, by]) => (
                <div key={what} class="friend-offer" role="status">
                    <span>{t(by === me ? `friend.offered.${what}` : `friend.offers.${what}`)}</span>
                    {me && by !== me && (
                        <Button text kind="main-button" label={t('friend.accept')} press={() => s.accept(what)} />
                    )}
                    {me && (
                        <Button
                            text
                            label={t(by === me ? 'friend.withdraw' : 'friend.decline')}
                            press={() => s.decline(what)}
                        />
                    )}
                </div>
            ))}
        </>
    );
}

function Offer({ what, id }: { what: DuelOffer; id?: string }) {
    const d = s.duel.value!;
    return (
        <Button
            text
            id={id}
            label={t(`friend.${what}`)}
            press={() => s.offer(what)}
            disabled={d.offers[what] !== undefined}
        />
    );
}

/* One click too many does not lose a game. */
const sure = signal(false);

function Resign() {
    const press = () => {
        if (sure.value) s.resign();
        else setTimeout(() => (sure.value = false), 4000);
        sure.value = !sure.value;
    };
    return <Button icon="flag" text label={t(sure.value ? 'friend.sure' : 'play.resign')} press={press} />;
}

function Actions() {
    const d = s.duel.value!;
    if (!s.seat.value) return null;
    if (d.state === 'waiting')
        return (
            <div class="actions">
                <Button text label={t('friend.cancel')} press={() => void s.cancel()} />
            </div>
        );
    if (d.state === 'over')
        return (
            <div class="actions">
                {!d.next && <Offer what="rematch" />}
                {d.next && (
                    <Button
                        text
                        kind="main-button"
                        label={t('friend.next')}
                        press={() => s.open(d.next!, keyFor(d.id))}
                    />
                )}
            </div>
        );
    return (
        <div class="actions friend-actions">
            {d.state === 'playing' && <Offer what="takeback" />}
            {d.state === 'playing' && <Offer what="draw" />}
            {d.state === 'playing' ? <Offer what="adjourn" /> : <Offer what="resume" />}
            <Resign />
        </div>
    );
}

function Entering() {
    if (!s.seat.value || s.duel.value!.state !== 'playing') return null;
    const confirm = needsConfirm.value;
    if (!confirm && !canPass.value) return null;
    return (
        <div class="actions">
            {canPass.value && <Button text label={t('friend.pass')} press={pass} />}
            {confirm && (
                <Button
                    icon="back"
                    text
                    label={t('play.takeback')}
                    press={() => void unenter()}
                    disabled={!entered.value.length}
                />
            )}
            {confirm && (
                <Button
                    icon="check"
                    text
                    kind="main-button"
                    label={t('play.confirm')}
                    press={commit}
                    disabled={!ready.value}
                />
            )}
        </div>
    );
}

function Links() {
    const d = s.duel.value!;
    const key = keyFor(d.id);
    return (
        <details class="friend-links" open={d.state === 'waiting'}>
            <summary>{t('friend.links')}</summary>
            <Link
                id="friend-invite"
                label={t(d.state === 'waiting' ? 'friend.link.invite' : 'friend.link.watch')}
                link={linkTo(d.id)}
            />
            {key && s.seat.value && <Link id="friend-seat" label={t('friend.link.seat')} link={linkTo(d.id, key)} />}
        </details>
    );
}

export function DuelPanel() {
    const d = s.duel.value;
    if (!d) return null;
    const top: Side = s.seat.value ? otherSide(s.seat.value) : 'white';
    return (
        <section class="panel friend-panel" aria-label={t('friend.title')} data-state={d.state}>
            <div class="game-head">
                <h2>{gameName(rulesOf(d.game.rules))}</h2>
                <Button text label={t('friend.leave')} press={s.close} />
            </div>
            <p class="quiet">
                {clockWords(d)}
                {d.watchers > 0 &&
                    ` · ${t(d.watchers === 1 ? 'friend.watchers.one' : 'friend.watchers', { n: d.watchers })}`}
            </p>
            {!s.connected.value && (
                <p class="friend-lost" role="alert">
                    {t('friend.lost')}
                </p>
            )}
            <Player side={top} />
            <Player side={otherSide(top)} />
            {!s.seat.value && <p class="quiet">{t('friend.watching')}</p>}
            <Offers />
            <Entering />
            <Actions />
            {d.state === 'over' && (
                <div class="actions">
                    <Button text label={t('play.toanalyse')} press={s.analyse} />
                </div>
            )}
            <Links />
        </section>
    );
}

function lineWords(l: DuelLine): string {
    if (l.state === 'playing') return t(l.to_move === l.seat ? 'friend.line.yours' : 'friend.line.theirs');
    return t(`friend.line.${l.state}`);
}

export function DuelList() {
    const list = s.lines.value.filter((l) => l.id !== s.duel.value?.id);
    if (!list.length) return null;
    return (
        <section class="panel friend-list" aria-label={t('friend.own')}>
            <h2>{t('friend.own')}</h2>
            <ul>
                {list.slice(0, 20).map((l) => {
                    const other = l.players[otherSide(l.seat)]?.name || t('friend.nobody');
                    const mine = l.state === 'playing' && l.to_move === l.seat;
                    return (
                        <li key={l.id}>
                            <button type="button" class={mine ? 'soft mine' : 'soft'} onClick={() => s.open(l.id)}>
                                <StoneIcon side={l.seat} />
                                <span class="friend-name">{other}</span>
                                <span class="quiet">{gameName(rulesOf(l.rules))}</span>
                                <span class="quiet">{lineWords(l)}</span>
                            </button>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}
