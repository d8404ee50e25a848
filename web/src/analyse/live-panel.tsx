/* The engine's panel: start and pause, how the search stands, and the candidate turns. */

import { computed, signal } from '@preact/signals';
import { live } from '../api';
import { Icon } from '../app/icons';
import { hovered, node, position } from '../app/store';
import { scoreText } from '../core/go';
import { t } from '../strings';
import { adopt } from './adopt';
import { letter } from './candidates';
import { exact, exactText } from './exact';
import { goOn, thinking, toggle } from './follow';
import { count, duration, percent } from './format';
import { chanceOf, viewOf, viewOfEnd, viewOfEval } from './judge';
import { Choice, wordsFor } from './parts';
import { clearRegion, marking, region, toggleMarking } from './region';
import {
    ahead,
    failure,
    LINES,
    lines,
    pointed,
    progress,
    regionText,
    SECONDS,
    seconds,
    showProof,
    shown,
    status,
} from './state';
import { words, type Candidate } from './wire';

const connection = signal(live.state);
live.onState((s) => (connection.value = s));

function candidateText(c: Candidate): string {
    if (c.mate) return t(c.mate > 0 ? 'analyse.wins' : 'analyse.loses', { n: Math.abs(c.mate) });
    if (c.likely) return `${percent(c.chance)} ${t(c.likely > 0 ? 'analyse.likely.wins' : 'analyse.likely.loses')}`;
    return percent(c.chance);
}

/** Black's share as a bar, from left to right. The words stand on the larger part. */
function Balance() {
    const p = position.value;
    const best = shown.value?.lines[0];
    // The best turn of a region says nothing of the position, unless that is proved.
    const speaks = best && (!regionText.value || best.mate !== 0);
    const known = speaks ? viewOf(best, p.toMove) : viewOfEval(node.value.eval);
    // A win with its number of turns says more than that there is one.
    const proved = p.outcome === 'open' && !known?.mate ? exact.value : null;
    const view = p.outcome !== 'open' ? (p.go ? undefined : viewOfEnd(p.outcome)) : proved ? viewOfEnd(proved) : known;
    const share = view?.chance ?? 0.5;
    const ofWhite = view && !view.mate && share < 0.5 && p.outcome === 'open';
    const text = proved
        ? exactText(proved)
        : ofWhite
          ? t('analyse.white.chance', { percent: percent(1 - share) })
          : wordsFor(view, p.outcome);
    return (
        <div class={`an-balance ${view ? '' : 'unknown'}`} role="img" aria-label={text}>
            <span class="an-balance-black" style={{ width: `${share * 100}%` }} />
            {view && <span class={`an-balance-text ${share < 0.5 ? 'on-white' : 'on-black'}`}>{text}</span>}
        </div>
    );
}

function limitText(n: number): string {
    return n < 60 ? t('app.time.s', { n }) : t('app.time.min', { n: n / 60 });
}

function Controls() {
    const done = status.value === 'done';
    const on = thinking() || done;
    return (
        <div class="an-bar">
            <button
                type="button"
                id="analyse-toggle"
                class={on ? 'soft' : 'main-button'}
                onClick={toggle}
                disabled={status.value === 'over' || status.value === 'absent'}
            >
                <Icon name={done ? 'stop' : on ? 'pause' : 'play'} />
                <span>{t(done ? 'analyse.stop' : on ? 'analyse.pause' : 'analyse.start')}</span>
            </button>
            <Choice
                id="analyse-lines"
                label={t('analyse.lines')}
                value={lines.value}
                list={LINES}
                quiet
                text={(n) => t(n === 1 ? 'analyse.line.one' : 'analyse.lines.n', { n })}
                pick={(n) => (lines.value = n)}
            />
            <Choice
                id="analyse-seconds"
                label={t('analyse.time')}
                value={seconds.value}
                list={SECONDS}
                quiet
                text={(n) => (n ? limitText(n) : t('analyse.time.forever'))}
                pick={(n) => (seconds.value = n)}
            />
        </div>
    );
}

function RegionButton() {
    return (
        <button
            type="button"
            id="analyse-region"
            class="plain"
            aria-pressed={marking.value}
            aria-label={t('analyse.region')}
            title={t('analyse.region')}
            onClick={toggleMarking}
        >
            <Icon name="region" />
        </button>
    );
}

