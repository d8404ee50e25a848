/* Searches that report while they run, over one WebSocket for the whole page.
 *
 * The socket is opened with the first job and closed soon after the last, so that a page that asks for nothing
 * holds nothing on the server. When it breaks, it is opened again, later and later, and the jobs still wanted
 * are asked for again. Nothing here knows of the page; tests give it a socket of their own. */

import { ApiError, errorOf, isObject } from './errors';
import { host } from './host';
import type {
    AnalyseAsk,
    Duel,
    LabSight,
    LabView,
    Line,
    ProveAsk,
    ProveProgress,
    Report,
    ReviewAsk,
    Side,
    SolvedKept,
    VerifiedKept,
} from './types';

/** How the connection stands: "waiting" is a pause before the next attempt. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';

/** Messages without what tells one job from another. */
export type AnalyseRequest = Omit<AnalyseAsk, 'do' | 'id'>;
export type ReviewRequest = Omit<ReviewAsk, 'do' | 'id'>;
export type ProveRequest = Omit<ProveAsk, 'do' | 'id'>;

type Either<A, B> =
    | (A & { [K in Exclude<keyof B, keyof A>]?: undefined })
    | (B & { [K in Exclude<keyof A, keyof B>]?: undefined });
/** What came of looking for a win, or for defences that hold. */
export type Proved = Either<SolvedKept, VerifiedKept>;

export interface Followers {
    report?: (report: Report) => void;
    /** Of a review: the report on the position after `at` stones; `of` is the last such number. */
    position?: (at: number, of: number, report: Report) => void;
    /** Of a proof that is looked for: how far it has come, and what came of it. */
    progress?: (p: ProveProgress) => void;
    proved?: (p: Proved) => void;
    /** Of a lab: what is in sight of it now. */
    lab?: (v: LabView) => void;
    /** Of a game between people: all of it, whenever something happens in it; `seat` is whose key was shown. */
    duel?: (d: Duel, seat: Side | null) => void;
    /** The job waits for `n` others. */
    queued?: (n: number) => void;
    /** The job is over; nothing more comes. */
    done?: () => void;
    failed?: (error: ApiError) => void;
}

export interface Job {
    /** Ends the job on the server too; nothing more is reported. */
    stop(): void;
}

/** The part of WebSocket that is used here. */
export interface Socket {
    send(text: string): void;
    close(): void;
    onopen: ((e: Event) => void) | null;
    onmessage: ((e: MessageEvent) => void) | null;
    onclose: ((e: CloseEvent) => void) | null;
    onerror: ((e: Event) => void) | null;
}

export interface Surroundings {
    open(): Socket;
    after(ms: number, f: () => void): () => void;
}

interface Wanted {
    id: number;
    request: Record<string, unknown>;
    followers: Followers;
}

const firstWait = 400;
const longestWait = 15000;
/** A job often follows another at once, as when one steps through a game. */
const linger = 3000;

export class Live {
    private socket: Socket | null = null;
    private opened = false;
    private jobs = new Map<number, Wanted>();
    private nextId = 1;
    private failures = 0;
    private cancelWait: (() => void) | null = null;
    private cancelLinger: (() => void) | null = null;
    private listeners = new Set<(s: LiveState) => void>();
    private current: LiveState = 'idle';

    constructor(private around: Surroundings = browser()) {}

    get state(): LiveState {
        return this.current;
    }

    onState(f: (s: LiveState) => void): () => void {
        this.listeners.add(f);
        return () => this.listeners.delete(f);
    }

    analyse(r: AnalyseRequest, followers: Followers): Job {
        return this.want({ do: 'analyse', ...r }, followers);
    }

    review(r: ReviewRequest, followers: Followers): Job {
        return this.want({ do: 'review', ...r }, followers);
    }

    /** Looks for a win of the side to move, or (`verify`) for its turns that are not proved to lose. */
    prove(what: 'solve' | 'verify', r: ProveRequest, followers: Followers): Job {
        return this.want({ do: what, ...r }, followers);
    }

    /** Looks at a lab until stopped. */
    lab(name: string, sight: LabSight, followers: Followers): Job {
        return this.want({ do: 'lab', name, ...sight }, followers);
    }

    /** Follows a game between people: with the key of a seat as its player, else as one who watches. */
    duel(id: string, key: string | undefined, followers: Followers): Job {
        return this.want({ do: 'duel', duel: id, key }, followers);
    }

