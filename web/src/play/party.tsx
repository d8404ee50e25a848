/* A small celebration when a person has won: stones rain past the board for a moment. Nothing moves for those who want it still. */
import { signal } from '@preact/signals';

const STONES = 28;
const LENGTH_MS = 2600;
const on = signal(0);

export function celebrate(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const mine = ++last;
    on.value = mine;
    setTimeout(() => {
        if (on.peek() === mine) on.value = 0;
    }, LENGTH_MS);
}
let last = 0;

/* Scattered, and the same every time: no two near each other fall alike. */
function style(i: number): Record<string, string> {
    const part = (n: number) => ((i * n) % STONES) / STONES;
    return {
        left: `${2 + 96 * part(11)}%`,
        'animation-delay': `${0.6 * part(17)}s`,
        'animation-duration': `${1.3 + 0.7 * part(5)}s`,
        '--turn': `${part(13) - 0.5}`,
    };
}

export function Party() {
    if (!on.value) return null;
    return (
        <div class="party" aria-hidden="true" key={on.value}>
            {Array.from({ length: STONES }, (_, i) => (
                <span key={i} class={`stone-icon ${i % 2 ? 'black' : 'white'}`} style={style(i)} />
            ))}
        </div>
    );
}
