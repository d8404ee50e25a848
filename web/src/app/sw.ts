/* The service worker of a page without a server: the page's files are kept, so that it opens without a network, and
 * are never mixed with those of another version.
 *
 * Browsers give pages shared memory, and the engine its threads, only if they come with certain headers, which many
 * hosts do not send. They are added here, as soon as the engine with threads is kept too. */

declare const FILES: readonly string[]; // of the page and the engine without threads
declare const LATER: readonly string[]; // of the engine with threads
declare const VERSION: string;

interface Extendable extends Event {
    waitUntil(p: Promise<unknown>): void;
}
interface Fetching extends Extendable {
    request: Request;
    respondWith(r: Promise<Response>): void;
}
const worker = self as unknown as {
    registration: { scope: string };
    skipWaiting(): Promise<void>;
    clients: { claim(): Promise<void> };
    addEventListener(type: string, f: (e: any) => void): void;
};

const NAME = `hexad-${VERSION}`;
const START = 'index.html';
const at = (file: string) => new URL(file, worker.registration.scope).href;

async function keep(files: readonly string[]): Promise<void> {
    const cache = await caches.open(NAME);
    const missing = [];
    for (const f of files) if (!(await cache.match(at(f)))) missing.push(at(f));
    // Names without a hash may stand for a file of another version in the browser's own cache.
    const request = (f: string) => new Request(f, { cache: /-[0-9a-f]{10}\./.test(f) ? 'default' : 'reload' });
    await cache.addAll(missing.map(request));
}

worker.addEventListener('install', (e: Extendable) => {
    e.waitUntil(keep(FILES).then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (e: Extendable) => {
    const tidy = async () => {
        for (const name of await caches.keys())
            if (name.startsWith('hexad-') && name !== NAME) await caches.delete(name);
        await worker.clients.claim();
    };
    e.waitUntil(tidy());
});

/** The page says that it is at rest: time for the large files. */
worker.addEventListener('message', (e: Extendable) => {
    e.waitUntil(keep(LATER).catch(() => {})); // no network now: another time
});

async function isolating(): Promise<boolean> {
    const cache = await caches.open(NAME);
    for (const f of LATER) if (!(await cache.match(at(f)))) return false;
    return LATER.length > 0;
}

function withHeaders(r: Response): Response {
    if (r.status === 0 || r.type === 'opaque') return r;
    const headers = new Headers(r.headers);
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
    headers.set('Cross-Origin-Resource-Policy', 'same-origin');
    return new Response(r.body, { status: r.status, statusText: r.statusText, headers });
}

async function answer(request: Request): Promise<Response> {
    const cache = await caches.open(NAME);
    const page = request.mode === 'navigate';
    const kept = await cache.match(page ? at(START) : request, { ignoreSearch: page });
    const response = kept ?? (await fetch(request));
    return (await isolating()) ? withHeaders(response) : response;
}

worker.addEventListener('fetch', (e: Fetching) => {
    const { pathname, origin } = new URL(e.request.url);
    const scope = new URL(worker.registration.scope);
    const own = origin === scope.origin && pathname.startsWith(scope.pathname);
    if (own && e.request.method === 'GET' && !pathname.slice(scope.pathname.length).startsWith('api/'))
        e.respondWith(answer(e.request));
});
