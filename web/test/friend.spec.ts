/* Two people and one who watches, each in a browser of their own: turns, offers, clocks, lost connections, and a server that is killed. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, restartServer, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const panel = (page: Page) => page.locator('.friend-panel');
const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click();
const stateIs = (page: Page, state: string) => page.locator(`.friend-panel[data-state="${state}"]`).waitFor();
const says = (page: Page, text: RegExp) => page.locator('.status-text', { hasText: text }).waitFor();
const stands = (page: Page, square: string, what: RegExp) =>
    until(`${square} is ${what}`, async () => what.test(await heard(page, square)));
/* A lost connection is what these tests are about. */
const allow = /WebSocket|Failed to load resource|ERR_/;

/** Ann makes a game by the dialog, with Black; the link that she sends. */
async function invite(page: Page, prepare?: (dialog: ReturnType<Page['locator']>) => Promise<void>): Promise<string> {
    await page.locator('#new-game').click();
    await page.locator('#play-friend').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByLabel('Your name').fill('Ann');
    await dialog.getByRole('button', { name: 'Black', exact: true }).click();
    await prepare?.(dialog);
    await dialog.getByRole('button', { name: 'Make the game' }).click();
    await stateIs(page, 'waiting');
    return page.locator('#friend-invite').inputValue();
}

async function accept(link: string, options = {}): Promise<Page> {
    const page = await site.page({ at: new URL(link).hash, allow, ...options });
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('Ann wants to play Connect6').waitFor();
    await dialog.getByLabel('Your name').fill('Bob');
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    await stateIs(page, 'playing');
    return page;
}

test('two play by a link and a third watches, with offers, to a rematch', async () => {
    const ann = await site.page({ allow });
    const link = await invite(ann);
    await picture(ann, 'friend-waiting');
    const bob = await accept(link);
    await stateIs(ann, 'playing');
    assert.equal(new URL(bob.url()).hash.includes('duel'), false); // no key stays in the address
    const cid = await site.page({ at: new URL(link).hash, allow });
    await panel(cid).getByText('You are watching.').waitFor();
    await panel(ann).getByText('1 watches').waitFor();
    await says(ann, /your turn/i);
    await says(bob, /Ann is to move/);
    await play(bob, 'a1'); // nothing: it is not his turn
    await play(ann, 'j10');
    for (const page of [ann, bob, cid]) await stands(page, 'j10', /black/i);
    await play(cid, 'a1'); // who watches plays nothing
    await play(bob, 'k11', 'i11');
    for (const page of [ann, bob, cid]) await stands(page, 'i11', /white/i);
    assert(!/black|white/i.test(await heard(cid, 'a1')));
    // A takeback is asked for, refused, asked for again and granted.
    await press(bob, 'Ask to take back');
    await panel(ann).getByText('Your friend asks to take a turn back.').waitFor();
    await picture(ann, 'friend-offer');
    await press(ann, 'No');
    await panel(bob).getByText('You asked to take a turn back.').waitFor({ state: 'detached' });
    await press(bob, 'Ask to take back');
    await press(ann, 'Yes');
    for (const page of [ann, bob, cid])
        await until('the turn is gone', async () => !/white/i.test(await heard(page, 'k11')));
    await play(bob, 'k12', 'k13');
    await stands(ann, 'k13', /white/i);
    // A reload loses nothing, nor does looking at an earlier place.
    await ann.reload();
    await stands(ann, 'k13', /white/i);
    await ann.keyboard.press('ArrowLeft');
    await until('an earlier place', async () => !/white/i.test(await heard(ann, 'k13')));
    await ann.keyboard.press('End');
    await settled(ann);
    await picture(cid, 'friend-watching');
    // The end, and another one with colours swapped.
    await press(ann, 'Resign');
    await press(ann, 'Really resign');
    for (const page of [ann, bob, cid]) await says(page, /Bob has won/);
    await press(bob, 'Rematch');
    await press(ann, 'Yes');
    await says(bob, /your turn/i);
    await says(ann, /Bob is to move/);
    await play(bob, 'j10');
    for (const page of [ann, cid]) await stands(page, 'j10', /black/i);
    for (const page of [ann, bob, cid]) await page.context().close();
});

