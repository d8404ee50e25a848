/* Go for everybody: axe has nothing to say, and nothing is wider than the window, while it is set up, played, counted, analysed, edited. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, settled, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

async function fits(page: Page, what: string): Promise<void> {
    await settled(page);
    await picture(page, `go-fit-${what}`);
    await page.evaluate(axe);
    const found = await page.evaluate(async () => {
        interface Found {
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        }
        const { run } = (window as unknown as { axe: { run: (where: object, how: object) => Promise<Found> } }).axe;
        const all = await run({ exclude: ['.cell-row:nth-child(n+3)'] }, { resultTypes: ['violations'] });
        return all.violations.map((v) => `${v.id}: ${v.nodes[0]!.html.slice(0, 160)} ${v.nodes[0]!.failureSummary}`);
    });
    assert.deepEqual(found, [], what);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${what}: ${wide} pixels too wide`);
}

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
            await fits(page, `new-${name}`);
            for (const i of [0, 1])
                await page
                    .locator('dialog[open] .player-choice')
                    .nth(i)
                    .locator('select')
                    .first()
                    .selectOption('person');
            await page.locator('dialog[open] .start').click();
            await page.locator('#pass').click();
            await fits(page, `play-${name}`);
            await page.locator('#pass').click();
            await page.locator('#accept-count:enabled').waitFor();
            await fits(page, `count-${name}`);
            await page.locator('#play-on').click();
            await page.locator('#tab-analyse').click();
            await page.locator('.an-progress[data-status="done"]').waitFor({ state: 'attached' });
            await page.locator('#dock-overlays').click();
            await fits(page, `analyse-${name}`);
            await page.locator('#tab-edit').click();
            await fits(page, `edit-${name}`);
            await page.close();
        });
});
