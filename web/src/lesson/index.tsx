/* The lessons: the first takes two minutes, for those who never played. They have the board of the puzzles' tab while they last. */

import { batch, effect, signal } from '@preact/signals';
import { Button } from '../app/frame';
import { Icon, StoneIcon } from '../app/icons';
import { remember } from '../app/settings';
import { addPanel, addStart, announce, mode, position, setOverlay } from '../app/store';
import type { Position } from '../core/rules';
import type { Square } from '../core/squares';
import { t } from '../strings';
import { guest, lessons } from '../puzzles';
import * as desk from '../puzzles/desk';
import { addItem, progress, startKeeping } from '../puzzles/keep';
import { start as startRun, stop } from '../puzzles/run';
import { ConfirmBar } from '../puzzles/solve-panel';
import { afterTurn } from '../puzzles/wire';
import { MORE } from './more';
import { STEPS, type Lesson, type Step } from './steps';
import './lesson.css';

/** Where one is; a reload begins the step anew. */
const at = remember<number | null>('hexad.lesson', null, (v) => v === null || Number.isInteger(v));
const state = signal<'doing' | 'wrong' | 'right'>('doing');
/** The offer was refused. */
const refused = remember('hexad.lesson.refused', false, (v) => typeof v === 'boolean');

const LESSONS: readonly Lesson[] = [{ title: 'lesson.title.first', steps: STEPS }, ...MORE];
/** Which of them, from 0. */
const which = remember('hexad.lesson.number', 0, (v) => LESSONS[v as number] !== undefined);

const steps = () => LESSONS[which.value]!.steps;
const stepAt = (i: number | null): Step | null => (i === null ? null : (steps()[i] ?? null));

function open(i: number, from?: Position): void {
    const step = steps()[i]!;
    batch(() => {
        at.value = i;
        state.value = 'doing';
        guest.value = LessonPanel;
        mode.value = 'puzzles';
        desk.put(from ?? step.start);
        desk.mayGo.value = false;
        desk.boardPress.value = null;
        desk.setTaker(take);
        say(step);
    });
    announce(t(step.text));
}

const statusText = (step: Step) => t('lesson.status', { n: steps().indexOf(step) + 1, of: steps().length });

function say(step: Step): void {
    desk.saying.value = { text: statusText(step), over: false };
    setOverlay('lesson', {
        modes: ['puzzles'],
        marks: step.marks.map((s) => ({ at: s, kind: 'circle' as const, tone: 'accent' as const })),
    });
}

function take(turn: readonly Square[]): void {
    const step = stepAt(at.peek());
    if (!step) return;
    const before = desk.deskPosition.peek();
    const after = afterTurn(before, turn);
    const fits = step.fits(before, after);
    batch(() => {
        desk.put(before, [turn]);
        state.value = fits ? 'right' : 'wrong';
        desk.setTaker(null);
        if (fits) setOverlay('lesson', null);
    });
    if (fits) note();
    announce(t(fits ? step.right : step.wrong));
    const answer = fits && step.answer?.(after);
    if (answer && answer.length) void desk.playTurn(answer, 420);
}

function again(): void {
    const i = at.peek();
    if (i !== null) open(i, i > 0 && steps()[i - 1]!.goesOn ? desk.positionAfter(0) : undefined);
}

function go(): void {
    const i = at.peek();
    if (i === null) return;
    const step = steps()[i]!;
    if (i + 1 < steps().length) return open(i + 1, step.goesOn ? desk.deskPosition.peek() : undefined);
    begin(which.peek() + 1);
}

/* The last step was done: it is noted, whatever comes next. */
function note(): void {
    const n = which.peek();
    if (at.peek() === steps().length - 1 && !progress.peek().lessons.has(n)) addItem({ kind: 'lesson', n });
}

function goToPuzzles(): void {
    close();
    void startRun('lesson');
}

export function close(): void {
    batch(() => {
        at.value = null;
        guest.value = null;
        desk.mayGo.value = true;
        desk.setTaker(null);
        setOverlay('lesson', null);
    });
}

/** Begins the nth lesson, from 0. */
export function begin(n: number): void {
    stop();
    void startKeeping();
    batch(() => {
        refused.value = true;
        which.value = n;
        open(0);
    });
}

export const start = () => begin(0);

/* What can be done after the last step. */
function Last() {
    const next = LESSONS[which.value + 1];
    return (
        <>
            {next && (
                <Button
                    icon="next"
                    text
                    kind="main-button"
                    label={t('lesson.another', { title: t(next.title) })}
                    press={go}
                    id="lesson-next"
                />
            )}
            <Button
                icon="puzzle"
                text
                kind={next ? 'soft' : 'main-button'}
                label={t('lesson.puzzles')}
                press={goToPuzzles}
                id="lesson-puzzles"
            />
        </>
    );
}

function LessonPanel() {
    const step = stepAt(at.value);
    if (!step) return null;
    const i = steps().indexOf(step);
    const title = t(LESSONS[which.value]!.title);
    const done = state.value === 'right';
    const text = done ? step.right : state.value === 'wrong' ? step.wrong : step.text;
    const last = i === steps().length - 1;
    return (
        <>
            <ConfirmBar />
            <section class="panel lesson" aria-label={title}>
                <div class="pz-bar">
                    <h2>
                        {which.value + 1}. {title}
                    </h2>
                    <Button icon="close" label={t('lesson.leave')} press={close} id="lesson-leave" />
                </div>
                <ol class="lesson-dots" aria-hidden="true">
                    {steps().map((v, k) => (
                        <li key={v.name} class={k < i || (k === i && done) ? 'done' : k === i ? 'on' : ''} />
                    ))}
                </ol>
                <p class={`lesson-text ${state.value}`} data-step={step.name} data-state={state.value}>
                    {done && <Icon name="check" />}
                    {!done && <StoneIcon side={step.start.toMove} />}
                    <span>{t(text)}</span>
                </p>
                <div class={done && last ? 'lesson-last' : 'actions'}>
                    {done && last && <Last />}
                    {done && !last && (
                        <Button
                            icon="next"
                            text
                            kind="main-button"
                            label={t('lesson.next')}
                            press={go}
                            id="lesson-next"
                        />
                    )}
                    {state.value === 'wrong' && (
                        <Button
                            icon="back"
                            text
                            kind="main-button"
                            label={t('puzzles.tryagain')}
                            press={again}
                            id="lesson-again"
                        />
                    )}
                </div>
            </section>
        </>
    );
}

/* Offered beside an empty board to who has done nothing here yet; gone with the first stone, and for ever when refused. */
function Offer() {
    if (refused.value || at.value !== null || position.value.stones > 0 || position.value.go) return null;
    return (
        <aside class="panel lesson-offer" aria-label={t('lesson.title')}>
            <p>{t('lesson.offer')}</p>
            <Button icon="play" text label={t('lesson.start')} press={start} id="lesson-start" />
            <Button icon="close" label={t('lesson.refuse')} press={() => (refused.value = true)} id="lesson-refuse" />
        </aside>
    );
}

export function setup(): void {
    lessons.value = { titles: LESSONS.map((v) => v.title), start: begin };
    addPanel({
        id: 'lesson',
        modes: ['play'],
        order: 5,
        title: () => t('lesson.title'),
        component: Offer,
        bare: true,
    });
    addStart(() => {
        const i = at.peek();
        if (i !== null && mode.peek() === 'puzzles' && steps()[i]) open(i);
        else at.value = null;
        // What the bar says follows the language.
        effect(() => {
            const step = stepAt(at.value);
            if (step && guest.value) desk.saying.value = { text: statusText(step), over: false };
        });
    });
}
