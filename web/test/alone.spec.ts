/* The page on a plain host of files: everything that the server does otherwise, by the engine in the browser. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { picture, play, programPath, startServer } from './harness';
import { openAlone, PAGE_ALONE, type AloneSite } from './static';

const ROOT = resolve(__dirname, '..', '..');
const MEBIBYTE = 1 << 20;
let site: AloneSite;

/** A question to the worker of the page, as the page asks it. */
async function ask(page: Page, question: Record<string, unknown>): Promise<{ status: number; text: string }> {
    return page.evaluate(async (q) => {
        const meta = document.querySelector<HTMLMetaElement>('meta[name="hexad-host"]')!;
        const at = (name: string) => new URL(meta.dataset[name]!, document.baseURI).href;
        const worker = new Worker(at('worker'));
        const module = await WebAssembly.compile(await (await fetch(`${at('one')}.wasm`)).arrayBuffer());
        const told = new Promise<{ status: number; text: string }>((done, failed) => {
            worker.onerror = (e) => failed(new Error(e.message));
            worker.onmessage = (e: MessageEvent<Record<string, any>>) => {
                if (e.data.is === 'ready') worker.postMessage(q);
                else if (e.data.is === 'broken') failed(new Error(String(e.data.message)));
                else done({ status: e.data.status ?? 200, text: e.data.text });
            };
        });
        const files = { script: `${at('one')}.js`, thread: '' };
        worker.postMessage({ do: 'start', files, module, threads: 1, hash: 64 });
        const answer = await told;
        worker.terminate();
        return answer;
    }, question);
}

