/* One puzzle, from the error to its end: the error is played, the solver's turns are judged, the strongest defence answers. */

import { batch, computed, signal } from '@preact/signals';
import { ApiError, puzzleServer, type Hint, type Puzzle, type Verdict } from '../api';
import { errorText } from '../api/text';
import { announce, setOverlay } from '../app/store';
import { otherSide, type Position, type Side } from '../core/rules';
import { squareText, squaresText, type Square } from '../core/squares';
import { t } from '../strings';
import * as desk from './desk';
import type { RunKind } from './items';
import { localVerdict } from './local';
import { afterTurn, positionOfGame, squaresIn, taskOf, turnsOfLine } from './wire';

type Line = readonly (readonly Square[])[];

/** `error`: the opponent's error is being played; `turn`: the solver is to move; `wrong`: a turn was refuted; `over`: it ended, and one can
 * look around. */
export type Phase = 'error' | 'turn' | 'judging' | 'answer' | 'wrong' | 'over';

/** What is kept of it through a reload. */
export interface Solving {
    readonly puzzle: Puzzle;
    readonly run: RunKind;
    readonly rated: boolean;
    readonly started: number;
    /** Turns after the error that were right, and their answers. */
    readonly line: Line;
    /** Turns that the solver has left, the next one included. */
    readonly left: number;
    readonly failed: boolean;
    readonly solved: boolean;
    readonly hints: number;
    /** A right turn took longer than need be. */
    readonly longer: boolean;
    /** The attempt that was recorded. */
    readonly attempt: string | null;
    readonly phase: Phase;
}

export const solving = signal<Solving | null>(null);
/** What was said of the last turn. */
export interface Said {
    readonly tone: 'good' | 'bad' | 'info';
    readonly text: string;
    readonly detail?: string;
}
export const said = signal<Said | null>(null);
/** Can be tried again: the server did not answer. */
export const retry = signal<(() => void) | null>(null);

/** Is told when a puzzle is solved or failed, once each. */
interface Ends {
    solved: () => void;
    failed: () => void;
}
let ends: Ends = { solved: () => {}, failed: () => {} };
export function onEnds(of: Ends): void {
    ends = of;
}

/** The positions before and after the error; null if the puzzle is none. */
export function startOf(puzzle: Puzzle): { before: Position; error: Square[]; start: Position } | null {
    const before = positionOfGame(puzzle.game);
    if (!before) return null;
    const error = squaresIn(before.rules, puzzle.error);
    const start = error.length ? afterTurn(before, error) : before;
    return start.outcome === 'open' && start.stones === before.stones + puzzle.error.length
        ? { before, error, start }
        : null;
}

/** The turns on the desk before the solver's first: the error. */
export const offset = computed(() => (solving.value?.puzzle.error.length ? 1 : 0));
export const solver = computed<Side>(() => {
    const s = solving.value;
    return (s && startOf(s.puzzle)?.start.toMove) || 'black';
});

export function update(fields: Partial<Solving>): void {
    if (solving.peek()) solving.value = { ...solving.peek()!, ...fields };
}

let token = 0;
/** Another number as soon as another puzzle, or the same one anew, is on the board. */
export const tokenNow = () => token;

/** Begins a puzzle. False: it cannot be shown. */
export function begin(puzzle: Puzzle, run: RunKind, rated: boolean): boolean {
    const from = startOf(puzzle);
    if (!from) return false;
    batch(() => {
        clear();
        solving.value = {
            puzzle,
            run,
            rated,
            started: Date.now(),
            line: [],
            left: puzzle.turns,
            failed: false,
            solved: false,
            hints: 0,
            longer: false,
            attempt: null,
            phase: 'error',
        };
        desk.put(from.before);
    });
    void intro(from.error);
    return true;
}

/** Goes on where a reload came in between. */
export function resume(kept: Solving): boolean {
    const from = startOf(kept.puzzle);
    if (!from) return false;
    batch(() => {
        clear();
        solving.value = { ...kept, phase: kept.phase === 'over' ? 'over' : 'turn' };
        desk.put(from.before, [...(from.error.length ? [from.error] : []), ...kept.line]);
        if (kept.phase === 'over') lookAround();
        else yourTurn();
    });
    return true;
}

function clear(): void {
    token++;
    said.value = null;
    retry.value = null;
    hint.value = null;
    asked.value = null;
    desk.setTaker(null);
    desk.onPress(null);
    desk.mayGo.value = true;
    setOverlay('puzzle', null);
}

/** No puzzle any more. */
export function leave(): void {
    batch(() => {
        clear();
        solving.value = null;
    });
}

async function intro(error: readonly Square[]): Promise<void> {
    const me = token;
    if (error.length && !(await desk.playTurn(error, 380))) return;
    if (me === token) yourTurn();
}

const sideName = (side: Side) => t(side === 'black' ? 'board.black' : 'board.white');

