/* Studies of several chapters, in a browser: made, saved, read back, found, imported and exported. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, settled, until, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

const editor = (at = '', more: PageOptions = {}) => site.page({ storage: { 'hexad.mode': 'edit' }, at, ...more });
const saved = (page: Page, text: string) => page.locator('#state', { hasText: new RegExp(`^${text}$`) }).waitFor();
const count = (page: Page, n: number) => page.locator('.count', { hasText: new RegExp(`^${n} stones?$`) }).waitFor();
const names = (page: Page) =>
    page.locator('#chapter option').evaluateAll((all) => all.map((o) => o.textContent!.replace(/^\d+\. /, '')));

async function audit(page: Page, name: string): Promise<void> {
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        const runner = (window as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
        return (await runner.run()).violations;
    });
    assert.deepEqual(found, [], name);
}

const THREE =
    '(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)]GN[First];B[jj])\n' +
    '(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)]PB[Ann]PW[Bob];B[jj];W[ki];W[ii])\n' +
    '(;FF[4]GM[4]SZ[15]RU[Connect(15,15,5,1,1)]GN[Third];B[hh];W[gg])';

async function importText(page: Page, text: string): Promise<void> {
    await page.locator('#import').click();
    await page.locator('#pasted').fill(text);
    await page.locator('#import-text').click();
}

test('chapters are made, named, ordered, deleted, saved and read back', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11');
    await page.locator('#chapters').click();
    await page.getByLabel('Name of chapter 1').fill('Opening');
    await page.locator('#add-chapter').click();
    await page.getByLabel('Name of chapter 2').fill('Defence');
    await page.getByLabel('Name of chapter 2').press('Tab');
    await page.locator('#add-chapter').click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await names(page), ['Opening', 'Defence', 'Chapter 3']);
    await count(page, 0);
    await play(page, 'c3');
    await page.locator('#chapter').selectOption('0');
    await count(page, 2);
    await page.locator('#title').fill('My study');
    await page.keyboard.press('Enter');
    await saved(page, 'saved');
    // Another chapter is no change; what is done in it is.
    await page.keyboard.press('Alt+PageDown');
    await count(page, 0);
    await saved(page, 'saved');
    await play(page, 'd4');
    await saved(page, 'not saved');
    await page.locator('#save').click();
    await saved(page, 'saved');
    await page.locator('#chapters').click();
    await page.getByRole('button', { name: 'Move chapter 3 up' }).click();
    await page.getByRole('button', { name: 'Delete chapter 1' }).click();
    await page.keyboard.press('Escape');
    assert.deepEqual(await names(page), ['Chapter 3', 'Defence']);
    await saved(page, 'not saved');
    await page.locator('#undo').click();
    await page.locator('#undo').click();
    assert.deepEqual(await names(page), ['Opening', 'Defence', 'Chapter 3']);
    await saved(page, 'saved');
    // A reload keeps the chapter that is open, and knows what was saved.
    await page.reload();
    await page.locator('#chapter').waitFor();
    assert.equal(await page.locator('#chapter').inputValue(), '1');
    await count(page, 1);
    await saved(page, 'saved');

    const other = await editor();
    await other.locator('#open').click();
    await other.locator('#library .jump', { hasText: 'My study' }).click();
    await other.locator('#chapter').waitFor();
    assert.deepEqual(await names(other), ['Opening', 'Defence', 'Chapter 3']);
    await other.locator('#chapter').selectOption('2');
    assert.match(await heard(other, 'c3'), /black/i);
    await other.context().close();

    // Renamed in the list it keeps them.
    await page.locator('#open').click();
    const entry = page.locator('#library li', { hasText: 'My study' });
    await entry.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.rename').fill('Our study');
    await page.keyboard.press('Enter');
    await page.locator('#library li', { hasText: 'Our study' }).waitFor();
    const { trees } = (await (await fetch(`${site.server.url}/api/v1/trees?query=Our`)).json()) as {
        trees: { id: number }[];
    };
    const kept = (await (await fetch(`${site.server.url}/api/v1/trees/${trees[0]!.id}`)).json()) as {
        chapters: unknown[];
    };
    assert.equal(kept.chapters.length, 2);
    await page.context().close();
});

test('a file of several games becomes a study, and one file again', async () => {
    const page = await editor();
    await importText(page, THREE);
    await page.locator('#as-chapters').click();
    await page.locator('#chapter').waitFor();
    assert.deepEqual(await names(page), ['First', 'Ann – Bob', 'Third']);
    await page.locator('#chapter').selectOption('2');
    await until('the third game is on the board', async () => /black/i.test(await heard(page, 'h8')));
    await page.locator('#export').click();
    const text = () => page.locator('#exported').inputValue();
    await until('all games are in the file', async () => (await text()).split('(;').length === 4);
    assert.match(await text(), /GN\[First\][^]*PB\[Ann\][^]*GN\[Third\]/);
    await page.getByRole('switch', { name: 'All chapters in one file' }).uncheck();
    await until('one game is in the file', async () => (await text()).split('(;').length === 2);
    assert.match(await text(), /GN\[Third\]/);
    await page.keyboard.press('Escape');

    // Further games become further chapters, of Go as well.
    await page.locator('#import').click();
    await page.getByRole('switch', { name: 'Add as a chapter of this study' }).check();
    await page.locator('#pasted').fill('(;GM[1]SZ[9]KM[7]GN[Nine by nine];B[ee];W[cc])');
    await page.locator('#import-text').click();
    await page.locator('#import-text').waitFor({ state: 'detached' });
    assert.deepEqual(await names(page), ['First', 'Ann – Bob', 'Third', 'Nine by nine']);
    await page.locator('#export').click();
    await page.getByRole('switch', { name: 'All chapters in one file' }).check();
    await until('Go is in the file', async () => /GN\[First\][^]*GM\[1\][^]*Nine by nine/.test(await text()));
    await page.context().close();
});

test('a position is found in the chapter that it is in', async () => {
    const page = await editor();
    await importText(page, THREE);
    await page.locator('#as-chapters').click();
    await page.locator('#title').fill('Found study');
    await page.keyboard.press('Enter');
    await saved(page, 'saved');
    await page.locator('#new').click();
    await play(page, 'j10', 'k11', 'i11');
    await page.locator('#find').check();
    const found = page.locator('.found li', { hasText: 'Found study' });
    await found.waitFor();
    assert.match((await found.textContent())!, /Chapter 2/);
    await found.locator('.jump').click();
    await page.locator('#chapter').waitFor();
    assert.equal(await page.locator('#chapter').inputValue(), '1');
    await count(page, 3);
    await page.context().close();
});

test('the list and the bar fit, with nothing for axe to find', async () => {
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ] as const)
        for (const dark of [false, true]) {
            const page = await editor('', { width, height, dark, touch: width < 400 });
            await importText(page, THREE);
            await page.locator('#as-chapters').click();
            await page.locator('.toast').first().waitFor();
            await settled(page);
            const name = `chapters-${width}-${dark ? 'dark' : 'light'}`;
            await picture(page, `${name}-bar`);
            await page.locator('#chapters').click();
            await settled(page);
            await picture(page, `${name}-list`);
            await audit(page, name);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert(wide <= width, `${wide} > ${width}`);
            await page.context().close();
        }
});
