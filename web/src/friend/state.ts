/* The game between people that this tab shows: followed over the socket, played over HTTP. The server has the game; what comes from there
 * is all there is, so that a lost connection loses nothing. */
import { batch, computed, effect, signal } from '@preact/signals';
import { ApiError, api, live, type Duel, type DuelActRequest, type DuelLine, type DuelOffer, type Job } from '../api';
import { errorText } from '../api/text';
import { setScene } from '../app/scene';
import { store, stored } from '../app/settings';
import { announce, load, mode, toast } from '../app/store';
import { moveText, otherSide, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { lineEnd } from '../core/tree';
import { t } from '../strings';
import * as board from './board';
import { dropKey, keepKey, keyFor, own } from './keys';

/** The game; null: none is open in this tab. */
export const duel = signal<Duel | null>(null);
export const seat = signal<Side | null>(null);
/** An invitation that was opened and not answered. */
export const invited = signal<Duel | null>(null);
/** Is the connection there? */
export const connected = signal(true);
/** Something was asked for and not answered yet. */
export const asking = signal(false);

let id: string | null = null;
let job: Job | null = null;
/* When the clocks were told, by the clock of this page. */
const toldAt = signal(0);
const now = signal(performance.now());

const TAB = 'hexad.duel'; // the tab comes back to its game

const nameOf = (s: Side) => duel.value?.players[s]?.name || t(s === 'black' ? 'board.black' : 'board.white');

// Clocks

/** What a clock shows now; null: there is none. */
export function clockOf(s: Side): { seconds: number; periods: number; runs: boolean } | null {
    const left = duel.value?.left[s];
    if (!left) return null;
    if (!left.runs) return left;
    // The server counts, and so it knows when a period is over; until it says so, the clock shows that nothing is left.
    return { ...left, seconds: Math.max(0, left.seconds - (now.value - toldAt.value) / 1000) };
}

// The line over the board

function resultText(d: Duel): string {
    const r = d.result!;
    const how = t(`friend.how.${r.how}`, { text: r.text });
    if (r.outcome === 'draw') return t('friend.drawn', { how });
    return t('friend.won', { who: nameOf(r.outcome as Side), how });
}

function turnText(d: Duel): string {
    const side = d.to_move!;
    if (board.pending.value.length) return t('friend.sending');
    if (side === seat.value) {
        const left = board.livePosition.value.left - board.entered.value.length;
        return t(left === 1 ? 'play.yours.one' : 'play.yours', { n: left });
    }
    return t('friend.theirs', { who: nameOf(side) });
}

function text(d: Duel): string {
    if (d.state === 'waiting') return t('friend.waiting');
    if (d.state === 'adjourned') return t('friend.adjourned');
    return d.state === 'over' ? resultText(d) : turnText(d);
}

// Following

function take(d: Duel, whose: Side | null): void {
    const before = duel.peek();
    const first = before?.id !== d.id;
    const changed = first || before!.moves.join() !== d.moves.join();
    batch(() => {
        duel.value = d;
        seat.value = whose;
        toldAt.value = performance.now();
        connected.value = true;
        board.mine.value = d.state === 'playing' ? whose : null;
        if (changed) board.show(d, first);
    });
    if (changed && !first && d.moves.length > before!.moves.length && d.to_move === whose)
        announce(
            t('friend.played', {
                who: nameOf(otherSide(whose!)),
                stones: d.moves.slice(before!.moves.length).join(' '),
            }),
        );
    if (!first && d.state === 'over' && before!.state !== 'over') announce(resultText(d));
    if (d.next && before?.id === d.id && !before.next) open(d.next, keyFor(d.id));
}

/** Shows a game, as a player with the key that is given or kept, else as one who watches. */
export function open(game: string, given?: string): void {
    const key = given ?? keyFor(game);
    if (key) keepKey(game, key);
    job?.stop();
    id = game;
    store(TAB, game, 'sessionStorage');
    mode.value = 'play';
    setScene('play', board.duelScene);
    job = live.duel(game, key, {
        duel: (d, whose) => id === game && take(d, whose),
        failed: (e) => {
            if (id !== game) return;
            toast(errorText(e), { kind: 'error' });
            if (e.code === 'not_found') dropKey(game);
            if (e.code === 'busy' || e.code === 'stopped')
                return void setTimeout(() => id === game && open(game), 3000);
            close();
        },
    });
}

/** Leaves the board; the game goes on. */
export function close(): void {
    job?.stop();
    job = null;
    id = null;
    store(TAB, undefined, 'sessionStorage');
    batch(() => {
        duel.value = null;
        seat.value = null;
        board.mine.value = null;
        board.entered.value = [];
    });
    setScene('play', null);
    void refresh();
}

// Doing

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/* What failed on its way is sent again as long as the game is open: the server plays nothing twice. */
async function sent(game: string, act: DuelActRequest): Promise<Duel | null> {
    for (;;) {
        try {
            return await api.duelAct(game, act);
        } catch (e) {
            const lost = e instanceof ApiError && ['unreachable', 'timeout', 'busy', 'stopped'].includes(e.code);
            if (!lost || id !== game) throw e;
            connected.value = false;
            await pause(1000);
        }
    }
}

async function act(fields: Omit<DuelActRequest, 'key'>): Promise<void> {
    const game = id;
    const key = game && keyFor(game);
    if (!game || !key) return;
    asking.value = true;
    try {
        const d = await sent(game, { key, ...fields });
        if (d && id === game) take(d, seat.peek());
    } catch (e) {
        if (id !== game) return;
        // A turn that was sent twice, its first answer lost, is in the game already: then the socket has told it.
        const there = fields.act === 'move' && e instanceof ApiError && e.code === 'conflict';
        if (there) take(await api.duelGet(game), seat.peek());
        else toast(errorText(e), { kind: 'error' });
        board.pending.value = [];
    } finally {
        asking.value = false;
    }
}

function play(turn: readonly Square[]): void {
    const { rules } = board.livePosition.peek();
    void act({ act: 'move', stones: turn.map((s) => moveText(rules, s)), at: duel.peek()!.plies });
}

export const offer = (what: DuelOffer) => void act({ act: 'offer', what });
export const accept = (what: DuelOffer) => void act({ act: 'accept', what });
export const decline = (what: DuelOffer) => void act({ act: 'decline', what });
export const resign = () => void act({ act: 'resign' });
export const cancel = async () => {
    const game = id;
    await act({ act: 'cancel' });
    if (game) dropKey(game);
    close();
};

/** Opens the game as it is in Analyse. */
export function analyse(): void {
    const d = duel.peek();
    if (!d) return;
    const tree = board.treeOf(d);
    load(tree, lineEnd(tree, []));
    close();
    mode.value = 'analyse';
}

// One's own games

export const lines = signal<readonly DuelLine[]>([]);
export const myTurns = computed(
    () => lines.value.filter((l) => l.state === 'playing' && l.to_move === l.seat && l.id !== duel.value?.id).length,
);

export async function refresh(): Promise<void> {
    const list = own.peek();
    if (!list.length) return void (lines.value = []);
    try {
        lines.value = (await api.duelList([...list])).duels;
    } catch {
        // then the list is as it was
    }
}

// Links

/** Follows a link: a seat of one's own, an invitation, or a game to watch. */
export async function follow(link: { id: string; key?: string }): Promise<void> {
    if (link.key || keyFor(link.id)) return open(link.id, link.key);
    try {
        const d = await api.duelGet(link.id);
        if (d.state === 'waiting') invited.value = d;
        else open(link.id);
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
    }
}

export async function join(name: string): Promise<void> {
    const d = invited.peek();
    if (!d) return;
    invited.value = null;
    try {
        const { key } = await api.duelJoin(d.id, name);
        keepKey(d.id, key);
    } catch (e) {
        toast(errorText(e), { kind: 'error' }); // somebody was faster: one watches
    }
    open(d.id);
}

export function start(): void {
    board.setTaker(play);
    effect(() => {
        const d = duel.value;
        if (d) board.saying.value = { text: text(d), over: d.state === 'over' };
        else board.saying.value = { text: t('friend.loading'), over: false };
    });
    live.onState((s) => {
        if (id) connected.value = s === 'open';
    });
    addEventListener('online', () => live.retry());
    setInterval(() => {
        if (duel.peek()?.left.black?.runs || duel.peek()?.left.white?.runs) now.value = performance.now();
    }, 100);
    // Other games: looked at now and then while somebody may see it.
    setInterval(() => {
        if (document.visibilityState === 'visible' && own.peek().length) void refresh();
    }, 20000);
    void refresh();
    const kept = stored<string>(TAB, 'sessionStorage');
    if (kept && !id) open(kept);
}
