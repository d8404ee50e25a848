/* The game that is played: where it stands, who plays, how it ended. Its stones are a line of the shared tree;
 * here is only what the tree does not know. */
import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { turnsOf } from '../app/nav';
import { tentative } from '../app/press';
import { keepRecent } from '../app/recent';
import { remember } from '../app/settings';
import { announce, change, goTo, load, loaded, note, path, position, toast, tree } from '../app/store';
import { inherited, keyOf } from '../app/tab';
import { addLine, deleteAt, setInfo } from '../core/edits';
import { scoreText } from '../core/go';
import { movesText, otherSide, rulesText, type Position, type Rules, type Side } from '../core/rules';
import type { Square } from '../core/squares';
import { fixPath, newTree, nodesOn, positionAt, samePath, stonesTo, type Path, type Tree } from '../core/tree';
import { t } from '../strings';
import { newGame, readGame, resultOf, NO_CLOCK, YOU_AND_ENGINE } from './model';
import type { Clock, Game, Player, Players, Result } from './model';
import { playerNames } from './names';
import { celebrate } from './party';
import { chime, knock } from './sound';

const fresh = newGame(YOU_AND_ENGINE, NO_CLOCK);
/* Each tab has its own game, as it has its own tree. */
const kept = remember<unknown>(keyOf('hexad.game'), inherited('hexad.game') ?? fresh, (v) => readGame(v) !== null);
export const game = computed<Game>(() => readGame(kept.value) ?? fresh);

export function update(fields: Partial<Game>): void {
    kept.value = { ...game.peek(), ...fields };
}

/** The position where the game stands, which need not be the one that is looked at. */
export const livePosition = computed<Position>(() => positionAt(tree.value, game.value.live ?? path.value));
/** Does the board show the place where the game stands? */
export const atLive = computed(() => game.value.live !== null && samePath(game.value.live, path.value));
export const running = computed(() => game.value.live !== null && game.value.result === null);
export const toMove = computed<Player>(() => game.value.players[livePosition.value.toMove]);
/** Counts the events after which a machine that thinks must stop and the clock starts anew. */
export const interrupted = signal(0);
/** A machine that did not answer: the game waits for a retry. */
export const stuck = signal(false);

export function isPerson(side: Side): boolean {
    return game.value.players[side].kind === 'person';
}

function interrupt(): void {
    interrupted.value = interrupted.peek() + 1;
    stuck.value = false;
    tentative.value = [];
}

// The end

export function finish(result: Result): void {
    interrupt();
    update({ result });
    const text = recordText(result);
    note(setInfo(tree.peek(), 'result', text));
    void keepRecent(tree.peek());
    chime(!result.winner || isPerson(result.winner));
    if (result.winner && isPerson(result.winner)) celebrate();
    announce(resultText(result));
}

/* As records have it: "B+Resign", "W+3.5". */
function recordText({ winner, how, by }: Result): string {
    if (!winner) return 'Draw';
    if (how === 'score') return scoreText(winner === 'black' ? by! : -by!);
    return (winner === 'black' ? 'B+' : 'W+') + { row: '', full: '', resign: 'Resign', time: 'Time' }[how];
}

export function resultText(r: Result): string {
    if (!r.winner) return t(r.how === 'score' ? 'play.over.even' : 'play.over.draw');
    const alone = isPerson('black') !== isPerson('white');
    const name = t(r.winner === 'black' ? 'board.black' : 'board.white');
    const who = !alone ? t('play.over.won', { who: name }) : t(isPerson(r.winner) ? 'play.over.you' : 'play.over.lost');
    const why = r.how === 'full' ? '' : t(`play.how.${r.how}`, { k: tree.value.rules.k, n: r.by ?? 0 });
    return `${who} ${why}`;
}

// Turns

export function sayTurn(side: Side, stones: readonly Square[]): void {
    const who = t(side === 'black' ? 'board.black' : 'board.white');
    announce(t('play.said', { who, stones: movesText(tree.peek().rules, stones) }));
}

/* The game that nobody started, because the page came with it, gets its names with its first stone. */
function withNames(t: Tree): Tree {
    if (t.info.black || t.info.white || t.root.children.length) return t;
    const names = playerNames(game.peek().players);
    return setInfo(setInfo(t, 'black', names.black), 'white', names.white);
}

/** Puts stones at the end of the game; the view goes along if it was there. Stones of one group are undone together. */
export function append(stones: readonly Square[], group?: string): void {
    const live = game.peek().live ?? path.peek();
    const follows = samePath(live, path.peek());
    const next = addLine(withNames(tree.peek()), live, stones);
    batch(() => {
        change(next.tree, follows ? next.path : path.peek(), { group });
        update({ live: next.path, dead: undefined });
    });
    knock();
    const result = resultOf(livePosition.peek());
    if (result) finish(result);
}

