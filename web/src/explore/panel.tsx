/* The opening explorer: what was played from this position, how often, with what results, and in which games. */
import { useEffect } from 'preact/hooks';
import { adopt } from '../analyse/adopt';
import { numberText, percent } from '../analyse/format';
import { sideName } from '../analyse/parts';
import { showProof } from '../analyse/state';
import { words } from '../analyse/wire';
import { alone, type Explored, type Judged, type PositionLab } from '../api';
import { errorText } from '../api/text';
import { Icon } from '../app/icons';
import { position } from '../app/store';
import type { Side } from '../core/rules';
import { t } from '../strings';
import { archiveOpen } from './archive';
import { collectionsOpen } from './collections';
import { FilterFields, NO_FILTER, saysSomething } from './filter';
import { GameList, openGame } from './games';
import * as state from './state';

function Share({ of }: { of: { black: number; drawn: number; white: number; games: number } }) {
    const known = of.black + of.drawn + of.white;
    if (!known) return <span class="ex-share none">–</span>;
    const part = (n: number) => `${(100 * n) / known}%`;
    const label = t('explore.results', { black: of.black, drawn: of.drawn, white: of.white });
    return (
        <span class="ex-share" role="img" aria-label={label} title={label}>
            <span class="black" style={{ width: part(of.black) }}>
                {of.black / known > 0.22 && `${Math.round((100 * of.black) / known)}`}
            </span>
            <span class="drawn" style={{ width: part(of.drawn) }} />
            <span class="white" style={{ width: part(of.white) }}>
                {of.white / known > 0.22 && `${Math.round((100 * of.white) / known)}`}
            </span>
        </span>
    );
}

interface Said {
    text: string;
    about: string;
    proved: boolean;
}

/* What is known of the position after a turn of `side`, best first: a proof, the engine, how far a lab is. The engine's verdict speaks for the
 * side that is to move after the turn; the list for the one that plays it. */
function saidOf(v: Judged, side: Side): Said {
    if (v.proved) {
        const { winner, depth: n, proof } = v.proved;
        const own = winner === side;
        return { text: `${own ? '✓' : '✗'} ≤${n}`, about: provedText(winner, n, proof), proved: true };
    }
    if (v.verdict?.mate) {
        const n = Math.abs(v.verdict.mate);
        return v.verdict.mate < 0
            ? { text: `✓ ${n}`, about: t('analyse.wins', { n }), proved: true }
            : { text: `✗ ${n}`, about: t('analyse.loses', { n }), proved: true };
    }
    if (v.verdict) {
        const text = percent(1 - v.verdict.chance);
        return { text, about: t('explore.verdict', { percent: text, depth: v.verdict.depth }), proved: false };
    }
    return v.lab
        ? { text: `${numberText(v.lab.pn)}/${numberText(v.lab.dn)}`, about: labText(v.lab), proved: false }
        : { text: '', about: '', proved: false };
}

function provedText(winner: Side, n: number, proof: string): string {
    return t('explore.proved', { side: sideName(winner), n, proof });
}

function labText(l: PositionLab): string {
    return t('explore.lab', { side: sideName(l.attacker), pn: numberText(l.pn), dn: numberText(l.dn), lab: l.lab });
}

/* The name of the opening that the game went through. */
function Opening({ of }: { of: Explored['opening'] }) {
    if (!of) return null;
    return (
        <p class="ex-opening">
            {of.also
                ? t('explore.opening.also', { name: of.name, also: of.also })
                : t('explore.opening', { name: of.name })}
        </p>
    );
}

/* The position on the board itself. */
function Position({ report: r }: { report: Explored }) {
    if (!r.proved && !r.lab) return null;
    return (
        <div class={r.proved ? 'ex-known proved' : 'ex-known'}>
            <p>{r.proved ? provedText(r.proved.winner, r.proved.depth, r.proved.proof) : labText(r.lab!)}</p>
            {r.proved && showProof.value && (
                <button
                    type="button"
                    class="soft an-small"
                    id="explore-proof"
                    onClick={() => showProof.value!(r.proved!.proof)}
                >
                    {t('explore.proof')}
                </button>
            )}
        </div>
    );
}

