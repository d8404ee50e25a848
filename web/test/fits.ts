/* A page fits everybody: axe has nothing to say, and nothing is wider than the window. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { picture, settled, type PageOptions } from './harness';

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

/** The widths at which people look at it, light and dark. */
export const LOOKS: readonly (readonly [string, PageOptions])[] = [
    ['desk', { width: 1440, height: 900 }],
    ['desk-dark', { width: 1280, height: 720, dark: true }],
    ['tablet', { width: 820, height: 1180 }],
    ['phone', { width: 390, height: 844, touch: true }],
    ['phone-dark', { width: 390, height: 844, touch: true, dark: true }],
];

/** Looks at the page as it stands, and keeps a picture of it under this name; of the hundreds of cells of the board a row is enough. */
export async function fits(page: Page, what: string): Promise<void> {
    await settled(page);
    await picture(page, what);
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
