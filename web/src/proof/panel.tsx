/* The proof explorer: what is claimed, the proved answer to any turn, why it loses; and looking for a proof. */

import { signal } from '@preact/signals';
import { adopt } from '../analyse/adopt';
import { Choice, sideName } from '../analyse/parts';
import { squaresOf } from '../analyse/wire';
import { api, type ProofDefence, type ProofStep, type ProofWalk } from '../api';
import { errorText } from '../api/text';
import { Switch } from '../app/dialogs';
import { Icon, StoneIcon } from '../app/icons';
import { goTo, path, position, toast } from '../app/store';
import { otherSide } from '../core/rules';
import { withoutTwins } from '../core/keys';
import { squareText } from '../core/squares';
import { t } from '../strings';
import { listOpen } from './list-dialog';
import * as prove from './prove';
import * as state from './state';

const SHOWN = 100;
const filter = signal('');

const text = (squares: readonly string[]) => (squares.length ? squares.join(' ') : t('proof.nothing'));
const count = (n: number) => n.toLocaleString();

/* Why the defender's last turn loses. */
function Why({ step }: { step: ProofStep }) {
    const others = step.defence.filter((s) => !step.as?.includes(s));
    let why = t('proof.why.row');
    if (step.why === 'open') why = t('proof.why.open');
    if (step.why === 'covered') {
        why = t('proof.why.covered');
        if (others.length && !step.as?.length) why = t('proof.why.null');
        else if (others.length) why = t('proof.why.rest', { rest: text(others), as: text(step.as ?? []) });
    }
    return (
        <p class={`proof-why ${step.why === 'open' ? 'open' : ''}`}>
            <strong>{text(step.defence)}</strong> {why}
        </p>
    );
}

function Row({ d }: { d: ProofDefence }) {
    const rules = position.value.rules;
    const squares = squaresOf(rules, d.squares) ?? [];
    const label = t(d.unsolved ? 'proof.row.open' : 'proof.row', {
        turn: text(d.squares),
        answer: text(d.answer),
    });
    const part = d.unplaced > 0;
    const on = part && state.chosen.value?.map(squareText).join() === d.squares.join();
    const press = () => {
        if (part) state.chosen.value = on ? null : squares;
        else adopt(squares.filter((s) => position.peek().cells[s] === 0));
    };
    return (
        <li>
            <button
                type="button"
                class={`proof-row ${on ? 'on' : ''}`}
                aria-label={label}
                aria-pressed={part ? on : undefined}
                onClick={press}
            >
                <span class="proof-squares">
                    {text(d.squares)}
                    {part && d.squares.length > 0 && <span class="quiet"> {t('proof.only')}</span>}
                </span>
                <span class="proof-answer">{d.unsolved ? '?' : text(d.answer)}</span>
                <span class="proof-size">{d.unsolved ? '' : count(d.turns)}</span>
            </button>
        </li>
    );
}

/* Where a turn may make a difference, after the part of it that is given. */
function zoneText({ part, squares }: NonNullable<ProofWalk['zone']>): string {
    const n = squares.length;
    return part.length ? t('proof.zone', { part: part.join(' '), n }) : t('proof.zone.any', { n });
}

function Defences() {
    const w = state.walk.value!;
    const side = otherSide(w.claim.attacker);
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const begun = (state.turns.value?.begun ?? []).map(squareText);
    const all = w.defences.filter((d) => [...wanted, ...begun].every((s) => d.squares.includes(s)));
    if (!w.defences.length) return <p class="proof-now">{t('proof.lost', { side: sideName(side) })}</p>;
    return (
        <>
            <p class="proof-now">
                <StoneIcon side={side} /> {t('proof.try', { side: sideName(side) })}
                {w.zone && !w.zone.everywhere && <span class="quiet"> {zoneText(w.zone)}</span>}
            </p>
            <div class="proof-head">
                <h3>{t('proof.defences', { n: count(w.defences.length) })}</h3>
                <input
                    type="search"
                    value={filter.value}
                    placeholder={t('proof.filter')}
                    aria-label={t('proof.filter')}
                    onInput={(e) => (filter.value = e.currentTarget.value)}
                />
            </div>
            <ol class="proof-rows" aria-label={t('proof.defences', { n: count(w.defences.length) })}>
                {all.slice(0, SHOWN).map((d) => (
                    <Row key={`${d.squares.join()}/${d.unplaced}`} d={d} />
                ))}
            </ol>
            {(all.length > SHOWN || w.cut) && <p class="quiet">{t('proof.more', { n: count(all.length - SHOWN) })}</p>}
        </>
    );
}

