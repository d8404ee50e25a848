/* One question to whoever answers (host.ts): JSON there and back, given up when the caller says so or it takes too long. */

import { ApiError, errorOf } from './errors';
import { API_ROOT, host } from './host';

export interface Options {
    /** The caller's way to give up; the server stops the work of a closed connection. */
    signal?: AbortSignal;
    /** Seconds to wait for the answer; 0: as long as it takes. */
    timeout?: number;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const patience = 30;

export async function request<T>(
    method: string,
    path: string,
    body?: unknown,
    options: Options = {},
    doFetch: Fetch = (url, init) => host.fetch(url.slice(API_ROOT.length), init),
): Promise<T> {
    const abort = new AbortController();
    let late = false;
    const give = () => abort.abort();
    if (options.signal?.aborted) give();
    options.signal?.addEventListener('abort', give);
    const seconds = options.timeout ?? patience;
    const timer = seconds > 0 ? setTimeout(() => ((late = true), give()), seconds * 1000) : undefined;
    try {
        const init: RequestInit = { method, signal: abort.signal, headers: { Accept: 'application/json' } };
        if (body !== undefined) {
            init.headers = { ...init.headers, 'Content-Type': 'application/json' };
            init.body = JSON.stringify(body);
        }
        const response = await doFetch(API_ROOT + path, init);
        return (await answer(response)) as T;
    } catch (e) {
        if (e instanceof ApiError) throw e;
        if (late) throw new ApiError('timeout', `no answer to ${method} ${path} within ${seconds} s`);
        if (abort.signal.aborted) throw new ApiError('aborted', 'given up');
        throw new ApiError('unreachable', e instanceof Error ? e.message : String(e));
    } finally {
        clearTimeout(timer);
        options.signal?.removeEventListener('abort', give);
    }
}

async function answer(response: Response): Promise<unknown> {
    if (response.status === 204) return undefined;
    const text = await response.text();
    let body: unknown;
    try {
        body = JSON.parse(text);
    } catch {
        if (response.ok) throw new ApiError('bad_answer', 'the answer is not JSON', response.status);
    }
    if (!response.ok) throw errorOf(body, response.status);
    return body;
}
