/* A small picture of a position, for lists: the part of the board where the stones are. */
import { BLACK, EMPTY, allSquares, type Position } from '../core/rules';
import { colOf, rowOf } from '../core/squares';

const LEAST = 9;

/* The part of 0 to n - 1 to show: all of `at` with a margin, at least LEAST long. */
function part(at: readonly number[], n: number): [number, number] {
    const middle = Math.floor(n / 2);
    let [from, to] = at.length ? [Math.min(...at) - 1, Math.max(...at) + 1] : [middle, middle];
    const lacking = Math.max(0, LEAST - 1 - (to - from));
    from -= Math.floor(lacking / 2);
    to += Math.ceil(lacking / 2);
    return [Math.max(0, from), Math.min(n - 1, to)];
}

export function MiniBoard({ position }: { position: Position }) {
    const { m, n } = position.rules;
    const stones = allSquares(position.rules).filter((s) => position.cells[s] !== EMPTY);
    const [left, right] = part(stones.map(colOf), m);
    const [top, bottom] = part(
        stones.map((s) => n - 1 - rowOf(s)),
        n,
    );
    const side = Math.max(right - left, bottom - top) + 1;
    let lines = '';
    for (let x = left; x <= right; x++) lines += `M${x} ${top}V${bottom}`;
    for (let y = top; y <= bottom; y++) lines += `M${left} ${y}H${right}`;
    return (
        <svg class="mini-board" viewBox={`${left - 0.5} ${top - 0.5} ${side} ${side}`} aria-hidden="true">
            <rect x={left - 0.5} y={top - 0.5} width={side} height={side} class="mini-ground" />
            <path d={lines} class="mini-lines" />
            {stones.map((s) => (
                <circle
                    key={s}
                    cx={colOf(s)}
                    cy={n - 1 - rowOf(s)}
                    r="0.46"
                    class={position.cells[s] === BLACK ? 'black' : 'white'}
                />
            ))}
        </svg>
    );
}
