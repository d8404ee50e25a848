/* The first lesson: two minutes for those who never played. It has the board of the puzzles' tab while it lasts. */

import { batch, effect, signal } from '@preact/signals';
import { Button } from '../app/frame';
import { Icon, StoneIcon } from '../app/icons';
import { remember } from '../app/settings';
import { addPanel, addStart, announce, mode, position, setOverlay } from '../app/store';
import type { Position } from '../core/rules';
import type { Square } from '../core/squares';
import { t } from '../strings';
import { guest, lessonStart } from '../puzzles';
import * as desk from '../puzzles/desk';
import { addItem, progress, startKeeping } from '../puzzles/keep';
import { start as startRun, stop } from '../puzzles/run';
import { ConfirmBar } from '../puzzles/solve-panel';
import { afterTurn } from '../puzzles/wire';
import { STEPS, type Step } from './steps';
import './lesson.css';

/** Where one is; a reload begins the step anew. */
const at = remember<number | null>('hexad.lesson', null, (v) => v === null || Number.isInteger(v));
const state = signal<'doing' | 'wrong' | 'right'>('doing');
/** The offer was refused. */
const refused = remember('hexad.lesson.refused', false, (v) => typeof v === 'boolean');

const stepAt = (i: number | null): Step | null => (i === null ? null : (STEPS[i] ?? null));

function open(i: number, from?: Position): void {
    const step = STEPS[i]!;
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

function say(step: Step): void {
    desk.saying.value = { text: t('lesson.status', { n: STEPS.indexOf(step) + 1, of: STEPS.length }), over: false };
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
    announce(t(fits ? step.right : step.wrong));
    const answer = fits && step.answer?.(after);
    if (answer && answer.length) void desk.playTurn(answer, 420);
}

function again(): void {
    const i = at.peek();
    if (i !== null) open(i, i > 0 && STEPS[i - 1]!.goesOn ? desk.positionAfter(0) : undefined);
}

function go(): void {
    const i = at.peek();
    if (i === null) return;
    const step = STEPS[i]!;
    if (i + 1 < STEPS.length) return open(i + 1, step.goesOn ? desk.deskPosition.peek() : undefined);
    close();
    if (!progress.peek().lesson) addItem({ kind: 'lesson' });
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

export function start(): void {
    stop();
    void startKeeping();
    refused.value = true;
    open(0);
}

function LessonPanel() {
    const step = stepAt(at.value);
    if (!step) return null;
    const i = STEPS.indexOf(step);
    const done = state.value === 'right';
    const text = done ? step.right : state.value === 'wrong' ? step.wrong : step.text;
    const last = i === STEPS.length - 1;
    return (
        <>
            <ConfirmBar />
            <section class="panel lesson" aria-label={t('lesson.title')}>
                <div class="pz-bar">
                    <h2>{t('lesson.title')}</h2>
                    <Button icon="close" label={t('lesson.leave')} press={close} id="lesson-leave" />
                </div>
                <ol class="lesson-dots" aria-hidden="true">
                    {STEPS.map((v, k) => (
                        <li key={v.name} class={k < i || (k === i && done) ? 'done' : k === i ? 'on' : ''} />
                    ))}
                </ol>
                <p class={`lesson-text ${state.value}`} data-step={step.name} data-state={state.value}>
                    {done && <Icon name="check" />}
                    {!done && <StoneIcon side={step.start.toMove} />}
                    <span>{t(text)}</span>
                </p>
                <div class="actions">
                    {done && (
                        <Button
                            icon="next"
                            text
                            kind="main-button"
                            label={t(last ? 'lesson.puzzles' : 'lesson.next')}
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
    lessonStart.value = start;
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
        if (i !== null && mode.peek() === 'puzzles' && STEPS[i]) open(i);
        else at.value = null;
        // What the bar says follows the language.
        effect(() => {
            const step = stepAt(at.value);
            if (step && guest.value)
                desk.saying.value = { text: t('lesson.status', { n: at.value! + 1, of: STEPS.length }), over: false };
        });
    });
}
