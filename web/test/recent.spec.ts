/* Nothing is lost: what is replaced, reloaded, done in another tab, or left behind in a closed one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const editor = () => site.page({ storage: { 'hexad.mode': 'edit' } });

async function stones(page: Page, n: number): Promise<void> {
    await page.locator('.count', { hasText: n === 1 ? '1 stone' : `${n} stones` }).waitFor();
}

async function recent(page: Page) {
    await page.locator('#recent').click();
    const list = page.locator('#recents li');
    await list.first().waitFor();
    return list;
}

test('a tree that a new game replaces is in Recent, also after a reload', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11', 'i11');
    await stones(page, 3);
    await page.locator('#tab-play').click();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await page.reload();
    const list = await recent(page);
    assert.match((await list.first().textContent()) ?? '', /3 stones/);
    await picture(page, 'recent');
    await list.first().locator('.jump').click();
    assert.match(await heard(page, 'k11'), /white/i);
    await page.close();
});

test('a game that ended is there with its result and its players', async () => {
    const page = await site.page({
        storage: {
            'hexad.game': {
                players: { black: { kind: 'person' }, white: { kind: 'person' } },
                clock: { kind: 'none', seconds: 0, increment: 0 },
                left: { black: 0, white: 0 },
                live: [],
                result: null,
            },
        },
    });
    await play(page, 'j10', 'a1', 'a2');
    await page.getByRole('button', { name: 'Resign' }).click();
    const list = await recent(page);
    assert.match((await list.first().textContent()) ?? '', /Black – White/);
    assert.match((await list.first().textContent()) ?? '', /W\+Resign · 3 stones/);
    await list.first().getByRole('button', { name: 'Remove' }).click();
    await page.locator('#recents li').first().waitFor({ state: 'detached' });
    await page.close();
});

test('undo goes on after a reload', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11', 'i11');
    await stones(page, 3);
    const kept = () =>
        page.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([k]) => k.startsWith('hexad.work'))));
    await until('three stones are kept', async () => (await kept()).length > 2);
    const before = await kept();
    await page.keyboard.press('Control+z');
    await stones(page, 2);
    await until('the undo is kept', async () => (await kept()) !== before);
    // The address follows a moment later, and a reload opens what it says.
    await until('the address tells it', async () => !page.url().includes('i11'));
    await page.reload();
    await stones(page, 2);
    await page.keyboard.press('Control+z');
    await stones(page, 1);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await stones(page, 3);
    await page.close();
});

test('each tab has its own work, and a closed one leaves it to the next', async () => {
    const one = await editor();
    await play(one, 'j10', 'k11', 'i11');
    await stones(one, 3);
    const two = await site.page({ context: one.context() });
    await two.locator('#tab-edit').click();
    await play(two, 'a1');
    await stones(two, 1);
    await one.reload();
    await two.reload();
    await stones(one, 3);
    await stones(two, 1);
    await play(one, 'c3');
    await two.close({ runBeforeUnload: true });
    await one.waitForFunction(() =>
        Object.entries(localStorage).some(
            ([k, v]) => k.startsWith('hexad.tab.') && (JSON.parse(v as string) as { seen: number }).seen === 0,
        ),
    );
    const three = await site.page({ context: one.context() });
    await three.locator('#tab-edit').click();
    await stones(three, 1);
    assert.match(await heard(three, 'a1'), /black/i);
    await one.reload();
    await stones(one, 4);
    await one.context().close();
});

test('the undo of a message undoes what it tells of, or is gone', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11', 'i11', 'c3');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight'); // the second turn
    await page.keyboard.press('Delete');
    await page.locator('.toast', { hasText: 'Undo' }).waitFor();
    const left = await page.locator('.count').textContent();
    await page.keyboard.press('Control+z');
    await settled(page);
    assert.equal(await page.locator('.toast').count(), 0, 'not by its own time');
    await stones(page, 4);
    assert.notEqual(await page.locator('.count').textContent(), left);
    await page.close();
});
