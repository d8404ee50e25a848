/* Showing games: pictures, films, the address, and the board in other pages. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const GAME = '#s=j10k11i11l11j12';
const edit = (at: string) => site.page({ at, storage: { 'hexad.mode': 'edit' } });

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('the board is saved and copied as a picture, the game as a film', async () => {
    const page = await edit(GAME);
    await page.locator('#share').click();
    await page.locator('#picture-png').waitFor();
    await picture(page, 'show-share');
    const png = await saved(page, '#picture-png');
    assert.match(png.name, /\.png$/);
    assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
    assert(png.bytes.readUInt32BE(16) > 1000, 'as wide as a good screen');
    const svg = await saved(page, '#picture-svg');
    assert.equal(svg.bytes.toString().match(/<circle[^>]*fill="#fbfaf7"/g)?.length, 2);
    const gif = await saved(page, '#picture-gif');
    assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
    const size = await page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/gif;base64,${data}`;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
    }, gif.bytes.toString('base64'));
    assert(size[0]! > 300 && size[0] === size[1]);
    await page.locator('#picture-copy').click();
    await page.waitForFunction(async () =>
        (await navigator.clipboard.read()).some((item) => item.types.includes('image/png')),
    );
    await page.locator('#copy-embed').click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('<iframe src="'));
    await page.close();
});

test('the address is true, and Back leads to the game before', async () => {
    const page = await edit(GAME);
    const hash = (wanted: string) => page.waitForFunction((w) => location.hash === w, wanted);
    await hash(GAME);
    await page.keyboard.press('ArrowLeft');
    await hash(`${GAME}&n=3`);
    await play(page, 'a1', 'b2');
    await hash('#s=j10k11i11a1b2');
    await page.reload();
    await page.locator('.cells').waitFor();
    assert.match(await heard(page, 'b2'), /black/i);
    await page.keyboard.press('Control+z');
    assert.equal(await heard(page, 'b2'), 'b2', 'a reload keeps what can be undone');
    await page.keyboard.press('Control+Shift+z');
    await hash('#s=j10k11i11a1b2');
    await page.locator('#import').click();
    await page.locator('#pasted').fill('h8 h9 i9');
    await page.locator('#import-text').click();
    await page.waitForFunction(() => location.hash.includes('h8h9i9'));
    await page.goBack();
    await page.waitForFunction(() =>
        /black/i.test(document.querySelector('[data-square="b2"]')!.getAttribute('aria-label')!),
    );
    await hash('#s=j10k11i11a1b2');
    await page.goForward();
    await page.waitForFunction(() =>
        /white/i.test(document.querySelector('[data-square="h9"]')!.getAttribute('aria-label')!),
    );
    await page.close();
});

test('the board in another page shows the game, steps through it and keeps nothing', async () => {
    const page = await site.page({ at: `?embed${GAME}`, width: 480, height: 540 });
    assert.match(await heard(page, 'j12'), /black/i);
    assert.equal(await page.locator('header, #side').count(), 0);
    const board = (await page.locator('.board').boundingBox())!;
    assert(board.width > 400 && board.x >= 0 && board.x + board.width <= 480);
    await picture(page, 'show-embed');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(
        () => document.querySelector('[data-square="j12"]')!.getAttribute('aria-label') === 'j12',
    );
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    assert.match((await page.locator('.embed-open').getAttribute('href'))!, /#s=j10k11i11l11j12&n=3$/);
    await page.close();
});
