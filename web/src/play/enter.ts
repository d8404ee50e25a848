/* Entering a turn: stones are tentative until the turn is complete, and where the user wants it, confirmed. */
import { computed, effect, untracked } from '@preact/signals';
import { needsConfirm, setPlaying, tentative } from '../app/press';
import { announce, path, toast } from '../app/store';
import { legal, mayPass, movesText, type Position, type Side } from '../core/rules';
import { PASS, type Square } from '../core/squares';
import { isComplete, pressed, withStones } from '../core/turns';
import { t } from '../strings';
import { counting, markDead } from './count';
import { append, atLive, backToGame, game, livePosition, playFromHere, sayTurn, toMove } from './game';
import { knock } from './sound';

/** Is the turn that was entered ready to be played? */
export const ready = computed(() => isComplete(livePosition.value, tentative.value));

/** Why a person cannot place stones now; null if one can. */
function hindrance(): 'over' | 'elsewhere' | 'machine' | null {
    if (game.value.live === null) return null;
    if (!atLive.value) return 'elsewhere';
    if (game.value.result) return 'over';
    return toMove.value.kind === 'person' ? null : 'machine';
}

function press(s: Square): void {
    if (counting.value && atLive.value) return markDead(s);
    const why = hindrance();
    if (why === 'elsewhere') return toast(t('play.elsewhere'), { action: t('play.return'), run: backToGame });
    if (why) return;
    if (game.value.live === null) playFromHere();
    if (toMove.value.kind !== 'person') return;
    const p = livePosition.value;
    const before = tentative.value;
    const stones = pressed(p, before, s);
    if (stones === before) return;
    tentative.value = stones;
    if (isComplete(p, stones) && !needsConfirm.value) return commit();
    if (stones.length > before.length) knock();
    sayTentative(p, stones);
}

function sayTentative(p: Position, stones: readonly Square[]): void {
    const { left } = withStones(p, stones);
    if (isComplete(p, stones)) announce(t('play.confirm.hint', { stones: movesText(p.rules, stones) }));
    else announce(t(left === 1 ? 'play.more.one' : 'play.more', { n: left }));
}

/** Plays the turn that was entered. */
export function commit(): void {
    if (!ready.peek()) return;
    const stones = tentative.peek();
    const side = livePosition.peek().toMove;
    tentative.value = [];
    append(stones);
    if (!game.peek().result) sayTurn(side, stones);
}

/** May a person pass now? */
export const canPass = computed(
    () => game.value.live !== null && !hindrance() && toMove.value.kind === 'person' && mayPass(livePosition.value),
);

export function pass(): void {
    if (!canPass.peek()) return;
    const side = livePosition.peek().toMove;
    tentative.value = [];
    append([PASS]);
    sayTurn(side, [PASS]);
}

function ghost(s: Square): Side | null {
    const p = livePosition.value;
    if (hindrance() || p.outcome !== 'open' || toMove.value.kind !== 'person' || tentative.value.includes(s))
        return null;
    const before = ready.value ? tentative.value.slice(0, -1) : tentative.value;
    return legal(withStones(p, before), s) ? p.toMove : null;
}

export function startEntering(): void {
    setPlaying({ press, ghost });
    effect(() => {
        void path.value;
        // Stones of a turn are forgotten when one looks elsewhere.
        if (!atLive.value) untracked(() => (tentative.value = []));
    });
}
