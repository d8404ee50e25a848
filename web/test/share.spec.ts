/* Links that carry everything, and links to puzzles, in a browser. */
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
const count = (page: Page, n: number) => page.locator('.count', { hasText: new RegExp(`^${n} stones?$`) }).waitFor();
const behind = (address: string) => address.slice(address.indexOf('#'));

async function importText(page: Page, text: string): Promise<void> {
    await page.locator('#import').click();
    await page.locator('#pasted').fill(text);
    await page.locator('#import-text').click();
    await page.locator('#import-text').waitFor({ state: 'detached' });
}

const NOTES =
    '(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)]GN[Notes];B[jj]C[The centre](;W[ki];W[ii]TR[aa])(;W[kk]N[Other];W[ik]))';

async function wholeLink(page: Page): Promise<string> {
    await page.locator('#share').click();
    await page.locator('#link-whole').click();
    await until('the link is packed', async () => (await page.locator('#shared').inputValue()).includes('#z='));
    return page.locator('#shared').inputValue();
}

test('a link carries variations, notes and chapters to another browser', async () => {
    const page = await editor();
    await importText(page, NOTES);
    await page.locator('#chapters').click();
    await page.locator('#add-chapter').click();
    await page.keyboard.press('Escape');
    await play(page, 'c3');
    await page.locator('#chapter').selectOption('0');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const link = behind(await wholeLink(page));
    await page.context().close();

    const other = await site.page({ at: link });
    await other.locator('#tab-analyse[aria-selected="true"]').waitFor();
    await other.locator('#tab-edit').click();
    await other.locator('#chapter').waitFor();
    assert.deepEqual(await other.locator('#chapter option').allTextContents(), ['1. Notes', '2. Chapter 2']);
    await count(other, 5);
    assert.equal(await other.locator('#comment').inputValue(), 'The centre');
    await other.locator('#chapter').selectOption('1');
    assert.match(await heard(other, 'c3'), /black/i);
    // It is pasted as well as opened; what was there comes back by undo.
    await other.locator('#new').click();
    await importText(other, `${site.server.url}/${link}`);
    await count(other, 5);
    await other.context().close();
});

test('a damaged link is told, and does no harm', async () => {
    const page = await editor();
    await importText(page, NOTES);
    const link = behind(await wholeLink(page));
    await page.keyboard.press('Escape');
    await page.evaluate((hash) => (location.hash = hash), link.slice(0, -4));
    await page.locator('.toast', { hasText: 'The link is damaged' }).waitFor();
    await count(page, 5);
    await page.context().close();
});

test('what is too long for a link is offered as a file', async () => {
    const page = await editor();
    await importText(page, NOTES);
    // Words without repetitions, which nothing packs.
    let state = 1;
    const words = Array.from({ length: 9000 }, () =>
        String.fromCharCode(97 + ((state = (state * 75 + 74) % 65537) % 26)),
    );
    await page.locator('#comment').fill(words.join(''));
    await page.locator('#share').click();
    await page.locator('#shared').waitFor();
    await page.locator('#link-whole').click();
    await page.locator('#link-long').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#link-file').click()]);
    const text = readFileSync((await download.path())!, 'utf8');
    assert.match(download.suggestedFilename(), /\.sgf$/);
    assert(text.replace(/\\?\n/g, '').includes(words.slice(0, 100).join('')));
    assert.match(text, /N\[Other\]/);
    await page.context().close();
});

test('a puzzle has an address of its own', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'puzzles' } });
    await page.locator('#puzzles-rated').click();
    await page.locator('#puzzles-link').click();
    await until('the link is copied', async () =>
        (await page.evaluate(() => navigator.clipboard.readText())).includes('#puzzle='),
    );
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await until('the address of the page is that', async () => page.url() === address);
    const goal = await page.locator('.pz-goal').textContent();
    await page.locator('.pz-said[data-phase="turn"]').waitFor();
    // A reload goes on with it, as rated as it was.
    await page.reload();
    await page.locator('.pz-said[data-phase="turn"]').waitFor();
    assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'true');
    await page.locator('#puzzles-back').click();
    await until('the address is the board’s again', () => !page.url().includes('#puzzle='));
    await page.context().close();

    const other = await site.page({ at: behind(address) });
    await other.locator('#tab-puzzles[aria-selected="true"]').waitFor();
    await other.locator('.pz-said[data-phase="turn"]').waitFor();
    assert.equal(await other.locator('.pz-goal').textContent(), goal);
    assert.equal(await other.locator('.pz-badge').getAttribute('data-rated'), 'false');
    await other.evaluate(() => (location.hash = '#puzzle=nobody'));
    await other.locator('.toast', { hasText: 'There is no puzzle' }).waitFor();
    await other.context().close();
});

/* As a review finds them: only its finder has it, until a link brings it to others. */
const OWN = {
    id: 'mine1',
    kind: 'win',
    game: { rules: [9, 9, 5, 1, 1], stones: ['e5', 'a1', 'e6', 'a2', 'e7', 'a3'] },
    error: [],
    turns: 2,
    key: ['e8'],
    line: ['e8', 'e9', 'e4'],
    themes: [],
    rating: 700,
    deviation: 300,
};

test('a puzzle that nobody else has travels in its link', async () => {
    const kept = {
        hexad: 'progress',
        version: 1,
        items: [{ id: 'o1', t: 1700000000000, kind: 'own', puzzle: OWN }],
    };
    const page = await site.page({ storage: { 'hexad.mode': 'puzzles' } });
    await page.locator('#puzzles-data').click();
    await page
        .locator('dialog input[type="file"]')
        .setInputFiles({ name: 'p.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(kept)) });
    await page.keyboard.press('Escape');
    await page.locator('#puzzles-own:not([disabled])').click();
    await page.locator('#puzzles-link').click();
    await until('the link is copied', async () =>
        (await page.evaluate(() => navigator.clipboard.readText())).includes('#puzzle=z.'),
    );
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await page.context().close();
    const other = await site.page({ at: behind(address) });
    await other.locator('.pz-said[data-phase="turn"]').waitFor();
    assert.match(await heard(other, 'e7'), /black/i);
    await play(other, 'e8');
    await other.locator('.pz-said.tone-good').waitFor();
    await other.context().close();
});

test('the dialog fits, with nothing for axe to find', async () => {
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ] as const)
        for (const dark of [false, true]) {
            const page = await editor('', { width, height, dark, touch: width < 400 });
            await importText(page, NOTES);
            await wholeLink(page);
            await settled(page);
            const name = `link-${width}-${dark ? 'dark' : 'light'}`;
            await picture(page, name);
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const runner = (window as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
                return (await runner.run()).violations;
            });
            assert.deepEqual(found, [], name);
            await page.context().close();
        }
});
