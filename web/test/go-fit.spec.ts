/* Go for everybody: axe has nothing to say, and nothing is wider than the window, while it is set up, played, counted, analysed, edited. */
import { after, before, describe, it } from 'node:test';
import { fits } from './fits';
import { openSite, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

describe('Go', () => {
    for (const [name, options] of [
        ['light', { width: 1440, height: 900 }],
        ['phone-dark', { width: 390, height: 844, touch: true, dark: true }],
        ['tablet-chinese', { width: 820, height: 1180, language: 'zh-CN' }],
    ] as const)
        it(`fits everybody: ${name}`, async () => {
            const page = await site.page({ ...options, storage: { 'hexad.analyse.seconds': 2 } });
            await page.locator('#new-game').click();
            await page.locator('dialog[open] input[value="go19"]').check();
            await fits(page, `go-fit-new-${name}`);
            for (const i of [0, 1])
                await page
                    .locator('dialog[open] .player-choice')
                    .nth(i)
                    .locator('select')
                    .first()
                    .selectOption('person');
            await page.locator('dialog[open] .start').click();
            await page.locator('#pass').click();
            await fits(page, `go-fit-play-${name}`);
            await page.locator('#pass').click();
            await page.locator('#accept-count:enabled').waitFor();
            await fits(page, `go-fit-count-${name}`);
            await page.locator('#play-on').click();
            await page.locator('#tab-analyse').click();
            await page.locator('.an-progress[data-status="done"]').waitFor({ state: 'attached' });
            await page.locator('#dock-overlays').click();
            await fits(page, `go-fit-analyse-${name}`);
            await page.locator('#tab-edit').click();
            await fits(page, `go-fit-edit-${name}`);
            await page.close();
        });
});
