/* Arrows and lines on the board in Edit, in a browser: drawn, taken away, kept in files, trees, links and pictures. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const count = (page: Page, arrows: number, lines: number) =>
    until(
        `${arrows} arrows and ${lines} lines`,
        async () =>
            (await page.locator('.picture .arrow-arrow').count()) === arrows &&
            (await page.locator('.picture .arrow-line').count()) === lines,
    );

async function drag(page: Page, from: string, to: string): Promise<void> {
    await page.locator(`[data-square="${from}"]`).hover();
    await page.mouse.down();
    await page.locator(`[data-square="${to}"]`).hover();
    await page.mouse.up();
}

test('arrows and lines are drawn with a mouse and square by square, undone, cleared and kept', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'edit' } });
    await play(page, 'j10');
    await page.keyboard.press('[');
    await drag(page, 'c3', 'j10');
    await count(page, 1, 0);
    await page.getByRole('button', { name: 'Line', exact: true }).click();
    await play(page, 'd4', 'd9');
    await count(page, 1, 1);
    await play(page, 'd9', 'd4');
    await count(page, 1, 0);
    await page.locator('#undo').click();
    await count(page, 1, 1);
    assert.equal(await page.locator('.count').textContent(), '1 stone', 'no stone was played');
    await picture(page, 'arrows');

    await page.locator('#export').click();
    const text = () => page.locator('#exported').inputValue();
    await until('the file has them', async () => /AR\[cq:jj\]/.test(await text()) && /LN\[dp:dk\]/.test(await text()));
    const sgf = await text();
    await page.keyboard.press('Escape');
    await page.locator('#title').fill('Drawn');
    await page.keyboard.press('Enter');
    await page.locator('#state', { hasText: /^saved$/ }).waitFor();
    await page.locator('#share').click();
    await page.locator('#link-whole').click();
    await until('the link is packed', async () => (await page.locator('#shared').inputValue()).includes('#z='));
    const link = await page.locator('#shared').inputValue();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#picture-svg').click()]);
    assert.match(readFileSync((await download.path())!, 'utf8'), /stroke-width="0.035"/);
    await page.keyboard.press('Escape');
    await page.locator('.tool-bar').getByRole('button', { name: 'Clear all marks' }).click();
    await count(page, 0, 0);
    await page.locator('#state', { hasText: /^not saved$/ }).waitFor();

    for (const source of [sgf, link]) {
        await page.locator('#new').click();
        await page.locator('#import').click();
        await page.locator('#pasted').fill(source);
        await page.locator('#import-text').click();
        await count(page, 1, 1);
    }
    await page.locator('#new').click();
    await page.locator('#open').click();
    await page.locator('#library .jump', { hasText: 'Drawn' }).click();
    await count(page, 1, 1);
    await page.context().close();
});

test('the tools fit on a phone, light and dark', async () => {
    for (const dark of [false, true]) {
        const page = await site.page({
            storage: { 'hexad.mode': 'edit' },
            width: 390,
            height: 844,
            dark,
            touch: true,
            at: '#s=j10',
        });
        await page.locator('#tab-edit').click();
        await page.getByRole('button', { name: 'Arrow', exact: true }).click();
        await play(page, 'c3', 'j10');
        await count(page, 1, 0);
        await settled(page);
        await picture(page, `arrows-390-${dark ? 'dark' : 'light'}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert(wide <= 390, String(wide));
        await page.context().close();
    }
});
