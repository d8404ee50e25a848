/* The panel beside the board while a puzzle is being solved. */

import { copyText } from '../app/copy';
import { Button } from '../app/frame';
import { Icon, StoneIcon } from '../app/icons';
import { needsConfirm } from '../app/press';
import { load, mode } from '../app/store';
import { treeFromJson } from '../core/json';
import { squareText } from '../core/squares';
import { lineEnd } from '../core/tree';
import { t } from '../strings';
import { puzzleAddress } from './address';
import { puzzleOf } from './collection';
import { bestOf } from './derive';
import * as desk from './desk';
import { hintLevel, moreHint } from './hints';
import { addItem, progress } from './keep';
import { next, run, secondsLeft, start, stop, STORM_SECONDS, type Run } from './run';
import { asked, giveUp, goalText, retry, said, solver, solving, toStart, tryAgain, type Solving } from './solve';
import { SolutionPanel } from './solution';
import { closeWalk, openWalk, walk } from './walk';
import { puzzleTitle, round, runText, signed, themeText } from './words';

function clockText(seconds: number): string {
    const whole = Math.ceil(seconds);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Says whether it counts: by a sign and by words. */
function Badge({ s }: { s: Solving }) {
    const rated = s.rated && !s.hints;
    const why = s.rated && s.hints ? t('puzzles.unrated.hint') : t('puzzles.unrated');
    return (
        <span class={rated ? 'pz-badge rated' : 'pz-badge'} data-rated={rated}>
            {rated ? t('puzzles.rated') : why}
        </span>
    );
}

function Counts({ r }: { r: Run }) {
    const left = secondsLeft.value;
    if (left !== null)
        return (
            <span class={left < 15 ? 'pz-clock low' : 'pz-clock'} role="timer" aria-label={t('puzzles.time')}>
                {clockText(left)}
            </span>
        );
    if (r.kind === 'streak') return <span class="pz-count">{t('puzzles.score', { n: r.score })}</span>;
    if (r.of > 1) return <span class="pz-count">{t('puzzles.of', { n: r.seen.length, of: r.of })}</span>;
    return null;
}

function Head({ s, r }: { s: Solving | null; r: Run | null }) {
    return (
        <header class="pz-bar">
            <Button icon="previous" label={t('puzzles.back')} press={leaveRun} id="puzzles-back" />
            <h2>{r ? runText(r.kind, r.theme) : t('app.puzzles')}</h2>
            {s && <Badge s={s} />}
            {s && r?.kind !== 'storm' && (
                <Button
                    icon="link"
                    label={t('link.puzzle')}
                    press={() => void copyText(puzzleAddress(s.puzzle))}
                    id="puzzles-link"
                />
            )}
            {r && <Counts r={r} />}
            {r?.kind === 'storm' && <span class="pz-count">{t('puzzles.score', { n: r.score })}</span>}
        </header>
    );
}

export function leaveRun(): void {
    closeWalk();
    stop();
}

function Feedback({ s }: { s: Solving }) {
    const what = said.value;
    const tone = what?.tone ?? 'info';
    const busy = s.phase === 'judging';
    return (
        <div class={`pz-said tone-${tone}`} data-phase={s.phase}>
            {what && tone !== 'info' && (
                <span class="pz-sign" aria-hidden="true">
                    <Icon name={tone === 'good' ? 'check' : 'close'} />
                </span>
            )}
            <div>
                <p class="pz-said-text">
                    {busy ? t('puzzles.judging') : (what?.text ?? (s.phase === 'turn' ? t('puzzles.yours') : ''))}
                </p>
                {what?.detail && <p class="pz-said-detail">{what.detail}</p>}
                {retry.value && (
                    <button type="button" class="soft" onClick={() => retry.value?.()}>
                        {t('app.retry')}
                    </button>
                )}
            </div>
        </div>
    );
}

function showSolution(): void {
    giveUp();
    void openWalk();
}

function analyse(s: Solving): void {
    const { game, error } = s.puzzle;
    const offset = error.length ? 1 : 0;
    const line = desk.turns.peek().slice(offset).flat().map(squareText);
    const tree = treeFromJson({
        rules: game.rules,
        info: { event: puzzleTitle(s.puzzle) },
        root: {
            setup: game.setup,
            children: [{ stones: [...game.stones, ...error], children: [{ stones: line, children: [] }] }],
        },
    });
    load(tree, lineEnd(tree, []).slice(0, game.stones.length + error.length));
    mode.value = 'analyse';
}

function Actions({ s, r }: { s: Solving; r: Run | null }) {
    if (r?.kind === 'storm')
        return (
            <div class="actions">
                <Button icon="flag" text label={t('puzzles.end')} press={leaveRun} />
            </div>
        );
    if (s.phase === 'over')
        return (
            <div class="actions">
                {r && !r.over && hasNext(r) && (
                    <Button
                        icon="next"
                        text
                        kind="main-button"
                        label={t('puzzles.next')}
                        press={goOn}
                        id="puzzles-next"
                    />
                )}
                {(!r || r.over || !hasNext(r)) && (
                    <Button
                        icon="check"
                        text
                        kind="main-button"
                        label={t('puzzles.done')}
                        press={leaveRun}
                        id="puzzles-next"
                    />
                )}
                {!walk.value && (
                    <Button
                        icon="tree"
                        text
                        label={t('puzzles.solution')}
                        press={() => void openWalk()}
                        id="puzzles-solution"
                    />
                )}
                <Button icon="review" text label={t('app.analyse')} press={() => analyse(s)} id="puzzles-analyse" />
            </div>
        );
    const wrong = s.phase === 'wrong';
    return (
        <div class="actions">
            {wrong && (
                <Button
                    icon="back"
                    text
                    kind="main-button"
                    label={t('puzzles.tryagain')}
                    press={tryAgain}
                    id="puzzles-try"
                />
            )}
            {!wrong && (
                <Button
                    icon="hint"
                    text
                    label={t(hintLevel.value ? 'puzzles.hint.more' : 'play.hint')}
                    press={() => void moreHint()}
                    disabled={s.phase !== 'turn' || hintLevel.value === 2}
                    id="puzzles-hint"
                />
            )}
            <Button icon="tree" text label={t('puzzles.solution')} press={showSolution} id="puzzles-solution" />
        </div>
    );
}

function hasNext(r: Run): boolean {
    return ['rated', 'theme', 'streak'].includes(r.kind) || r.queue.some((id) => !r.seen.includes(id));
}

export function goOn(): void {
    closeWalk();
    next();
}

/* What the attempt did. */
function After({ s }: { s: Solving }) {
    const p = progress.value;
    const gain = s.attempt ? p.gains.get(s.attempt) : undefined;
    const rating = p.puzzles.get(s.puzzle.id)?.rating ?? s.puzzle.rating;
    const own = p.own.some((o) => o.id === s.puzzle.id);
    return (
        <div class="pz-after">
            {gain !== undefined && (
                <p class="pz-gain" id="puzzles-gain">
                    <span>{t('puzzles.rating')}</span> <strong>{round(p.player.rating)}</strong>{' '}
                    <span class={gain < 0 ? 'tone-bad' : 'tone-good'}>{signed(gain)}</span>
                </p>
            )}
            <p class="pz-note">
                {t('puzzles.puzzle', { id: s.puzzle.id })} · {round(rating)}
            </p>
            <ul class="pz-chips" aria-label={t('puzzles.themes')}>
                {s.puzzle.themes.map((theme) => (
                    <li key={theme} class="pz-theme">
                        {themeText(theme)}
                    </li>
                ))}
            </ul>
            {asked.value ? (
                <p class="pz-asked" data-verdict={asked.value.verdict}>
                    {asked.value.text}{' '}
                    <button type="button" class="soft" onClick={toStart}>
                        {t('puzzles.tostart')}
                    </button>
                </p>
            ) : (
                <p class="pz-note">{t('puzzles.whynot')}</p>
            )}
            {own && (
                <button
                    type="button"
                    class="soft"
                    onClick={() => {
                        addItem({ kind: 'drop', puzzle: s.puzzle.id });
                        leaveRun();
                    }}
                >
                    {t('puzzles.own.drop')}
                </button>
            )}
        </div>
    );
}

/** Playing the turn that was entered, where turns are confirmed. `always`: also before there is a stone. */
export function ConfirmBar({ always = true }: { always?: boolean }) {
    if (!needsConfirm.value || !desk.canEnter.value || !(always || desk.entered.value.length)) return null;
    return (
        <div class="confirm-bar">
            <Button
                icon="back"
                text
                label={t('play.takeback')}
                press={() => void desk.takeBack()}
                disabled={!desk.entered.value.length}
            />
            <Button
                icon="check"
                text
                kind="main-button"
                label={t('play.confirm')}
                press={desk.commit}
                disabled={!desk.ready.value}
            />
        </div>
    );
}

/* A streak or storm that is over: the score, and what was seen. */
function RunOver({ r }: { r: Run }) {
    const p = progress.value;
    const best = r.kind === 'storm' || r.kind === 'streak' ? bestOf(p.results, r.kind) : 0;
    const last = new Map(p.attempts.filter((a) => a.t >= r.started).map((a) => [a.puzzle, a.solved]));
    const missed = r.seen.filter((id) => last.get(id) === false);
    return (
        <div class="pz-over">
            <p class="pz-score">
                <strong>{r.score}</strong>
                <span>{t(r.score === 1 ? 'puzzles.solved.n.one' : 'puzzles.solved.n', { n: r.score })}</span>
            </p>
            <p class="pz-note">
                {r.score > 0 && r.score >= best ? t('puzzles.best.new') : t('puzzles.best', { n: best })}
            </p>
            <div class="actions">
                <Button
                    icon="repeat"
                    text
                    kind="main-button"
                    label={t('puzzles.once.more')}
                    press={() => void start(r.kind)}
                    id="puzzles-more"
                />
                {missed.length > 0 && (
                    <Button
                        icon="close"
                        text
                        label={t('puzzles.replay', { n: missed.length })}
                        press={() => void start('single', { queue: missed })}
                    />
                )}
            </div>
            <ol class="pz-seen" aria-label={t('puzzles.history')}>
                {r.seen.map((id) => {
                    const puzzle = puzzleOf(id);
                    if (!puzzle || !last.has(id)) return null;
                    return (
                        <li key={id}>
                            <button
                                type="button"
                                class="plain"
                                title={puzzleTitle(puzzle)}
                                onClick={() => void start('single', { queue: [id] })}
                            >
                                <span class={last.get(id) ? 'tone-good' : 'tone-bad'}>
                                    <Icon name={last.get(id) ? 'check' : 'close'} />
                                    <span class="unseen">
                                        {t(last.get(id) ? 'puzzles.solved.word' : 'puzzles.failed.word')}
                                    </span>
                                </span>
                                {round(puzzle.rating)}
                            </button>
                        </li>
                    );
                })}
            </ol>
        </div>
    );
}

export function SolvePanel() {
    const s = solving.value;
    const r = run.value;
    const over = r?.over && (r.kind === 'storm' || r.kind === 'streak');
    const share = secondsLeft.value;
    return (
        <>
            <ConfirmBar always={s?.phase !== 'over'} />
            <section class="panel pz-task" aria-label={t('app.puzzles')}>
                <Head s={s} r={r} />
                {share !== null && !over && (
                    <progress class="pz-time" max={STORM_SECONDS} value={share} aria-label={t('puzzles.time')} />
                )}
                {over && <RunOver r={r!} />}
                {s && (
                    <>
                        <p class="pz-goal">
                            <StoneIcon side={solver.value} />
                            <span>{goalText(s.puzzle, solver.value)}</span>
                        </p>
                        <Feedback s={s} />
                        {!over && <Actions s={s} r={r} />}
                        {over && s.phase !== 'over' && (
                            <div class="actions">
                                <Button icon="back" text label={t('puzzles.tryagain')} press={tryAgain} />
                                <Button icon="tree" text label={t('puzzles.solution')} press={showSolution} />
                            </div>
                        )}
                        {s.phase === 'over' && <After s={s} />}
                    </>
                )}
            </section>
            <SolutionPanel />
        </>
    );
}
