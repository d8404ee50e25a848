/* For people: colours of the board, sound, a small celebration, another try after a loss; and how fast the page is there. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, settled, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const person = { kind: 'person' };
const random = { kind: 'agent', spec: 'random' };

function kept(black: unknown, white: unknown) {
    const clock = { kind: 'none', seconds: 0, increment: 0 };
    return { 'hexad.game': { players: { black, white }, clock, left: { black: 0, white: 0 }, live: [], result: null } };
}

const wood = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--wood').trim());

test('the board has other colours, which stay', async () => {
    const page = await site.page();
    const first = await wood(page);
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Green' }).click();
    assert.notEqual(await wood(page), first);
    const green = await wood(page);
    await page.reload();
    assert.equal(await wood(page), green);
    await picture(page, 'people-green');
    await page.context().close();
});

test('sound is on until somebody wants it quiet', async () => {
    const page = await site.page();
    await page.keyboard.press('s');
    const sound = page.getByRole('switch', { name: 'Sound' });
    assert(await sound.isChecked());
    await sound.uncheck();
    await page.reload();
    await page.keyboard.press('s');
    assert(!(await page.getByRole('switch', { name: 'Sound' }).isChecked()));
    await page.context().close();
});

test('a win is celebrated, and not where nothing may move', async () => {
    const page = await site.page({ storage: kept(person, person), at: '#g=5,5,3,1,1&s=c3a1c2a2' });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.locator('#tab-play').click();
    const here = page.getByRole('button', { name: 'Play on from here' });
    if (await here.isVisible()) await here.click();
    // It lasts for seconds, which we may miss: time stands still until we have seen it.
    await page.clock.install();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await play(page, 'c4');
    await page.locator('.party .stone-icon').first().waitFor();
    await picture(page, 'people-party');
    await page.clock.runFor(3000);
    await page.locator('.party').waitFor({ state: 'detached' });
    await page.context().close();
});

test('a winning row crosses nothing that is written on its stones', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'edit' }, at: '#g=5,5,3,1,1&s=c3a1c2a2c4' });
    await page.locator('.win-row circle').first().waitFor({ state: 'attached' });
    const [stones, nearest] = await page.evaluate(() => {
        const centres = [...document.querySelectorAll<SVGCircleElement>('.win-row circle')];
        const path = document.querySelector<SVGPathElement>('.win-row path')!;
        const long = path.getTotalLength();
        const steps = Array.from({ length: 101 }, (_, i) => path.getPointAtLength((i / 100) * long));
        const away = (c: SVGCircleElement) =>
            Math.min(...steps.map((p) => Math.hypot(p.x - c.cx.baseVal.value, p.y - c.cy.baseVal.value)));
        const filled = getComputedStyle(centres[0]!).fill !== 'none';
        return [centres.length, filled ? 0 : Math.min(...centres.map(away))];
    });
    assert.equal(stones, 3);
    assert.ok(nearest > 0.4, `${nearest} squares from the middle of a stone`);
    await page.context().close();
});

test('who touches is told how to touch', async () => {
    for (const touch of [true, false]) {
        const page = await site.page({ at: '#s=j10k11i11', touch, storage: { 'hexad.mode': 'analyse' } });
        await page.locator(touch ? '.by-touch' : '.by-pointer').waitFor();
        assert.equal(await page.locator(touch ? '.by-pointer' : '.by-touch').isVisible(), false);
        await page.context().close();
    }
});

test('after a loss the last turn can be tried again', async () => {
    const page = await site.page({ storage: kept(person, random) });
    await play(page, 'j10');
    await page.locator('.status-text', { hasText: 'place 2 stones' }).waitFor();
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('.status-text.over').waitFor();
    await page.locator('.actions').getByRole('button', { name: 'Take back' }).click();
    await page.locator('.status-text.over').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.nav-count').getAttribute('data-stones'), '0');
    await page.context().close();
});

test('messages cover neither the buttons under the board nor its lowest row', async () => {
    for (const size of [
        { width: 1280, height: 720 },
        { width: 390, height: 844, touch: true },
    ]) {
        const page = await site.page({ ...size, at: '#s=j10k11i11' });
        await page.locator('#tab-edit').click();
        await page.locator('#delete').waitFor();
        for (const key of ['Home', 'ArrowRight', 'Shift+ArrowRight', 'Delete']) await page.keyboard.press(key);
        await page.locator('.toast').waitFor();
        const covered = await page.evaluate(() => {
            const toast = document.querySelector('.toast')!.getBoundingClientRect();
            const meets = (e: Element) => {
                const b = e.getBoundingClientRect();
                return (
                    b.width > 0 &&
                    b.left < toast.right &&
                    b.right > toast.left &&
                    b.top < toast.bottom &&
                    b.bottom > toast.top
                );
            };
            return [...document.querySelectorAll('.nav-bar button, [data-square$="1"]')].filter(meets).length;
        });
        assert.equal(covered, 0, `${size.width}`);
        await page.context().close();
    }
});

test('first paint, transfer and layout shift', async () => {
    const page = await site.page({ width: 1280, height: 720 });
    const context = page.context();
    const fresh = await context.newPage();
    await fresh.addInitScript(() => {
        const w = window as unknown as { shift: number };
        w.shift = 0;
        new PerformanceObserver((list) => {
            for (const e of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
                if (!e.hadRecentInput) w.shift += e.value;
        }).observe({ type: 'layout-shift', buffered: true });
    });
    await fresh.goto(`${site.server.url}/`);
    await fresh.locator('.cells').waitFor();
    await fresh.waitForLoadState('networkidle');
    await settled(fresh);
    const figures = await fresh.evaluate(() => {
        const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        const own = [...entries, ...(performance.getEntriesByType('navigation') as PerformanceResourceTiming[])];
        return {
            paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1,
            bytes: own.reduce((sum, e) => sum + e.encodedBodySize, 0),
            shift: (window as unknown as { shift: number }).shift,
        };
    });
    console.log(
        `first paint ${figures.paint.toFixed(0)} ms, transfer ${(figures.bytes / 1000).toFixed(0)} kB, layout shift ${figures.shift.toFixed(4)}`,
    );
    assert(figures.paint > 0 && figures.shift < 0.05, JSON.stringify(figures));
    if (!process.env.HEXAD_PAGE) assert(figures.bytes < 300_000, `${figures.bytes} bytes`);
    await context.close();
});
