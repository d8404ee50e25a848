/* Turns looked for in a part of the board, and what the engine may have, in a browser. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { PATIENCE, openSite, picture, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => (site = await openSite(['--threads', '4', '--hash', '64'])));
after(() => site.close());

async function analysis(options: PageOptions = {}): Promise<Page> {
    const storage = { 'hexad.analyse.seconds': 2, 'hexad.analyse.lines': 3 };
    const page = await site.page({ at: '#s=j10k11i11', ...options, storage: { ...storage, ...options.storage } });
    page.setDefaultTimeout(PATIENCE);
    await page.locator('#tab-analyse').click();
    return page;
}

const cell = (page: Page, s: string) => page.locator(`[data-square="${s}"]`);
const region = (page: Page) => page.locator('.an-region');
const marked = (page: Page) => page.locator('.picture rect[fill="url(#hatch-accent)"]').count();

/* All turns that are listed once the search has given some, as squares. */
async function turns(page: Page): Promise<string[]> {
    await page.locator('.an-progress[data-status="done"]').waitFor();
    const rows = await page.locator('.an-list .an-squares').allTextContents();
    return rows.flatMap((v) => v.match(/[a-s]\d+/g) ?? []);
}

function within(square: string, [left, right, low, high]: [string, string, number, number]): boolean {
    const row = Number(square.slice(1));
    return square[0]! >= left && square[0]! <= right && row >= low && row <= high;
}

test('a region by two clicks: its turns alone, and no evaluation of the position', async () => {
    const page = await analysis();
    await page.locator('#analyse-region').click();
    await cell(page, 'c15').click();
    await cell(page, 'f18').click();
    await region(page).getByText('Turns of 16 squares only').waitFor();
    assert.equal(await marked(page), 16);
    // Pressing squares marks, it plays nothing.
    assert.equal(await page.locator('.nav-count').getAttribute('data-stones'), '3');
    const found = await turns(page);
    assert.ok(found.length >= 2, found.join());
    for (const s of found) assert.ok(within(s, ['c', 'f', 15, 18]), s);
    await picture(page, 'analyse-region');
    // A poor turn of a corner is not what the position is worth: nothing goes into the tree.
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    assert.ok(!/"chance":0\.0/.test(kept));
    await page.locator('#region-clear').click();
    assert.equal(await marked(page), 0);
    assert.equal(await region(page).count(), 0);
    const all = await turns(page);
    assert.ok(all.some((s) => !within(s, ['c', 'f', 15, 18])));
    await page.context().close();
});

test('a region drawn by the mouse, a part of it taken away, too small a one', async () => {
    const page = await analysis();
    await page.locator('#analyse-region').click();
    await cell(page, 'b2').hover();
    await page.mouse.down();
    await cell(page, 'd4').hover();
    await page.mouse.up();
    await region(page).getByText('Turns of 9 squares only').waitFor();
    await cell(page, 'b2').click();
    await cell(page, 'd3').click();
    await region(page).getByText('Turns of 3 squares only').waitFor();
    await cell(page, 'b4').click();
    await cell(page, 'c4').click();
    await page.locator('.an-status', { hasText: 'The region has no room for a turn' }).waitFor();
    await page.locator('#region-done').click();
    await cell(page, 'l12').click(); // plays again
    await page.locator('.nav-count[data-stones="4"]').waitFor();
    await page.context().close();
});

test('a region by keys', async () => {
    const page = await analysis();
    await page.keyboard.press('g');
    await page.locator('#analyse-region[aria-pressed="true"]').waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    await region(page).getByText('Turns of 6 squares only').waitFor();
    await page.locator('.an-region .an-region-how').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.an-region .an-region-how').waitFor({ state: 'detached' });
    assert.equal(await marked(page), 6);
    await page.context().close();
});

test('a region by touch', async () => {
    const page = await analysis({ width: 390, height: 844, touch: true });
    await page.locator('#analyse-region').tap();
    await cell(page, 'c4').tap();
    await cell(page, 'e6').tap();
    await region(page).getByText('Turns of 9 squares only').waitFor();
    await picture(page, 'analyse-region-phone');
    for (const s of await turns(page)) assert.ok(within(s, ['c', 'e', 4, 6]), s);
    await page.context().close();
});

/* Black has an open row of four and White is to move: outside of it everything loses, but the position does not. */
test('a loss within the region is not told as one of the position', async () => {
    const page = await analysis({ at: '#s=j10a1a3k10l10c1c3m10s1' });
    await page.locator('#analyse-region').click();
    await cell(page, 'n14').click();
    await cell(page, 's19').click();
    await turns(page);
    const text = await page.locator('.an-live').innerText();
    assert.ok(!/proved(?! to)/.test(text.replace(/unproved/g, '')), text);
    await page.context().close();
});

test('threads and memory: bounded by what the server gives, sent with an analysis', async () => {
    const page = await analysis();
    const asked: string[] = [];
    page.on('websocket', (s) => s.on('framesent', (f) => asked.push(String(f.payload))));
    await page.keyboard.press('s');
    const threads = page.locator('#engine-threads');
    assert.deepEqual(await threads.locator('option').allTextContents(), ['all: 4', '1', '2']);
    assert.deepEqual(await page.locator('#engine-memory option').allTextContents(), ['all: 8', '4']);
    await threads.selectOption('2');
    await page.locator('#engine-memory').selectOption('4');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.locator('#tab-analyse').click();
    await page.locator('.an-list .an-turn').first().waitFor();
    const request = asked
        .map((v) => JSON.parse(v) as Record<string, unknown>)
        .find((v) => v.do === 'analyse' && v.hash);
    assert.equal(request?.threads, 2);
    assert.equal(request?.hash, 4);
    await page.context().close();
});