test('a seat goes to another browser by its private link, and the list has the game', async () => {
    const ann = await site.page({ allow });
    const link = await invite(ann);
    const bob = await accept(link);
    await play(ann, 'j10');
    await stands(bob, 'j10', /black/i);
    await panel(bob).locator('summary').click();
    const seat = await bob.locator('#friend-seat').inputValue();
    assert.match(seat, /#duel=[a-z0-9]+\.[a-z0-9]+$/);
    await press(bob, 'Leave the board');
    await bob.locator('.friend-list').getByText('your turn').waitFor();
    await bob.context().close();
    const phone = await site.page({ at: new URL(seat).hash, width: 390, height: 844, touch: true, allow });
    await stateIs(phone, 'playing');
    await play(phone, 'k11', 'i11');
    await panel(phone).getByRole('button', { name: 'Play this turn', exact: true }).click();
    await stands(ann, 'i11', /white/i);
    await picture(phone, 'friend-phone');
    await press(ann, 'Leave the board');
    await ann.locator('.friend-list').getByText('Bob').click();
    await stateIs(ann, 'playing');
    for (const page of [ann, phone]) await page.context().close();
});

test('the server keeps the clocks, and a game is adjourned and gone on with', async () => {
    const ann = await site.page({ allow });
    const link = await invite(ann, async (dialog) => {
        await dialog.getByRole('button', { name: 'A game', exact: true }).click();
        await dialog.getByLabel('Byo-yomi periods').selectOption('3');
        await dialog.getByLabel('Each player has a different time').check();
        const theirs = dialog.getByRole('group', { name: "Your friend's time" });
        await theirs.locator('select').first().selectOption('60');
    });
    const bob = await accept(link);
    const clock = (page: Page, side: string) => page.locator(`.friend-panel .clock[data-side="${side}"]`);
    assert.match((await clock(ann, 'black').textContent()) ?? '', /^10:00 \(3\)$/);
    assert.match((await clock(ann, 'white').textContent()) ?? '', /^1:00$/);
    await play(ann, 'j10');
    await until('the clock runs', async () => /^0:5\d$/.test((await clock(ann, 'white').textContent()) ?? ''));
    await press(ann, 'Adjourn');
    await press(bob, 'Yes');
    await stateIs(ann, 'adjourned');
    await says(bob, /adjourned/);
    const stood = await clock(bob, 'white').textContent();
    await press(bob, 'Go on');
    await press(ann, 'Yes');
    await stateIs(bob, 'playing');
    await until('it goes on', async () => (await clock(bob, 'white').textContent()) !== stood);
    for (const page of [ann, bob]) await page.context().close();
});

test('a lost connection loses nothing, on either side', async () => {
    const ann = await site.page({ allow });
    const bob = await accept(await invite(ann));
    await play(ann, 'j10');
    await stands(bob, 'j10', /black/i);
    // Ann is away while Bob plays; Bob plays while he himself is away: it is sent as soon as that can be.
    await ann.context().setOffline(true);
    await bob.context().setOffline(true);
    await play(bob, 'k11', 'i11');
    await panel(bob).getByRole('alert').waitFor();
    await bob.context().setOffline(false);
    await says(bob, /Ann is to move/);
    await ann.context().setOffline(false);
    await stands(ann, 'i11', /white/i);
    await play(ann, 'a1', 'a2');
    await stands(bob, 'a2', /black/i);
    for (const page of [ann, bob]) await page.context().close();
});

test('a killed server loses no turn', async () => {
    const ann = await site.page({ allow });
    const link = await invite(ann);
    const bob = await accept(link);
    const cid = await site.page({ at: new URL(link).hash, allow });
    await play(ann, 'j10');
    await stands(bob, 'j10', /black/i);
    await restartServer(site.server, 'SIGKILL');
    await play(bob, 'k11', 'i11');
    for (const page of [ann, bob, cid]) await stands(page, 'i11', /white/i);
    await play(ann, 'a1', 'a2');
    for (const page of [bob, cid]) await stands(page, 'a2', /black/i);
    for (const page of [ann, bob, cid]) await page.context().close();
});

test('Go is played by people, too', async () => {
    const asked = await fetch(`${site.server.url}/api/v1/duels`, {
        method: 'POST',
        body: JSON.stringify({ game: { rules: 'go9' }, side: 'black', name: 'Ann' }),
    });
    const { id, key } = (await asked.json()) as { id: string; key: string };
    const ann = await site.page({ at: `#duel=${id}.${key}`, allow });
    await stateIs(ann, 'waiting');
    const bob = await site.page({ at: `#duel=${id}`, allow });
    await bob.locator('dialog[open]').getByRole('button', { name: 'Play', exact: true }).click();
    await stateIs(bob, 'playing');
    await play(ann, 'A1');
    await stands(bob, 'A1', /black/i);
    await play(bob, 'A2');
    await stands(ann, 'A2', /white/i);
    await play(ann, 'E5');
    await stands(bob, 'E5', /black/i);
    await play(bob, 'B1'); // which captures
    await until('a stone is taken', async () => !/black/i.test(await heard(ann, 'A1')));
    await picture(ann, 'friend-go');
    await press(ann, 'Pass');
    await says(bob, /your turn/i);
    await press(bob, 'Pass');
    for (const page of [ann, bob]) await stateIs(page, 'over');
    for (const page of [ann, bob]) await page.context().close();
});
