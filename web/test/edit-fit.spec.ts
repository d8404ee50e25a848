/* The editor's panels and dialogs for everybody: axe, sizes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

/* What axe finds serious in a part of the page. */
async function serious(page: Page, where: string): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async (part) => {
        interface Found {
            violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }
        const { run } = (window as unknown as { axe: { run: (where: string) => Promise<Found> } }).axe;
        const { violations } = await run(part);
        return violations
            .filter((v) => v.impact === 'serious' || v.impact === 'critical')
            .map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`);
    }, where);
}

const LOOKS: readonly (PageOptions & { name: string })[] = [
    { name: 'light' },
    { name: 'dark phone in Chinese', dark: true, width: 360, height: 740, touch: true, language: 'zh-CN' },
];

for (const look of LOOKS)
    test(`panels and dialogs: ${look.name}`, async () => {
        const page = await site.page({ ...look, storage: { 'hexad.mode': 'edit', 'hexad.edit.search': true } });
        await play(page, 'j10', 'k11', 'i12', 'a1', 'a2');
        await page.locator('#comment').fill('A comment that is long enough to be cut short in its row of the tree.');
        await page.locator('.chip', { hasText: 'j10' }).click();
        await play(page, 'i12', 'k11', 'c3');
        await page.locator('.chip', { hasText: 'k11' }).last().click();
        await page.locator('#save').click();
        await page.locator('.found li').first().waitFor();
        await page.locator('.game-info summary').click();
        await page.keyboard.press('9');
        assert.deepEqual(await serious(page, '#side'), [], 'the panels');
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide`);
        await picture(page, `edit-${look.dark ? 'phone' : 'light'}`);
        for (const name of ['open', 'import', 'export', 'share']) {
            await page.locator(`#${name}`).click();
            await page.locator('dialog[open]').waitFor();
            if (name === 'open') await page.locator('#library li').first().waitFor();
            assert.deepEqual(await serious(page, 'dialog[open]'), [], name);
            const box = (await page.locator('dialog[open]').boundingBox())!;
            const room = page.viewportSize()!;
            assert.ok(box.x >= 0 && box.x + box.width <= room.width, `${name} fits`);
            await picture(page, `edit-${look.dark ? 'phone' : 'light'}-${name}`);
            await page.keyboard.press('Escape');
        }
        await page.close();
    });
