/* The graph, the overlays, the win that is played through and the review of a whole game, in a browser. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, type Site } from './harness';

let site: Site;
before(async () => (site = await openSite()));
after(() => site.close());

async function analysis(at: string, more: Record<string, unknown> = {}): Promise<Page> {
    const page = await site.page({
        at,
        storage: { 'hexad.analyse.on': false, 'hexad.analyse.review': 0.2, ...more },
    });
    await page.locator('#tab-analyse').click();
    await page.locator('.an-plot canvas').waitFor();
    return page;
}

const stone = async (page: Page) => Number(await page.locator('.nav-count').getAttribute('data-stones'));

/* White has four in a row and Black must answer; the far stones are Black's. */
const FOUR = '#s=j10f5g5a1s1h5i5';

test('threats of both sides have lines, shapes and a legend', async () => {
    const page = await analysis(FOUR);
    assert.equal(await page.locator('.picture .line').count(), 0);
    await page.locator('#dock-overlays').click();
    await page.locator('#analyse-threats').check();
    await page.locator('.picture .line.tone-white.dashed').first().waitFor({ state: 'attached' });
    assert.ok((await page.locator('.picture .mark-circle.tone-white').count()) >= 4);
    const legend = await page.locator('.an-legend li').allTextContents();
    assert.deepEqual(legend, ["Black's threats: 0", "White's threats: 2"]);
    await page.keyboard.press('v');
    await page.locator('.picture .line').first().waitFor({ state: 'detached' });
    await page.context().close();
});

test('critical defences: marked, listed, pointed at, adopted', async () => {
    const page = await analysis(FOUR);
    await page.locator('#dock-overlays').click();
    await page.locator('#analyse-defences').check();
    await page.locator('.picture .mark-selected.tone-warn').first().waitFor();
    const ways = page.locator('.an-defences button');
    assert.ok((await ways.count()) >= 1);
    const first = (await ways.first().textContent())!;
    await ways.first().hover();
    const chosen = page.locator('.picture rect[fill="url(#hatch-warn)"]');
    await chosen.first().waitFor();
    assert.equal(await chosen.count(), first.split(' ').length);
    await picture(page, 'analyse-defences');
    await ways.first().click();
    assert.equal(await stone(page), 9);
    await page.locator('.an-overlay-body', { hasText: 'Nothing to defend' }).waitFor();
    await page.context().close();
});

