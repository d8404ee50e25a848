/* The engine for other people's pages, as the package @hexad/engine: what the page itself asks (src/api/engine.ts), without the page.
 *
 * It runs in workers. Questions are those of the server's interface, by the same names and with the same answers; what goes on until it
 * is stopped comes as reports. */

import { Engine } from '../src/api/engine';
import { errorOf } from '../src/api/errors';
import type {
    AnalyseRequest,
    Checked,
    CheckRequest,
    Exact,
    ExactRequest,
    Exported,
    ExportRequest,
    Forcing,
    ForcingRequest,
    ImportRequest,
    Imported,
    Info,
    MoveAnswer,
    MoveRequest,
    Policy,
    PolicyRequest,
    PositionAnswer,
    PositionRequest,
    ProveProgress,
    PuzzleList,
    PuzzlePicked,
    PuzzlePickRequest,
    PuzzleJudgeRequest,
    PuzzleVerdict,
    Report,
    SolvedKept,
    SolveRequest,
    Threats,
    ThreatsRequest,
    VerifiedKept,
    VerifyRequest,
} from '../src/api/types';

export type * from '../src/api/types';

/** What is asked, and what is answered. */
export interface Questions {
    '/position': [PositionRequest, PositionAnswer];
    '/threats': [ThreatsRequest, Threats];
    '/move': [MoveRequest, MoveAnswer];
    '/forcing': [ForcingRequest, Forcing];
    '/exact': [ExactRequest, Exact];
    '/policy': [PolicyRequest, Policy];
    '/check': [CheckRequest, Checked];
    '/import': [ImportRequest, Imported];
    '/export': [ExportRequest, Exported];
    '/puzzles/pick': [PuzzlePickRequest, PuzzlePicked];
    '/puzzles/judge': [PuzzleJudgeRequest, PuzzleVerdict];
}

export interface Options {
    /** The folder with the package's files on your host; without it, the folder of this module. Workers have to come from the page's own host. */
    base?: string | URL;
    /** Several threads for a search, where the browser lets the page have shared memory (as it is if left out); false: one. */
    threads?: boolean;
}

/** What was wrong: `code` as in the answers of the server, or "aborted". */
export interface HexadError extends Error {
    readonly code: string;
    readonly status: number;
}

export class Hexad {
    private readonly engine: Engine;
    private readonly going = new Set<AbortController>();
    private nextId = 1;

    constructor(options: Options = {}) {
        const base = new URL(options.base ?? '.', options.base ? document.baseURI : import.meta.url).href;
        const at = (name: string) => new URL(name, base.endsWith('/') ? base : `${base}/`).href;
        const files = { worker: at('worker.js'), one: at('hexad-one'), many: at('hexad-many') };
        this.engine = options.threads === false ? new Engine(files, false) : new Engine(files);
    }

    /** Threads of a search. */
    get threads(): number {
        return this.engine.threads;
    }

    /** Asks one of the questions above; an error is a HexadError. */
    async post<P extends keyof Questions>(
        path: P,
        body: Questions[P][0],
        signal?: AbortSignal,
    ): Promise<Questions[P][1]> {
        return (await this.ask('POST', path, '', JSON.stringify(body), signal)) as Questions[P][1];
    }

    /** What there is: games, players, levels, formats, limits. */
    async info(): Promise<Info> {
        return (await this.ask('GET', '/info', '', '')) as Info;
    }

    /** The puzzles inside; `query` as of the server's GET /puzzles, "limit=5&theme=block". */
    async puzzles(query = ''): Promise<PuzzleList> {
        return (await this.ask('GET', '/puzzles', query, '')) as PuzzleList;
    }

    /** Thinks until `seconds` are over or it is stopped by the signal, and gives the last report; `onReport` gets each. */
    async analyse(
        request: AnalyseRequest,
        onReport?: (report: Report) => void,
        signal?: AbortSignal,
    ): Promise<Report | null> {
        let last: Report | null = null;
        await this.follow('analyse', request, signal, (m) => {
            if (!m.report) return false;
            last = m.report as Report;
            onReport?.(last);
            return last.final;
        });
        return last;
    }

    /** Looks for a proved win of the side to move; null: stopped. */
    async solve(
        request: SolveRequest,
        onProgress?: (progress: ProveProgress) => void,
        signal?: AbortSignal,
    ): Promise<SolvedKept | null> {
        return (await this.prove('solve', request, 'solved', onProgress, signal)) as SolvedKept | null;
    }

    /** Looks for turns that are not proved to lose; null: stopped. */
    async verify(
        request: VerifyRequest,
        onProgress?: (progress: ProveProgress) => void,
        signal?: AbortSignal,
    ): Promise<VerifiedKept | null> {
        return (await this.prove('verify', request, 'verified', onProgress, signal)) as VerifiedKept | null;
    }

    /** Gives up what is going on and ends the workers, for good. */
    close(): void {
        for (const controller of this.going) controller.abort();
        this.engine.close();
    }

    /** Works with a signal that comes with the caller's, and with the end of this. */
    private async until<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
        const controller = new AbortController();
        const end = () => controller.abort();
        if (signal?.aborted) end();
        signal?.addEventListener('abort', end);
        this.going.add(controller);
        try {
            return await work(controller.signal);
        } finally {
            this.going.delete(controller);
            signal?.removeEventListener('abort', end);
        }
    }

    private ask(method: string, path: string, query: string, body: string, signal?: AbortSignal): Promise<unknown> {
        return this.until(signal, async (either) => {
            const answer = await this.engine.ask(method, path, query, body, either);
            const told: unknown = answer.text === '' ? null : JSON.parse(answer.text);
            if (answer.status >= 400) throw errorOf(told, answer.status);
            return told;
        });
    }

    private async prove(
        what: 'solve' | 'verify',
        request: SolveRequest | VerifyRequest,
        answer: 'solved' | 'verified',
        onProgress: ((progress: ProveProgress) => void) | undefined,
        signal: AbortSignal | undefined,
    ): Promise<unknown> {
        let found: unknown = null;
        await this.follow(what, request, signal, (m) => {
            if (m.progress) onProgress?.(m.progress as ProveProgress);
            if (m[answer]) found = m[answer];
            return m[answer] !== undefined;
        });
        return found;
    }

    /** Until `heard` says that it was the last message, or the signal comes. */
    private follow(
        what: string,
        request: object,
        signal: AbortSignal | undefined,
        heard: (message: Record<string, unknown>) => boolean,
    ): Promise<void> {
        const id = this.nextId++;
        return this.until(signal, (either) => {
            const socket = this.engine.socket();
            return new Promise<void>((done, failed) => {
                const end = (how: () => void) => {
                    socket.onclose = null;
                    socket.onmessage = null;
                    socket.close();
                    how();
                };
                if (either.aborted) return end(done);
                either.addEventListener('abort', () => end(done));
                socket.onclose = () => failed(errorOf(null, 500));
                socket.onopen = () => socket.send(JSON.stringify({ do: what, id, ...request }));
                socket.onmessage = (e: { data: string }) => {
                    const m = JSON.parse(e.data) as Record<string, unknown>;
                    if (m.id !== id) return;
                    if (m.error) end(() => failed(errorOf(m, 400)));
                    else if (heard(m)) end(done);
                };
            });
        });
    }
}