/* Where the engine looks for turns. */
function RegionBar() {
    const n = region.value.length;
    if (!n && !marking.value) return null;
    return (
        <div class="an-region">
            <p>
                <span class="an-region-sign" aria-hidden="true" />
                {n > 0 && <span>{t('analyse.region.is', { n })}</span>}
                {marking.value && <span class="an-region-how">{t('analyse.region.how')}</span>}
            </p>
            {marking.value && (
                <button type="button" id="region-done" class="soft an-small" onClick={toggleMarking}>
                    {t('analyse.region.done')}
                </button>
            )}
            {n > 0 && (
                <button type="button" id="region-clear" class="soft an-small" onClick={clearRegion}>
                    {t('analyse.region.clear')}
                </button>
            )}
        </div>
    );
}

function statusText(): string {
    if (status.value === 'failed') return failure.value || t('analyse.failed');
    if (thinking() && connection.value === 'waiting') return t('analyse.lost.connection');
    return t(`analyse.${status.value}`, { n: ahead.value });
}

function Figure({ label, title, children }: { label: string; title?: string; children: string }) {
    return (
        <div class="an-figure" title={title}>
            <dt>{label}</dt>
            <dd>{children}</dd>
        </div>
    );
}

/* Where everything was looked at, the depth is past the longest line, and past the end of the game. */
function depthText(looked: number, reached: number): string {
    const { rules, stones } = position.value;
    const depth = Math.min(looked, Math.ceil((rules.m * rules.n - stones) / rules.p));
    return reached > depth ? `${depth}/${reached}` : String(depth);
}

/** Depth, nodes, speed and time of the search that runs, or ran last. */
function Progress() {
    const now = progress.value;
    const known = shown.value;
    // A search that was resumed first comes up to what is known already.
    const r = now && known && known.depth > now.depth ? known : (now ?? known);
    const spent = thinking() ? (now?.seconds ?? 0) : 0;
    const part = status.value === 'done' ? 1 : seconds.value ? Math.min(1, spent / seconds.value) : 0;
    const speed = r && r.seconds > 0 ? count(r.nodes / r.seconds) : '–';
    return (
        <div class="an-progress" data-status={status.value} data-depth={now?.depth}>
            <div class="an-status-row">
                <p class="an-status" role="status">
                    <span class={`an-light ${status.value}`} aria-hidden="true" />
                    {statusText()}
                </p>
                {!position.value.go && <RegionButton />}
                {status.value === 'done' && (
                    <button type="button" id="analyse-deeper" class="soft an-small" onClick={goOn}>
                        {t('analyse.deeper')}
                    </button>
                )}
            </div>
            <dl>
                {position.value.go ? (
                    <Figure label={t('analyse.score')} title={t('analyse.score.about')}>
                        {known?.score === undefined ? '–' : scoreText(Math.round(2 * known.score) / 2)}
                    </Figure>
                ) : (
                    <Figure label={t('analyse.depth')} title={t('analyse.depth.about')}>
                        {r ? depthText(r.depth, r.reached) : '–'}
                    </Figure>
                )}
                <Figure label={t(position.value.go ? 'analyse.playouts' : 'analyse.nodes')}>
                    {r ? count(r.nodes) : '–'}
                </Figure>
                <Figure label={t('analyse.speed')}>{speed}</Figure>
                <Figure label={t('analyse.seconds')}>{r ? duration(r.seconds) : '–'}</Figure>
            </dl>
            <div class="an-meter" aria-hidden="true">
                <span style={{ width: `${part * 100}%` }} />
            </div>
        </div>
    );
}

/* While the pointer is on the list its rows stay where they are, so that nobody clicks on what was just
 * exchanged: a row takes new numbers for its turn, and new turns wait. */
let rows: readonly Candidate[] = [];
export const displayed = computed<readonly Candidate[]>(() => {
    const fresh = shown.value?.lines ?? [];
    const turn = (c: Candidate) => [...c.turn].sort((a, b) => a - b).join();
    const same = pointed.value !== null && rows.length > 0;
    rows = same ? rows.map((old) => fresh.find((c) => turn(c) === turn(old)) ?? old) : fresh;
    return rows;
});

