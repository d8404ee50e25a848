/* The browser's engine and the server are asked the same, and say the same: byte for byte, but for times. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startServer, type Server } from './harness';

const ROOT = resolve(__dirname, '..', '..');
const STEM = process.env.HEXAD_WASM ?? join(ROOT, 'build', 'wasm', 'hexad-one');

interface Engine {
    ask: (method: string, path: string, body?: string) => { status: number; text: string };
    live: (message: object) => Record<string, any>[];
}

/** The engine in this process; nothing of it runs in parallel. */
async function openEngine(): Promise<Engine> {
    const module = new WebAssembly.Module(readFileSync(`${STEM}.wasm`));
    let answer = { status: 0, text: '' };
    let said: Record<string, any>[] = [];
    const make = createRequire(join(ROOT, 'package.json'))(`${STEM}.js`) as (o: object) => Promise<any>;
    const engine = await make({
        tell: (what: number, status: number, text: string) => {
            if (what === -1) said.push(JSON.parse(text) as Record<string, any>);
            else answer = { status, text };
        },
        instantiateWasm: (imports: WebAssembly.Imports, done: (i: WebAssembly.Instance) => void) => {
            void WebAssembly.instantiate(module, imports).then((i) => done(i));
            return {};
        },
    });
    engine._wasm_start(1, 64);
    const put = (text: string) => {
        const room = engine.lengthBytesUTF8(text) + 1;
        const at = engine._malloc(room) as number;
        engine.stringToUTF8(text, at, room);
        return { at, length: room - 1 };
    };
    return {
        ask: (method, path, body = '') => {
            const [bare, query = ''] = path.split('?') as [string, string?];
            const { at, length } = put(body);
            engine._wasm_ask(1, put(method).at, put(bare).at, put(query).at, at, length);
            engine._wasm_work();
            return answer;
        },
        live: (message) => {
            said = [];
            const { at, length } = put(JSON.stringify(message));
            engine._wasm_live(at, length);
            engine._wasm_work();
            return said;
        },
    };
}

const connect6 = (...stones: string[]) => ({ rules: [19, 19, 6, 2, 1], stones });
const FOUR = connect6('j10', 'a1', 'b3', 'j11', 'j12', 'c5', 'e2', 'j13', 'm4', 'a9', 'c9');
const TREE = {
    rules: [15, 15, 5, 1, 1],
    info: { black: 'Ä "quoted" \\ 黑', event: 'tab\tline\n' },
    root: {
        stones: [],
        children: [
            { stones: ['h8'], comment: 'the centre 😀', children: [{ stones: ['h9', 'i9'], children: [] }] },
            { stones: ['g7'], marks: [{ at: 'h8', kind: 'circle' }], labels: [{ at: 'a1', text: 'A' }], children: [] },
        ],
    },
};
const certificate = (name: string) => readFileSync(join(ROOT, 'proofs', name)).toString('base64');

const QUESTIONS: readonly (readonly [string, string, (object | string)?])[] = [
    ['GET', '/info'],
    ['GET', ''],
    ['POST', '/position', { game: connect6('j10', 'k11') }],
    ['POST', '/position', { game: connect6('j10', 'j10') }],
    ['POST', '/position', { game: connect6('z99') }],
    [
        'POST',
        '/position',
        { game: { rules: 'gomoku', stones: [], setup: { black: ['h8'], to_move: 'white', left: 1 } } },
    ],
    ['POST', '/threats', { game: FOUR }],
    ['POST', '/move', { game: connect6('j10', 'a1', 'b2'), level: 6, seed: 4, seconds: 600 }],
    ['POST', '/move', { game: connect6('j10'), level: 9, seed: 11, seconds: 600 }],
    ['POST', '/move', { game: FOUR, player: 'sequences', seed: 2 }],
    ['POST', '/move', { game: FOUR, player: 'montecarlo', seed: 2 }],
    ['POST', '/move', { game: FOUR, player: 'nobody' }],
    ['POST', '/move', { game: FOUR, player: 'book:file=x' }],
    ['POST', '/forcing', { game: FOUR, kind: 'vcdt' }],
    ['POST', '/forcing', { game: FOUR, side: 'white' }],
    ['POST', '/exact', { game: { rules: [4, 4, 4, 2, 1], stones: ['b2'] } }],
    ['POST', '/exact', { game: FOUR }],
    ['POST', '/policy', { game: connect6() }],
    ['POST', '/policy', { game: { rules: 'gomoku', stones: ['h8'] } }],
    ['POST', '/check', { base64: certificate('connect-5-2-2.cert') }],
    ['POST', '/check', { base64: certificate('connect-5-2-2.cert').replace('Q', 'R') }],
    ['POST', '/check', { base64: 'AAAA' }],
    ['POST', '/export', { tree: TREE, format: 'sgf' }],
    ['POST', '/export', { tree: TREE, format: 'plain' }],
    ['POST', '/export', { tree: { rules: [3, 3], root: {} }, format: 'sgf' }],
    [
        'POST',
        '/import',
        { text: '(;FF[4]SZ[19]RU[Connect6]PB[Ä]C[1.5];B[jj];W[ki](;W[ii])(;W[aa]))', name: 'x/one.sgf' },
    ],
    ['POST', '/import', { base64: Buffer.from('{[C6][Red][Blue][先手胜];B(J,10);W(K,11)W(I,11)}').toString('base64') }],
    ['POST', '/import', { text: 'no game at all' }],
    ['POST', '/nothing', {}],
    ['PUT', '/position', {}],
    ['POST', '/position', { game: connect6(), extra: 1 }],
    ['POST', '/position', { game: connect6(), seconds: 1.5 }],
];
/** What is no JSON is called so by both, in words of their own. */
const BROKEN = [
    '',
    '{',
    '[1,2]',
    '{"a":1,"a":2}',
    '{"a":"\\ud800"}',
    '{"a":01}',
    '{"a":1e999}',
    '{"a":"\u0001"}',
    '{"a":1} x',
];

