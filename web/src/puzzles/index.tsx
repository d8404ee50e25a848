/* The puzzles' part of the page. */

import { effect, signal, untracked } from '@preact/signals';
import { afterReview } from '../analyse/state';
import { setScene } from '../app/scene';
import { addKeys, addPanel, addStart, mode } from '../app/store';
import { CONNECT6, emptyPosition } from '../core/rules';
import { t } from '../strings';
import { keepPuzzleAddress, startAddress } from './address';
import { daily, loadCollection, loadDaily } from './collection';
import { ask } from './ask';
import { DataDialog } from './data-dialog';
import * as desk from './desk';
import { guest } from './guest';
import { Home, type Lessons } from './home';
import { drawHints, moreHint } from './hints';
import { startKeeping } from './keep';
import { LearnPanel } from './mistakes';
import './puzzles.css';
import { run, start, startRuns } from './run';
import { giveUp, goalText, onAsk, solver, solving, startOf, tryAgain } from './solve';
import { goOn, leaveRun, SolvePanel } from './solve-panel';
import { Stats } from './stats';
import { drawThreats } from './threats';
import { openWalk } from './walk';

export { guest };
/** The lessons, where there are some, by their names, and how one is begun. */
export const lessons = signal<Lessons | null>(null);

function PuzzlesPanel() {
    const Guest = guest.value;
    return (
        <>
            {Guest ? (
                <Guest />
            ) : run.value || solving.value ? (
                <SolvePanel />
            ) : (
                <>
                    <Home lessons={lessons.value} />
                    <Stats />
                </>
            )}
            <DataDialog />
        </>
    );
}

/* At home the board shows the puzzle of the day; a press begins it. */
function showDaily(): void {
    effect(() => {
        const idle = mode.value === 'puzzles' && !run.value && !solving.value && !guest.value;
        const today = daily.value;
        untracked(() => {
            if (!idle) return void (desk.boardPress.value = null);
            const from = today && startOf(today.puzzle);
            desk.setTaker(null);
            desk.put(from ? from.start : emptyPosition(CONNECT6));
            desk.boardPress.value = from ? () => void start('daily') : null;
        });
    });
}

function sayGoal(): void {
    effect(() => {
        const s = solving.value;
        if (guest.value) return;
        if (s) {
            const text =
                s.phase === 'over'
                    ? t(s.solved ? (s.failed ? 'puzzles.solved.late' : 'puzzles.solved') : 'puzzles.failed')
                    : goalText(s.puzzle, solver.value);
            desk.saying.value = { text, over: s.phase === 'over' && s.solved };
        } else if (run.value) desk.saying.value = { text: t('puzzles.run.over', { n: run.value.score }), over: true };
        else desk.saying.value = { text: daily.value ? t('puzzles.daily.board') : t('app.puzzles'), over: false };
    });
}

function addPuzzleKeys(): void {
    const modes = ['puzzles'] as const;
    const over = () => solving.peek()?.phase === 'over';
    addKeys([
        {
            modes,
            keys: ['n', 'Enter'],
            about: () => t('puzzles.next'),
            run: () => (guest.peek() ? false : over() ? goOn() : solving.peek() ? false : void start('rated')),
        },
        { modes, keys: ['h'], about: () => t('play.hint'), run: () => void moreHint() },
        {
            modes,
            keys: ['x'],
            about: () => t('puzzles.solution'),
            run: () => {
                if (!solving.peek() || run.peek()?.kind === 'storm') return false;
                giveUp();
                return void openWalk();
            },
        },
        { modes, keys: ['p'], about: () => t('play.confirm'), run: desk.commit },
        {
            modes,
            keys: ['Backspace', 'u'],
            about: () => t('puzzles.tryagain'),
            run: () => (desk.takeBack() ? undefined : tryAgain()),
        },
        {
            modes,
            keys: ['Escape'],
            about: () => t('puzzles.back'),
            run: () => {
                if (desk.takeBack()) return true;
                // An open puzzle is not left by mistake.
                const open = solving.peek() && !over();
                if (guest.peek() || open || (!run.peek() && !solving.peek())) return false;
                leaveRun();
                return true;
            },
        },
    ]);
}

export function setup(): void {
    const modes = ['puzzles'] as const;
    setScene('puzzles', desk.scene);
    addPanel({ id: 'puzzles', modes, order: 0, title: () => t('app.puzzles'), component: PuzzlesPanel, bare: true });
    afterReview.value = LearnPanel;
    addPuzzleKeys();
    startAddress();
    addStart(() => {
        onAsk((turn) => void ask(turn));
        startRuns();
        keepPuzzleAddress();
        drawHints();
        drawThreats();
        showDaily();
        sayGoal();
        // Nothing is asked for until the tab is opened.
        effect(() => {
            if (mode.value !== 'puzzles') return;
            untracked(() => {
                void startKeeping();
                void loadCollection();
                void loadDaily();
            });
        });
    });
}
