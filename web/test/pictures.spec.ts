/* Every part and every larger dialog on every kind of screen, light and dark, for people to look at:
 *
 *   HEXAD_PICTURES=DIR node test/run.mjs pictures
 *
 * keeps a picture of each, and sheets of them side by side (sheet-SCENE-wide.png, -narrow.png). Where nobody wants
 * pictures it does nothing; what can be checked by a machine, the other tests check. On every screen it sees that nothing is wider than it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PATIENCE, openSite, picture, play, type Site } from './harness';

const folder = process.env.HEXAD_PICTURES;

const SCREENS = [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
    { width: 820, height: 1180, touch: true },
    { width: 390, height: 844, touch: true },
] as const;

const GAME = '#s=j10k11i11j11j12k9k10l11h11m11g11h12g13';
const FOUR = '#s=j10a1s1j11j12a19s19k10l10a4s4';

interface Scene {
    name: string;
    at?: string;
    tab?: string;
    /** What is kept in the browser before it is opened. */
    storage?: Record<string, unknown>;
    show?: (page: Page) => Promise<unknown>;
}

const click = (id: string) => (page: Page) => page.locator(id).click();
const panel = (id: string, then: (page: Page) => Promise<unknown>) => async (page: Page) => {
    await page.locator(`#dock-${id}`).click();
    await then(page);
};
const engine = async (page: Page) => {
    await page.locator('.an-list .an-row').nth(2).waitFor();
    await page.locator('.an-progress[data-status="done"]').waitFor();
};
const analysing = { 'hexad.analyse.seconds': 2 };
const quiet = { 'hexad.analyse.on': false };

const SCENES: readonly Scene[] = [
    { name: 'newcomer' },
    { name: 'play', show: (page) => play(page, 'j10') },
    { name: 'new-game', show: click('#new-game') },
    { name: 'analyse', at: GAME, tab: 'analyse', storage: analysing, show: engine },
    {
        name: 'analyse-threats',
        at: FOUR,
        tab: 'analyse',
        storage: quiet,
        show: panel('overlays', async (page) => {
            await page.locator('#analyse-threats').check();
            await page.locator('#analyse-forcing').check();
            await page.locator('.an-found.win').first().waitFor();
        }),
    },
    {
        name: 'analyse-games',
        at: '#s=j10k11i11',
        tab: 'analyse',
        storage: quiet,
        show: panel('explore', (page) => page.locator('#dock-panel table, #dock-panel li').first().waitFor()),
    },
    { name: 'collections', tab: 'analyse', storage: quiet, show: panel('explore', click('#explore-manage')) },
    { name: 'analyse-proofs', tab: 'analyse', storage: quiet, show: panel('proof', async () => {}) },
    { name: 'edit', at: GAME, tab: 'edit' },
    { name: 'import', at: GAME, tab: 'edit', show: click('#import') },
    { name: 'export', at: GAME, tab: 'edit', show: click('#export') },
    { name: 'share', at: GAME, tab: 'edit', show: click('#share') },
    { name: 'library', at: GAME, tab: 'edit', show: click('#open') },
    { name: 'puzzles', tab: 'puzzles', show: (page) => page.locator('#puzzles-rated:enabled').waitFor() },
    {
        name: 'puzzle',
        tab: 'puzzles',
        show: async (page) => {
            await page.locator('#puzzles-rated').click();
            await page.locator('.pz-said[data-phase="turn"]').waitFor();
        },
    },
    { name: 'lesson', show: click('#lesson-start') },
    { name: 'recent', at: GAME, show: (page) => page.keyboard.press('o') },
    { name: 'settings', show: (page) => page.keyboard.press('s') },
    { name: 'keys', show: (page) => page.keyboard.press('?') },
];

async function take(site: Site, scene: Scene, screen: (typeof SCREENS)[number], dark: boolean): Promise<string> {
    const name = `${scene.name}-${screen.width}x${screen.height}-${dark ? 'dark' : 'light'}`;
    const page = await site.page({
        ...screen,
        dark,
        storage: { 'hexad.puzzles.player': name, ...scene.storage },
        ...(scene.at && { at: scene.at }),
        allow: /status of 409/,
    });
    page.setDefaultTimeout(PATIENCE);
    if (scene.tab) await page.locator(`#tab-${scene.tab}`).click();
    await scene.show?.(page);
    await page.waitForTimeout(250); // for what fades in
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await picture(page, name);
    await page.context().close();
    assert(wide <= 0, `${name} is ${wide} pixels too wide`);
    return name;
}

/* The same scene on several screens, in one picture. */
async function sheet(site: Site, name: string, pictures: readonly string[], height: number): Promise<void> {
    const page = await (await site.browser.newContext({ viewport: { width: 1900, height: 1000 } })).newPage();
    const images = pictures.map((p) => `data:image/png;base64,${readFileSync(join(folder!, `${p}.png`), 'base64')}`);
    await page.setContent(
        `<body style="margin:8px;background:#888;display:flex;flex-wrap:wrap;gap:8px">${images
            .map((src) => `<img style="height:${height}px" src="${src}">`)
            .join('')}</body>`,
    );
    await page.screenshot({ path: join(folder!, `sheet-${name}.png`), fullPage: true });
    await page.context().close();
}

test('pictures of everything', { skip: !folder && 'HEXAD_PICTURES is not set' }, async (t) => {
    const site = await openSite();
    const only = process.env.HEXAD_SCENES?.split(',');
    for (const scene of SCENES.filter((s) => !only || only.includes(s.name)))
        await t.test(scene.name, async () => {
            const names: string[] = [];
            for (const screen of SCREENS)
                for (const dark of [false, true]) names.push(await take(site, scene, screen, dark));
            await sheet(site, `${scene.name}-wide`, names.slice(0, 4), 560);
            await sheet(site, `${scene.name}-narrow`, names.slice(4), 900);
        });
    await site.close();
});
