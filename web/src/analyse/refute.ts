/* "Try to refute it": while a forcing win is shown, the defender's turn is entered on the board, any turn, and the winning answer is looked
 * for and shown. So the win is a tree that is walked, not one line. */
import { computed, effect, signal } from '@preact/signals';
import { api, ApiError } from '../api';
import { errorText } from '../api/text';
import { addBoardTool, announce, position, setOverlay, tool } from '../app/store';
import { type Position, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { isComplete, pressed, withStones } from '../core/turns';
import { t } from '../strings';
import { lineOverlay } from './candidates';
import { show, type Show } from './forcing';
import { key } from './state';
import { gameOf, lineStones, squaresOf, words } from './wire';

export interface Refuting {
    readonly key: string;
    readonly base: Position;
    readonly attacker: Side;
    /** What was played since, turn by turn, the attacker's first. */
    readonly turns: readonly (readonly Square[])[];
    /** The defender's turn so far. */
    readonly entered: readonly Square[];
    readonly state: 'yours' | 'searching' | 'won' | 'open' | 'failed';
    readonly message: string;
}

export const refuting = signal<Refuting | null>(null);
const TOOL = 'refute';
const seconds = 20;
let search: AbortController | null = null;

const stonesOf = (r: Refuting): Square[] => r.turns.flat();
const now = computed(() => {
    const r = refuting.value;
    return r && withStones(r.base, stonesOf(r));
});

/** May the defence be tried here? Where the attacker is to move in the game, and its turn is shown. */
export function canRefute(s: Show): boolean {
    return s.found.side === position.value.toMove;
}

export function startRefuting(s: Show): void {
    const stones = lineStones(position.peek(), s.found.line, s.found.side);
    // After a turn of the attacker: the one that is shown, or the one before the defence that is shown.
    const until = Math.max(1, s.step % 2 ? s.step : s.step - 1);
    const turns: Square[][] = [];
    for (const v of stones) if (v.turn < until) (turns[v.turn] ??= []).push(v.at);
    const base = position.peek();
    const over = withStones(base, turns.flat()).outcome !== 'open';
    show.value = null;
    refuting.value = {
        key: key.peek(),
        base,
        attacker: s.found.side,
        turns: over ? turns.slice(0, 1) : turns,
        entered: [],
        state: 'yours',
        message: t('analyse.refute.yours'),
    };
    tool.value = TOOL;
    announce(t('analyse.refute.yours'));
}

export function stopRefuting(): void {
    search?.abort();
    refuting.value = null;
    if (tool.peek() === TOOL) tool.value = null;
}

/** Takes the last defence and its answer back. */
export function backRefuting(): void {
    const r = refuting.peek();
    if (!r) return;
    search?.abort();
    const turns = r.entered.length || r.turns.length < 3 ? r.turns : r.turns.slice(0, -2);
    refuting.value = { ...r, turns, entered: [], state: 'yours', message: t('analyse.refute.yours') };
}

async function answer(r: Refuting, defence: readonly Square[]): Promise<void> {
    const turns = [...r.turns, defence];
    const after = withStones(r.base, turns.flat());
    const tell = (more: Partial<Refuting>) => {
        refuting.value = { ...r, turns, entered: [], state: 'open', message: '', ...more };
        announce(refuting.peek()!.message);
    };
    if (after.outcome !== 'open') return tell({ message: t('analyse.refute.refuted') });
    tell({ state: 'searching', message: t('analyse.forcing.searching') });
    search = new AbortController();
    try {
        const found = await api.forcing({ game: gameOf(after), side: r.attacker, seconds }, { signal: search.signal });
        const turn = squaresOf(r.base.rules, found.turn);
        if (found.answer !== 'win' || !turn?.length) return tell({ message: t('analyse.refute.unknown') });
        const all = [...turns, turn];
        const won = withStones(r.base, all.flat()).outcome !== 'open';
        const text = { turn: words(turn).join(' '), n: found.depth };
        tell({
            turns: all,
            state: won ? 'won' : 'yours',
            message: t(won ? 'analyse.refute.won' : 'analyse.refute.answer', text),
        });
    } catch (e) {
        if (!(e instanceof ApiError && e.aborted)) tell({ state: 'failed', message: errorText(e) });
    }
}

function click(s: Square): boolean {
    const r = refuting.peek();
    const p = now.peek();
    if (!r || !p) return false;
    if (r.state !== 'yours') return true;
    const entered = pressed(p, r.entered, s);
    if (isComplete(p, entered)) void answer(r, entered);
    else refuting.value = { ...r, entered };
    return true;
}

export function followRefuting(): void {
    addBoardTool({
        name: TOOL,
        click,
        ghost: (s) => {
            const [r, p] = [refuting.peek(), now.peek()];
            return r?.state === 'yours' && p && !p.cells[s] ? p.toMove : null;
        },
    });
    effect(() => {
        const r = refuting.value;
        if (r && (r.key !== key.value || show.value)) stopRefuting();
    });
    effect(() => {
        const r = refuting.value;
        const line = r && [...stonesOf(r), ...r.entered];
        setOverlay('refute', r && line ? lineOverlay(r.base, line, r.attacker, r.turns.length + 1) : null);
    });
    effect(() => {
        if (tool.value !== TOOL && refuting.peek()) stopRefuting();
    });
}
