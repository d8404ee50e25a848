/* A plain host of files for the page that needs no server, below some path of it, and a browser to open it with. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { BROWSERS, PATIENCE, TYPES } from './harness';

/** The folder that `make page` makes; null: it was not made, and its tests have nothing to test. */
export const PAGE_ALONE: string | null = (() => {
    const folder = process.env.HEXAD_ALONE ?? resolve(__dirname, '..', '..', 'build', 'page');
    return existsSync(join(folder, 'index.html')) ? folder : null;
})();

const BELOW = '/some/where/';

export interface StaticHost {
    url: string;
    /** Bytes sent so far, packed. */
    sent: () => number;
    /** Names of the files asked for, in order. */
    asked: string[];
    close: () => Promise<void>;
}

export interface HostOptions {
    /** Send the headers that give pages shared memory. */
    isolated?: boolean;
    /** A server to pass /api on to. */
    server?: string;
    /** Changes to a file on its way. */
    edit?: (name: string, text: string) => string;
}

function pass(server: string, from: IncomingMessage, to: ServerResponse, path: string): void {
    const through = ask(server + path, {
        method: from.method,
        headers: { ...from.headers, host: new URL(server).host, origin: server },
    });
    through.on('response', (r) => {
        to.writeHead(r.statusCode ?? 502, r.headers);
        r.pipe(to);
    });
    through.on('error', () => to.writeHead(502).end());
    from.pipe(through);
}

export async function startHost(options: HostOptions = {}): Promise<StaticHost> {
    let sent = 0;
    const asked: string[] = [];
    const folder = PAGE_ALONE!;
    const server = createServer((q, r) => {
        const { pathname, search } = new URL(q.url!, 'http://x');
        const name = pathname.startsWith(BELOW) ? pathname.slice(BELOW.length) || 'index.html' : '';
        if (options.server && name.startsWith('api/')) return pass(options.server, q, r, `/${name}${search}`);
        const file = join(folder, name);
        asked.push(name);
        if (!/^[\w.-]+$/.test(name) || !existsSync(file)) return void r.writeHead(404).end();
        const raw = readFileSync(file);
        const bytes = gzipSync(options.edit ? Buffer.from(options.edit(name, raw.toString('latin1')), 'latin1') : raw);
        sent += bytes.length;
        r.writeHead(200, {
            'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
            'Content-Encoding': 'gzip',
            'Cache-Control': 'max-age=600',
            ...(options.isolated && {
                'Cross-Origin-Opener-Policy': 'same-origin',
                'Cross-Origin-Embedder-Policy': 'require-corp',
            }),
        });
        return void r.end(bytes);
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const { port } = server.address() as AddressInfo;
    return {
        url: `http://127.0.0.1:${port}${BELOW}`,
        sent: () => sent,
        asked,
        close: () =>
            new Promise((done) => {
                server.closeAllConnections();
                server.close(() => done());
            }),
    };
}

export interface AloneSite {
    host: StaticHost;
    context: BrowserContext;
    page: (at?: string) => Promise<Page>;
    close: () => Promise<void>;
}

/** A host and a browser; pages that report an error or ask anybody else fail the test when it is closed. */
export async function openAlone(options: HostOptions & { allowErrors?: boolean } = {}): Promise<AloneSite> {
    const executablePath = process.env.CHROMIUM ?? BROWSERS.find((v) => existsSync(v));
    assert(executablePath, 'no Chromium found');
    const [host, browser] = await Promise.all([
        startHost(options),
        chromium.launch({ executablePath, timeout: PATIENCE }),
    ]);
    const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE);
    const problems: string[] = [];
    const page = async (at = '') => {
        const fresh = await context.newPage();
        fresh.setDefaultTimeout(PATIENCE);
        fresh.on('request', (q) => {
            if (!/^(blob|data):/.test(q.url()) && !q.url().startsWith(host.url))
                problems.push(`a request to ${q.url()}`);
        });
        fresh.on('pageerror', (e) => problems.push(`an error on the page: ${e.stack ?? e.message}`));
        fresh.on(
            'console',
            (m) => m.type() === 'error' && !options.allowErrors && problems.push(`on the console: ${m.text()}`),
        );
        await fresh.goto(host.url + at);
        await fresh.locator('.cells').waitFor();
        return fresh;
    };
    const close = async () => {
        await browser.close();
        await host.close();
        assert.deepEqual(problems, []);
    };
    return { host, context, page, close };
}
