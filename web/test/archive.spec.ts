/* The archive and the filters of the explorer, in a browser against a real server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, settled, until, type PageOptions, type Site } from './harness';

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

const game = (black: string, white: string, date: string, result: string, line: string) =>
    `(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)]PB[${black}]PW[${white}]DT[${date}]RE[${result}];B[jj];${line})`;
/* Two games went to h12 l12 and back to Mickey Mouse's opening; the third elsewhere. */
const MOUSE = 'W[hh];W[lh];B[ji];B[kj]';
const GAMES = [
    game('Anna', 'Bert', '2016-05-01', 'B+', MOUSE),
    game('Bert', 'Carla', '2017-06-02', 'W+', MOUSE),
    game('Anna', 'Carla', '2018', 'B+', 'W[ii];W[kk];B[aa];B[bb]'),
].join('');

let site: Site;
before(async () => {
    site = await openSite();
    const api = `${site.server.url}/api/v1`;
    const post = async (path: string, body: unknown) =>
        (await (await fetch(api + path, { method: 'POST', body: JSON.stringify(body) })).json()) as {
            id: number;
            added: number;
        };
    const { id } = await post('/collections', { name: 'Cup' });
    assert.equal((await post(`/collections/${id}/games`, { text: GAMES })).added, 3);
    const other = await post('/collections', { name: 'Friends' });
    await post(`/collections/${other.id}/games`, { text: game('Emil', 'Anna', '2020-01-01', 'Draw', 'W[aa];W[ab]') });
});
after(() => site.close());

const analysis = (more: PageOptions = {}) => site.page({ storage: { 'hexad.mode': 'analyse' }, ...more });
const found = (page: Page, n: number) => page.locator(`.ex-archive[data-found="${n}"][aria-busy="false"]`).waitFor();
const titles = (page: Page) => page.locator('.ex-archive .entry-title').allTextContents();

async function openArchive(page: Page): Promise<void> {
    await page.locator('.brand').click();
    await page.keyboard.press('/');
    await page.locator('.ex-archive').waitFor();
}

test('games are found by player, date, result, opening and collection, and open on the board', async () => {
    const page = await analysis();
    await openArchive(page);
    await found(page, 4);
    assert.equal((await titles(page))[0], 'Emil – Anna');
    await page.locator('#archive-player').fill('anna');
    await found(page, 3);
    await page.locator('#archive-side').selectOption('black');
    await found(page, 2);
    await page.locator('#archive-from').fill('2017');
    await found(page, 1);
    assert.deepEqual(await titles(page), ['Anna – Carla']);
    await page.locator('#archive-from').fill('');
    await page.locator('#archive-to').fill('2016-12-31');
    await found(page, 1);
    assert.deepEqual(await titles(page), ['Anna – Bert']);
    await page.locator('#archive-to').fill('');
    await page.locator('#archive-player').fill('');
    await page.locator('#archive-opening').selectOption('XX-B22');
    await found(page, 2);
    await page.locator('#archive-result').selectOption('white');
    await found(page, 1);
    await page.locator('.ex-archive .jump', { hasText: 'Bert – Carla' }).click();
    await until('the game is on the board', async () => (await page.url()).includes('s=j10h12l12j11k10'));
    await page.context().close();
});

test('games with the position on the board, of one collection', async () => {
    const page = await analysis({ at: '#s=j10i11k9' });
    await until('the position stands there', async () => /white/i.test(await heard(page, 'k9')));
    await openArchive(page);
    await found(page, 4);
    await page.getByRole('switch', { name: 'Only games with the position on the board' }).check();
    await found(page, 1);
    assert.deepEqual(await titles(page), ['Anna – Carla']);
    await page.getByRole('switch', { name: 'Only games with the position on the board' }).uncheck();
    await page.locator('#archive-collection').selectOption({ label: 'Friends (1)' });
    await found(page, 1);
    assert.deepEqual(await titles(page), ['Emil – Anna']);
    await page.context().close();
});

test('the statistics are those of the games that one wants', async () => {
    const page = await analysis({ at: '#s=j10' });
    await page.getByRole('tab', { name: 'Games' }).click();
    const panel = (n: number) => page.locator(`.ex-panel[data-games="${n}"][aria-busy="false"]`).waitFor();
    await page.locator('#explore-collection').selectOption({ label: 'Cup (3)' });
    await panel(3);
    await page.locator('.ex-filters summary').click();
    await page.locator('#explore-player').fill('Bert');
    await panel(2);
    await page.locator('#explore-result').selectOption('white');
    await panel(1);
    assert.deepEqual(await page.locator('.ex-turns .ex-turn').allTextContents(), ['h12 l12']);
    assert.deepEqual(await page.locator('.ex-games .entry-title').allTextContents(), ['Bert – Carla']);
    await page.locator('#explore-all').click();
    await panel(3);
    // What is built in has counts without games: nothing to choose from.
    await page.locator('#explore-collection').selectOption('0');
    await page.locator('.ex-filters').waitFor({ state: 'detached' });
    await page.context().close();
});

test('the archive fits, with nothing for axe to find', async () => {
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ] as const)
        for (const dark of [false, true]) {
            const page = await analysis({ width, height, dark, touch: width < 400 });
            await page.getByRole('tab', { name: 'Games' }).click();
            await page.locator('#explore-search').click();
            await found(page, 4);
            await settled(page);
            const name = `archive-${width}-${dark ? 'dark' : 'light'}`;
            await picture(page, name);
            await page.evaluate(axe);
            const wrong = await page.evaluate(async () => {
                const runner = (window as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
                return (await runner.run()).violations;
            });
            assert.deepEqual(wrong, [], name);
            await page.keyboard.press('Escape');
            await page.locator('#explore-collection').selectOption({ label: 'Cup (3)' });
            await page.locator('.ex-filters summary').click();
            await page.locator('#explore-player').fill('Anna');
            await page.locator('.ex-panel[data-games="2"][aria-busy="false"]').waitFor();
            await settled(page);
            await picture(page, `${name}-filter`);
            await page.context().close();
        }
});