    /** Tries at once instead of after the pause, as when the network is back. */
    retry(): void {
        if (this.current !== 'waiting') return;
        this.cancelWait?.();
        this.connect();
    }

    /** Ends all jobs and the connection. */
    close(): void {
        this.jobs.clear();
        this.cancelWait?.();
        this.cancelLinger?.();
        this.drop();
        this.become('idle');
    }

    private want(request: Record<string, unknown>, followers: Followers): Job {
        const id = this.nextId++;
        const job: Wanted = { id, request: { ...request, id }, followers };
        this.jobs.set(id, job);
        this.cancelLinger?.();
        if (this.opened) this.send(job.request);
        else if (!this.socket && this.current !== 'waiting') this.connect();
        return { stop: () => this.unwant(id) };
    }

    private unwant(id: number): void {
        if (!this.jobs.delete(id)) return;
        if (this.opened) this.send({ do: 'stop', id });
        this.rest();
    }

    /** Closes the connection after a while without jobs. */
    private rest(): void {
        if (this.jobs.size > 0) return;
        this.cancelLinger?.();
        this.cancelLinger = this.around.after(linger, () => {
            if (this.jobs.size === 0) this.close();
        });
    }

    private connect(): void {
        this.cancelWait = null;
        this.become('connecting');
        let socket: Socket;
        try {
            socket = this.around.open();
        } catch {
            this.lost();
            return;
        }
        this.socket = socket;
        socket.onopen = () => {
            this.opened = true;
            this.become('open');
            for (const job of this.jobs.values()) this.send(job.request);
        };
        socket.onmessage = (e: { data: unknown }) => this.receive(e.data);
        socket.onclose = () => {
            if (socket === this.socket) this.lost();
        };
        socket.onerror = () => {};
    }

    private lost(): void {
        this.socket = null;
        this.opened = false;
        if (this.jobs.size === 0) {
            this.become('idle');
            return;
        }
        const wait = Math.min(firstWait * 2 ** this.failures++, longestWait);
        this.become('waiting');
        this.cancelWait = this.around.after(wait, () => this.connect());
    }

    private drop(): void {
        const socket = this.socket;
        this.socket = null;
        this.opened = false;
        socket?.close();
    }

    private send(x: unknown): void {
        this.socket?.send(JSON.stringify(x));
    }

    private become(s: LiveState): void {
        if (s === this.current) return;
        this.current = s;
        for (const f of this.listeners) f(s);
    }

    private receive(data: unknown): void {
        const message = parse(data);
        if (!message) return;
        this.failures = 0;
        const job = typeof message.id === 'number' ? this.jobs.get(message.id) : undefined;
        if (!job) return; // stopped since, or of nobody
        if (isObject(message.error)) {
            this.finish(job);
            job.followers.failed?.(errorOf(message, 0));
            return;
        }
        if (typeof message.queued === 'number') job.followers.queued?.(message.queued);
        if (isObject(message.progress)) job.followers.progress?.(message.progress as unknown as ProveProgress);
        if (isObject(message.lab)) job.followers.lab?.(message.lab as unknown as LabView);
        if (isObject(message.duel))
            job.followers.duel?.(message.duel as unknown as Duel, (message.seat as Side | null | undefined) ?? null);
        const proved = message.solved ?? message.verified;
        if (isObject(proved)) job.followers.proved?.(proved as unknown as Proved);
        const report = isReport(message.report) ? message.report : null;
        const review = typeof message.at === 'number';
        if (report && review) job.followers.position?.(message.at as number, Number(message.of), report);
        else if (report) job.followers.report?.(report);
        if (message.final === true || (report && !review && report.final)) {
            this.finish(job);
            job.followers.done?.();
        }
    }

    private finish(job: Wanted): void {
        this.jobs.delete(job.id);
        this.rest();
    }
}

function parse(data: unknown): Record<string, unknown> | null {
    if (typeof data !== 'string') return null;
    try {
        const x: unknown = JSON.parse(data);
        return isObject(x) ? x : null;
    } catch {
        return null;
    }
}

function isReport(x: unknown): x is Report {
    return isObject(x) && Array.isArray(x.lines) && x.lines.every(isLine);
}

function isLine(x: unknown): x is Line {
    return isObject(x) && Array.isArray(x.turn) && Array.isArray(x.line);
}

function browser(): Surroundings {
    return {
        open: () => host.socket(),
        after(ms, f) {
            const timer = setTimeout(f, ms);
            return () => clearTimeout(timer);
        },
    };
}
