/* Live analysis in a browser, by the real engine: it arrives, follows, pauses, stops, and its turns can be previewed
 * and adopted. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, until, type Site } from './harness';

let site: Site;
before(async () => (site = await openSite(['--threads', '1'])));
after(() => site.close());

/* A quiet position: nobody has a forced win. */
const OPENING = '#s=j10i9k9h10h9k10l9';

async function analysis(at = OPENING, storage: Record<string, unknown> = {}): Promise<Page> {
    const page = await site.page({ at, storage: { 'hexad.analyse.seconds': 0, ...storage } });
    await page.locator('#tab-analyse').click();
    return page;
}

const status = (page: Page, name: string) => page.locator(`.an-progress[data-status="${name}"]`).waitFor();
const figures = (page: Page) => page.locator('.an-figure dd').allTextContents();
const stone = async (page: Page) => Number(await page.locator('.nav-count').getAttribute('data-stones'));

/* Does the server search for somebody, or will it? */
async function searches(): Promise<boolean> {
    const answer = await fetch(`${site.server.url}/api/v1/status`);
    const { jobs } = (await answer.json()) as { jobs: { analyses: { running: number; waiting: number } } };
    return jobs.analyses.running + jobs.analyses.waiting > 0;
}

async function assertIdle(what: string): Promise<void> {
    await until(`${what}: the server still searches`, async () => !(await searches()));
}

test('candidates arrive on the board and in the list, and the search goes on', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await status(page, 'thinking');
    assert.match((await page.locator('.an-row .an-squares').first().textContent())!, /^[a-s]\d+ [a-s]\d+$/);
    assert.equal(await page.locator('.picture .ring').count(), 2, 'both stones of the best turn');
    assert.ok((await page.locator('.picture .link').count()) >= 1);
    const first = await figures(page);
    await page.waitForFunction((old) => document.querySelectorAll('.an-figure dd')[1]?.textContent !== old, first[1]);
    assert.match(first[0]!, /^\d+(\/\d+)?$/);
    assert.ok(await searches(), 'the server searches');
    await picture(page, 'analyse');
    await page.context().close();
    await assertIdle('after the tab was closed');
});

test('paused, another position has no figures of the one before', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'analyse' }, at: '#s=j10k11i11' });
    await status(page, 'thinking');
    await page.locator('.an-row').first().waitFor();
    await page.locator('#analyse-toggle').click();
    await status(page, 'paused');
    await page.keyboard.press('Home');
    await page.locator('.an-empty').waitFor();
    assert.deepEqual(await page.locator('.an-figure dd').allTextContents(), ['–', '–', '–', '–']);
    await page.keyboard.press('End');
    await page.locator('.an-row').first().waitFor();
    assert.match((await page.locator('.an-figure dd').first().textContent()) ?? '', /^\d/);
    await page.context().close();
});

test('a pause ends the search on the server and keeps what is shown', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('#analyse-toggle').click();
    await status(page, 'paused');
    const rows = await page.locator('.an-row').allTextContents();
    await assertIdle('after the pause');
    assert.equal(rows.length, 5);
    assert.deepEqual(await page.locator('.an-row').allTextContents(), rows);
    assert.equal(await page.locator('.picture .ring').count(), 2);
    await page.keyboard.press('a');
    await status(page, 'thinking');
    await page.context().close();
});

test('leaving for another part of the page ends the search; coming back shows what was found', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('#tab-edit').click();
    await assertIdle('in another part of the page');
    assert.equal(await page.locator('.picture .ring').count(), 0);
    await page.locator('#tab-analyse').click();
    await page.locator('.an-row').nth(4).waitFor();
    await page.context().close();
});

test('the search follows the current node, and results stay with their nodes', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    const here = await page.locator('.an-balance').getAttribute('aria-label');
    assert.match(here!, /Black|White/);
    await page.locator('#analyse-toggle').click();
    const rows = await page.locator('.an-row .an-squares').allTextContents();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.an-row').first().waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await page.locator('.an-row .an-squares').allTextContents(), rows);
    await page.keyboard.press('a');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.an-row').nth(4).waitFor();
    await status(page, 'thinking');
    await page.context().close();
});

