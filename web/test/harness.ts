/* What the browser tests stand on: a server of their own, Chromium, and pages that fail the test if the page
 * reports an error or asks anybody but the server.
 *
 *   HEXAD=program          the program to test (default: build/gcc/hexad, then build/hexad)
 *   HEXAD_PAGE=directory   take the page from there instead of from the program (for work on the page) */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** Milliseconds that anything may take before a test gives up on it. A busy machine is slow, and no test is about that; who writes a
 * test may want to wait less (HEXAD_PATIENCE). */
export const PATIENCE = Number(process.env.HEXAD_PATIENCE ?? 300_000);

export const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const ROOT = resolve(__dirname, '..', '..');

export function programPath(): string {
    const choices = [process.env.HEXAD, join(ROOT, 'build', 'gcc', 'hexad'), join(ROOT, 'build', 'hexad')];
    const found = choices.find((v) => v && existsSync(v));
    assert(found, 'no hexad to test: build it or say HEXAD=program');
    return found;
}

export interface Server {
    url: string;
    pid: number;
    /** The process, and the options it was started with besides port and data. */
    child: ChildProcess;
    more: readonly string[];
    /** The file of saved trees. */
    data: string;
    stop: () => Promise<void>;
}

/* Starts it; its address, once it has said that. */
async function launch(
    port: string,
    data: string,
    more: readonly string[],
): Promise<{ child: ChildProcess; url: string }> {
    const child: ChildProcess = spawn(programPath(), ['serve', '--port', port, '--data', data, ...more], {
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    const url = await new Promise<string>((found, failed) => {
        const late = setTimeout(() => failed(new Error(`hexad serve did not say its address:\n${said}`)), PATIENCE);
        const listen = (part: Buffer) => {
            said += part.toString();
            const address = /http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(said);
            if (!address) return;
            clearTimeout(late);
            found(address[0]);
        };
        child.stdout!.on('data', listen);
        child.stderr!.on('data', listen);
        child.on('exit', (code) => failed(new Error(`hexad serve ended (${code}):\n${said}`)));
    });
    return { child, url };
}

/** Starts a server with an empty store on a free port of the loopback. */
export async function startServer(more: readonly string[] = []): Promise<Server> {
    const folder = mkdtempSync(join(tmpdir(), 'hexad-page-'));
    const data = join(folder, 'hexad.db');
    const { child, url } = await launch('0', data, more);
    const server: Server = { url, pid: child.pid!, child, more, data, stop: () => stop() };
    const stop = async () => {
        const now = server.child;
        const gone = new Promise((done) => now.once('exit', done));
        if (now.exitCode === null && now.signalCode === null) {
            now.kill('SIGTERM');
            const hard = setTimeout(() => now.kill('SIGKILL'), PATIENCE);
            await gone;
            clearTimeout(hard);
        }
        rmSync(folder, { recursive: true, force: true });
    };
    return server;
}

/** Ends the server with a signal and starts it again, with its data and at its address. */
export async function restartServer(server: Server, signal: NodeJS.Signals): Promise<void> {
    const gone = new Promise((done) => server.child.once('exit', done));
    server.child.kill(signal);
    await gone;
    const { child } = await launch(new URL(server.url).port, server.data, server.more);
    server.child = child;
    server.pid = child.pid!;
}

export interface PageOptions {
    width?: number;
    height?: number;
    dark?: boolean;
    /** A phone: touch instead of a mouse. */
    touch?: boolean;
    language?: string;
    /** What to open behind the address, such as "#s=j10". */
    at?: string;
    /** Settings to begin with, as they are kept in the browser. */
    storage?: Record<string, unknown>;
    /** Errors that this test provokes. */
    allowErrors?: boolean;
    /** What the console may say. */
    allow?: RegExp;
    /** Use the storage of this context, as a second tab would. */
    context?: BrowserContext;
}

export interface Site {
    server: Server;
    browser: Browser;
    page: (options?: PageOptions) => Promise<Page>;
    close: () => Promise<void>;
}

export const TYPES: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.webmanifest': 'application/manifest+json',
    '.png': 'image/png',
};

/** Serves the page from a directory; the rest goes to the server. */
export async function pageFromFolder(context: BrowserContext, url: string, folder: string): Promise<void> {
    await context.route(`${url}/**`, (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname.startsWith('/api/')) return route.continue();
        const file = join(folder, pathname === '/' ? 'index.html' : pathname.slice(1));
        if (!existsSync(file)) return route.fulfill({ status: 404 });
        return route.fulfill({ body: readFileSync(file), contentType: TYPES[extname(file)] ?? 'text/plain' });
    });
}

