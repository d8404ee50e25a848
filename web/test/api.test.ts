/* The client of the server: what it sends, what it makes of answers, and how it keeps its socket. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from '../src/api/errors';
import { type Fetch, request } from '../src/api/http';
import { type LiveState, Live, type Socket } from '../src/api/live';
import type { Report } from '../src/api/types';

const answering =
    (status: number, text: string): Fetch =>
    () =>
        Promise.resolve(new Response(status === 204 ? null : text, { status }));

async function failure(p: Promise<unknown>): Promise<ApiError> {
    try {
        await p;
    } catch (e) {
        assert.ok(e instanceof ApiError, String(e));
        return e;
    }
    assert.fail('no error');
}

test('a request carries JSON and gives the answer', async () => {
    const seen: { url: string; init: RequestInit }[] = [];
    const doFetch: Fetch = (url, init) => {
        seen.push({ url, init });
        return Promise.resolve(new Response('{"left":2}'));
    };
    assert.deepEqual(await request('POST', '/position', { game: 1 }, {}, doFetch), { left: 2 });
    assert.equal(seen[0]!.url, '/api/v1/position');
    assert.equal(seen[0]!.init.method, 'POST');
    assert.equal(seen[0]!.init.body, '{"game":1}');
});

test('an answer without content is undefined', async () => {
    assert.equal(await request('DELETE', '/trees/1', undefined, {}, answering(204, '')), undefined);
});

test("errors have the server's code, message and details", async () => {
    const body = '{"error":{"code":"conflict","message":"saved by another since","revision":7}}';
    const e = await failure(request('PUT', '/trees/1', {}, {}, answering(409, body)));
    assert.equal(e.code, 'conflict');
    assert.equal(e.message, 'saved by another since');
    assert.equal(e.status, 409);
    assert.equal(e.details.revision, 7);
});

test('errors without a readable body are named by their status', async () => {
    assert.equal((await failure(request('GET', '/x', undefined, {}, answering(404, '<html>')))).code, 'not_found');
    assert.equal((await failure(request('GET', '/x', undefined, {}, answering(502, '')))).code, 'internal');
    assert.equal((await failure(request('GET', '/x', undefined, {}, answering(413, '{"error":3}')))).code, 'too_large');
});

test('an answer that is not JSON, a dead server, a slow server, a caller who gives up', async () => {
    assert.equal((await failure(request('GET', '/x', undefined, {}, answering(200, '?')))).code, 'bad_answer');
    const dead: Fetch = () => Promise.reject(new TypeError('refused'));
    assert.equal((await failure(request('GET', '/x', undefined, {}, dead))).code, 'unreachable');
    const slow: Fetch = (_, init) =>
        new Promise((_, reject) => init.signal!.addEventListener('abort', () => reject(new Error('abort'))));
    assert.equal((await failure(request('GET', '/x', undefined, { timeout: 0.01 }, slow))).code, 'timeout');
    const abort = new AbortController();
    const p = failure(request('GET', '/x', undefined, { signal: abort.signal }, slow));
    abort.abort();
    assert.ok((await p).aborted);
});

// A socket that is driven by hand, and time that passes when told to.
class Fake implements Socket {
    sent: any[] = [];
    closed = false;
    onopen: ((e: any) => void) | null = null;
    onmessage: ((e: any) => void) | null = null;
    onclose: ((e: any) => void) | null = null;
    onerror: ((e: any) => void) | null = null;
    send(text: string) {
        this.sent.push(JSON.parse(text));
    }
    close() {
        this.closed = true;
        this.onclose?.({});
    }
    say(x: unknown) {
        this.onmessage?.({ data: typeof x === 'string' ? x : JSON.stringify(x) });
    }
}

function surroundings() {
    const sockets: Fake[] = [];
    let timers: { ms: number; f: () => void }[] = [];
    const live = new Live({
        open() {
            sockets.push(new Fake());
            return sockets.at(-1)!;
        },
        after(ms, f) {
            const timer = { ms, f };
            timers.push(timer);
            return () => (timers = timers.filter((t) => t !== timer));
        },
    });
    const pass = () => {
        const due = timers;
        timers = [];
        for (const t of due) t.f();
        return due.map((t) => t.ms);
    };
    const states: LiveState[] = [];
    live.onState((s) => states.push(s));
    return { live, sockets, pass, states };
}

const game = { rules: [19, 19, 6, 2, 1] as [number, number, number, number, number], stones: ['j10'] };
const report = (depth: number, final = false): Report => ({
    to_move: 'white',
    left: 2,
    depth,
    reached: depth,
    nodes: 10,
    seconds: 1,
    lines: [{ turn: ['k10', 'k11'], line: ['k10', 'k11'], value: 5, chance: 0.5, mate: 0, likely: 0 }],
    hash_permill: 0,
    final,
});

test('a job is asked for when the socket opens, reports until the last, and stops being known', () => {
    const { live, sockets, states } = surroundings();
    const depths: number[] = [];
    let done = 0;
    live.analyse({ game, lines: 3 }, { report: (r) => depths.push(r.depth), done: () => done++ });
    const s = sockets[0]!;
    assert.deepEqual(s.sent, []);
    s.onopen!({});
    assert.deepEqual(s.sent, [{ do: 'analyse', id: 1, game, lines: 3 }]);
    s.say({ id: 1, report: report(1) });
    s.say({ id: 1, report: report(2, true) });
    s.say({ id: 1, report: report(3) });
    assert.deepEqual(depths, [1, 2]);
    assert.equal(done, 1);
    assert.deepEqual(states, ['connecting', 'open']);
});

test('stopping tells the server and silences the job; the socket is closed after a while', () => {
    const { live, sockets, pass, states } = surroundings();
    let reports = 0;
    const job = live.analyse({ game, lines: 1 }, { report: () => reports++ });
    const s = sockets[0]!;
    s.onopen!({});
    job.stop();
    job.stop();
    s.say({ id: 1, report: report(1) });
    assert.equal(reports, 0);
    assert.deepEqual(s.sent.slice(1), [{ do: 'stop', id: 1 }]);
    assert.ok(!s.closed);
    pass();
    assert.ok(s.closed);
    assert.equal(states.at(-1), 'idle');
});

test('one socket carries all jobs, and a following job keeps it open', () => {
    const { live, sockets, pass } = surroundings();
    live.analyse({ game, lines: 1 }, {}).stop();
    sockets[0]!.onopen!({});
    live.review({ game, seconds: 0.5 }, {});
    pass();
    assert.equal(sockets.length, 1);
    assert.ok(!sockets[0]!.closed);
    assert.deepEqual(sockets[0]!.sent, [{ do: 'review', id: 2, game, seconds: 0.5 }]);
});

test('a broken socket is opened again later and later, and jobs are asked for again', () => {
    const { live, sockets, pass, states } = surroundings();
    const depths: number[] = [];
    live.analyse({ game, lines: 1 }, { report: (r) => depths.push(r.depth) });
    sockets[0]!.onopen!({});
    sockets[0]!.onclose!({});
    const waits = pass();
    sockets[1]!.onclose!({});
    waits.push(...pass());
    sockets[2]!.onopen!({});
    assert.deepEqual(sockets[2]!.sent, [{ do: 'analyse', id: 1, game, lines: 1 }]);
    sockets[2]!.say({ id: 1, report: report(4) });
    assert.deepEqual(depths, [4]);
    assert.ok(waits[1]! > waits[0]!);
    assert.deepEqual(states, ['connecting', 'open', 'waiting', 'connecting', 'waiting', 'connecting', 'open']);
    sockets[2]!.onclose!({});
    assert.deepEqual(pass(), [waits[0]], 'a report resets the pause');
});

test('a job stopped during the pause is not asked for again', () => {
    const { live, sockets, pass } = surroundings();
    const job = live.analyse({ game, lines: 1 }, {});
    sockets[0]!.onclose!({});
    job.stop();
    pass();
    for (const s of sockets.slice(1)) s.onopen?.({});
    assert.deepEqual(
        sockets.flatMap((s) => s.sent),
        [],
    );
});

test('a review reports position after position', () => {
    const { live, sockets } = surroundings();
    const seen: unknown[] = [];
    live.review(
        { game, seconds: 1 },
        { position: (at, of, r) => seen.push([at, of, r.depth]), done: () => seen.push('done') },
    );
    const s = sockets[0]!;
    s.onopen!({});
    s.say({ id: 1, queued: 2 });
    s.say({ id: 1, at: 0, of: 1, report: report(3, true) });
    s.say({ id: 1, at: 1, of: 1, report: report(5, true) });
    s.say({ id: 1, final: true });
    assert.deepEqual(seen, [[0, 1, 3], [1, 1, 5], 'done']);
});

test('errors of a job and of nobody; nonsense is passed over', () => {
    const { live, sockets } = surroundings();
    const codes: string[] = [];
    let reports = 0;
    live.analyse({ game, lines: 1 }, { failed: (e) => codes.push(e.code), report: () => reports++ });
    const s = sockets[0]!;
    s.onopen!({});
    for (const x of ['', '[', '3', '{"id":"1"}', '{"id":9,"report":{}}', '{"id":1,"report":{"lines":[3]}}']) s.say(x);
    s.onmessage!({ data: new ArrayBuffer(3) });
    assert.equal(reports, 0);
    s.say({ id: 1, error: { code: 'busy', message: 'later' } });
    s.say({ id: 1, report: report(1) });
    assert.deepEqual(codes, ['busy']);
    assert.equal(reports, 0);
});

test('closing ends everything', () => {
    const { live, sockets, states } = surroundings();
    live.analyse({ game, lines: 1 }, {});
    sockets[0]!.onopen!({});
    live.close();
    assert.ok(sockets[0]!.closed);
    assert.equal(states.at(-1), 'idle');
    assert.equal(sockets.length, 1);
});