function Turns({ known }: { known: state.Known }) {
    const { moves, toMove, turn } = position.value;
    const placed = moves.filter((m) => m.turn === turn && m.side === toMove).map((m) => m.at);
    const fits = known.turns.filter((v) => placed.every((s) => v.squares.includes(s)));
    if (!fits.length) return <p class="an-note">{t(known.report.games ? 'explore.ends' : 'explore.none')}</p>;
    return (
        <table class="ex-turns">
            <thead>
                <tr>
                    <th scope="col">{t('explore.turn')}</th>
                    <th scope="col">{t('explore.games')}</th>
                    <th scope="col">{t('explore.result')}</th>
                    <th scope="col">{t('explore.known')}</th>
                </tr>
            </thead>
            <tbody onPointerLeave={() => (state.pointed.value = null)}>
                {fits.map((v) => {
                    const verdict = saidOf(v, toMove);
                    return (
                        <tr
                            key={v.squares.join()}
                            onPointerEnter={(e) => e.pointerType !== 'touch' && (state.pointed.value = v.squares)}
                        >
                            <th scope="row">
                                <button
                                    type="button"
                                    class="ex-turn"
                                    title={t('analyse.adopt')}
                                    onFocus={() => (state.pointed.value = v.squares)}
                                    onBlur={() => (state.pointed.value = null)}
                                    onClick={() => {
                                        state.pointed.value = null;
                                        adopt(v.squares.filter((s) => !placed.includes(s)));
                                    }}
                                >
                                    {words(v.squares).join(' ')}
                                </button>
                            </th>
                            <td class="number">{v.games}</td>
                            <td>
                                <Share of={v} />
                            </td>
                            <td class={verdict.proved ? 'number proved' : 'number'} title={verdict.about}>
                                {verdict.text || '–'}
                            </td>
                        </tr>
                    );
                })}
            </tbody>
        </table>
    );
}

function Games({ known }: { known: state.Known }) {
    const { list } = known.report;
    if (!list.length) return null;
    return (
        <>
            <h3 class="ex-head">{t('explore.list')}</h3>
            <GameList games={list} open={(id) => void openGame(id)} />
        </>
    );
}

/* Which games count; of those that are built in there are only counts. */
function Filters({ known }: { known: state.Known | null }) {
    if (!state.chosen.value) return null;
    const on = saysSomething(state.filter.value);
    return (
        <details class="ex-filters" open={on || undefined}>
            <summary>{t('archive.filter')}</summary>
            <FilterFields of={state.filter} id="explore" />
            {on && (
                <button
                    type="button"
                    class="soft an-small"
                    id="explore-all"
                    onClick={() => (state.filter.value = NO_FILTER)}
                >
                    {t('archive.clear')}
                </button>
            )}
            {known?.report.cut && <p class="an-note">{t('archive.cut', { n: known.report.games })}</p>}
        </details>
    );
}

function Head() {
    const name = (id: number, text: string) => (id === 0 ? t('explore.builtin') : text);
    return (
        <div class="ex-bar">
            <select
                id="explore-collection"
                aria-label={t('explore.collection')}
                value={state.chosen.value}
                onChange={(e) => (state.chosen.value = Number(e.currentTarget.value))}
            >
                {state.collections.value.map((c) => (
                    <option key={c.id} value={c.id}>
                        {name(c.id, c.name)} ({c.games})
                    </option>
                ))}
            </select>
            <button
                type="button"
                class="plain"
                id="explore-search"
                aria-label={t('archive.title')}
                title={t('archive.title')}
                onClick={() => (archiveOpen.value = true)}
            >
                <Icon name="search" />
            </button>
            <button type="button" class="soft" id="explore-manage" onClick={() => (collectionsOpen.value = true)}>
                {t('explore.manage')}
            </button>
        </div>
    );
}

function Sum({ known }: { known: state.Known }) {
    const r = known.report;
    const running = state.judging.value;
    if (!r.games) return null;
    return (
        <div class="ex-sum">
            <b>{t(r.games === 1 ? 'explore.count.one' : 'explore.count', { n: r.games })}</b>
            <Share of={r} />
            {known.turns.length > 0 && (
                <button
                    type="button"
                    class="soft an-small"
                    id="explore-judge"
                    onClick={() => (running ? state.stopJudging() : void state.judge())}
                >
                    {running ? <Icon name="stop" /> : null}
                    <span>{running ? `${running.done + 1}/${running.of}` : t('explore.judge')}</span>
                </button>
            )}
        </div>
    );
}

export function ExplorePanel() {
    useEffect(() => {
        state.watched.value++;
        void state.loadCollections().catch((e: unknown) => (state.failure.value = errorText(e)));
        return () => {
            state.watched.value--;
            state.pointed.value = null;
        };
    }, []);
    const known = state.known.value;
    return (
        <div class="ex-panel" data-games={known?.report.games} aria-busy={known?.key !== state.asked.value}>
            <Head />
            <Filters known={known} />
            {state.failure.value && <p class="an-error">{alone.value ? t('explore.away') : state.failure.value}</p>}
            {known && <Opening of={known.report.opening} />}
            {known && <Position report={known.report} />}
            {known && <Sum known={known} />}
            {known && <Turns known={known} />}
            {known && <Games known={known} />}
        </div>
    );
}
