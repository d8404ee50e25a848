/* The proof explorer in a browser: proofs of the server and of files, any defence answered, looking for a proof. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, settled, until, type PageOptions, type Site } from './harness';

const PROOFS = resolve(__dirname, '..', '..', 'proofs');

let site: Site;
before(async () => (site = await openSite(['--proofs', PROOFS])));
after(() => site.close());

async function analysis(options: PageOptions = {}): Promise<Page> {
    const page = await site.page({ storage: { 'hexad.analyse.on': false }, ...options });
    await page.locator('#tab-analyse').click();
    await page.locator('#dock-proof').click();
    return page;
}

const stones = async (page: Page) => Number(await page.locator('.nav-count').getAttribute('data-stones'));

async function openStored(page: Page, name: string): Promise<void> {
    await page.locator('#proof-list').click();
    await page.locator('#proofs .jump', { hasText: name }).click();
    await page.locator('.proof-checked').waitFor();
}

test('a proof of the server answers any turn and says why', async () => {
    const page = await analysis({ height: 900 });
    await openStored(page, 'connect6-opening-p1');
    assert.match((await page.locator('.proof-claim').textContent())!, /Black wins|Black, .*wins|White to move/);
    assert.match((await page.locator('.proof-checked').textContent())!, /505,405/);
    await page.locator('.proof-rows li').first().waitFor();
    assert.ok(
        (await page.locator('.picture rect[fill="url(#hatch-accent)"]').count()) > 10,
        'the zone of the null move',
    );
    const before = await stones(page);
    // Far away: it changes nothing, and the answer is the one to the null move.
    await play(page, 'a1', 's19');
    await page.locator('.proof-why', { hasText: 'changes nothing' }).waitFor();
    await page.waitForFunction(
        (n) => Number(document.querySelector('.nav-count')!.getAttribute('data-stones')) === n,
        before + 4,
    );
    await picture(page, 'proof-answer');
    await page.context().close();
});

test('null moves show their zone; a row of the list is played; another turn of the attacker leaves the proof', async () => {
    const page = await analysis();
    await openStored(page, 'connect-5-2-2');
    const first = page.locator('.proof-row').first();
    await first.waitFor();
    await page.getByLabel('Answer at once').uncheck();
    const whole = page.locator('.proof-row:not([aria-pressed])').first();
    const turn = (await whole.locator('.proof-squares').textContent())!.trim().split(' ');
    const before = await stones(page);
    await whole.click();
    await page.locator('.proof-now', { hasText: 'answers' }).waitFor();
    assert.equal(await stones(page), before + turn.length);
    await page.locator('.picture .ring, .picture .ghost').first().waitFor({ state: 'attached' });
    await play(page, 'a1', 'b1');
    await page.getByText('This is not the turn').waitFor();
    await page.getByRole('button', { name: 'Back to the proof' }).click();
    await page.locator('.proof-now', { hasText: 'answers' }).waitFor();
    assert.equal(await stones(page), before + turn.length);
    await page.context().close();
});

test('an answer to another line is not played, however long the server takes', async () => {
    const page = await analysis();
    await openStored(page, 'connect-4-1-1');
    await page.getByLabel('Answer at once').uncheck();
    const told = page.locator('.proof-now', { hasText: 'answers' });
    const answers: string[] = [];
    // Two defences of one stone, side by side, with different answers.
    const rows = page.locator('.proof-row:not([aria-pressed])');
    await rows.first().waitFor();
    const replies = await rows.locator('.proof-answer').allTextContents();
    const other = replies.findIndex((r) => r !== replies[0]);
    assert.ok(other > 0);
    for (const row of [0, other]) {
        await rows.nth(row).click();
        await told.waitFor();
        answers.push(replies[row]!.trim());
        assert.match((await told.textContent())!, new RegExp(`answers ${answers.at(-1)}\\b`));
        if (answers.length < 2) {
            await page.keyboard.press('ArrowLeft');
            await rows.first().waitFor();
        }
    }
    const before = await stones(page);
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    let asked = 0;
    await page.route('**/walk', async (route) => {
        asked++;
        await held;
        await route.continue();
    });
    await page.getByLabel('Answer at once').check();
    await until('the answer is played', async () => (await stones(page)) === before + 1);
    // The other defence, before the server has said anything of it.
    await page.keyboard.press('ArrowUp');
    await until('the server is asked', () => asked > 0);
    await settled(page);
    assert.equal(await stones(page), before);
    assert.equal(await told.count(), 0);
    assert.equal(await page.locator('.proof-why').count(), 0);
    release();
    await until('its own answer is played', async () => (await stones(page)) === before + 1);
    assert.match(await heard(page, answers[0]!), /[Bb]lack/);
    await page.context().close();
});