// What the user can do

export interface Setting {
    rules: Rules;
    players: Players;
    clock: Clock;
}

let starting = false;

export function start({ rules, players, clock }: Setting): void {
    starting = true;
    batch(() => {
        interrupt();
        load(newTree(rules, { ...playerNames(players), date: new Date().toISOString().slice(0, 10) }));
        kept.value = newGame(players, clock);
    });
    starting = false;
}

export function setPlayer(side: Side, player: Player): void {
    interrupt();
    const players = { ...game.peek().players, [side]: player };
    update({ players });
    const names = playerNames(players);
    note(setInfo(setInfo(tree.peek(), 'black', names.black), 'white', names.white));
}

export function backToGame(): void {
    const { live } = game.peek();
    if (live) goTo(live);
}

/** The game goes on from the place one looks at. */
export function playFromHere(): void {
    interrupt();
    update({
        live: path.peek(),
        result: resultOf(position.peek()),
        dead: undefined,
        left: fullClock(),
        ground: undefined,
    });
}

function fullClock(): Record<Side, number> {
    const { seconds } = game.peek().clock;
    return { black: seconds, white: seconds };
}

/** Takes back the stone being entered, or else the last turn of a person and what was answered to it. */
export function takeBack(): void {
    const entered = tentative.peek();
    const to = takeBackPlace();
    if (entered.length) tentative.value = entered.slice(0, -1);
    else if (to) takeBackTo(to);
    else return;
    announce(t('play.taken'));
}

function takeBackTo(to: Path): void {
    const { live, clock, left } = game.peek();
    const next = deleteAt(tree.peek(), live!.slice(0, to.length + 1));
    batch(() => {
        interrupt();
        change(next.tree, to);
        update({ live: to, result: null, dead: undefined, left: clock.kind === 'game' ? left : fullClock() });
        note(setInfo(tree.peek(), 'result', ''));
    });
}

function takeBackPlace(): Path | null {
    const { live } = game.value;
    if (live === null) return null;
    for (const turn of turnsOf(tree.value, live).reverse())
        if (isPerson(turn.side)) return turn.end.slice(0, turn.end.length - turn.stones.length);
    return null;
}

export const canTakeBack = computed(() => tentative.value.length > 0 || takeBackPlace() !== null);

/* The side that a person would resign: the one to move if a person plays it, else the other. */
const resigning = computed<Side | null>(() => {
    const side = livePosition.value.toMove;
    if (!running.value || !livePosition.value.moves.length) return null;
    return isPerson(side) ? side : isPerson(otherSide(side)) ? otherSide(side) : null;
});

export const canResign = computed(() => resigning.value !== null);

export function resign(): void {
    const side = resigning.peek();
    if (!side) return;
    finish({ winner: otherSide(side), how: 'resign' });
    toast(t('play.resigned'), { action: t('app.undo'), run: unresign });
}

function unresign(): void {
    update({ result: null });
    note(setInfo(tree.peek(), 'result', ''));
}

// Keeping game and tree in step

/** What the game is known by when the page comes back: the rules and the stones. */
function lineOf(live: Path): string {
    return `${rulesText(tree.peek().rules)} ${movesText(tree.peek().rules, stonesTo(tree.peek(), live) ?? [])}`;
}

/** What was set up on the way to the game's end. */
function groundOf(live: Path): string {
    return JSON.stringify(nodesOn(tree.peek(), live).flatMap((n) => n.setup ?? []));
}

/* The tree that was restored may be another one, or lack the last stones. */
function resume(): void {
    const { live, line } = game.peek();
    if (!live) return;
    const found = fixPath(tree.peek(), live);
    const same =
        line === undefined ? !live.length && !tree.peek().root.children.length : line.startsWith(lineOf(found));
    if (!same) update({ live: null, result: null });
    else if (found.length < live.length) update({ live: found, result: null });
}

export function followTree(): void {
    resume();
    let seen = loaded.peek();
    effect(() => {
        if (loaded.value === seen) return;
        seen = loaded.value;
        // Another tree than that of the game: no game is on until somebody plays on from it.
        if (!starting) untracked(() => (interrupt(), update({ live: null, result: null })));
    });
    effect(() => {
        const { live } = game.value;
        const found = live && fixPath(tree.value, live);
        untracked(() => {
            if (!live || !found) return;
            // An edit took away the end of the game: it goes on from what is left.
            if (found.length < live.length) return (interrupt(), update({ live: found, result: null }));
            const ground = groundOf(live);
            if (ground !== (game.peek().ground ?? ground)) return (interrupt(), update({ live: null, result: null }));
            const line = lineOf(live);
            if (line !== game.peek().line || ground !== game.peek().ground) update({ line, ground });
        });
    });
}
