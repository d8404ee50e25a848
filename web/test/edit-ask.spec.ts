/* Questions about nodes in the editor: several at a time, each at its node while one goes elsewhere, with answers that are kept. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { fits, LOOKS } from './fits';
import { openSite, until, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const editor = (at: string, more: PageOptions = {}) => site.page({ storage: { 'hexad.mode': 'edit' }, at, ...more });
const found = (page: Page) => page.locator('#ask-found');
const rows = (page: Page) => page.locator('.tree-row');
/* Black, to move, has four in a row. */
const WON = '#s=h10a1c19i10j10s1a19k10e1q19q1';
/* White must stop four black stones. */
const ATTACKED = '#s=h10a1c19i10j10s1a19k10a10';

test('a proof is found, its turn stands in the tree, and the node keeps it', async () => {
    const page = await editor(WON);
    const before = await rows(page).count();
    await page.locator('#ask-solve').click();
    await found(page).getByText('Proved: Black wins.').waitFor();
    assert.equal(await rows(page).count(), before + 1);
    await page.locator('.row-found.proved').waitFor();
    // One step back takes the answer with its turn, and another one brings both again.
    await page.locator('#undo').click();
    await found(page).waitFor({ state: 'detached' });
    assert.equal(await rows(page).count(), before);
    await page.locator('#redo').click();
    await found(page).waitFor();
    await page.reload();
    await found(page).getByText('Proved: Black wins.').waitFor();
    // The engine says so, too, and that is a claim.
    await page.locator('#ask-best').click();
    await found(page).getByText('The engine says: Black wins.').waitFor();
    await page.locator('.row-found.claimed').waitFor();
    await page.close();
});

test('several run at a time, each at its node', async () => {
    const page = await editor('#s=j10m13g6');
    const row = (text: string) => page.locator('.tree-row', { hasText: text });
    const asked = (n: number) => until(`${n} questions`, async () => (await page.locator('#asks li').count()) === n);
    await page.locator('#ask-time').selectOption('600');
    for (const stone of ['j10', 'm13', 'g6']) {
        await page.locator('.tree-row .chip', { hasText: new RegExp(`^${stone}$`) }).click();
        await page.locator('#ask-best').click();
    }
    await asked(3);
    await page.locator('#ask-best:disabled').waitFor();
    await row('j10').locator('.row-ask').waitFor();
    await row('g6').locator('.row-ask').nth(1).waitFor();
    await page.locator('#asks li[data-state="failed"]').waitFor({ state: 'detached' });
    await until('some of them think', async () => (await page.locator('#asks li[data-state="running"]').count()) > 0);
    // From the list to the node; one is stopped, then all at once; one ends with its node.
    await page.locator('#asks .jump', { hasText: 'm13 g6' }).click();
    await page.locator('.tree-row.on', { hasText: 'g6' }).waitFor();
    await page.getByRole('button', { name: 'Stop: Best turn' }).first().click();
    await asked(2);
    await page.locator('#ask-stop-all').click();
    await asked(0);
    await page.locator('#ask-best').click();
    await asked(1);
    await page.locator('.tree-row .chip', { hasText: /^m13$/ }).click();
    await page.locator('#delete').click();
    await asked(0);
    await page.close();
});

test('where nothing attacks, all turns hold, and the tree takes none of them', async () => {
    const page = await editor('#s=j10m13g6');
    const before = await rows(page).count();
    await page.locator('#ask-verify').click();
    await found(page)
        .getByText(/turns are not proved to lose/)
        .waitFor();
    assert.equal(await rows(page).count(), before);
    await page.close();
});

test('all defences become variations, symmetric ones once', async () => {
    const page = await editor(ATTACKED);
    const before = await rows(page).count();
    await page.locator('#ask-verify').click();
    await found(page)
        .getByText(/turns are not proved to lose/)
        .waitFor();
    const held = Number(/^\d+/.exec(await found(page).innerText())![0]);
    assert(held > 0);
    assert((await rows(page).count()) > before);
    await page.locator('#undo').click();
    assert.equal(await rows(page).count(), before);
    await page.close();
});

for (const [name, options] of LOOKS)
    test(`fits everybody: ${name}`, async () => {
        const page = await editor(WON, options);
        await page.locator('#ask-solve').click();
        await found(page).waitFor();
        await fits(page, `ask-${name}`);
        await page.close();
    });
