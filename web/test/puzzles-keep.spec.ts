/* What was done with puzzles is not lost: reloads, tabs, devices, times without a server, files. And everybody can use them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { pageFromFolder, PATIENCE, picture, play, startServer, until, type Server } from './harness';
import { current, open, openPuzzles, phase, rating, site, solve } from './puzzles-kit';

before(openPuzzles);
after(() => site.close());

describe('nothing is lost', () => {
    it('by a reload in the middle of a puzzle', async () => {
        const page = await open({ allowErrors: true });
        await page.locator('#puzzles-themes').click();
        await page.locator('.pz-chip', { hasText: 'Win in 3' }).click();
        await phase(page, 'turn');
        const p = await current(page);
        await play(page, ...p.line.slice(0, 2));
        await page.waitForFunction(() => document.querySelector('.nav-count')?.textContent === 'Turn 3');
        await phase(page, 'turn');
        await page.reload();
        await phase(page, 'turn');
        assert.equal((await current(page)).id, p.id);
        await page.locator('.nav-count', { hasText: 'Turn 3' }).waitFor();
        await solve(page);
    });

    it('by a second tab, or by two devices at a time', async () => {
        const name = `both${Date.now()}`;
        // Browsers write every refused request to the console.
        const more = { allowErrors: true, storage: { 'hexad.puzzles.player': name } };
        const one = await open(more);
        const tab = await site.page({ context: one.context() as BrowserContext, allowErrors: true });
        const other = await open(more);
        for (const page of [one, tab, other]) {
            await page.locator('#puzzles-rated').click();
            await phase(page, 'turn');
        }
        await Promise.all(
            [one, tab, other].map(async (page) => {
                await page.locator('#puzzles-solution').click();
                await phase(page, 'over');
                await page.locator('#puzzles-back').click();
                await page.locator('.pz-sync[data-sync="saved"]').waitFor();
            }),
        );
        // The tabs of one browser tell each other at once, another device learns it when it looks again.
        for (const page of [one, tab, other]) await page.reload();
        for (const page of [one, tab, other])
            await page.waitForFunction(() => document.querySelectorAll('#puzzles-history li').length === 3);
        assert.equal(await rating(one), await rating(other));
    });

    it('without the server, nor when it comes back', async () => {
        const page = await open({ allowErrors: true });
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        await page.context().setOffline(true);
        const p = await current(page);
        // The main line is known to the puzzle itself.
        await solve(page);
        await page.locator('#puzzles-back').click();
        await page.locator('.pz-sync[data-sync="offline"]').waitFor();
        assert((await rating(page)) > 1500);
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        await page.locator('#puzzles-back').click();
        await page.context().setOffline(false);
        await page.evaluate(() => dispatchEvent(new Event('online')));
        await page.locator('.pz-sync[data-sync="saved"]').waitFor();
        const kept = await page.request.get(
            `${site.server.url}/api/v1/progress?player=${await page.evaluate(() => JSON.parse(localStorage.getItem('hexad.puzzles.player')!) as string)}`,
        );
        assert((await kept.text()).includes(p.id));
    });

    it('to a file and from it', async () => {
        const page = await open();
        await page.locator('#puzzles-rated').click();
        await solve(page);
        await page.locator('#puzzles-back').click();
        await page.locator('#puzzles-data').click();
        await picture(page, 'puzzle-data');
        const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#puzzles-export').click()]);
        const text = readFileSync((await file.path())!, 'utf8');
        const other = await open();
        await other.locator('#puzzles-data').click();
        const give = (name: string, content: string) =>
            other
                .locator('#puzzles-import')
                .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
        await give('wrong.json', '{"no": 1}');
        await other.locator('.toast', { hasText: 'wrong.json is no file' }).waitFor();
        await give('right.json', text);
        await other.locator('.toast', { hasText: '1 new' }).waitFor();
        await other.keyboard.press('Escape');
        assert.equal(await rating(other), await rating(page));
        await other.locator('#puzzles-data').click();
        await other.locator('.pz-reset summary').click();
        await other.locator('#puzzles-reset').click();
        await other.waitForFunction(() => document.querySelector('#puzzles-rating')?.textContent === '1500?');
    });

    it('by a new start of the server', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'hexad-puzzles-'));
        const data = ['--data', join(folder, 'kept.db')];
        // A port that nobody gets unasked: it must still be free when the server comes back.
        let [server, port]: [Server | null, string] = [null, ''];
        for (let i = 0; i < 20 && !server; i++) {
            port = String(10_240 + Math.floor(Math.random() * 20_000));
            server = await startServer([...data, '--port', port]).catch(() => null);
        }
        assert(server, 'no port is free');
        const { url } = server;
        const look = async () => {
            const context = await site.browser.newContext({ reducedMotion: 'reduce' });
            context.setDefaultTimeout(PATIENCE);
            // One player on two devices.
            await context.addInitScript(() => localStorage.setItem('hexad.puzzles.player', '"on-two-devices"'));
            if (process.env.HEXAD_PAGE) await pageFromFolder(context, url, process.env.HEXAD_PAGE);
            const page = await context.newPage();
            await page.goto(url);
            await page.locator('#tab-puzzles').click();
            return page;
        };
        const page = await look();
        await page.locator('#puzzles-rated:enabled').click();
        await phase(page, 'turn');
        await server.stop();
        server = await startServer([...data, '--port', port]);
        await solve(page);
        await page.locator('#puzzles-back').click();
        await page.locator('.pz-sync[data-sync="saved"]').waitFor();
        await server.stop();
        server = await startServer([...data, '--port', port]);
        const fresh = await look();
        await fresh.locator('#puzzles-history li').waitFor();
        assert.equal(await rating(fresh), await rating(page));
        await page.context().close();
        await fresh.context().close();
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
    });
});

describe('everybody', () => {
    for (const [name, size, dark, language] of [
        ['light', { width: 1280, height: 720 }, false, 'en-GB'],
        ['dark phone in Chinese', { width: 390, height: 844, touch: true }, true, 'zh-CN'],
    ] as const)
        it(`can use it: axe has nothing to say (${name})`, async () => {
            const page = await open({ ...size, dark, language });
            const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
            const check = async (what: string) => {
                await page.evaluate(axe);
                const found = await page.evaluate(async () => {
                    const { violations } = await (
                        globalThis as never as {
                            axe: {
                                run: () => Promise<{
                                    violations: { id: string; impact: string; nodes: { html: string }[] }[];
                                }>;
                            };
                        }
                    ).axe.run();
                    return violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(' ; ')}`);
                });
                assert.deepEqual(found, [], what);
            };
            await check('home');
            await page.locator('#puzzles-themes').click();
            await check('themes');
            await page.locator('#puzzles-daily').click();
            await phase(page, 'turn');
            await check('task');
            await picture(page, `puzzle-${name.split(' ')[0]}-task`);
            await page.locator('#puzzles-solution').click();
            await page.locator('.pz-step').first().waitFor();
            await check('solution');
            await picture(page, `puzzle-${name.split(' ')[0]}-solution`);
            await page.locator('#puzzles-back').click();
            await page.locator('#puzzles-history li').first().waitFor();
            await check('statistics');
            await page.locator('#puzzles-data').click();
            await check('data');
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert(wide <= size.width, `${wide}`);
        });

    it('solves with the keyboard alone', async () => {
        const page = await open();
        await page.keyboard.press('Enter');
        await phase(page, 'turn');
        const p = await current(page);
        await page.locator(`[data-square="${p.line[0]}"]`).press('Enter');
        await page.keyboard.press('Escape');
        for (const s of p.line.slice(0, 2)) await page.locator(`[data-square="${s}"]`).press('Enter');
        await page.locator('.pz-said.tone-good').waitFor();
    });
});

describe('every browser is a player of its own', () => {
    const stored = (page: Awaited<ReturnType<typeof open>>) =>
        page.evaluate(() => JSON.parse(localStorage.getItem('hexad.puzzles.player')!) as string);
    const progress = async (of: string) =>
        (await (await fetch(`${site.server.url}/api/v1/progress?player=${of}`)).json()) as {
            revision: number;
            document: { items: unknown[] } | null;
        };

    it('whom nobody sees, and who gets what there was before', async () => {
        const old = { hexad: 'progress', items: [{ id: 'kept-before', t: 1, kind: 'reset' }] };
        await fetch(`${site.server.url}/api/v1/progress`, {
            method: 'PUT',
            body: JSON.stringify({ player: 'main', revision: 0, document: old }),
        });
        const first = await site.page({ storage: { 'hexad.mode': 'puzzles' }, allow: /status of 409/ });
        await first.locator('.pz-sync[data-sync="saved"]').waitFor();
        await until('it was brought over', async () => (await progress('main')).document?.items.length === 0);
        const one = await stored(first);
        assert.match(one, /^[a-z2-9]{26}$/);
        assert.deepEqual((await progress(one)).document?.items, old.items);
        const second = await site.page({ storage: { 'hexad.mode': 'puzzles' }, allow: /status of 409/ });
        await second.locator('.pz-sync[data-sync="saved"]').waitFor();
        const two = await stored(second);
        assert.match(two, /^[a-z2-9]{26}$/);
        assert.notEqual(two, one);
        assert.equal((await progress(two)).document, null);
        // The code makes it the same player.
        await second.locator('#puzzles-data').click();
        await second.locator('#puzzles-player').fill(one);
        await second.locator('#puzzles-player').press('Enter');
        await until('the code is taken', async () => (await stored(second)) === one);
        for (const page of [first, second]) await page.context().close();
    });
});
