/* Who answers the page: the server, or the engine in this browser where there is none.
 *
 * A page that has both asks the server, and the engine as long as the server is not there. Saved trees are then those
 * of this browser; they stay here when the server comes back. */

import { signal } from '@preact/signals';
import { Engine } from './engine';
import { readHousing, type Housing } from './engine-files';
import type { Socket } from './live';
import { isKept, shelfAnswer } from './shelf';

export const API_ROOT = '/api/v1';
/** So long the engine is asked after the server was not there. */
const AWAY_MS = 15_000;

/** Does the engine of this browser answer at the moment? */
export const alone = signal(false);

export class Host {
    readonly engine: Engine | null;
    /** Is there a server at all, if not at the moment? */
    readonly served: boolean;
    private awayUntil = 0;

    constructor(
        private readonly housing: Housing = readHousing(),
        private readonly root = rootPath(),
    ) {
        this.engine = housing.engine ? new Engine(housing.engine) : null;
        this.served = housing.server;
        alone.value = !housing.server;
    }

    /** As fetch; `path` is the one behind /api/v1. */
    async fetch(path: string, init: RequestInit): Promise<Response> {
        if (this.usesEngine()) return this.byEngine(path, init);
        try {
            const response = await fetch(this.root + path, init);
            // A proxy says that the server behind it is gone.
            if (!this.engine || (response.status !== 502 && response.status !== 504)) {
                alone.value = false;
                return response;
            }
        } catch (e) {
            if (!this.engine || init.signal?.aborted) throw e;
        }
        this.away();
        return this.byEngine(path, init);
    }

    /** The live feed. */
    socket(): Socket {
        if (this.usesEngine()) return this.engine!.socket();
        const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
        const socket = new WebSocket(`${scheme}//${location.host}${this.root}/live`);
        if (this.engine) socket.addEventListener('error', () => this.away());
        return socket;
    }

    private usesEngine(): boolean {
        return this.engine !== null && (!this.housing.server || Date.now() < this.awayUntil);
    }

    private away(): void {
        this.awayUntil = Date.now() + AWAY_MS;
        alone.value = true;
    }

    private async byEngine(address: string, init: RequestInit): Promise<Response> {
        const [path, query = ''] = address.split('?') as [string, string?];
        const method = init.method ?? 'GET';
        const body = typeof init.body === 'string' ? init.body : '';
        if (isKept(path)) {
            const answer = await shelfAnswer(method, path, query, body);
            return response(answer.status, answer.body === undefined ? '' : JSON.stringify(answer.body));
        }
        const answer = await this.engine!.ask(method, path, query, body, init.signal ?? undefined);
        return response(answer.status, answer.text);
    }
}

function response(status: number, text: string): Response {
    const headers = { 'Content-Type': 'application/json' };
    return new Response(status === 204 ? null : text, { status, headers });
}

/** The page may lie below the root of its host, and a server with it. */
function rootPath(): string {
    if (typeof document === 'undefined') return API_ROOT;
    return new URL(API_ROOT.slice(1), document.baseURI).pathname;
}

export const host = new Host();
