/* The opening explorer: what is built in, files of more than a thousand games, turned positions, games, verdicts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, programPath, type Site } from './harness';

const PROOFS = resolve(__dirname, '..', '..', 'proofs');

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const off = { 'hexad.analyse.on': false };

async function openGames(page: Page): Promise<void> {
    await page.locator('#tab-analyse').click();
    await page.locator('#dock-explore').click();
}

const rows = (page: Page) => page.locator('.ex-turns tbody tr');

it('knows recorded games, and follows the board', async () => {
    const page = await site.page({ storage: off, width: 1280, height: 720 });
    await openGames(page);
    await page.locator('#explore-collection').waitFor();
    await play(page, 'j10');
    await page.locator('.ex-panel[data-games]:not([data-games="0"])').waitFor();
    await rows(page).nth(5).waitFor();
    const first = rows(page).first();
    const turn = (await first.locator('.ex-turn').innerText()).split(' ');
    assert.equal(turn.length, 2);
    await first.locator('.ex-turn').click();
    for (const s of turn) assert.match(await heard(page, s), /white/i);
    await picture(page, 'explore');
    await page.close();
});

it('names the opening', async () => {
    const page = await site.page({ storage: off });
    await openGames(page);
    await page.locator('#explore-collection').waitFor();
    await play(page, 'j10');
    await page.locator('.ex-panel[aria-busy="false"]').waitFor();
    assert.equal(await page.locator('.ex-opening').count(), 0);
    await play(page, 'l8');
    await play(page, 'l12');
    await play(page, 'k10');
    await play(page, 'j9');
    await page.locator('.ex-opening').filter({ hasText: 'Opening XX-B22 (“Mickey Mouse”)' }).waitFor();
    await play(page, 'a1');
    await page.locator('.ex-panel[aria-busy="false"]').waitFor();
    await page.locator('.ex-opening').filter({ hasText: 'XX-B22' }).waitFor();
    await page.close();
});

/* More games than one request takes, each turned another way; one of them bad. */
function manyGames(): string {
    const answers = [';B[ii];B[kk]', ';B[ki];B[ik]'];
    const turned = [
        ['ji', 'jk'],
        ['ij', 'kj'],
    ];
    const one = (i: number) => {
        const [a, b] = turned[i % 2]!;
        return `(;PB[Anna ${i}]PW[Bert]DT[2020-01-01]RE[${i % 4 ? 'B' : 'W'}+];B[jj];W[${a}];W[${b}]${answers[(i >> 1) % 2]})`;
    };
    return [...Array.from({ length: 1300 }, (_, i) => one(i)), '(;B[jj];W[jj])'].join('\n');
}

it('takes a file of more than a thousand games with progress', async () => {
    const page = await site.page({ storage: off });
    const file = { name: 'many.sgf', mimeType: 'text/plain', buffer: Buffer.from(manyGames()) };
    await page.locator('#tab-edit').click();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('#file').setInputFiles(file);
    // It goes to the collections by itself.
    await page.locator('#explore-add').click();
    await page.locator('.ex-progress', { hasText: '1300 added, 0 known before, 1 bad' }).waitFor();
    assert.match(await page.locator('.ex-messages').innerText(), /many\.sgf/);
    await page.keyboard.press('Escape');
    await openGames(page);
    await page.locator('.ex-panel[data-games="1300"]').waitFor();
    const turn = (stones: number) => page.locator('.ex-turn', { hasText: new RegExp(`^\\w+( \\w+){${stones - 1}}$`) });
    const stonesAre = (n: number) => page.locator(`.nav-count[data-stones="${n}"]`).waitFor();
    await turn(1).click();
    await stonesAre(1);
    // Two ways to play the turn are one by symmetry, and its two answers too.
    await turn(2).click();
    await stonesAre(3);
    await page.locator('.ex-panel[aria-busy="false"][data-games="1300"]').waitFor();
    assert.equal(await rows(page).count(), 1);
    assert.equal(await rows(page).first().locator('.number').first().innerText(), '1300');
    await picture(page, 'explore-games');
    // A game of the list comes onto the board at this place.
    await page.locator('.ex-games button').first().click();
    await page.locator('.toast', { hasText: 'Anna 1299 – Bert' }).waitFor();
    assert.equal(await page.locator('.nav-count').getAttribute('data-stones'), '3');
    await page.close();
});

it('keeps the verdicts of the engine', async () => {
    const page = await site.page({ storage: { ...off, 'hexad.explore.collection': 0 }, at: '#s=j10' });
    await openGames(page);
    await page.locator('#explore-judge').click();
    await page.locator('.ex-turns td.number', { hasText: /%|✓|✗/ }).first().waitFor();
    await page.locator('#explore-judge').click(); // enough
    await page.close();
});

it('collections are renamed and deleted', async () => {
    const page = await site.page({ storage: off });
    await openGames(page);
    await page.locator('#explore-manage').click();
    const file = { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('j10 i9 k9') };
    await page.locator('#explore-files').setInputFiles(file);
    await page.locator('#explore-name').fill('Few');
    await page.locator('#explore-add').click();
    await page.locator('.ex-progress', { hasText: '1 added' }).waitFor();
    await page.locator('#explore-collection option', { hasText: 'Few (1)' }).waitFor({ state: 'attached' });
    const row = page.locator('.ex-list li').first();
    await row.locator('input').fill('Fewer');
    await row.locator('input').press('Enter');
    await page.locator('#explore-collection option', { hasText: 'Fewer (1)' }).waitFor({ state: 'attached' });
    const item = page.locator('.ex-list li').first();
    await item.getByRole('button').click();
    await item.getByRole('button', { name: 'Delete for good?' }).click();
    await page.locator('#explore-collection option', { hasText: 'Fewer' }).waitFor({ state: 'detached' });
    await page.close();
});

it('tells what is proved, of the position and of its turns, and opens the proof', async () => {
    const own = await openSite(['--proofs', PROOFS]);
    const certificate = join(PROOFS, 'connect-19-19-6-3-1.cert');
    execFileSync(programPath(), ['openings', 'add', '-f', `${own.server.data}.games`, certificate]);
    const page = await own.page({ at: '#g=19,19,6,3,1&s=j10', storage: off });
    await openGames(page);
    const known = page.locator('.ex-known.proved');
    await known.waitFor();
    assert.match(await known.innerText(), /White wins in at most 4, proved: connect-19-19-6-3-1/);
    // The winning turn is among the turns though nobody has played it.
    assert.match(await rows(page).first().locator('td.proved').innerText(), /✓ ≤/);
    await picture(page, 'explore-proved');
    // Nor is it searched: the engine's panel says from where it knows.
    await page.locator('#analyse-toggle').click();
    await page.locator('#analyse-proof').waitFor();
    await page.locator('#explore-proof').click();
    await page.locator('#dock-proof[aria-selected="true"]').waitFor();
    await own.close();
});
