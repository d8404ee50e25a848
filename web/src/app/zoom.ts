/* How large the board is drawn. */
import { signal } from '@preact/signals';

/** How much larger than the room the board is drawn; past 1 it scrolls. */
export const zoom = signal(1);
/** Steps of the buttons and keys; the wheel and fingers stop anywhere. */
export const ZOOMS: readonly number[] = [1, 1.5, 2, 3, 4];

/** A point of the board, as shares of its size, that is to stay where it is in the view. */
export const anchor = signal<{ x: number; y: number; at: { x: number; y: number } } | null>(null);

export function zoomBy(step: number): void {
    const now = zoom.value;
    const next = step > 0 ? ZOOMS.find((v) => v > now + 0.01) : [...ZOOMS].reverse().find((v) => v < now - 0.01);
    zoom.value = next ?? now;
}
