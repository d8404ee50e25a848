/* The mistakes of a reviewed game, one after the other: your turn, whether it is better, and why the one of the game was not. It has the
 * board of the puzzles' tab while it lasts. */

import { batch, computed, signal } from '@preact/signals';
import { live, type Job } from '../api';
import { errorText } from '../api/text';
import { percent } from '../analyse/format';
import { gradeOf, viewOf, viewOfEnd, type View } from '../analyse/judge';
import { steps } from '../analyse/line';
import { thoughtAt } from '../analyse/state';
import { mistakes } from '../analyse/verdicts';
import { gameOf, thoughtOf, type Thought } from '../analyse/wire';
import { Button } from '../app/frame';
import { Icon, StoneIcon } from '../app/icons';
import { announce, mode, tree } from '../app/store';
import type { Position, Side } from '../core/rules';
import { squaresText, type Square } from '../core/squares';
import { pathOfId, positionAt } from '../core/tree';
import { t } from '../strings';
import * as desk from './desk';
import { guest } from './guest';
import { stop } from './run';
import { ConfirmBar } from './solve-panel';
import { afterTurn, turnsOfLine } from './wire';

/** What is known of a turn that threw something away. */
interface Entry {
    readonly before: Position;
    readonly side: Side;
    readonly played: readonly Square[];
    readonly loss: number;
    /** The mover's chance before the turn. */
    readonly chance: number;
    readonly best: readonly Square[] | null;
    readonly bestLine: readonly Square[];
    /** How the other side answers the turn of the game. */
    readonly reply: readonly Square[];
}

type State = 'doing' | 'judging' | 'right' | 'wrong' | 'shown' | 'failed';

const list = signal<readonly Entry[]>([]);
const at = signal(0);
const state = signal<State>('doing');
const message = signal('');
let job: Job | null = null;

/** Seconds for a turn that nobody thought of before. */
const SECONDS = 3;

/** The turns of the line that are marked, with what the review knows of them. */
export const replayable = computed<readonly Entry[]>(() =>
    steps.value.flatMap((s) => {
        const m = mistakes.value.get(s.node.id);
        const from = m && pathOfId(tree.value, m.from);
        const step = m && steps.value.find((v) => v.node.id === m.from);
        if (!m || !from || !step?.view) return [];
        const before = positionAt(tree.value, from);
        const answer = thoughtAt(afterTurn(before, m.stones))?.lines[0];
        return {
            before,
            side: m.side,
            played: m.stones,
            loss: m.loss,
            chance: forSide(step.view, m.side),
            best: m.best ?? null,
            bestLine: m.bestLine ?? m.best ?? [],
            reply: answer?.turn ?? [],
        };
    }),
);

const forSide = (v: View, side: Side) => (side === 'black' ? v.chance : 1 - v.chance);
const same = (a: readonly Square[], b: readonly Square[]) => a.length === b.length && a.every((s) => b.includes(s));
const now = () => list.value[at.value];

function open(i: number): void {
    const entry = list.peek()[i];
    if (!entry) return close();
    job?.stop();
    batch(() => {
        at.value = i;
        state.value = 'doing';
        message.value = '';
        guest.value = ReplayPanel;
        mode.value = 'puzzles';
        desk.boardPress.value = null;
        desk.onPress(null);
        desk.mayGo.value = true;
        desk.put(entry.before);
        desk.setTaker(take);
        desk.saying.value = { text: t('replay.status', { n: i + 1, of: list.peek().length }), over: false };
    });
    announce(askText(entry));
}

function say(what: State, text: string): void {
    batch(() => {
        state.value = what;
        message.value = text;
    });
    announce(text);
}

function take(turn: readonly Square[]): void {
    const entry = list.peek()[at.peek()];
    if (!entry) return;
    desk.put(entry.before, [turn]);
    desk.setTaker(null);
    const after = afterTurn(entry.before, turn);
    if (same(turn, entry.played)) return say('wrong', `${t('replay.same')} ${whyText(entry)}`);
    if (entry.best && same(turn, entry.best)) return say('right', `${t('replay.best')} ${whyText(entry)}`);
    if (after.outcome !== 'open') return judged(entry, turn, viewOfEnd(after.outcome), null);
    state.value = 'judging';
    let thought: Thought | null = null;
    const me = at.peek();
    job = live.analyse(
        { game: gameOf(after), lines: 1, seconds: SECONDS },
        {
            report: (r) => (thought = thoughtOf(after.rules, r)),
            done: () => {
                const best = thought?.lines[0];
                if (me !== at.peek() || state.peek() !== 'judging') return;
                if (best) judged(entry, turn, viewOf(best, after.toMove), thought);
                else say('failed', t('analyse.failed'));
            },
            failed: (e) => state.peek() === 'judging' && say('failed', errorText(e)),
        },
    );
}