/** A server and a browser for a file of tests. Close it in `after`. */
export async function openSite(more: readonly string[] = []): Promise<Site> {
    const executablePath = process.env.CHROMIUM ?? BROWSERS.find((v) => existsSync(v));
    assert(executablePath, 'no Chromium found');
    const args: string[] = [];
    // A page from a folder counts as one from the internet, which may not talk to the loopback.
    if (process.env.HEXAD_PAGE)
        args.push('--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets');
    const [server, browser] = await Promise.all([
        startServer(more),
        chromium.launch({ executablePath, args, timeout: PATIENCE }),
    ]);
    const problems: string[] = [];

    const page = async (options: PageOptions = {}): Promise<Page> => {
        const context =
            options.context ??
            (await browser.newContext({
                viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
                colorScheme: options.dark ? 'dark' : 'light',
                locale: options.language ?? 'en-GB',
                reducedMotion: 'reduce',
                hasTouch: options.touch ?? false,
                isMobile: options.touch ?? false,
                acceptDownloads: true,
                permissions: ['clipboard-read', 'clipboard-write'],
            }));
        if (!options.context) {
            context.setDefaultTimeout(PATIENCE);
            if (process.env.HEXAD_PAGE) await pageFromFolder(context, server.url, process.env.HEXAD_PAGE);
            if (options.storage)
                await context.addInitScript((kept) => {
                    for (const [key, value] of Object.entries(kept))
                        if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
                }, options.storage);
        }
        const fresh = await context.newPage();
        fresh.setDefaultTimeout(PATIENCE);
        await fresh.addInitScript(sameChance, pages++);
        fresh.on('request', (request) => {
            const own = /^(blob|data):/.test(request.url()) || request.url().startsWith(server.url);
            if (!own) problems.push(`a request to ${request.url()}`);
        });
        if (!options.allowErrors) {
            fresh.on('pageerror', (e) => problems.push(`an error on the page: ${e.stack ?? e.message}`));
            fresh.on(
                'console',
                (m) =>
                    m.type() === 'error' &&
                    !options.allow?.test(m.text()) &&
                    problems.push(`on the console: ${m.text()}`),
            );
        }
        await fresh.goto(`${server.url}/${options.at ?? ''}`);
        await fresh.locator('.cells').waitFor();
        return fresh;
    };
    const close = async () => {
        await browser.close();
        await server.stop();
        assert.deepEqual(problems, []);
    };
    return { server, browser, page, close };
}

/* Chance on pages is the same in every run, and another one on every page and after every load. */
let pages = 0;
function sameChance(page: number): void {
    let load = 0;
    try {
        load = Number(sessionStorage.getItem('test.loads'));
        sessionStorage.setItem('test.loads', String(load + 1));
    } catch {
        // A document without an origin has no storage.
    }
    let state = (page * 7919 + load * 104729 + 1) >>> 0;
    Math.random = () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let v = Math.imul(state ^ (state >>> 15), state | 1);
        v ^= v + Math.imul(v ^ (v >>> 7), v | 61);
        return ((v ^ (v >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Waits until it is so. */
export async function until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE; !(await done()); ) {
        assert(Date.now() < end, `it does not come: ${what}`);
        await new Promise((f) => setTimeout(f, 20));
    }
}

/** Waits until what the page does by itself is drawn: two frames, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        await frame();
        await Promise.allSettled(document.getAnimations().map((a) => a.finished));
        await frame();
    });
}

/** Milliseconds of processor time that the page's thread takes for something; other programs do not count. */
export async function busy(page: Page, work: () => Promise<void>): Promise<number> {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taken = async () => {
        const { metrics } = await devtools.send('Performance.getMetrics');
        return metrics.find((m) => m.name === 'TaskDuration')!.value * 1000;
    };
    const before = await taken();
    await work();
    const after = await taken();
    await devtools.detach();
    return after - before;
}

/** Clicks a square of the board. */
export async function play(page: Page, ...squares: string[]): Promise<void> {
    for (const s of squares) await page.locator(`[data-square="${s}"]`).click();
}

/** What screen readers hear of a square. */
export async function heard(page: Page, square: string): Promise<string> {
    return (await page.locator(`[data-square="${square}"]`).getAttribute('aria-label')) ?? '';
}

/** Saves a picture of the page where HEXAD_PICTURES says, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
    const folder = process.env.HEXAD_PICTURES;
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}
