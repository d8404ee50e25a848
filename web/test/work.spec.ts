/* Analysis laid out for work: nothing to scroll on a small laptop, wheel and fingers, wins that are walked as trees, exact values. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

async function analysis(at: string, options: PageOptions = {}): Promise<Page> {
    const page = await site.page({ at, width: 1280, height: 720, ...options });
    await page.locator('#tab-analyse').click();
    return page;
}

const OFF = { 'hexad.analyse.on': false };
const stones = async (page: Page) => Number(await page.locator('.nav-count').getAttribute('data-stones'));

/* Lines as long as those of depth 4: how long the engine's own are depends on how fast the machine is. */
const LINES = [
    'l10 m11 h6 n12 m7 l8 o5 a1 k8 m8 h8 n8 i10 m10 m9 k10',
    'i7 l10 h6 m11 j11 j7 h9 h10 k7 l7 g7 m7 l9 l11',
    'l8 l10 h10 g9 e7 k13 m11 l11 j11 i7 g5 n11 p11 m7',
    'm7 l8 n6 m11 l10 i7 h6 l11 j11 j7 j9 n11 p11 l7',
    'i10 l10 k10 m11 i7 l11 h6 l8 j7 j6 g9 h9 h10 k12',
].map((text) => text.split(' ').slice(0, 12));

/** Analyse with a socket that the test plays: what it is asked is answered with these lines. */
async function told(at: string): Promise<Page> {
    const page = await site.page({ width: 1280, height: 720 });
    await page.routeWebSocket(/\/api\/v1\/live/, (ws) =>
        ws.onMessage((m) => {
            const { id, do: word } = JSON.parse(String(m)) as { id: number; do: string };
            const lines = LINES.map((line, i) => ({
                turn: line.slice(0, 2),
                line,
                value: 0,
                chance: 0.9 - 0.1 * i,
                mate: 0,
            }));
            const report = { depth: 4, reached: 9, nodes: 12345678, seconds: 4.2, lines, final: false };
            if (word === 'analyse') ws.send(JSON.stringify({ id, report }));
        }),
    );
    await page.goto(`${site.server.url}/${at}`);
    await page.reload();
    await page.locator('#tab-analyse').click();
    return page;
}

test('engine, moves and the tabs fit 1280 by 720 without scrolling, lines in full', async () => {
    const page = await told('#s=j10k11i11k9j8j12i9');
    await page.locator('.an-row').nth(4).waitFor();
    const box = await page.evaluate(() => ({
        page: document.documentElement.scrollHeight - innerHeight,
        engine:
            document.querySelector('.dock-column')!.scrollHeight - document.querySelector('.dock-column')!.clientHeight,
        cut: [...document.querySelectorAll('.an-row *')].filter(
            (e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth,
        ).length,
        moves: document.querySelector('.tree-box')!.getBoundingClientRect().bottom,
        tabs: document.querySelector('.dock-tabs')!.getBoundingClientRect().bottom,
    }));
    // Heights are rounded, each by itself.
    assert(box.page <= 0 && box.engine <= 1, JSON.stringify(box));
    assert.equal(box.cut, 0);
    assert(box.moves < 720 && box.tabs < 720);
    await picture(page, 'work-1280');
    await page.context().close();
});

test('the wheel goes through the game; with Ctrl it enlarges, and the coordinates stay', async () => {
    const page = await analysis('#s=j10k11i11k9k8', { storage: OFF });
    const board = page.locator('.board-view');
    const { x, y, width, height } = (await board.boundingBox())!;
    await page.mouse.move(x + width * 0.75, y + height * 0.75);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => document.querySelector('.nav-count')!.getAttribute('data-stones') === '3');
    await page.mouse.wheel(0, 100);
    await page.waitForFunction(() => document.querySelector('.nav-count')!.getAttribute('data-stones') === '5');
    const under = () =>
        page.evaluate(
            ([px, py]) => document.elementFromPoint(px!, py!)?.closest('[data-square]')?.getAttribute('data-square'),
            [x + width * 0.75, y + height * 0.75],
        );
    const before_ = await under();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -250);
    await page.keyboard.up('Control');
    await page.locator('.board-view.zoomed .rulers').waitFor();
    assert.equal(await under(), before_);
    // At the edges of the view, wherever it is scrolled to.
    await board.evaluate((e) => e.scrollTo(120, 160));
    const ruler = (await page.locator('.ruler.columns').boundingBox())!;
    const rows = (await page.locator('.ruler.rows').boundingBox())!;
    assert(Math.abs(ruler.y - y) < 2 && Math.abs(rows.x - x) < 2, JSON.stringify({ ruler, rows, x, y }));
    assert.equal(await stones(page), 5);
    await picture(page, 'work-zoomed');
    await page.context().close();
});

test('two fingers enlarge the board', async () => {
    const page = await analysis('#s=j10', { storage: OFF, touch: true, width: 390, height: 844 });
    const { x, y, width } = (await page.locator('.board-view').boundingBox())!;
    const client = await page.context().newCDPSession(page);
    const fingers = (apart: number) => [
        { x: x + width / 2 - apart, y: y + width / 2, id: 0 },
        { x: x + width / 2 + apart, y: y + width / 2, id: 1 },
    ];
    const touch = (type: string, touchPoints: { x: number; y: number; id: number }[]) =>
        client.send('Input.dispatchTouchEvent', { type: type as 'touchMove', touchPoints });
    await touch('touchStart', fingers(30));
    for (const apart of [40, 60, 80]) await touch('touchMove', fingers(apart));
    await touch('touchEnd', []);
    await page.locator('.board-view.zoomed').waitFor();
    await page.context().close();
});

/* Black has open rows of three twice and is to move. */
const WIN = '#s=j10a1s1j11j12a19s19k10l10a4s4';

test('a forcing win is a tree: any defence gets its winning answer', async () => {
    const page = await analysis(WIN, { storage: OFF });
    await page.keyboard.press('w');
    await page.locator('.an-found.win[data-side="black"] .an-show-me').click();
    await page.locator('#refute').click();
    const bar = page.locator('.an-refute');
    await bar.filter({ hasText: 'Defend' }).waitFor();
    for (const defence of [
        ['b2', 'c2'],
        ['b3', 'c3'],
    ]) {
        await play(page, ...defence);
        await page.locator('.an-refute[data-state="won"], .an-refute[data-state="yours"]').waitFor();
        assert.match(await bar.innerText(), /wins/);
        await bar.getByRole('button', { name: 'Another defence' }).click();
        await page.locator('.an-refute[data-state="yours"]').waitFor();
    }
    await picture(page, 'work-refute');
    assert.equal(await stones(page), 11); // the tree is as it was
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.context().close();
});

test('small games have proved values', async () => {
    const page = await analysis('#g=3,3,3,1,1&s=');
    await page.locator('.an-balance', { hasText: 'Draw, proved' }).waitFor();
    await page.waitForTimeout(500);
    const depth = await page.locator('.an-figure dd').first().innerText();
    assert(depth === '–' || Number(depth.split('/')[0]) <= 9, depth);
    await picture(page, 'work-exact');
    await page.context().close();
});