/* The rest of a line, turn by turn. */
function Rest({ c }: { c: Candidate }) {
    const { p } = position.value.rules;
    const rest = c.line.slice(c.turn.length);
    const turns: string[] = [];
    for (let i = 0; i < rest.length; i += p)
        turns.push(words(rest.slice(i, i + p), position.value.rules).join('\u00a0'));
    return turns.length ? <span class="an-rest">{turns.join(' · ')}</span> : null;
}

function Row({ c, i }: { c: Candidate; i: number }) {
    const turn = words(c.turn, position.value.rules).join(' ');
    const at = hovered.value;
    const on = pointed.value === null ? at !== null && c.turn.includes(at) : pointed.value === i;
    return (
        <li
            class={`an-row ${i === 0 ? 'best' : ''} ${on ? 'on' : ''}`}
            onPointerEnter={(e) => e.pointerType !== 'touch' && (pointed.value = i)}
            onPointerDown={(e) => (firstTouch = e.pointerType === 'touch' && pointed.peek() !== i)}
            onFocusIn={() => (pointed.value = i)}
        >
            <button type="button" class="an-turn" title={t('analyse.adopt')} onClick={(e) => take(c, i, e.shiftKey)}>
                <span class="an-letter">{letter(i)}</span>
                <span class="an-said">
                    <span class="an-first">
                        <span class="an-squares">{turn}</span>
                        <span class="an-eval">
                            <span class="an-eval-bar" style={{ width: `${chanceOf(c) * 100}%` }} />
                            <span class="an-eval-text">{candidateText(c)}</span>
                        </span>
                    </span>
                    {c.visits !== undefined && (
                        <span class="an-visits">{t('analyse.visits', { n: count(c.visits) })}</span>
                    )}
                    <Rest c={c} />
                </span>
            </button>
            <button
                type="button"
                class="plain an-add"
                aria-label={t('analyse.adopt.line', { turn })}
                title={t('analyse.adopt.line', { turn })}
                onClick={() => (leave(), adopt(c.turn, c.line))}
            >
                <Icon name="last" />
            </button>
        </li>
    );
}

function leave(): void {
    pointed.value = null;
}

/* A finger cannot point without pressing: its first touch previews, the second adopts. */
let firstTouch = false;

function take(c: Candidate, i: number, whole: boolean): void {
    if (firstTouch) {
        firstTouch = false;
        pointed.value = i;
        return;
    }
    leave();
    adopt(c.turn, whole ? c.line : c.turn);
}

/** A touch anywhere else ends the preview. */
export function leaveElsewhere(): void {
    document.addEventListener('pointerdown', (e) => {
        if (pointed.peek() !== null && !(e.target instanceof Element && e.target.closest('.an-list'))) leave();
    });
}

/* A position of the opening database is told, not searched. */
function ByProof() {
    const proof = shown.value?.proof;
    if (!proof) return null;
    return (
        <div class="an-region">
            <p>{t('analyse.proof', { proof })}</p>
            {showProof.value && (
                <button type="button" id="analyse-proof" class="soft an-small" onClick={() => showProof.value!(proof)}>
                    {t('explore.proof')}
                </button>
            )}
        </div>
    );
}

function Candidates() {
    const list = displayed.value;
    const side = t(position.value.toMove === 'black' ? 'analyse.black' : 'analyse.white');
    const room = Math.max(lines.value, list.length);
    return (
        <>
            <p class="an-hint">
                <span>{t('analyse.chance', { side })}</span>
                <span class="an-hint-keys">
                    <span class="by-pointer">{t('analyse.adopt.hint')}</span>
                    <span class="by-touch">{t('analyse.adopt.hint.touch')}</span>
                </span>
            </p>
            <ol
                class="an-list"
                aria-label={t('analyse.candidates')}
                style={{ '--rows': room }}
                onPointerLeave={leave}
                onFocusOut={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && leave()}
            >
                {list.map((c, i) => (
                    <Row key={i} c={c} i={i} />
                ))}
                {!list.length && <li class="an-empty">{t('analyse.none')}</li>}
            </ol>
        </>
    );
}

export function LivePanel() {
    return (
        <div class="an-live">
            <Balance />
            <Controls />
            {!position.value.go && <RegionBar />}
            <Progress />
            <ByProof />
            <Candidates />
        </div>
    );
}
