/* The panel of the editor that asks: the best turn here, all defences, a proof; and what is being asked elsewhere. */
import { showProof } from '../analyse/state';
import { alone } from '../api';
import { goTo, mode, node, position, tree } from '../app/store';
import { lastTurn, movesText } from '../core/rules';
import { pathOfId, positionAt } from '../core/tree';
import { t } from '../strings';
import * as a from './asks';
import { foundOf, type Question } from './found';
import { SignButton } from './icons';

const QUESTIONS: readonly Question[] = ['best', 'verify', 'solve'];

/* Where a node is: its last turn, as in the tree. */
function placeText(id: number): string {
    const to = pathOfId(tree.value, id);
    const p = to && positionAt(tree.value, to);
    if (!p?.moves.length) return t('edit.start');
    const turn = lastTurn(p);
    return `${turn[0]!.turn + 1}. ${movesText(
        p.rules,
        turn.map((m) => m.at),
    )}`;
}

function visit(id: number): void {
    const to = pathOfId(tree.peek(), id);
    if (to) goTo(to);
}

function Running() {
    if (!a.asks.value.length) return null;
    return (
        <>
            <ul class="ask-list" id="asks">
                {a.asks.value.map((v) => (
                    <li key={v.number} data-state={v.state}>
                        <button type="button" class="jump" onClick={() => visit(v.id)}>
                            <span class="entry-title">{placeText(v.id)}</span>
                            <span class="entry-about">{a.askWords(v)}</span>
                        </button>
                        <SignButton
                            sign="delete"
                            label={t('edit.ask.stop', { what: t(`edit.ask.${v.what}`) })}
                            press={() => a.stop(v.number)}
                        />
                    </li>
                ))}
            </ul>
            {a.asks.value.length > 1 && (
                <button type="button" class="soft" id="ask-stop-all" onClick={a.stopAll}>
                    {t('edit.ask.stop.all')}
                </button>
            )}
        </>
    );
}

function Answer() {
    const found = foundOf(node.value, tree.value.rules);
    if (!found) return null;
    const { proof } = found;
    return (
        <p class={`ask-found ${found.proved ? 'proved' : 'claimed'}`} id="ask-found" role="status">
            <span>{a.foundWords(found)}</span>
            {proof && showProof.value && (
                <button
                    type="button"
                    class="soft"
                    id="ask-proof"
                    onClick={() => {
                        mode.value = 'analyse';
                        showProof.value!(proof);
                    }}
                >
                    {t('explore.proof')}
                </button>
            )}
        </p>
    );
}

function timeText(s: number): string {
    return s < 60 ? t('app.time.s', { n: s }) : t('app.time.min', { n: s / 60 });
}

export function AskPanel() {
    const { toMove, outcome, go } = position.value;
    // The engine in the browser does not play Go, and nothing is proved there.
    if (go && alone.value) return null;
    const side = t(toMove === 'black' ? 'edit.black' : 'edit.white');
    const runs = (what: Question) => a.here.value.some((v) => v.what === what && v.state !== 'failed');
    return (
        <section class="panel ask-panel" aria-label={t('edit.ask')}>
            <div class="ask-bar">
                {QUESTIONS.filter((what) => what === 'best' || !go).map((what) => (
                    <button
                        key={what}
                        id={`ask-${what}`}
                        type="button"
                        class="soft"
                        title={t(`edit.ask.about.${what}`, { side })}
                        disabled={outcome !== 'open' || runs(what)}
                        onClick={() => a.ask(what)}
                    >
                        {t(`edit.ask.${what}`)}
                    </button>
                ))}
                <select
                    id="ask-time"
                    aria-label={t('edit.ask.time')}
                    value={String(a.seconds.value)}
                    onChange={(e) => (a.seconds.value = Number(e.currentTarget.value))}
                >
                    {a.TIMES.map((s) => (
                        <option key={s} value={String(s)}>
                            {timeText(s)}
                        </option>
                    ))}
                </select>
            </div>
            <Answer />
            <Running />
        </section>
    );
}