test('a game that only names a proof is told nothing by it', async () => {
    const page = await analysis();
    const sgf = '(;GM[1]SZ[19]SO[hexad proof: connect-4-1-1];B[jj];W[kk];W[ll])';
    const data = await page.evaluateHandle((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'named.sgf'));
        return transfer;
    }, sgf);
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await page.getByText('does not begin where the proof does').waitFor();
    assert.equal(await page.locator('.proof-rows').count(), 0);
    await page.getByRole('button', { name: 'Back to the proof' }).click();
    await page.locator('.proof-rows li').first().waitFor();
    assert.equal(await page.getByText('does not begin where the proof does').count(), 0);
    await page.context().close();
});

test('a file that is dropped is checked; one that proves nothing is refused', async () => {
    const page = await analysis({ allowErrors: true });
    const bytes = readFileSync(join(PROOFS, 'connect-4-2-2.cert'));
    await page.locator('#proof-list').click();
    await page
        .locator('#proof-pick')
        .setInputFiles({ name: 'mine.cert', mimeType: 'application/octet-stream', buffer: bytes });
    await page.locator('.proof-checked').waitFor();
    assert.match((await page.locator('.proof-claim').textContent())!, /Connect\(∞,∞,4,2,2\)/);
    // A reload keeps the proof.
    await page.reload();
    await page.locator('.proof-checked').waitFor();
    // A turn that cannot be played proves nothing.
    const forged = Buffer.from(bytes);
    forged[forged.length - 3] = 112; // the same square twice
    const data = await page.evaluateHandle(
        (list) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([new Uint8Array(list)], 'forged.cert'));
            return transfer;
        },
        [...forged],
    );
    const refusing = page.locator('.toast', { hasText: 'forged.cert' });
    await page.dispatchEvent('body', 'drop', { dataTransfer: data });
    await refusing.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#proof-file').click()]);
    assert.deepEqual(readFileSync(await download.path()), bytes);
    await page.context().close();
});

test('a win is proved from the page, walked through, and won', async () => {
    const page = await analysis({ at: '#s=j10a1s1j11j12a19s19k10l10a4s4' });
    await page.locator('#proof-solve').click();
    await page.locator('#proof-walk').click();
    await page.locator('.proof-checked').waitFor();
    await page.getByText('cannot stop all threats').waitFor();
    await play(page, 'j8', 'f10');
    await page.locator('.proof-why', { hasText: 'leaves a threat' }).waitFor();
    await page.locator('.proof-now.good').waitFor();
    await picture(page, 'proof-won');
    await page.context().close();
});

test('defences that are still open are listed; a search can be stopped', async () => {
    const page = await analysis({ at: '#g=13,13,5,2,1&s=g7h8f6g9i7' });
    await page.locator('#proof-order').selectOption('1');
    await page.locator('#proof-verify').click();
    await page.locator('.proof-open button').first().waitFor();
    assert.match((await page.locator('.proof [role="status"]').textContent())!, /open/);
    await picture(page, 'proof-verify');
    await page.locator('.proof-open button').first().click();
    assert.equal(await stones(page), 7);
    await page.context().close();
    const long = await analysis({ at: '#s=j10k11i12' });
    await long.locator('#proof-order').selectOption('4');
    await long.locator('#proof-solve').click();
    await long.locator('#proof-stop').click();
    await long.locator('#proof-solve').waitFor();
    await long.context().close();
});

for (const [name, options] of [
    ['phone', { width: 390, height: 844, touch: true }],
    ['dark', { width: 1280, height: 720, dark: true }],
    ['chinese', { width: 820, height: 1180, language: 'zh-CN' }],
] as const)
    test(`it fits: ${name}`, async () => {
        const page = await analysis(options);
        await page.locator('#proof-list').scrollIntoViewIfNeeded();
        await openStored(page, 'connect-6-2-3');
        await page.locator('.proof-rows li').first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        assert.ok(wide, 'nothing beside the page');
        await picture(page, `proof-${name}`);
        await page.locator('.proof-claim').scrollIntoViewIfNeeded();
        await picture(page, `proof-${name}-panel`);
        await page.context().close();
    });