/* Turns that a partial claim leaves open. */
function Open({ turns }: { turns: readonly (readonly string[])[] }) {
    if (!turns.length) return null;
    const rules = position.value.rules;
    // Turns that are one in the mirror are one row.
    const list = withoutTwins(position.value, turns, (turn) => squaresOf(rules, turn) ?? []);
    return (
        <>
            <h3>{t('proof.open', { n: count(turns.length) })}</h3>
            <ul class="proof-open">
                {list.slice(0, SHOWN).map(({ one: turn, n }) => (
                    <li key={turn.join()}>
                        <button
                            type="button"
                            class="soft"
                            title={n > 1 ? t('proof.twins', { n }) : undefined}
                            onClick={() => adopt(squaresOf(rules, turn) ?? [])}
                        >
                            {text(turn)}
                            {n > 1 && <span class="quiet">×{n}</span>}
                        </button>
                    </li>
                ))}
            </ul>
            {list.length > SHOWN && <p class="quiet">{t('proof.more', { n: count(list.length - SHOWN) })}</p>}
        </>
    );
}

async function download(name: string): Promise<void> {
    try {
        const { base64 } = await api.proofGet(name);
        const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
        link.download = `${name}.cert`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}

/* Back to the last place at which the attacker keeps to the proof. */
function back(): void {
    const turns = state.turns.peek();
    const at = state.left.peek();
    if (!turns || at === null) return;
    const before = turns.attacks.slice(0, at).flat().length;
    const first = state.walk.peek()?.first.length ?? 0;
    const defences = turns.defences.slice(0, first ? at : at + 1).flat().length;
    goTo(path.peek().slice(0, before + defences));
}

function Now() {
    const w = state.walk.value!;
    const step = state.step.value;
    const next = state.answer.value;
    const attacker = sideName(w.claim.attacker);
    if (state.elsewhere.value)
        return (
            <p class="proof-now">
                {t('proof.elsewhere')}{' '}
                <button type="button" class="soft" onClick={() => void state.openNamed(w.name)}>
                    {t('proof.back')}
                </button>
            </p>
        );
    if (position.value.outcome === w.claim.attacker)
        return (
            <>
                {step && <Why step={step} />}
                <p class="proof-now good">{t('proof.won', { side: attacker })}</p>
            </>
        );
    if (state.left.value !== null)
        return (
            <p class="proof-now">
                {t('proof.left', { side: attacker })}{' '}
                <button type="button" class="soft" onClick={back}>
                    {t('proof.back')}
                </button>
            </p>
        );
    return (
        <>
            {step && <Why step={step} />}
            {next && next.length > 0 && (
                <p class="proof-now">
                    <StoneIcon side={w.claim.attacker} />{' '}
                    {t('proof.answer', { side: attacker, turn: next.map(squareText).join(' ') })}{' '}
                    {!state.answering.value && (
                        <button type="button" class="soft" onClick={() => adopt(next)}>
                            {t('proof.play')}
                        </button>
                    )}
                </p>
            )}
            {state.fits.value && !state.attackerMoves.value && !w.ended && <Defences />}
        </>
    );
}

function Opened({ name }: { name: string }) {
    const w = state.walk.value?.name === name ? state.walk.value : null;
    if (!w) return <p class="quiet">{state.failed.value || t('proof.checking')}</p>;
    return (
        <>
            <p class="proof-claim">{w.claim.text}.</p>
            <p class="proof-checked">
                <Icon name="check" /> {t('proof.checked', { turns: count(w.turns), depth: w.depth })}
            </p>
            {!w.claim.reachable && <p class="quiet">{t('proof.unreachable')}</p>}
            {state.failed.value && <p class="failed">{state.failed.value}</p>}
            <Switch label={t('proof.auto')} on={state.answering.value} flip={(on) => (state.answering.value = on)} />
            <Now />
            {state.fits.value && w.line.length === 0 && <Open turns={w.open} />}
            <div class="proof-bar">
                <button type="button" class="soft" id="proof-file" onClick={() => void download(name)}>
                    {t('proof.download')}
                </button>
                <button type="button" class="soft" onClick={() => (listOpen.value = true)}>
                    {t('proof.others')}
                </button>
            </div>
        </>
    );
}

function progressText(s: prove.Search): string {
    if (!s.progress) return t('proof.queued');
    const { nodes, seconds, done, known } = s.progress;
    const values = {
        nodes: count(nodes),
        seconds: seconds.toFixed(0),
        done: count(done ?? 0),
        known: count(known ?? 0),
    };
    return t(s.what === 'verify' ? 'proof.verifying' : 'proof.solving', values);
}

function Found({ s }: { s: prove.Search }) {
    const found = s.found!;
    const side = sideName(position.value.toMove);
    const other = sideName(otherSide(position.value.toMove));
    const words = {
        solve: { won: t('proof.solve.won', { side, turn: text(found.turn ?? []) }), unknown: t('proof.solve.unknown') },
        verify: {
            won: t('proof.verify.won', { side, other }),
            open: t('proof.verify.open', { side, losing: count(found.losing ?? 0), n: count(found.left ?? 0) }),
            none: t('proof.verify.none', { side }),
        },
    }[s.what] as Record<string, string>;
    return (
        <div role="status">
            <p class={found.status === 'won' ? 'good' : ''}>{words[found.status] ?? t('proof.stopped')}</p>
            {found.proof && (
                <button
                    type="button"
                    class="main-button"
                    id="proof-walk"
                    onClick={() => void state.openNamed(found.proof!)}
                >
                    {t('proof.walk')}
                </button>
            )}
            {found.unkept && <p class="quiet">{found.unkept}</p>}
            {found.open && <Open turns={found.open} />}
        </div>
    );
}

function Search() {
    const s = prove.search.value;
    const over = position.value.outcome !== 'open';
    const side = sideName(position.value.toMove);
    return (
        <>
            <p class="quiet">{t('proof.about')}</p>
            <div class="proof-bar">
                <Choice
                    id="proof-order"
                    label={t('proof.order')}
                    value={prove.order.value}
                    list={prove.ORDERS}
                    text={(n) => t(`proof.order.${n as 1 | 2 | 3 | 4}`)}
                    pick={(n) => (prove.order.value = n)}
                />
                <Choice
                    id="proof-seconds"
                    label={t('proof.seconds')}
                    value={prove.seconds.value}
                    list={prove.SECONDS}
                    text={(n) => (n < 60 ? t('app.time.s', { n }) : t('app.time.min', { n: n / 60 }))}
                    pick={(n) => (prove.seconds.value = n)}
                />
            </div>
            <div class="proof-bar">
                {prove.running.value ? (
                    <button type="button" class="soft" id="proof-stop" onClick={prove.stop}>
                        <Icon name="stop" /> {t('proof.stop')}
                    </button>
                ) : (
                    <>
                        <button
                            type="button"
                            class="soft"
                            id="proof-solve"
                            disabled={over}
                            onClick={() => prove.start('solve')}
                        >
                            {t('proof.solve', { side })}
                        </button>
                        <button
                            type="button"
                            class="soft"
                            id="proof-verify"
                            disabled={over}
                            onClick={() => prove.start('verify')}
                        >
                            {t('proof.verify', { side })}
                        </button>
                    </>
                )}
                <button type="button" class="soft" id="proof-list" onClick={() => (listOpen.value = true)}>
                    {t('proof.others')}
                </button>
            </div>
            {prove.further.value && (
                <div class="proof-bar">
                    <button type="button" class="soft" id="proof-lab" disabled={over} onClick={prove.further.value}>
                        {t('proof.lab')}
                    </button>
                </div>
            )}
            {s && (s.state === 'queued' || s.state === 'running') && <p class="quiet">{progressText(s)}</p>}
            {s?.state === 'failed' && <p class="failed">{s.message}</p>}
            {s?.found && <Found s={s} />}
        </>
    );
}

export function ProofPanel() {
    const name = state.opened.value;
    return <div class="proof">{name ? <Opened name={name} /> : <Search />}</div>;
}
