/* What the server says of itself: players, levels, formats. Asked once; again when it did not answer. */
import { signal } from '@preact/signals';
import { api, type Info } from '../api';

export const info = signal<Info | null>(null);

const PAUSES = [1, 2, 5, 10];

export async function loadInfo(): Promise<void> {
    for (let i = 0; !info.peek(); i++) {
        try {
            info.value = await api.info();
        } catch {
            const pause = PAUSES[Math.min(i, PAUSES.length - 1)]!;
            await new Promise((done) => setTimeout(done, pause * 1000));
        }
    }
}
