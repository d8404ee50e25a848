/* The bar over the board: who plays, whose turn it is, the clocks. It never changes its height. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { t } from '../strings';
import type { Position, Side } from '../core/rules';
import { StoneIcon } from './icons';
import { scene, shownPosition } from './scene';
import { tree } from './store';

/** What the bar says of a position when no game is on. */
export function statusText(p: Position): string {
    if (p.go && p.go.passes >= 2) return t('status.passed');
    if (p.outcome === 'draw') return t('status.draw');
    if (p.outcome !== 'open') return t(p.outcome === 'black' ? 'status.black.won' : 'status.white.won');
    const who = p.toMove === 'black' ? t('board.black') : t('board.white');
    return t(p.left === 1 ? 'status.turn.one' : 'status.turn', { who, n: p.left });
}

export interface SideStatus {
    name: string;
    clock: string | null;
    low: boolean;
    busy: boolean;
    /** To move, or the winner. */
    on: boolean;
}

export interface Status {
    text: string;
    over: boolean;
    black: SideStatus;
    white: SideStatus;
}

const source = signal<ReadonlySignal<Status | null> | null>(null);

/** The part of the page that knows of a game says what the bar shows; null: just the position. */
export function setStatus(status: ReadonlySignal<Status | null>): void {
    source.value = status;
}

function Player({ side, status }: { side: Side; status: SideStatus | undefined }) {
    const p = shownPosition.value;
    const on = status ? status.on : p.outcome === 'open' ? p.toMove === side : !p.go && p.outcome === side;
    const name = t(side === 'black' ? 'board.black' : 'board.white');
    return (
        <div class={`player ${side} ${on ? 'on' : ''} ${status?.busy ? 'busy' : ''}`}>
            <StoneIcon side={side} />
            <span class="player-name">{status?.name ?? ((!scene.value && tree.value.info[side]) || name)}</span>
            {status?.clock && (
                <span class={status.low ? 'clock low' : 'clock'} role="timer">
                    {status.clock}
                </span>
            )}
        </div>
    );
}

export function StatusBar() {
    const own = scene.value?.status.value;
    const status = own ? null : source.value?.value;
    const over = (own ?? status)?.over ?? shownPosition.value.outcome !== 'open';
    return (
        <div class="status-bar">
            <Player side="black" status={status?.black} />
            <p class={over ? 'status-text over' : 'status-text'}>
                {(own ?? status)?.text ?? statusText(shownPosition.value)}
            </p>
            <Player side="white" status={status?.white} />
        </div>
    );
}