test('what the net expects: heat and percents in place of candidates, told to screen readers, kept', async () => {
    const page = await analysis(FOUR);
    await page.locator('#dock-overlays').click();
    await page.locator('#analyse-heat').check();
    const heat = page.locator('.picture .heat.tone-good');
    await heat.first().waitFor({ state: 'attached' });
    const percents = await page.locator('.picture .label text').allTextContents();
    assert.ok(percents.length >= 2 && percents.every((v) => /^\d+$/.test(v)), String(percents));
    // The likeliest first; the list and the board say the same.
    const list = await page.locator('.an-heat li').allTextContents();
    assert.deepEqual(
        list.map((v) => v.split(' ')[1]),
        percents.map((v) => `${v}%`),
    );
    const numbers = percents.map((v) => Number(v));
    assert.deepEqual(
        numbers,
        [...numbers].sort((a, b) => b - a),
    );
    const [best] = list[0]!.split(' ');
    const cell = page.locator(`[data-square="${best}"]`);
    assert.equal(await cell.getAttribute('aria-label'), `${best}, ${percents[0]}% expected`);
    assert.match((await page.locator('.an-overlay-body').textContent())!, /Black's chance, by the net: \d+%/);
    await picture(page, 'analyse-heat');
    await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
    await picture(page, 'analyse-heat-dark');
    await page.reload();
    await heat.first().waitFor({ state: 'attached' });
    await page.keyboard.press('h');
    await heat.first().waitFor({ state: 'detached' });
    assert.equal(await cell.getAttribute('aria-label'), best);
    await page.context().close();
});

test('the heat takes the place of candidates, and says where the net knows nothing', async () => {
    const page = await analysis(FOUR, { 'hexad.analyse.on': true, 'hexad.analyse.seconds': 2 });
    await page.locator('.picture .stone.ghost').first().waitFor();
    await page.keyboard.press('h');
    await page.locator('.picture .heat.tone-good').first().waitFor({ state: 'attached' });
    assert.equal(await page.locator('.picture .stone.ghost').count(), 0);
    await page.keyboard.press('h');
    await page.locator('.picture .stone.ghost').first().waitFor();
    await page.context().close();
    for (const [at, text] of [
        ['#g=15,15,5,1,1&s=h8h9', 'The net knows games with six in a row'],
        ['#s=', 'The net says nothing of the empty board'],
    ] as const) {
        const other = await analysis(at, { 'hexad.analyse.heat': true });
        await other.locator('#dock-overlays').click();
        await other.locator('.an-overlay-body', { hasText: text }).waitFor();
        assert.equal(await other.locator('.picture .heat').count(), 0);
        await other.context().close();
    }
});

/* Black has open rows of three twice and is to move. */
const WIN = '#s=j10a1s1j11j12a19s19k10l10a4s4';

test('a forcing win is found for the side to move and played through', async () => {
    const page = await analysis(WIN);
    await page.locator('#dock-overlays').click();
    await page.locator('#analyse-forcing').check();
    const black = page.locator('.an-found[data-side="black"]');
    await page.locator('.an-found.win[data-side="black"]').waitFor();
    assert.match((await black.textContent())!, /wins by force in \d+/);
    await page.locator('.an-found[data-side="white"]:not(.searching)').waitFor();
    await black.locator('.an-show-me').click();
    const step = page.locator('.an-show-step');
    const turns = Number(/^Turn \d+ of (\d+)$/.exec((await step.textContent())!)![1]);
    // A step by hand ends the playing by itself.
    await page.getByRole('button', { name: 'Back to the start' }).click();
    assert.equal(await page.locator('.picture .stone.ghost').count(), 0);
    for (let i = 0; i < turns; i++) {
        await page.getByRole('button', { name: 'Step forward' }).click();
        if (i === 0) assert.equal(await page.locator('.picture .stone.ghost').count(), 2);
    }
    assert.match((await step.textContent())!, new RegExp(`^Turn ${turns} of`));
    assert.ok(await page.getByRole('button', { name: 'Step forward' }).isDisabled());
    await picture(page, 'analyse-show');
    await page.getByRole('button', { name: 'Add to the tree' }).click();
    assert.equal(await stone(page), 13);
    await page.keyboard.press('End');
    assert.match((await page.locator('.status-text').textContent())!, /Black has won/);
    await page.context().close();
});

test('a win that threatens shows where the defender can interfere', async () => {
    /* The same stones with White to move: Black would win if White did nothing about it. */
    const page = await analysis('#s=j10a1s1j11j12a19s19k10l10');
    await page.locator('#dock-overlays').click();
    await page.locator('#analyse-forcing').check();
    await page.locator('.an-found.win[data-side="black"] .an-show-me').click();
    await page.locator('.picture rect[fill="url(#hatch-accent)"]').first().waitFor();
    assert.match((await page.locator('.an-show').textContent())!, /interfere/);
    await page
        .getByRole('button', { name: 'Play through' })
        .or(page.locator('.an-show').getByRole('button', { name: 'Pause' }))
        .click();
    await page.locator('.an-show').getByRole('button', { name: 'Close' }).click();
    await page.locator('.picture rect[fill="url(#hatch-accent)"]').first().waitFor({ state: 'detached' });
    await page.context().close();
});

/* White overlooks Black's three in a row and loses. */
const GAME = '#s=j10k11i11j11j12a1b2j9j13k14k15j8';

test('the review evaluates every position and lists the mistakes with better turns', async () => {
    const page = await analysis(GAME, { 'hexad.analyse.review': 4 }); // enough to see the blunder, beside whatever runs
    await page.locator('#analyse-review').click();
    await page.locator('[data-review="running"]').waitFor();
    await page.locator('[data-review="done"]').waitFor();
    const rows = page.locator('.an-mistake');
    assert.ok((await rows.count()) >= 1);
    const blunder = page.locator('.an-mistake', { hasText: 'a1 b2' });
    // How much it lost depends on how far the engine sees, and that on the machine.
    assert.match((await blunder.locator('.an-sign').textContent())!, /^\?[?!]?$/);
    await picture(page, 'analyse-review');
    await blunder.locator('.an-jump').click();
    assert.equal(await stone(page), 7);
    const better = (await blunder.locator('.an-better').textContent())!.split(' ');
    await blunder.locator('.an-better').click();
    assert.equal(await stone(page), 7);
    for (const s of better)
        assert.match((await page.locator(`[data-square="${s}"]`).getAttribute('aria-label'))!, /White/);
    await page.context().close();
});

test('the graph: a click goes there, arrows step, its value is told', async () => {
    const page = await analysis(GAME);
    await page.locator('#analyse-review').click();
    await page.locator('[data-review="done"]').waitFor();
    const plot = page.locator('.an-plot .u-over');
    const box = (await plot.boundingBox())!;
    await plot.click({ position: { x: 1, y: 20 } });
    assert.equal(await stone(page), 0);
    await plot.click({ position: { x: (box.width * 7) / 12, y: 20 } });
    assert.equal(await stone(page), 7);
    const slider = page.getByRole('slider', { name: "Black's chance over the game" });
    assert.match((await slider.getAttribute('aria-valuetext'))!, /^Turn 4: (Black|White) (\d+%|wins in \d+, proved)$/);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await stone(page), 5);
    await page.keyboard.press('End');
    assert.equal(await stone(page), 12);
    await page.context().close();
});

test('a review can be stopped and keeps what it has', async () => {
    const page = await analysis(GAME, { 'hexad.analyse.review': 1 });
    await page.locator('#analyse-review').click();
    await page.waitForFunction(
        () => (document.querySelector<HTMLProgressElement>('.an-review-progress')?.value ?? 0) >= 1,
    );
    await page.locator('#analyse-review').click();
    await page.locator('[data-review="stopped"]').waitFor();
    assert.match((await page.locator('[data-review="stopped"]').textContent())!, /^Stopped at \d+ of \d+/);
    await page.keyboard.press('Home');
    await page.waitForFunction(() => !document.querySelector('.an-here')?.textContent?.includes('appear'));
    await page.context().close();
});
