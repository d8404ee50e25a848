/* The engine in workers of this browser, as the page asks it.
 *
 * With shared memory one worker does everything, with threads; what is not wanted any more is stopped by a message.
 * Without, a worker hears nothing while it searches: each search then has a worker of its own, which is ended when
 * the search is not wanted any more, and quick questions have one that never searches. */

import { ApiError } from './errors';
import type { EngineFiles } from './engine-files';
import type { FromEngine, ToEngine } from './engine-protocol';
import type { Socket } from './live';

/** Whoever waits for a lane's messages. */
interface Client {
    answer(id: number, status: number, text: string): void;
    live(text: string): void;
    broken(message: string): void;
}

interface Lane {
    worker: Worker;
    client: Client | null;
}

/** Routes that answer at once. */
const QUICK = /^\/(?:info|position|threats|import|export)?$/;
const HASH_ONE = 48;
const HASH_MANY = 128;
const MOST_THREADS = 8;

export class Engine {
    /** Threads of a search. */
    readonly threads: number;
    private readonly stem: string;
    private module: Promise<WebAssembly.Module> | null = null;
    private readonly idle: Lane[] = [];
    private quick: Promise<Shared> | null = null;
    private nextId = 1;
    private closed = false;

    constructor(
        private readonly files: EngineFiles,
        isolated = typeof crossOriginIsolated !== 'undefined' && crossOriginIsolated,
        processors = typeof navigator === 'undefined' ? 1 : navigator.hardwareConcurrency || 1,
    ) {
        const many = isolated && files.many !== '' && processors > 1;
        this.threads = many ? Math.min(processors, MOST_THREADS) : 1;
        this.stem = many ? files.many : files.one;
    }

    private get many(): boolean {
        return this.threads > 1;
    }

    /** Fetches and compiles the engine, once. */
    private compiled(): Promise<WebAssembly.Module> {
        this.module ??= (async () => {
            const response = await fetch(`${this.stem}.wasm`);
            if (!response.ok) throw new ApiError('unreachable', `the engine cannot be loaded: ${response.status}`);
            return WebAssembly.compile(await response.arrayBuffer());
        })();
        this.module.catch(() => (this.module = null));
        return this.module;
    }

    private async open(client: Client): Promise<Lane> {
        const kept = this.idle.pop();
        if (kept) {
            kept.client = client;
            return kept;
        }
        const module = await this.compiled();
        const lane: Lane = { worker: new Worker(this.files.worker), client };
        await new Promise<void>((ready, failed) => {
            lane.worker.onerror = (e) => {
                failed(new ApiError('internal', e.message || 'the engine does not start'));
                lane.client?.broken(e.message);
            };
            lane.worker.onmessage = (e: MessageEvent<FromEngine>) => {
                const m = e.data;
                if (m.is === 'ready') ready();
                else if (m.is === 'answer') lane.client?.answer(m.id, m.status, m.text);
                else if (m.is === 'broken') {
                    failed(new ApiError('internal', m.message));
                    lane.client?.broken(m.message);
                } else lane.client?.live(m.text);
            };
            const files = { script: `${this.stem}.js`, thread: `${this.stem}.worker.js` };
            const hash = this.many ? HASH_MANY : HASH_ONE;
            tell(lane, { do: 'start', files, module, threads: this.threads, hash });
        });
        return lane;
    }

    private shared(): Promise<Shared> {
        if (!this.quick) {
            const all: Shared = new Shared((error) => {
                this.quick = null;
                all.fail(error);
            });
            this.quick = this.open(all).then((lane) => all.on(lane));
            this.quick.catch(() => (this.quick = null));
        }
        return this.quick;
    }

    /** Asks a question of the interface. */
    async ask(method: string, path: string, query: string, body: string, signal?: AbortSignal): Promise<Answer> {
        const id = this.nextId++;
        const question: ToEngine = { do: 'ask', id, method, path, query, body };
        if (this.many || QUICK.test(path)) return (await this.shared()).ask(id, question, signal);
        return this.alone(question, signal);
    }

    /** In a worker of its own, which ends with the question if that is given up. */
    private async alone(question: ToEngine, signal?: AbortSignal): Promise<Answer> {
        if (signal?.aborted) throw aborted();
        return new Promise<Answer>((done, failed) => {
            let lane: Lane | null = null;
            const end = () => {
                lane?.worker.terminate();
                lane = null;
                failed(aborted());
            };
            const client: Client = {
                answer: (_id, status, text) => {
                    signal?.removeEventListener('abort', end);
                    this.rest(lane);
                    done({ status, text });
                },
                live: () => {},
                broken: (message) => {
                    lane?.worker.terminate();
                    failed(new ApiError('internal', message));
                },
            };
            signal?.addEventListener('abort', end);
            this.open(client).then((opened) => {
                lane = opened;
                if (signal?.aborted) this.rest(lane);
                else tell(lane, question);
            }, failed);
        });
    }

    /** Keeps a worker that has nothing to do, with what it remembers. */
    private rest(lane: Lane | null): void {
        if (!lane) return;
        lane.client = null;
        if (this.idle.length < 2 && !this.closed) this.idle.push(lane);
        else lane.worker.terminate();
    }

    /** Ends the workers that nobody waits for, now and when they are done; and the shared one. */
    close(): void {
        this.closed = true;
        for (const lane of this.idle.splice(0)) lane.worker.terminate();
        this.quick?.then((shared) => shared.broken('closed')).catch(() => {});
    }

    /** The live feed, in the place of a WebSocket. */
    socket(): Socket {
        return this.many ? new SharedSocket(() => this.shared()) : new LaneSocket(this.lanes());
    }