/** Without what a clock has measured. */
function timeless(text: string): string {
    return text.replace(/"seconds":[-+.e\d]+/g, '"seconds":0');
}

/* The games outside the Connect family, of which the browser has none, and the book, which it has not. */
function family(path: string, text: string): string {
    if (path !== '/info') return text;
    const {
        games: _,
        players,
        ...rest
    } = JSON.parse(text) as Record<string, unknown> & { players: { spec: string }[] };
    return JSON.stringify({ ...rest, players: players.filter((v) => v.spec !== 'book') });
}

describe('the browser’s engine', { skip: !existsSync(`${STEM}.wasm`) && '`make page` was not run' }, () => {
    let server: Server;
    let engine: Engine;
    before(async () => {
        [server, engine] = await Promise.all([startServer(['--threads', '1', '--hash', '128']), openEngine()]);
    });
    after(() => server.stop());

    const byServer = async (method: string, path: string, body?: string) => {
        const r = await fetch(`${server.url}/api/v1${path}`, { method, ...(body !== undefined && { body }) });
        return { status: r.status, text: await r.text() };
    };

    it('answers as the server does', async () => {
        for (const [method, path, question] of QUESTIONS) {
            const body = question && (typeof question === 'string' ? question : JSON.stringify(question));
            const want = await byServer(method, path, body);
            const got = engine.ask(method, path, body);
            assert.deepEqual(
                { status: got.status, text: family(path, timeless(got.text)) },
                { status: want.status, text: family(path, timeless(want.text)) },
                `${method} ${path} ${body?.slice(0, 200)}`,
            );
        }
    });

    /* Sums in another order differ in their last digits, and what is rounded to the fourth by one of those at most. */
    it('has the same net', async () => {
        type Answer = { chance: number; squares: { at: string; share: number }[] };
        const body = JSON.stringify({ game: FOUR });
        const want = JSON.parse((await byServer('POST', '/policy', body)).text) as Answer;
        const got = JSON.parse(engine.ask('POST', '/policy', body).text) as Answer;
        const shares = (a: Answer) => new Map(a.squares.map((v) => [v.at, v.share]));
        const near = (a: number, b: number) => Math.abs(a - b) < 1.5e-4;
        assert.ok(near(got.chance, want.chance));
        assert.ok(want.squares.length > 10);
        for (const at of new Set([...shares(want).keys(), ...shares(got).keys()]))
            assert.ok(near(shares(want).get(at) ?? 0, shares(got).get(at) ?? 0), at);
    });

    it('refuses what is no JSON as the server does', async () => {
        for (const body of BROKEN) {
            const want = await byServer('POST', '/position', body);
            const got = engine.ask('POST', '/position', body);
            const code = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code;
            assert.deepEqual([got.status, code(got.text)], [want.status, code(want.text)], JSON.stringify(body));
        }
    });

    it('reports on positions and whole games', () => {
        const reports = engine.live({ do: 'analyse', id: 3, game: connect6('j10'), lines: 2, seconds: 2 });
        const last = reports[reports.length - 1]!;
        assert(last.id === 3 && last.report.final && last.report.lines.length === 2 && last.report.nodes > 0);
        const review = engine.live({ do: 'review', id: 4, game: connect6('j10', 'k11', 'i11'), seconds: 0.05 });
        assert.deepEqual(
            review.map((m) => m.at ?? 'end'),
            [0, 1, 3, 'end'],
        );
        const wrong = engine.live({ do: 'analyse', id: 5, game: connect6('j10', 'j10') });
        assert.equal(wrong[0]!.error.code, 'bad_request');
    });
});
