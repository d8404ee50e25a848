/* The machines' turns and hints: asked of the server, one at a time, and given up when the game goes elsewhere. */
import { effect, signal, untracked } from '@preact/signals';
import { ApiError, api, type MoveRequest } from '../api';
import { errorText } from '../api/text';
import { tentative } from '../app/press';
import { announce, mode, path, setOverlay, toast, tree } from '../app/store';
import { addLine } from '../core/edits';
import { gameOf } from '../core/json';
import { legal, movesText, otherSide, place, readMove, type Position, type Side } from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { withStones } from '../core/turns';
import { t } from '../strings';
import { append, finish, game, interrupted, livePosition, running, sayTurn, stuck, toMove } from './game';
import { FULL, thinkingTime, type Player } from './model';

/** The side that a machine thinks for. */
export const thinking = signal<Side | null>(null);

/* An answer at once looks as if nobody had thought, and two stones at once are hard to see. */
const THINK_LEAST = 300;
const BETWEEN_STONES = 180;
/* Without a clock and a level that limits it. */
const USUAL_SECONDS = 3;
const HINT_SECONDS = 1.5;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Reads the turn of an answer; what the rules do not allow is an error. */
function turnFrom(p: Position, words: readonly string[]): Square[] {
    const stones: Square[] = [];
    let at = p;
    for (const word of words) {
        const s = readMove(p.rules, word);
        if (s === null || !legal(at, s)) throw new Error(word);
        stones.push(s);
        at = place(at, s);
    }
    if (!stones.length) throw new Error(t('play.noturn'));
    return stones;
}

function request(player: Player, entered: readonly Square[], seconds: number | undefined): MoveRequest {
    const at = addLine(tree.peek(), game.peek().live ?? path.peek(), entered);
    const asked = {
        game: gameOf(at.tree, at.path) as MoveRequest['game'],
        seed: Math.floor(Math.random() * 2 ** 31),
        seconds,
    };
    if (player.kind === 'agent') return { ...asked, player: player.spec };
    /* Of Go the usual player is meant where none is named. */
    const named = tree.peek().rules.go ? {} : { player: 'engine' };
    return { ...asked, ...named, level: player.kind === 'engine' ? player.level : FULL };
}

function secondsFor(player: Player, side: Side): number | undefined {
    const { clock, left } = game.peek();
    const byLevel = player.kind === 'engine' && player.level < FULL ? undefined : USUAL_SECONDS;
    return thinkingTime(clock, left[side]) ?? byLevel;
}

let asking: AbortController | null = null;
let turns = 0;

function stop(): void {
    asking?.abort();
    asking = null;
    thinking.value = null;
}

async function think(side: Side, player: Player): Promise<void> {
    const abort = new AbortController();
    const group = `machine ${++turns}`;
    asking = abort;
    thinking.value = side;
    try {
        const asked = request(player, [], secondsFor(player, side));
        const [answer] = await Promise.all([api.move(asked, { signal: abort.signal }), pause(THINK_LEAST)]);
        if (abort.signal.aborted) return;
        if (answer.resigns) return finish({ winner: otherSide(side), how: 'resign' });
        const stones = turnFrom(livePosition.peek(), answer.turn);
        for (const [i, s] of stones.entries()) {
            if (i) await pause(BETWEEN_STONES);
            if (abort.signal.aborted) return;
            append([s], group);
        }
        if (!game.peek().result) sayTurn(side, stones);
    } catch (e) {
        if (abort.signal.aborted || (e instanceof ApiError && e.aborted)) return;
        stuck.value = true;
        toast(t('play.stuck', { why: errorText(e) }), { kind: 'error', action: t('app.retry'), run: retry });
    } finally {
        if (asking === abort) stop();
    }
}

export function retry(): void {
    stuck.value = false;
}

/* Asks the machine to move, if one is to. Runs again after everything that could make it so. */
function pump(): void {
    const waits = !running.value || stuck.value || thinking.value !== null || mode.value !== 'play';
    const player = toMove.value;
    const { toMove: side, outcome } = livePosition.value;
    if (waits || player.kind === 'person' || outcome !== 'open') return;
    untracked(() => void think(side, player));
}

export const hinting = signal(false);

/** Shows what the engine would play. */
export async function hint(): Promise<void> {
    if (hinting.peek() || !running.peek() || toMove.peek().kind !== 'person') return;
    const p = livePosition.peek();
    const entered = tentative.peek();
    hinting.value = true;
    try {
        const answer = await api.move(request({ kind: 'engine', level: FULL }, entered, HINT_SECONDS));
        if (livePosition.peek() !== p || tentative.peek() !== entered) return;
        const stones = turnFrom(withStones(p, entered), answer.turn);
        const shown = stones.filter((s) => s !== PASS);
        setOverlay('hint', { modes: ['play'], stones: shown.map((s) => ({ at: s, side: p.toMove, ring: 'good' })) });
        const said = t('play.hint.is', { stones: movesText(p.rules, stones) });
        if (shown.length) announce(said);
        else toast(said);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    } finally {
        hinting.value = false;
    }
}

export function startMachines(): void {
    effect(() => {
        void interrupted.value;
        untracked(stop);
    });
    effect(() => {
        void [livePosition.value, path.value];
        untracked(() => setOverlay('hint', null));
    });
    effect(pump);
}
