/* The clocks. That of the side to move runs from the first stone of the game on. */
import { effect, signal, untracked } from '@preact/signals';
import { otherSide, type Side } from '../core/rules';
import { finish, game, interrupted, livePosition, running, stuck, update } from './game';
import { afterTurn } from './model';

/** The seconds both sides have left now. */
export const clocks = signal<Readonly<Record<Side, number>>>(game.peek().left);
let began = 0;

function goes(): boolean {
    return (
        running.peek() &&
        game.peek().clock.kind !== 'none' &&
        livePosition.peek().moves.length > 0 &&
        livePosition.peek().outcome === 'open' &&
        !stuck.peek()
    );
}

function tick(): void {
    const { left } = game.peek();
    if (!goes()) {
        began = performance.now();
        if (clocks.peek() !== left) clocks.value = left;
        return;
    }
    const side = livePosition.peek().toMove;
    const now = Math.max(0, left[side] - (performance.now() - began) / 1000);
    clocks.value = { ...left, [side]: now };
    if (now > 0) return;
    update({ left: clocks.peek() });
    finish({ winner: otherSide(side), how: 'time' });
}

/* When the turn passes, what the side used is gone from its clock. */
function watchTurns(): void {
    let before = { turn: -1, side: 'black' as Side, interrupted: -1 };
    effect(() => {
        const now = { turn: livePosition.value.turn, side: livePosition.value.toMove, interrupted: interrupted.value };
        const over = livePosition.value.outcome !== 'open';
        untracked(() => {
            const passed = now.turn === before.turn + 1 && now.interrupted === before.interrupted;
            const { clock, left } = game.peek();
            const used = (performance.now() - began) / 1000;
            const ran = clock.kind !== 'none' && livePosition.peek().moves.length > 1;
            if (passed && ran && !over)
                update({ left: { ...left, [before.side]: afterTurn(clock, left[before.side], used) } });
            if (passed || now.interrupted !== before.interrupted || now.turn !== before.turn) began = performance.now();
            before = now;
            tick();
        });
    });
}

export function startClocks(): void {
    watchTurns();
    setInterval(tick, 100);
    // A game that is resumed goes on with what was left.
    addEventListener('pagehide', () => update({ left: clocks.peek() }));
}