export function goalText(puzzle: Puzzle, side: Side): string {
    const who = sideName(side);
    if (puzzle.kind === 'defence') return t('puzzles.goal.defence', { who });
    return t(puzzle.turns === 1 ? 'puzzles.goal.one' : 'puzzles.goal', { who, n: puzzle.turns });
}

function yourTurn(): void {
    batch(() => {
        update({ phase: 'turn' });
        desk.setTaker(judge);
    });
    const s = solving.peek()!;
    if (!s.line.length) announce(goalText(s.puzzle, solver.peek()));
}

/** The turns on the desk up to the solver's next. */
export function soFar(): Line {
    const s = solving.peek()!;
    const from = startOf(s.puzzle)!;
    return [...(from.error.length ? [from.error] : []), ...s.line];
}

// Judging

const words = (turn: readonly Square[]) => turn.map(squareText);

/* `before` are the turns on the desk up to this one. */
export async function verdictOn(s: Solving, before: Line, left: number, turn: readonly Square[]): Promise<Verdict> {
    const here = desk.positionAfter(before.length);
    try {
        return await puzzleServer.judge(taskOf(s.puzzle, here, left), words(turn));
    } catch (e) {
        const start = startOf(s.puzzle)!.start;
        const own = localVerdict(s.puzzle, start, before.slice(offset.peek()), here, turn);
        if (own) return own;
        throw e;
    }
}

export function failedText(e: unknown): string {
    return e instanceof ApiError && e.code === 'unreachable' ? t('puzzles.offline.judge') : errorText(e);
}

async function judge(turn: readonly Square[]): Promise<void> {
    const s = solving.peek();
    if (!s || s.phase !== 'turn') return;
    // One may be looking at an earlier place; turns are entered where the solution stands.
    const before = soFar();
    if (desk.at.peek() !== before.length) desk.setTurns(before, before.length);
    const me = token;
    batch(() => {
        retry.value = null;
        said.value = null;
        desk.setTaker(null);
        desk.setTurns([...before, turn], before.length + 1);
        update({ phase: 'judging' });
        setOverlay('puzzle', null);
    });
    let verdict: Verdict;
    try {
        verdict = await verdictOn(s, before, s.left, turn);
    } catch (e) {
        if (me !== token) return;
        batch(() => {
            say({ tone: 'info', text: failedText(e) });
            desk.setTurns(before, before.length);
            yourTurn();
            retry.value = () => void judge(turn);
        });
        return;
    }
    if (me === token) take(turn, verdict, before);
}

export function say(what: Said | null): void {
    said.value = what;
    if (what) announce(what.detail ? `${what.text} ${what.detail}` : what.text);
}

function take(turn: readonly Square[], v: Verdict, before: Line): void {
    const { rules } = desk.deskPosition.peek();
    const defence = squaresIn(rules, v.defence);
    const name = squaresText(turn);
    if (v.verdict === 'wins' || v.verdict === 'longer') {
        const longer = v.verdict === 'longer' && !v.over;
        const detail = longer ? longerText(v) : undefined;
        if (v.over || v.turns === 0) return solved(turn, v, before, detail);
        update({ line: [...solving.peek()!.line, turn], left: longer ? v.turns : Math.max(1, v.turns) });
        if (longer) update({ longer: true });
        say({ tone: 'good', text: t('puzzles.right', { turn: name }), detail });
        return void answer(defence);
    }
    if (v.verdict === 'holds') return solved(turn, v, before);
    if (v.verdict === 'open' || v.verdict === 'unknown') {
        const open = v.verdict === 'open';
        say({
            tone: 'info',
            text: t(open ? 'puzzles.open' : 'puzzles.unknown', { turn: name }),
            detail: open ? openText(v) : undefined,
        });
        desk.setTurns(before, before.length);
        return yourTurn();
    }
    wrong(turn, v, before);
}

async function answer(defence: readonly Square[]): Promise<void> {
    const me = token;
    update({ phase: 'answer' });
    if (!(await desk.playTurn(defence, 360)) && me !== token) return;
    if (me !== token) return;
    update({ line: [...solving.peek()!.line, defence] });
    hint.value = null;
    const here = soFar();
    if (desk.at.peek() !== here.length) desk.setTurns(here, here.length);
    yourTurn();
}

/* What follows a turn, for stepping through. */
export function following(before: Line, turn: readonly Square[], v: Verdict): Square[][] {
    const after = afterTurn(desk.positionAfter(before.length), turn);
    return turnsOfLine(after, squaresIn(after.rules, v.line));
}

function solved(turn: readonly Square[], v: Verdict, before: Line, detail?: string): void {
    const s = solving.peek()!;
    const first = !s.solved && !s.failed;
    batch(() => {
        desk.setTurns([...before, turn, ...following(before, turn, v)], before.length + 1);
        update({ solved: true, phase: 'over', line: [...s.line, turn] });
        const why = desk.deskPosition.peek().outcome !== 'open' ? 'puzzles.solved.row' : 'puzzles.solved.threats';
        say({
            tone: 'good',
            text: t(s.failed ? 'puzzles.solved.late' : 'puzzles.solved'),
            detail: detail ?? (s.puzzle.kind === 'defence' ? t('puzzles.solved.holds') : t(why)),
        });
        lookAround();
    });
    if (first) ends.solved();
}