describe('the page without a server', { skip: !PAGE_ALONE && '`make page` was not run' }, () => {
    before(async () => {
        site = await openAlone();
    });
    after(() => site.close());

    it('has Go for two people: counted by clicks, its records read and saved', async () => {
        const page = await site.page();
        await page.locator('#new-game').click();
        await page.locator('dialog[open] input[value="go9"]').check();
        await page.locator('dialog[open]', { hasText: 'Without a server Go is for two people' }).waitFor();
        const white = page.locator('dialog[open]').getByLabel('Who plays White');
        assert.equal(await white.inputValue(), 'person');
        assert.equal(await white.locator('option[value="engine"]').count(), 0);
        await page.locator('dialog[open] .start').click();
        await play(page, 'E5', 'D5');
        await page.locator('#pass').click();
        await page.locator('#pass').click();
        await page.locator('.counting', { hasText: 'nobody proposes any' }).waitFor();
        await page.locator('#accept-count:enabled').waitFor();
        await play(page, 'D5');
        await page.locator('.count-score', { hasText: 'B+73.5' }).waitFor();
        await page.locator('#accept-count').click();
        await page.locator('.status-text', { hasText: 'By 73.5 points' }).waitFor();
        await page.locator('#tab-analyse').click();
        await page.keyboard.press('ArrowLeft');
        await page.locator('.an-status', { hasText: 'Go is analysed by a server' }).waitFor();
        await page.locator('#tab-edit').click();
        await page.evaluate(() => {
            const data = new DataTransfer();
            data.setData('text/plain', '(;GM[1]SZ[9];B[ee];W[cc])');
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
        });
        await page.locator('.chip', { hasText: 'C7' }).waitFor();
        await page.keyboard.press('Control+s');
        await page.locator('.toast', { hasText: 'Saved' }).waitFor();
        await page.close();
    });

    it('shows the board before the engine is there, and loads less than 1 MiB', async () => {
        const page = await site.page('#s=j10i9k9h10h9k10l9');
        await page.locator('#tab-analyse').click();
        await page.locator('.an-progress[data-status="thinking"]').waitFor();
        await page.waitForFunction(
            () => Number(document.querySelector('.an-progress')?.getAttribute('data-depth')) > 1,
        );
        const first = site.host.asked.indexOf('index.html');
        const engine = site.host.asked.findIndex((f) => f.endsWith('.wasm'));
        assert(first === 0 && engine > site.host.asked.findIndex((f) => f.startsWith('page-')));
        assert(site.host.sent() < MEBIBYTE, `${site.host.sent()} bytes`);
        await picture(page, 'alone-analyse');
        // Another position: the search of the first is ended, and one of the second begins.
        await page.locator('#tab-edit').click();
        await play(page, 'k12');
        await page.locator('#tab-analyse').click();
        await page.waitForFunction(
            () => Number(document.querySelector('.an-progress')?.getAttribute('data-depth')) > 1,
        );
        await page.close();
    });

    it('plays a turn against the engine', async () => {
        const page = await site.page();
        await page.locator('#tab-play').click();
        await play(page, 'j10');
        await page.waitForFunction(
            () => document.querySelectorAll('.cell[aria-label*="White"], .cell[aria-label*="white"]').length >= 2,
        );
        await page.close();
    });

    it('checks the certificate of Connect(6,2,3)', async () => {
        const page = await site.page();
        await page.locator('#tab-edit').click();
        await page.locator('#import').click();
        await page.locator('#file').setInputFiles(join(ROOT, 'proofs', 'connect-6-2-3.cert'));
        const verdict = page.locator('#verdict');
        await verdict.waitFor();
        assert.equal(await verdict.getAttribute('data-verdict'), 'accepted');
        assert.match((await verdict.textContent())!, /Black.*wins Connect\(∞,∞,6,2,3\) from the empty board/);
        await picture(page, 'alone-certificate');
        await page.close();
    });

    it('gives the signature of the program', async () => {
        const page = await site.page();
        const { text } = await ask(page, { do: 'bench' });
        const { bench } = JSON.parse(text) as { bench: number };
        const program = execFileSync(programPath(), ['bench', '--json'], { encoding: 'utf8' });
        assert.equal(bench, (JSON.parse(program) as { bench: number }).bench);
        await page.close();
    });

    it('keeps trees in the browser, and finds positions in them', async () => {
        const page = await site.page('#s=j10k11i11l11j12');
        await page.locator('#tab-edit').click();
        await page.locator('#save').click();
        await page.locator('#state', { hasText: /^saved$/i }).waitFor();
        await page.reload();
        await page.locator('#open').click();
        await page.locator('.library li').first().waitFor();
        await picture(page, 'alone-library');
        await page.keyboard.press('Escape');
        // The same position by other turns, mirrored.
        await page.goto(`${site.host.url}#s=j10k9i9`);
        await page.locator('#find').check();
        await page.locator('.found .same-title').first().waitFor();
        assert.match((await page.locator('.found .same-list').textContent())!, /mirrored|turned/i);
        await page.close();
    });

    it('reads and writes records', async () => {
        const page = await site.page('#s=j10');
        await page.locator('#tab-edit').click();
        await page.locator('#import').click();
        await page
            .locator('#pasted')
            .fill('(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)];B[jj];W[ki];W[ii](;B[aa])(;B[bb]))');
        await page.locator('#import-text').click();
        await page.locator('#pasted').waitFor({ state: 'detached' });
        await page.locator('#export').click();
        await page.waitForFunction(() =>
            (document.querySelector('#exported') as HTMLTextAreaElement).value.includes('(;B[bb])'),
        );
        await page.close();
    });

    it('opens without a network', async () => {
        const page = await site.page('#s=j10k11i11');
        await page.waitForFunction(async () => {
            const there = await navigator.serviceWorker.getRegistration();
            return there?.active?.state === 'activated' && navigator.serviceWorker.controller !== null;
        });
        await site.context.setOffline(true);
        try {
            await page.reload();
            await page.locator('.cells').waitFor();
            await page.locator('#tab-analyse').click();
            await page.waitForFunction(
                () => Number(document.querySelector('.an-progress')?.getAttribute('data-depth')) > 1,
            );
        } finally {
            await site.context.setOffline(false);
        }
        await page.close();
    });

    it('can be installed', async () => {
        const page = await site.page();
        const manifest = await page.evaluate(async () => {
            const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')!;
            const text = (await (await fetch(link.href)).json()) as { icons: { src: string }[]; start_url: string };
            const there = await Promise.all(text.icons.map(async (i) => (await fetch(new URL(i.src, link.href))).ok));
            return { ...text, there };
        });
        assert(manifest.there.length >= 3 && manifest.there.every(Boolean));
        await page.close();
    });

    it('searches with threads where the host gives it shared memory', async () => {
        const isolated = await openAlone({ isolated: true });
        const page = await isolated.page('#s=j10i9k9h10h9k10l9');
        assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        const threads = await page.evaluate(() => navigator.hardwareConcurrency);
        await page.locator('#tab-analyse').click();
        for (const stone of ['k12', 'a1']) {
            await page.waitForFunction(
                () => Number(document.querySelector('.an-progress')?.getAttribute('data-depth')) > 1,
            );
            // Another position stops the search of this one, within the same worker.
            await page.locator('#tab-edit').click();
            await play(page, stone);
            await page.locator('#tab-analyse').click();
        }
        const kind = threads > 1 ? 'hexad-many-' : 'hexad-one-';
        assert(isolated.host.asked.some((f) => f.startsWith(kind) && f.endsWith('.wasm')));
        await isolated.close();
    });

    it('is answered by the server as long as there is one, and by itself when that has gone', async () => {
        const server = await startServer();
        const both = await openAlone({
            server: server.url,
            edit: (name, text) =>
                name === 'index.html' ? text.replace('content="engine"', 'content="server, engine"') : text,
            allowErrors: true,
        });
        const page = await both.page('#s=j10k11i11');
        await page.locator('#tab-edit').click();
        const exported = async () => {
            await page.locator('#export').click();
            await page.waitForFunction(() =>
                (document.querySelector('#exported') as HTMLTextAreaElement).value.includes(';B'),
            );
            await page.keyboard.press('Escape');
        };
        await exported();
        await server.stop();
        await exported();
        assert(both.host.asked.some((f) => f.endsWith('.wasm')));
        await both.close();
    });
});
