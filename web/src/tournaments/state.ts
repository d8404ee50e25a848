/* The server's tournaments, and the one that is looked at: asked for again and again while something is being played. */
import { batch, computed, effect, signal } from '@preact/signals';
import { alone, api, ApiError, type Tournament, type TournamentEntry, type TournamentGames } from '../api';
import { errorText } from '../api/text';
import { load, mode, toast } from '../app/store';
import { addLine } from '../core/edits';
import { CONNECT6, readMove, rulesFrom, type Rules } from '../core/rules';
import { newTree } from '../core/tree';
import { gameName, playerName } from '../play/names';
import { t } from '../strings';
import { playerOf } from './model';

const LIST_MS = 3000;
const VIEW_MS = 1000;
const PAGE = 20;

export const list = signal<readonly TournamentEntry[]>([]);
/** Can tournaments be made and played here? */
export const kept = signal(false);
export const makeOpen = signal(false);

/** The tournament that is looked at, and whether its dialog is open. */
export const shown = signal('');
export const viewOpen = signal(false);
export const view = signal<Tournament | null>(null);
export const failed = signal('');
/** The two players whose games are listed, by their places in the report; null: all games. */
export const pair = signal<readonly [number, number] | null>(null);
export const games = signal<TournamentGames | null>(null);
const most = signal(PAGE);
const again = signal(0);

export const rules = computed<Rules>(() => (view.value && rulesFrom(view.value.rules)) || CONNECT6);
export const moves = (state: string | undefined) => state === 'playing' || state === 'ending';

/** The name of a player of a table, for people. */
export function nameOf(name: string): string {
    return playerName(playerOf(name, rules.value.go !== undefined));
}

/* Does something now and again, as long as it says that there is more to come. */
function poll(work: () => Promise<boolean>, ms: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const step = async () => {
        if ((await work()) && !over) timer = setTimeout(() => void step(), ms);
    };
    void step();
    return () => {
        over = true;
        clearTimeout(timer);
    };
}

export function refresh(): void {
    again.value++;
}

async function loadList(): Promise<boolean> {
    try {
        const found = await api.tournaments();
        batch(() => {
            list.value = found.tournaments;
            kept.value = found.kept;
        });
        return found.tournaments.some((v) => moves(v.state));
    } catch {
        // A server that is away: its tournaments are asked for again.
        return true;
    }
}

async function loadGames(name: string): Promise<void> {
    const [first, second] = pair.peek() ?? [-1, -1];
    const found = await api.tournamentGames(name, { first, second, limit: most.peek() });
    if (shown.peek() === name) games.value = found;
}

async function loadView(name: string): Promise<boolean> {
    try {
        const found = await api.tournamentGet(name);
        if (shown.peek() !== name || !viewOpen.peek()) return false;
        const grown = found.played !== view.peek()?.played || !games.peek();
        batch(() => {
            view.value = found;
            failed.value = '';
        });
        if (grown) await loadGames(name);
        return moves(found.state);
    } catch (e) {
        failed.value = errorText(e);
        return !(e instanceof ApiError && e.code === 'not_found');
    }
}

export function show(name: string): void {
    batch(() => {
        if (shown.peek() !== name) view.value = null;
        shown.value = name;
        games.value = null;
        pair.value = null;
        most.value = PAGE;
        viewOpen.value = true;
    });
}

/** Lists the games of two players; those of all again if they are listed already. */
export function pick(first: number, second: number): void {
    const now = pair.peek();
    const same = now && now.includes(first) && now.includes(second);
    pair.value = same ? null : [first, second];
    most.value = PAGE;
}

export function more(): void {
    most.value += PAGE;
}

export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
        await work();
        return true;
    } catch (e) {
        toast(errorText(e), { kind: 'error' });
        return false;
    } finally {
        refresh();
    }
}

export const run = (on: boolean) => attempt(() => api.tournamentRun(shown.peek(), on));

export const remove = () =>
    attempt(async () => {
        await api.tournamentDelete(shown.peek());
        viewOpen.value = false;
    });

/** Puts a game on the board, to be looked through. */
export async function openGame(number: number): Promise<void> {
    const name = shown.peek();
    await attempt(async () => {
        const { game, black, white, winner } = await api.tournamentGame(name, number);
        const r = rulesFrom(game.rules);
        if (!r) throw new ApiError('bad_answer', 'rules');
        const result = { black: 'B+', white: 'W+', draw: 'Draw' }[winner];
        const tree = newTree(r, { black: nameOf(black), white: nameOf(white), event: name, result });
        const stones = (game.stones ?? []).map((s) => readMove(r, s)).filter((s) => s !== null);
        const line = addLine(tree, [], stones);
        batch(() => {
            load(line.tree, line.path);
            mode.value = 'analyse';
            viewOpen.value = false;
        });
        toast(t('tour.opened', { n: number, name, game: gameName(r) }));
    });
}

export function followTournaments(): void {
    effect(() => {
        void [again.value, viewOpen.value];
        if (mode.value !== 'play' || alone.value) return undefined;
        return poll(loadList, LIST_MS);
    });
    effect(() => {
        void again.value;
        const name = shown.value;
        if (!viewOpen.value || !name) return undefined;
        return poll(() => loadView(name), VIEW_MS);
    });
    // Other games are wanted.
    effect(() => {
        void [pair.value, most.value];
        const name = shown.peek();
        if (viewOpen.peek() && view.peek()) loadGames(name).catch((e: unknown) => (failed.value = errorText(e)));
    });
}
