/* A game for two people: made by one, joined by the other. */
import { signal } from '@preact/signals';
import { api, type DuelTime } from '../api';
import { errorText } from '../api/text';
import { Choice, Dialog } from '../app/dialogs';
import { toast } from '../app/store';
import { rulesNumbers, rulesText, type Rules, type Side } from '../core/rules';
import { gameName } from '../play/names';
import { t } from '../strings';
import { rulesOf } from './board';
import { keepKey, myName } from './keys';
import { invited, join, open } from './state';
import { clockWords } from './words';

export const makeOpen = signal(false);
const rules = signal<Rules | null>(null);
const wanted = signal<Side | 'random'>('random');
type Kind = 'none' | 'game' | 'turn';
const kind = signal<Kind>('none');
const each = signal(false);
const times = signal<Record<'mine' | 'theirs', Required<DuelTime>>>({
    mine: { main: 600, increment: 5, periods: 0, period: 30 },
    theirs: { main: 600, increment: 5, periods: 0, period: 30 },
});

export function openMake(r: Rules): void {
    rules.value = r;
    makeOpen.value = true;
}

function Seconds(props: { label: string; value: number; list: readonly number[]; pick: (n: number) => void }) {
    const words = (s: number) => (s % 60 || !s ? t('play.seconds', { n: s }) : t('play.minutes', { n: s / 60 }));
    return (
        <label class="friend-time">
            <span>{props.label}</span>
            <select onChange={(e) => props.pick(Number(e.currentTarget.value))}>
                {props.list.map((n) => (
                    <option key={n} value={n} selected={n === props.value}>
                        {words(n)}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Time({ of }: { of: 'mine' | 'theirs' }) {
    const v = times.value[of];
    const set = (fields: Partial<DuelTime>) => (times.value = { ...times.value, [of]: { ...v, ...fields } });
    return (
        <div class="friend-times" role="group" aria-label={t(each.value ? `friend.time.${of}` : 'play.clock')}>
            {each.value && <span class="field-label">{t(`friend.time.${of}`)}</span>}
            <Seconds
                label={t('friend.main')}
                value={v.main}
                list={[0, 60, 180, 300, 600, 1200, 1800, 3600, 7200]}
                pick={(main) => set({ main })}
            />
            <Seconds
                label={t('friend.increment')}
                value={v.increment}
                list={[0, 2, 5, 10, 30, 60]}
                pick={(increment) => set({ increment })}
            />
            <label class="friend-time">
                <span>{t('friend.periods')}</span>
                <select onChange={(e) => set({ periods: Number(e.currentTarget.value) })}>
                    {[0, 1, 3, 5, 10].map((n) => (
                        <option key={n} value={n} selected={n === v.periods}>
                            {n}
                        </option>
                    ))}
                </select>
            </label>
            {v.periods > 0 && (
                <Seconds
                    label={t('friend.period')}
                    value={v.period}
                    list={[5, 10, 20, 30, 60, 120]}
                    pick={(period) => set({ period })}
                />
            )}
        </div>
    );
}

/* As the server takes it; null: there is no clock, or (of one side) no time at all. */
function timeOf(of: 'mine' | 'theirs'): DuelTime | null {
    const v = times.value[of];
    if (kind.value === 'turn') return { main: 0, periods: 1, period: v.period };
    const { main, increment } = v;
    if (!main && !v.periods) return null;
    return { main, increment, ...(v.periods > 0 && { periods: v.periods, period: v.period }) };
}

/* Whoever wants any colour and times of their own cannot have both: the times go with the colours. */
async function make(): Promise<void> {
    const r = rules.peek()!;
    const side = each.value && wanted.value === 'random' ? (Math.random() < 0.5 ? 'black' : 'white') : wanted.value;
    const both = kind.value === 'none' ? null : timeOf('mine');
    const other = timeOf('theirs');
    const clock =
        kind.value === 'game' && each.value
            ? side === 'black'
                ? { black: both, white: other }
                : { black: other, white: both }
            : both;
    try {
        const made = await api.duelMake({
            game: { rules: r.go ? rulesText(r) : [...rulesNumbers(r)] } as Parameters<typeof api.duelMake>[0]['game'],
            clock,
            side,
            name: myName.peek(),
        });
        keepKey(made.id, made.key);
        makeOpen.value = false;
        open(made.id, made.key);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}

function Name() {
    return (
        <label class="field" for="friend-name">
            <span class="field-label">{t('friend.name')}</span>
            <input
                id="friend-name"
                type="text"
                maxLength={40}
                autocomplete="nickname"
                value={myName.value}
                onInput={(e) => (myName.value = e.currentTarget.value)}
            />
        </label>
    );
}

export function MakeDialog() {
    const submit = (event: Event) => {
        event.preventDefault();
        void make();
    };
    return (
        <Dialog open={makeOpen} title={t('friend.play')}>
            <form onSubmit={submit} class="friend-form">
                <p class="quiet">{rules.value && gameName(rules.value)}</p>
                <Name />
                <Choice<Side | 'random'>
                    label={t('friend.side')}
                    value={wanted.value}
                    options={[
                        ['black', t('board.black')],
                        ['random', t('friend.random')],
                        ['white', t('board.white')],
                    ]}
                    pick={(v) => (wanted.value = v)}
                />
                <Choice<Kind>
                    label={t('play.clock')}
                    value={kind.value}
                    options={(['none', 'turn', 'game'] as const).map((k) => [k, t(`play.clock.${k}`)])}
                    pick={(k) => (kind.value = k)}
                />
                {kind.value === 'turn' && (
                    <Seconds
                        label={t('play.clock.turn')}
                        value={times.value.mine.period}
                        list={[5, 10, 20, 30, 60, 120, 86400]}
                        pick={(period) => (times.value = { ...times.value, mine: { ...times.value.mine, period } })}
                    />
                )}
                {kind.value === 'game' && (
                    <>
                        <Time of="mine" />
                        {each.value && <Time of="theirs" />}
                        <label class="friend-each">
                            <input
                                type="checkbox"
                                checked={each.value}
                                onChange={(e) => (each.value = e.currentTarget.checked)}
                            />
                            <span>{t('friend.each')}</span>
                        </label>
                    </>
                )}
                <button type="submit" class="main-button start">
                    {t('friend.make')}
                </button>
            </form>
        </Dialog>
    );
}

const joinOpen = signal(false);
invited.subscribe((d) => (joinOpen.value = d !== null));
joinOpen.subscribe((on) => on || (invited.value = null));

export function JoinDialog() {
    const d = invited.value;
    const who = d && (d.players.black?.name || d.players.white?.name || t('friend.somebody'));
    const submit = (event: Event) => {
        event.preventDefault();
        void join(myName.peek());
    };
    const watch = () => {
        const id = d!.id;
        joinOpen.value = false;
        open(id);
    };
    return (
        <Dialog open={joinOpen} title={t('friend.invited')}>
            {d && (
                <form onSubmit={submit} class="friend-form">
                    <p>
                        {t('friend.invites', { who: who!, game: gameName(rulesOf(d.game.rules)) })}{' '}
                        {t('friend.youare', { side: t(d.players.black ? 'board.white' : 'board.black') })}
                    </p>
                    <p class="quiet">{clockWords(d)}</p>
                    <Name />
                    <div class="actions">
                        <button type="submit" class="main-button">
                            {t('friend.join')}
                        </button>
                        <button type="button" class="soft" onClick={watch}>
                            {t('friend.watch')}
                        </button>
                    </div>
                </form>
            )}
        </Dialog>
    );
}
