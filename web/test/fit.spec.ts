/* Fit and finish: keyboard, phone, themes, languages, screen readers, size, large boards, nothing that jumps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { busy, heard, openSite, picture, play, settled, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const person = { kind: 'person' };
const random = { kind: 'agent', spec: 'random' };

function kept(black: unknown, white: unknown) {
    const clock = { kind: 'none', seconds: 0, increment: 0 };
    return { 'hexad.game': { players: { black, white }, clock, left: { black: 0, white: 0 }, live: [], result: null } };
}

const two = kept(person, person);
const status = (page: Page) => page.locator('.status-text');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-square'));

describe('the keyboard', () => {
    it('plays a game alone', async () => {
        const page = await site.page({ storage: kept(person, random) });
        await page.keyboard.press('b');
        assert.equal(await focused(page), 'j10');
        await page.keyboard.press('Enter');
        await status(page).filter({ hasText: 'place 2 stones' }).waitFor();
        for (const key of ['ArrowUp', 'ArrowRight']) await page.keyboard.press(key);
        assert.equal(await focused(page), 'k11');
        await page.keyboard.press('Space');
        assert.match(await heard(page, 'k11'), /not played yet|White/);
        await page.keyboard.press('Shift+ArrowDown');
        assert.equal(await focused(page), 'k6');
        await page.keyboard.press('Backspace');
        assert(!/not played/.test(await heard(page, 'k11')));
        await page.close();
    });

    it('reaches everything by tabs, and shows where it is', async () => {
        const page = await site.page({ storage: two });
        const seen: string[] = [];
        for (let i = 0; i < 40; i++) {
            await page.keyboard.press('Tab');
            const at = await page.evaluate(() => {
                const e = document.activeElement as HTMLElement;
                const style = getComputedStyle(e);
                return {
                    name: e.getAttribute('aria-label') ?? e.textContent ?? '',
                    outline: style.outlineStyle,
                    tag: e.tagName,
                };
            });
            if (at.tag === 'BODY') break;
            assert.notEqual(at.outline, 'none', `${at.name} shows no focus`);
            seen.push(at.name.trim());
        }
        for (const name of [
            'Skip to the board',
            'Play',
            'Settings',
            'j10',
            'Rotate the board',
            'Who plays Black',
            'New game',
        ])
            assert(seen.includes(name), `${name} is not in the tab order: ${seen.join(', ')}`);
        await page.close();
    });

    it('is explained by ?, and goes through the game', async () => {
        const page = await site.page({ storage: two });
        await play(page, 'j10', 'k11', 'i11', 'a1', 'b1');
        await page.keyboard.press('ArrowLeft');
        assert.equal(await page.locator('.stones .stone').count(), 3);
        await page.keyboard.press('Shift+ArrowLeft');
        assert.equal(await page.locator('.stones .stone').count(), 2);
        await page.keyboard.press('End');
        assert.equal(await page.locator('.stones .stone').count(), 5);
        await page.keyboard.press('m');
        assert.equal(await page.locator('.move-marks text').count(), 5);
        await page.keyboard.press('?');
        const dialog = page.getByRole('dialog', { name: 'Keys' });
        await dialog.getByText('Take back the stone').waitFor();
        await picture(page, 'keys');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        await page.keyboard.press('2');
        assert.equal(await page.locator('#tab-analyse').getAttribute('aria-selected'), 'true');
        await page.close();
    });

    it('has no key with two meanings in one part', async () => {
        const page = await site.page();
        await page.keyboard.press('?');
        const lists = await page
            .locator('.key-list')
            .evaluateAll((sections) =>
                sections.map((s) =>
                    [...s.querySelectorAll('.key')].map((k) =>
                        [...k.querySelectorAll('kbd')].map((c) => c.textContent).join('+'),
                    ),
                ),
            );
        const [everywhere, , ...parts] = lists;
        for (const part of parts) {
            const all = [...everywhere!, ...part].filter((k) => k !== 'Esc');
            assert.deepEqual(
                all.filter((k, i) => all.indexOf(k) !== i),
                [],
            );
        }
        await page.close();
    });
});

describe('a phone', () => {
    const phone = { width: 360, height: 740, touch: true };

    it('plays with confirmed turns, and nothing is cut off', async () => {
        const page = await site.page({ ...phone, storage: kept(person, random) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert(wide <= 360, `the page is ${wide} wide`);
        const confirm = page.getByRole('button', { name: 'Play this turn' });
        const before = await confirm.boundingBox();
        assert(before && before.y + before.height <= 740, 'the button is in view');
        await page.locator('[data-square="j10"]').tap();
        assert.match(await heard(page, 'j10'), /not played yet/);
        await picture(page, 'phone');
        await confirm.tap();
        await status(page).filter({ hasText: 'place 2 stones' }).waitFor();
        assert.deepEqual(await confirm.boundingBox(), before, 'nothing jumped');
        await page.close();
    });

    it('enlarges a board of 59 by 59, where each square can be hit', async () => {
        const page = await site.page({ ...phone, storage: two });
        await page.getByRole('button', { name: 'New game' }).tap();
        await page.getByRole('radio', { name: /Large Connect6/ }).check();
        await page.getByRole('button', { name: 'Start', exact: true }).tap();
        const square = await page.locator('[data-square="ad30"]').boundingBox();
        assert(square && square.width >= 13, `a square is ${square?.width} wide`);
        await page.locator('[data-square="ad30"]').tap();
        assert.match(await heard(page, 'ad30'), /not played yet/);
        await picture(page, 'phone-59');
        await page.close();
    });
});

describe('the layout', () => {
    const sizes = [
        [360, 740],
        [768, 1024],
        [844, 390],
        [1280, 720],
        [1920, 1080],
    ] as const;

    it('fits every screen, and the board stays where it is', async () => {
        const page = await site.page({ storage: two });
        await play(page, 'j10', 'k11');
        for (const [width, height] of sizes) {
            const name = `${width} by ${height}`;
            await page.setViewportSize({ width, height });
            const box = () => page.locator('.board-view').boundingBox();
            const first = await box();
            assert(first && first.width >= 220, name);
            for (const tab of ['analyse', 'edit', 'play']) {
                await page.locator(`#tab-${tab}`).click();
                const now = await box();
                // On wide screens the analysis takes two columns, and the board makes room for them.
                if (tab === 'analyse' && width >= 1180) assert.equal(now?.y, first.y, name);
                else assert.deepEqual(now, first, `${name}, ${tab}`);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert(wide <= width, `${name}, ${tab}: the page is ${wide} wide`);
            }
            await picture(page, `layout-${width}`);
        }
        await page.close();
    });

    it('does not move when a machine plays', async () => {
        const page = await site.page({ storage: kept(person, random) });
        const boxes = () =>
            page.evaluate(() =>
                ['.board-view', '.play-panel', '.players', '.actions'].map((v) =>
                    JSON.stringify(document.querySelector(v)!.getBoundingClientRect()),
                ),
            );
        const before = await boxes();
        await play(page, 'j10');
        await status(page).filter({ hasText: 'place 2 stones' }).waitFor();
        assert.deepEqual(await boxes(), before, 'after a turn');
        await page.getByRole('button', { name: 'Resign' }).click();
        assert.deepEqual(await boxes(), before, 'at the end');
        await page.keyboard.press('ArrowLeft');
        assert.deepEqual(await boxes(), before, 'elsewhere');
        await page.close();
    });
});

describe('large boards', () => {
    it('answer the pointer at once', async () => {
        const page = await site.page({ storage: two });
        await page.keyboard.press('n');
        await page.getByRole('radio', { name: /Large Connect6/ }).check();
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        const STEPS = 40;
        const took = await busy(page, () =>
            page.evaluate(async (steps) => {
                const cells = [...document.querySelectorAll<HTMLElement>('.cell')];
                const frame = () => new Promise((done) => requestAnimationFrame(done));
                for (let i = 0; i < steps; i++) {
                    const cell = cells[(i * 997) % cells.length]!;
                    if (i % 2) cell.click();
                    else cell.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }));
                    await frame();
                }
            }, STEPS),
        );
        console.log(`a step on 59x59 takes ${(took / STEPS).toFixed(1)} ms`);
        assert(took / STEPS < 50, `a step takes ${took / STEPS} ms`);
        await picture(page, 'large');
        await page.close();
    });
});

describe('everybody', () => {
    const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

    /** What axe finds; the hundreds of cells of the board are looked at only where `cells` says so. */
    async function findings(page: Page, cells = false): Promise<string[]> {
        await page.evaluate(axe);
        return page.evaluate(async (all) => {
            interface Found {
                violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
            }
            const { run } = (window as unknown as { axe: { run: (where: object, how: object) => Promise<Found> } }).axe;
            const found = await run(all ? document : { exclude: ['.cell-row:nth-child(n+3)'] }, {
                resultTypes: ['violations'],
            });
            return found.violations.map(
                (v) =>
                    `${v.id}: ${v.nodes
                        .slice(0, 3)
                        .map((n) => `${n.html.slice(0, 160)} ${n.failureSummary}`)
                        .join(' | ')}`,
            );
        }, cells);
    }

    for (const look of ['light', 'dark', 'phone'] as const)
        it(`can use the page: axe has nothing to say (${look})`, async () => {
            const size = look === 'phone' ? { width: 360, height: 740, touch: true } : {};
            const page = await site.page({ ...size, dark: look === 'dark', storage: two });
            await play(page, 'j10');
            assert.deepEqual(await findings(page, look === 'light'), [], 'play');
            await picture(page, `${look}-play`);
            for (const tab of ['analyse', 'edit', 'puzzles']) {
                await page.locator(`#tab-${tab}`).click();
                await settled(page);
                assert.deepEqual(await findings(page), [], tab);
                await picture(page, `${look}-${tab}`);
            }
            await page.locator('#tab-play').click();
            await page.locator('#new-game').click();
            assert.deepEqual(await findings(page), [], 'new game');
            await page.keyboard.press('Escape');
            await page.getByRole('button', { name: 'Settings' }).click();
            assert.deepEqual(await findings(page), [], 'settings');
            await picture(page, `${look}-settings`);
            await page.close();
        });

    it('hears what happens', async () => {
        const page = await site.page({ storage: kept(person, random) });
        const live = page.locator('[role="status"]');
        await play(page, 'j10');
        await live.filter({ hasText: /White: \w+ \w+/ }).waitFor();
        assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), '19');
        assert.equal(await page.getByRole('gridcell').count(), 361);
        await page.close();
    });

    it('reads English or Chinese', async () => {
        const page = await site.page({ language: 'zh-CN', storage: two });
        assert.equal(await page.locator('#tab-play').textContent(), '对弈');
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-Hans');
        await picture(page, 'chinese');
        await page.getByRole('button', { name: 'English' }).click();
        assert.equal(await page.locator('#tab-play').textContent(), 'Play');
        await page.reload();
        assert.equal(await page.locator('#tab-play').textContent(), 'Play', 'and is not asked again');
        await page.close();
    });

    it('has it light or dark', async () => {
        const page = await site.page({ dark: true, storage: two });
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const dark = await paper();
        await page.getByRole('button', { name: 'Light', exact: true }).click();
        const light = await paper();
        assert.notEqual(light, dark);
        await page.reload();
        assert.equal(await paper(), light);
        await page.close();
    });

    it('goes with the system unless one is chosen', async () => {
        const page = await site.page();
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(await theme(), 'light');
        await page.emulateMedia({ colorScheme: 'dark' });
        await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
        await page.reload();
        assert.equal(await theme(), 'dark');
        await page.getByRole('button', { name: 'Light', exact: true }).click();
        assert.equal(await theme(), 'light');
        await page.emulateMedia({ colorScheme: 'light' });
        await page.emulateMedia({ colorScheme: 'dark' });
        assert.equal(await theme(), 'light');
        await page.close();
    });
});

describe('the first load', () => {
    it('is under 300 kB', async () => {
        let bytes = 0;
        const seen: string[] = [];
        const page = await site.page();
        const session = await page.context().newCDPSession(page);
        await session.send('Network.enable');
        await session.send('Network.setCacheDisabled', { cacheDisabled: true });
        session.on('Network.responseReceived', (e) => seen.push(e.response.url));
        session.on('Network.loadingFinished', (e) => (bytes += e.encodedDataLength));
        await page.reload();
        await page.waitForLoadState('networkidle');
        assert(seen.some((u) => /\/page-\w+\.js$/.test(u)));
        if (!process.env.HEXAD_PAGE) assert(bytes < 300_000, `${bytes} bytes`);
        await page.close();
    });
});
