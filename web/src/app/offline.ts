/* Keeps the page for times without a network, where it was built to run without a server. */
import { effect } from '@preact/signals';
import { host } from '../api';
import { info } from './info';

/** Before the rest of what is kept is fetched. */
const REST_MS = 8000;

export function keepOffline(): void {
    if (!host.engine || !('serviceWorker' in navigator)) return;
    const keep = async () => {
        await navigator.serviceWorker.register('sw.js');
        const there = await navigator.serviceWorker.ready;
        setTimeout(() => there.active?.postMessage('rest'), REST_MS);
    };
    // The engine comes first, and is then there to be kept.
    const stop = effect(() => {
        if (!info.value) return;
        queueMicrotask(() => stop());
        keep().catch(() => {}); // the page works without, as long as there is a network
    });
}
