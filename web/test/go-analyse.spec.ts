/* Go in Analyse: candidates, whose points they are, the net, a review; what is of the Connect family is not there. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSite, picture, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const GAME = '#g=go:9,komi=7.5&s=E5C3G3C7G7E3passE7';

describe('Go in Analyse', () => {
    for (const [name, options] of [
        ['desk', { width: 1440, height: 900 }],
        ['desk-dark', { width: 1440, height: 900, dark: true }],
        ['phone', { width: 390, height: 844, touch: true }],
    ] as const)
        it(`has candidates with visits, a score, and whose each point is: ${name}`, async () => {
            const page = await site.page({ ...options, at: GAME, storage: { 'hexad.analyse.seconds': 2 } });
            await page.locator('.an-progress[data-status="done"]').waitFor({ state: 'attached' });
            if (name === 'phone') await page.locator('#dock-engine').click();
            const row = page.locator('.an-row').first();
            assert.match((await row.textContent())!, /[A-HJ][1-9].*\d%.*visits/);
            assert.match((await page.locator('.an-figure').first().textContent())!, /Score[BW]\+/);
            assert.ok((await page.locator('.owned').count()) > 5);
            assert.equal(await page.locator('#analyse-region').count(), 0);
            for (const none of ['#dock-proof', '#dock-explore']) assert.equal(await page.locator(none).count(), 0);
            await settled(page);
            await picture(page, `go-analyse-${name}`);
            await page.close();
        });

    it('shows what the net expects, and passes', async () => {
        const page = await site.page({ at: GAME, width: 1440, height: 900, storage: { 'hexad.analyse.on': false } });
        await page.locator('#dock-overlays').click();
        assert.equal(await page.locator('#analyse-threats').count(), 0);
        await page.locator('#analyse-heat').check();
        await page.locator('.an-heat li').first().waitFor();
        assert.ok((await page.locator('.heat').count()) > 3);
        await settled(page);
        await picture(page, 'go-heat');
        const pass = page.locator('#nav-pass');
        await pass.click();
        await pass.click();
        await page.locator('.status-text').filter({ hasText: 'Both have passed' }).waitFor();
        assert.equal(await pass.isDisabled(), true);
        await page.close();
    });

    it('reviews a game', async () => {
        const page = await site.page({ at: GAME, width: 1440, height: 900, storage: { 'hexad.analyse.on': false } });
        await page.locator('#dock-graph').click();
        await page.locator('#analyse-review-seconds').selectOption('0.2');
        await page.locator('#analyse-review').click();
        await page.locator('[data-review="done"]').waitFor();
        await until('every turn has a chance', async () => (await page.locator('.row-chance').count()) >= 8);
        await settled(page);
        await picture(page, 'go-review');
        await page.close();
    });
});