    private lanes(): Lanes {
        return { open: (c) => this.open(c), rest: (l) => this.rest(l) };
    }

    /** `hexad bench`: the signature, and how long each part took. */
    async bench(): Promise<string> {
        return new Promise((done, failed) => {
            const broken = (message: string) => failed(new Error(message));
            this.open({ answer: () => {}, live: done, broken }).then((lane) => tell(lane, { do: 'bench' }), failed);
        });
    }
}

export interface Answer {
    status: number;
    text: string;
}

interface Lanes {
    open(c: Client): Promise<Lane>;
    rest(l: Lane): void;
}

function tell(lane: Lane, message: ToEngine): void {
    lane.worker.postMessage(message);
}

function aborted(): ApiError {
    return new ApiError('aborted', 'given up');
}

/** A worker that many questions share. */
class Shared implements Client {
    private lane: Lane | null = null;
    private readonly waiting = new Map<number, { done: (a: Answer) => void; failed: (e: unknown) => void }>();
    private readonly listeners = new Set<(text: string) => void>();

    constructor(private readonly lost: (e: ApiError) => void) {}

    on(lane: Lane): this {
        this.lane = lane;
        return this;
    }

    ask(id: number, question: ToEngine, signal?: AbortSignal): Promise<Answer> {
        if (signal?.aborted) throw aborted();
        return new Promise((done, failed) => {
            this.waiting.set(id, { done, failed });
            signal?.addEventListener('abort', () => {
                if (!this.waiting.delete(id)) return;
                this.send({ do: 'gone', id });
                failed(aborted());
            });
            this.send(question);
        });
    }

    send(m: ToEngine): void {
        if (this.lane) tell(this.lane, m);
    }

    listen(f: (text: string) => void): () => void {
        this.listeners.add(f);
        return () => this.listeners.delete(f);
    }

    answer(id: number, status: number, text: string): void {
        this.waiting.get(id)?.done({ status, text });
        this.waiting.delete(id);
    }

    live(text: string): void {
        for (const f of this.listeners) f(text);
    }

    broken(message: string): void {
        this.lane?.worker.terminate();
        this.lost(new ApiError('internal', message));
    }

    fail(error: ApiError): void {
        for (const w of this.waiting.values()) w.failed(error);
        this.waiting.clear();
    }
}

abstract class EngineSocket implements Socket {
    onopen: ((e: unknown) => void) | null = null;
    onmessage: ((e: { data: string }) => void) | null = null;
    onclose: ((e: unknown) => void) | null = null;
    onerror: ((e: unknown) => void) | null = null;
    protected closed = false;
    abstract send(text: string): void;
    abstract close(): void;

    protected hear(text: string): void {
        if (!this.closed) this.onmessage?.({ data: text });
    }

    protected end(): void {
        if (this.closed) return;
        this.closed = true;
        this.onclose?.({});
    }
}

/** The live feed of the worker that has threads. */
class SharedSocket extends EngineSocket {
    private shared: Shared | null = null;
    private deaf: () => void = () => {};
    private readonly running = new Set<number>();

    constructor(open: () => Promise<Shared>) {
        super();
        open().then(
            (s) => {
                this.shared = s;
                this.deaf = s.listen((text) => this.hear(text));
                this.onopen?.({});
            },
            () => this.end(),
        );
    }

    send(text: string): void {
        const { do: what, id } = JSON.parse(text) as { do: string; id: number };
        if (what === 'stop') this.running.delete(id);
        else this.running.add(id);
        this.shared?.send({ do: 'live', text });
    }

    close(): void {
        for (const id of this.running) this.shared?.send({ do: 'live', text: JSON.stringify({ do: 'stop', id }) });
        this.deaf();
        this.closed = true;
    }
}

/** The live feed without threads: a worker for each search, ended to stop it. */
class LaneSocket extends EngineSocket {
    private readonly busy = new Map<number, { lane: Lane | null; over: boolean }>();

    constructor(private readonly lanes: Lanes) {
        super();
        queueMicrotask(() => this.closed || this.onopen?.({}));
    }

    send(text: string): void {
        const { do: what, id } = JSON.parse(text) as { do: string; id: number };
        this.stop(id);
        if (what !== 'stop') this.run(id, text);
    }

    private run(id: number, text: string): void {
        const job = { lane: null as Lane | null, over: false };
        this.busy.set(id, job);
        const client: Client = {
            answer: () => {},
            live: (said) => {
                if (job.over) return;
                const m = JSON.parse(said) as {
                    final?: boolean;
                    error?: unknown;
                    at?: number;
                    report?: { final?: boolean };
                };
                const last = m.final || m.error || (m.at === undefined && m.report?.final);
                if (last) {
                    job.over = true;
                    this.busy.delete(id);
                    if (job.lane) this.lanes.rest(job.lane);
                }
                this.hear(said);
            },
            broken: (message) => {
                this.stop(id);
                this.hear(JSON.stringify({ id, error: { code: 'internal', message } }));
            },
        };
        this.lanes.open(client).then(
            (lane) => {
                job.lane = lane;
                if (job.over) this.lanes.rest(lane);
                else tell(lane, { do: 'live', text });
            },
            (e: unknown) => client.broken(e instanceof Error ? e.message : String(e)),
        );
    }

    private stop(id: number): void {
        const job = this.busy.get(id);
        if (!job) return;
        this.busy.delete(id);
        job.over = true;
        job.lane?.worker.terminate();
    }

    close(): void {
        this.closed = true;
        for (const id of [...this.busy.keys()]) this.stop(id);
    }
}