function wrong(turn: readonly Square[], v: Verdict, before: Line): void {
    const s = solving.peek()!;
    const first = !s.failed && !s.solved;
    const refutation = following(before, turn, v);
    batch(() => {
        update({ failed: true, phase: 'wrong' });
        say({
            tone: 'bad',
            text: t('puzzles.wrong', { turn: squaresText(turn) }),
            detail: refutedText(desk.positionAfter(before.length), turn, refutation, v),
        });
        desk.setTurns([...before, turn, ...refutation], before.length + 1);
    });
    void showRefutation(refutation);
    if (first) ends.failed();
}

/** How a wrong turn is answered, and what that comes to. */
export function refutedText(
    here: Position,
    turn: readonly Square[],
    refutation: readonly Square[][],
    v: Verdict,
): string | undefined {
    if (!refutation.length) return undefined;
    const [who, other] = [sideName(solver.peek()), sideName(otherSide(solver.peek()))];
    const parts = [t('puzzles.refuted', { who: other, turn: squaresText(refutation[0]!) })];
    const answered = afterTurn(afterTurn(here, turn), refutation[0]!);
    const row = answered.outcome === otherSide(here.toMove);
    if (row) parts.push(t('puzzles.refuted.row', { k: here.rules.k }));
    else if (v.why === 'lost') parts.push(t('puzzles.refuted.lost', { who: other }));
    else if (v.why) parts.push(t('puzzles.refuted.forced', { who }));
    if (refutation.length > 1) parts.push(t('puzzles.refuted.more'));
    return parts.join(' ');
}

/** What is known of a turn that is neither proved nor refuted. */
export function openText(v: Verdict): string | undefined {
    const turn = squaresText(squaresIn(desk.deskPosition.peek().rules, v.defence));
    if (!turn) return undefined;
    if (v.why === 'double') return t('puzzles.open.double', { turn });
    if (v.why === 'turns' && v.within) return t('puzzles.open.turns', { turn, n: v.within });
    return t('puzzles.open.answer', { turn });
}

/** How much longer a turn takes that is not the shortest. */
export const longerText = (v: Verdict) => t('puzzles.longer', { n: v.turns });

async function showRefutation(refutation: readonly Square[][]): Promise<void> {
    const me = token;
    if (!refutation.length) return;
    const whole = desk.turns.peek();
    const place = desk.at.peek();
    if ((await desk.playTurn(refutation[0]!, 360)) && me === token) desk.setTurns(whole, place + 1);
}

/** Back to the solver's turn. */
export function tryAgain(): void {
    const s = solving.peek();
    if (s?.phase !== 'wrong') return;
    batch(() => {
        const before = soFar();
        desk.setTurns(before, before.length);
        said.value = null;
        yourTurn();
    });
}

/** Gives up: the puzzle counts as failed, and one can look around. */
export function giveUp(): void {
    const s = solving.peek();
    if (!s || s.phase === 'over') return;
    const first = !s.failed && !s.solved;
    token++;
    batch(() => {
        const before = soFar();
        update({ failed: true, phase: 'over' });
        desk.setTurns(before, before.length);
        said.value = { tone: 'info', text: t('puzzles.given') };
        retry.value = null;
        hint.value = null;
        lookAround();
    });
    if (first) ends.failed();
}

// After the end

/** What hints there are for the turn; null: none was asked for. */
export const hint = signal<Hint | null>(null);

/** What was said of a turn that was only asked about. */
export const asked = signal<{ turn: string; verdict: Verdict['verdict'] | 'asking'; text: string } | null>(null);

let asking: (turn: readonly Square[]) => void = () => {};
/** Takes the turns that are entered when the puzzle is over. */
export function onAsk(ask: (turn: readonly Square[]) => void): void {
    asking = ask;
}

function lookAround(): void {
    desk.setTaker((turn) => asking(turn));
    desk.onPress(otherwise);
}

/* Where the solver's last turn stands as it was solved, a press is the beginning of another turn in its place: after the turn that
 * wins there is nothing to ask. */
function otherwise(s: Square): void {
    const line = soFar();
    const shown = desk.turns.peek().slice(0, desk.at.peek());
    const stands = String(shown) === String(line) && !desk.entered.peek().length;
    if (!solving.peek()?.solved || !stands || desk.positionAfter(line.length - 1).cells[s]) return;
    asked.value = null;
    desk.setTurns(line, line.length - 1);
}

/** Back to the puzzle's first turn. */
export function toStart(): void {
    const s = solving.peek();
    if (s?.phase !== 'over') return;
    asked.value = null;
    desk.setTurns(soFar().slice(0, offset.peek()), offset.peek());
}
