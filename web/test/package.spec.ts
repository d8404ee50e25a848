/* The package @hexad/engine, as it is packed, installed into an empty folder and used by pages there: its example, and a module of their own. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { BROWSERS, PATIENCE, TYPES } from './harness';

const ROOT = resolve(__dirname, '..', '..');
const PACKAGE = process.env.HEXAD_PACKAGE ?? join(ROOT, 'build', 'npm');
const npm = (folder: string, ...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });

describe('@hexad/engine', { skip: !existsSync(join(PACKAGE, 'index.js')) && '`make package` was not run' }, () => {
    let folder: string;
    let server: Server;
    let browser: Browser;
    let url: string;
    let isolated = false;

    before(async () => {
        folder = mkdtempSync(join(tmpdir(), 'hexad-package-'));
        npm(PACKAGE, 'pack', '--silent', '--pack-destination', folder);
        const packed = readdirSync(folder).find((f) => f.endsWith('.tgz'))!;
        mkdirSync(join(folder, 'site'));
        writeFileSync(join(folder, 'site', 'package.json'), '{ "private": true }');
        npm(join(folder, 'site'), 'install', '--offline', '--no-audit', '--no-fund', join(folder, packed));
        server = createServer((q, r) => {
            const file = join(folder, 'site', new URL(q.url!, 'http://x').pathname);
            if (!existsSync(file)) return void r.writeHead(404).end();
            r.writeHead(200, {
                'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
                ...(isolated && {
                    'Cross-Origin-Opener-Policy': 'same-origin',
                    'Cross-Origin-Embedder-Policy': 'require-corp',
                }),
            });
            return void r.end(readFileSync(file));
        });
        await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
        url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
        browser = await chromium.launch({
            executablePath: process.env.CHROMIUM ?? BROWSERS.find((v) => existsSync(v))!,
            timeout: PATIENCE,
        });
    });
    after(async () => {
        await browser.close();
        server.closeAllConnections();
        server.close();
        rmSync(folder, { recursive: true, force: true });
    });

    async function open(path: string): Promise<{ page: Page; problems: string[] }> {
        const page = await browser.newPage();
        page.setDefaultTimeout(PATIENCE);
        const problems: string[] = [];
        page.on('pageerror', (e) => problems.push(e.stack ?? e.message));
        page.on('request', (q) => {
            if (!q.url().startsWith(url) && !/^(blob|data):/.test(q.url())) problems.push(`a request to ${q.url()}`);
        });
        await page.goto(url + path);
        return { page, problems };
    }

    it('has types for strict programs', () => {
        const site = join(folder, 'site');
        writeFileSync(
            join(site, 'mine.mts'),
            `import { Hexad, type Report } from '@hexad/engine';
const hexad = new Hexad({ base: '/engine/' });
const report: Report | null = await hexad.analyse({ game: { rules: [19, 19, 6, 2, 1] }, seconds: 1 });
export const turn: string[] = report?.lines[0]?.turn ?? (await hexad.post('/move', { game: { rules: 'connect6' } })).turn;
// @ts-expect-error: there is no such question
await hexad.post('/trees', {});
// @ts-expect-error: a game is missing
await hexad.post('/forcing', { seconds: 1 });
`,
        );
        const tsc = join(ROOT, 'web', 'node_modules', 'typescript', 'bin', 'tsc');
        const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
        execFileSync(process.execPath, [tsc, ...options, 'mine.mts'], { cwd: site, encoding: 'utf8' });
    });

    it('has an example in which a board is analysed', async () => {
        const { page, problems } = await open('node_modules/@hexad/engine/example/index.html');
        const told = page.locator('#told');
        await told.filter({ hasText: 'depth' }).waitFor();
        await page.locator('#board').click();
        await page.locator('circle[data-square="j10"]').waitFor();
        await told.filter({ hasText: 'depth' }).waitFor();
        assert.match(await told.innerText(), /\n[a-s]\d+ [a-s]\d+ +\d+%/);
        await page.locator('#undo').click();
        await page.locator('circle').waitFor({ state: 'detached' });
        assert.deepEqual(problems, []);
        await page.close();
    });

    for (const shared of [false, true])
        it(`answers modules of others, ${shared ? 'with threads' : 'with one thread'}`, async () => {
            isolated = shared;
            writeFileSync(
                join(folder, 'site', 'index.html'),
                '<!doctype html><title>mine</title><link rel="icon" href="data:," />',
            );
            const { page, problems } = await open('index.html');
            const told = await page.evaluate(
                async (options) => {
                    const at = new URL('node_modules/@hexad/engine/index.js', document.baseURI).href;
                    const { Hexad } = (await import(at)) as typeof import('../engine/index');
                    const hexad = new Hexad(options);
                    const four = 'j10 a1 a3 j11 j12 c1 c5 j13 s1 e1 e3'.split(' ');
                    const game = { rules: 'connect6', stones: four };
                    const opening = { rules: 'connect6', stones: ['j10', 'k11', 'i11'] };
                    const reports: number[] = [];
                    const stop = new AbortController();
                    const long = hexad.analyse(
                        { game: opening, seconds: 600 },
                        (r) => {
                            reports.push(r.depth);
                            stop.abort();
                        },
                        stop.signal,
                    );
                    const last = await long;
                    const error = await hexad
                        .post('/position', { game: { rules: 'connect6', stones: ['z99'] } })
                        .catch((e: unknown) => e as { code: string; message: string });
                    const answers = {
                        threads: hexad.threads,
                        version: (await hexad.info()).version,
                        forcing: (await hexad.post('/forcing', { game })).answer,
                        solved: (await hexad.solve({ game, order: 1 }))?.status,
                        move: (await hexad.post('/move', { game, player: 'sequences', seed: 1 })).turn.length,
                        short: (await hexad.analyse({ game: opening, seconds: 0.2 }))?.final,
                        puzzles: (await hexad.puzzles('limit=2')).puzzles.length,
                        refused: 'message' in error ? error.message : '',
                        stopped: reports.length > 0 && last !== null,
                    };
                    const given = hexad.post('/move', { game: opening, seconds: 600 }).then(
                        () => 'answered',
                        (e: unknown) => (e as { code: string }).code,
                    );
                    hexad.close();
                    return { ...answers, given: await given };
                },
                shared ? {} : { threads: false },
            );
            const header = readFileSync(join(ROOT, 'include', 'hexad.h'), 'utf8');
            assert.equal(told.version, /HEXAD_VERSION "(.*)"/.exec(header)![1]);
            assert.equal(told.threads > 1, shared && (await page.evaluate(() => navigator.hardwareConcurrency)) > 1);
            const { forcing, solved, move, short, puzzles, stopped, given } = told;
            assert.deepEqual(
                { forcing, solved, move, short, puzzles, stopped, given },
                { forcing: 'win', solved: 'won', move: 2, short: true, puzzles: 2, stopped: true, given: 'aborted' },
            );
            assert.match(told.refused, /z99/);
            assert.deepEqual(problems, []);
            await page.close();
        });
});