test('the number of lines is what one chooses', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('#analyse-lines').selectOption('8');
    await page.locator('.an-row').nth(7).waitFor();
    await page.locator('#analyse-lines').selectOption('1');
    await page.waitForFunction(() => document.querySelectorAll('.an-row').length === 1);
    await page.context().close();
});

test('a line is previewed with numbers under the pointer and under the focus', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('#analyse-toggle').click();
    const texts = () => page.locator('.picture .stone-text').allTextContents();
    await page.locator('.an-row').nth(1).hover();
    await page.waitForFunction(() => document.querySelector('.picture .stone-text')?.textContent === '1');
    assert.deepEqual((await texts()).slice(0, 2), ['1', '1']);
    assert.equal(await page.locator('.an-row.on').count(), 1);
    await picture(page, 'analyse-preview');
    await page.mouse.move(5, 300);
    await page.waitForFunction(() => document.querySelector('.picture .stone-text')?.textContent?.startsWith('A'));
    await page.locator('.an-row .an-turn').nth(2).focus();
    await page.waitForFunction(() => document.querySelector('.picture .stone-text')?.textContent === '1');
    await page.context().close();
});

test('a click adopts the turn, Shift or the button the whole line, keys too', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('.an-row.best .an-rest:not(:empty)').waitFor();
    await page.locator('#analyse-toggle').click();
    const turn = (await page.locator('.an-row .an-squares').nth(1).textContent())!.split(' ');
    await page.locator('.an-row .an-turn').nth(1).click();
    assert.equal(await stone(page), 9);
    for (const s of turn)
        assert.match((await page.locator(`[data-square="${s}"]`).getAttribute('aria-label'))!, /Black/);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await stone(page), 7);
    await page.locator('.an-row .an-add').first().click();
    assert.equal(await stone(page), 9);
    await page.keyboard.press('ArrowRight');
    assert.equal(await stone(page), 11, 'the line goes on');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+A');
    assert.equal(await stone(page), 9);
    await page.context().close();
});

test('with a limit the search ends by itself and can go deeper', async () => {
    const page = await analysis('#s=j10', { 'hexad.analyse.seconds': 2 });
    await page.locator('.an-row').nth(4).waitFor();
    await status(page, 'done');
    await assertIdle('after the limit');
    await page.locator('#analyse-deeper').click();
    await status(page, 'thinking');
    await page.context().close();
});

test('a page out of sight does not search, and goes on when it is back', async () => {
    const page = await analysis();
    await page.locator('.an-row').nth(4).waitFor();
    const turn = (hidden: boolean) =>
        page.evaluate((v) => {
            Object.defineProperty(document, 'hidden', { value: v, configurable: true });
            document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
    await turn(true);
    await assertIdle('out of sight');
    await turn(false);
    await status(page, 'thinking');
    await page.context().close();
});

test('a finger previews with the first touch and adopts with the second', async () => {
    const page = await site.page({ at: OPENING, touch: true, width: 390, height: 844 });
    await page.locator('#tab-analyse').tap();
    await page.locator('.an-row').nth(4).waitFor();
    await page.locator('#analyse-toggle').tap();
    await status(page, 'paused');
    await page.locator('.an-row .an-turn').nth(1).tap();
    await page.waitForFunction(() => document.querySelector('.picture .stone-text')?.textContent === '1');
    assert.equal(await stone(page), 7);
    await picture(page, 'analyse-phone');
    await page.locator('.an-row .an-turn').nth(1).tap();
    assert.equal(await stone(page), 9);
    await page.context().close();
});

test('a game that is over is not searched', async () => {
    const page = await analysis('#g=3,3,3,1,1&s=a1a2b1b2c1');
    await status(page, 'over');
    assert.match((await page.locator('.an-status').textContent())!, /over/);
    assert.ok(await page.locator('#analyse-toggle').isDisabled());
    await page.keyboard.press('ArrowLeft');
    await page.locator('.an-row').first().waitFor();
    assert.equal(await stone(page), 4, 'arrows go through the game after a click on the tab');
    await page.context().close();
});

test('other rules and stones played by hand', async () => {
    const page = await analysis('#g=15,15,5,1,1&s=h8');
    await page.locator('.an-row').nth(4).waitFor();
    assert.equal(await page.locator('.picture .ring').count(), 1);
    await play(page, 'i9');
    await page.locator('.an-row').nth(4).waitFor();
    assert.equal(await stone(page), 2);
    await page.context().close();
});
