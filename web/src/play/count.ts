/* The end of a game of Go: both have passed, the server proposes which stones are dead, a click on a group says otherwise, and the count
 * is accepted by who plays. Machines accept what is proposed. */
import { computed, effect, signal, untracked } from '@preact/signals';
import { api } from '../api';
import { alone } from '../api/host';
import { errorText } from '../api/text';
import { announce, path, setOverlay, toast, tree, type BoardMark } from '../app/store';
import { areaOf, scoreOf, scoreText, toggleDead } from '../core/go';
import { gameOf } from '../core/json';
import { BLACK, EMPTY, WHITE, readMove, type Position, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { t } from '../strings';
import { atLive, finish, game, isPerson, livePosition, running, update } from './game';

/** Have both passed, and is the count not accepted yet? */
export const counting = computed(() => running.value && (livePosition.value.go?.passes ?? 0) >= 2);
/** Is the server being asked? */
export const proposing = signal(false);

const NONE: ReadonlySet<Square> = new Set();
export const dead = computed<ReadonlySet<Square>>(() => (game.value.dead ? new Set(game.value.dead) : NONE));

/** Black's points less White's, as the dead stones are now. */
export const score = computed(() => (livePosition.value.go ? scoreOf(livePosition.value, dead.value) : 0));

/** The points of both sides, White's with komi. */
export const points = computed<Readonly<Record<Side, number>>>(() => {
    const p = livePosition.value;
    if (!p.go) return { black: 0, white: 0 };
    const owners = [...areaOf(p, dead.value).values()];
    return {
        black: owners.filter((v) => v === BLACK).length,
        white: owners.filter((v) => v === WHITE).length + p.rules.go!.komi,
    };
});

/** A click on a group: it lives, or it is dead. */
export function markDead(s: Square): void {
    if (proposing.peek()) return;
    const next = toggleDead(livePosition.peek(), dead.peek(), s);
    if (next === dead.peek()) return;
    update({ dead: [...next] });
    announce(scoreText(score.peek()));
}

export function acceptCount(): void {
    if (!counting.peek() || proposing.peek()) return;
    const s = score.peek();
    finish({ winner: s === 0 ? null : s > 0 ? 'black' : 'white', how: 'score', by: Math.abs(s) });
}

async function propose(of: Position, signal: AbortSignal): Promise<void> {
    proposing.value = true;
    let found: Square[] = [];
    try {
        const asked = gameOf(tree.peek(), game.peek().live ?? path.peek());
        const answer = await api.count(asked as Parameters<typeof api.count>[0], { signal });
        found = answer.dead.flatMap((v) => readMove(of.rules, v) ?? []);
    } catch (e) {
        if (!signal.aborted && !alone.peek()) toast(errorText(e), { kind: 'error' });
    }
    if (signal.aborted) return;
    proposing.value = false;
    update({ dead: found });
    announce(t('play.count.said', { score: scoreText(score.peek()) }));
    if (!isPerson('black') && !isPerson('white')) acceptCount();
}

function territory(p: Position, gone: ReadonlySet<Square>): BoardMark[] {
    const marks: BoardMark[] = [];
    for (const [at, owner] of areaOf(p, gone)) {
        if (p.cells[at] !== EMPTY && !gone.has(at)) continue;
        if (owner !== EMPTY) marks.push({ at, kind: 'area', tone: owner === BLACK ? 'black' : 'white' });
    }
    return marks;
}

export function startCounting(): void {
    effect(() => {
        const p = livePosition.value;
        if (!counting.value || untracked(() => game.peek().dead)) return undefined;
        const abort = new AbortController();
        untracked(() => void propose(p, abort.signal));
        return () => {
            abort.abort();
            proposing.value = false;
        };
    });
    effect(() => {
        const counted = counting.value || game.value.result?.how === 'score';
        const p = livePosition.value;
        const on = atLive.value && counted && !proposing.value && p.go;
        setOverlay('count', on ? { modes: ['play'], gone: [...dead.value], marks: territory(p, dead.value) } : null);
    });
}