function judged(entry: Entry, turn: readonly Square[], view: View, thought: Thought | null): void {
    const loss = entry.chance - forSide(view, entry.side);
    const name = squaresText(turn);
    if (!gradeOf(loss)) return say('right', `${t('replay.good', { turn: name })} ${whyText(entry)}`);
    const line = thought?.lines[0]?.line ?? [];
    const after = afterTurn(entry.before, turn);
    desk.put(entry.before, [turn, ...turnsOfLine(after, line)], 1);
    const answer = squaresText(thought?.lines[0]?.turn ?? []);
    say('wrong', t('replay.wrong', { turn: name, percent: percent(loss, true), answer }));
}

function askText(e: Entry): string {
    return t('replay.ask', { turn: squaresText(e.played), percent: percent(e.loss, true) });
}

/* Why the turn of the game was one. */
function whyText(e: Entry): string {
    if (!e.reply.length) return t('replay.why.lost', { turn: squaresText(e.played), percent: percent(e.loss, true) });
    const values = { turn: squaresText(e.played), answer: squaresText(e.reply), percent: percent(e.loss, true) };
    return t('replay.why', values);
}

function showBest(): void {
    const e = list.peek()[at.peek()];
    if (!e?.best) return;
    job?.stop();
    desk.setTaker(null);
    desk.put(e.before, turnsOfLine(e.before, e.bestLine), 1);
    say('shown', `${t('replay.better', { turn: squaresText(e.best) })} ${whyText(e)}`);
}

function close(): void {
    job?.stop();
    batch(() => {
        guest.value = null;
        desk.setTaker(null);
        list.value = [];
        mode.value = 'analyse';
    });
}

/** Begins with the first mistake of the line. */
export function startReplay(): void {
    const entries = replayable.peek();
    if (!entries.length) return;
    stop();
    list.value = entries;
    open(0);
}

function Actions({ e }: { e: Entry }) {
    const open_ = state.value === 'doing' || state.value === 'wrong' || state.value === 'failed';
    const last = at.value + 1 === list.value.length;
    return (
        <div class="actions">
            {(state.value === 'wrong' || state.value === 'failed') && (
                <Button
                    icon="back"
                    text
                    label={t('puzzles.tryagain')}
                    press={() => open(at.peek())}
                    id="replay-again"
                />
            )}
            {open_ && e.best && <Button icon="hint" text label={t('replay.show')} press={showBest} id="replay-show" />}
            <Button
                icon={last ? 'check' : 'next'}
                text
                kind={open_ ? 'soft' : 'main-button'}
                label={t(last ? 'replay.end' : 'replay.next')}
                press={() => open(at.peek() + 1)}
                id="replay-next"
            />
        </div>
    );
}

function ReplayPanel() {
    const e = now();
    if (!e) return null;
    const good = state.value === 'right';
    const text = state.value === 'judging' ? t('puzzles.judging') : message.value || askText(e);
    return (
        <>
            <ConfirmBar />
            <section class="panel pz-task" aria-label={t('puzzles.learn')}>
                <div class="pz-bar">
                    <h2>{t('puzzles.learn')}</h2>
                    <span class="pz-count">{t('puzzles.of', { n: at.value + 1, of: list.value.length })}</span>
                    <Button icon="close" label={t('replay.leave')} press={close} id="replay-leave" />
                </div>
                <p class="pz-goal">
                    <StoneIcon side={e.side} />
                    <span>{t(e.side === 'black' ? 'edit.turn.black' : 'edit.turn.white')}</span>
                </p>
                <div
                    class={`pz-said tone-${good ? 'good' : state.value === 'wrong' ? 'bad' : 'info'}`}
                    data-replay={state.value}
                >
                    {(good || state.value === 'wrong') && (
                        <span class="pz-sign" aria-hidden="true">
                            <Icon name={good ? 'check' : 'close'} />
                        </span>
                    )}
                    <p class="pz-said-text">{text}</p>
                </div>
                <Actions e={e} />
            </section>
        </>
    );
}
