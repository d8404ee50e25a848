/* What the analysis does when the connection or the server fails, with a socket that the test plays. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, WebSocketRoute } from 'playwright-core';
import { openSite, until, type Site } from './harness';

let site: Site;
before(async () => (site = await openSite()));
after(() => site.close());

interface Asked {
    do: string;
    id: number;
    lines?: number;
    game?: { stones: string[] };
}

/* A page whose live socket is in the hands of the test. */
async function analysis() {
    const sockets: WebSocketRoute[] = [];
    const asked: Asked[] = [];
    const network = { down: false };
    const page = await site.page({ storage: { 'hexad.analyse.seconds': 0 } });
    await page.routeWebSocket(/\/api\/v1\/live/, (ws) => {
        if (network.down) return void ws.close();
        sockets.push(ws);
        ws.onMessage((m) => asked.push(JSON.parse(String(m)) as Asked));
    });
    await page.goto(`${site.server.url}/#s=j10`);
    await page.reload();
    await page.locator('#tab-analyse').click();
    await until('a question', () => asked.length > 0);
    return { page, sockets, asked, network };
}

function report(id: number, turns: string[][], depth = 2): string {
    const lines = turns.map((turn, i) => ({ turn, line: turn, value: 0, chance: 0.6 - 0.1 * i, mate: 0 }));
    return JSON.stringify({
        id,
        report: { depth, reached: depth, nodes: 100, seconds: 0.1, lines, final: false },
    });
}

const rows = (page: Page) => page.locator('.an-row .an-squares').allTextContents();

test('a broken connection is said, opened again, and the search asked for again', async () => {
    const { page, sockets, asked, network } = await analysis();
    assert.deepEqual(asked[0]?.game?.stones, ['j10']);
    sockets[0]!.send(report(asked[0]!.id, [['k11', 'i11']]));
    await page.locator('.an-row').waitFor();
    network.down = true;
    await sockets[0]!.close();
    await page.locator('.an-status', { hasText: 'No connection' }).waitFor();
    assert.deepEqual(await rows(page), ['k11 i11'], 'what is shown stays');
    network.down = false;
    await until('a question', () => sockets.length === 2 && asked.length === 2);
    assert.deepEqual(asked[1], asked[0]);
    sockets[1]!.send(report(asked[1]!.id, [['k9', 'i9']], 5));
    await page.locator('.an-row', { hasText: 'k9 i9' }).waitFor();
    await page.context().close();
});

test('a shallower report does not replace a deeper one', async () => {
    const { page, sockets, asked } = await analysis();
    sockets[0]!.send(report(asked[0]!.id, [['k11', 'i11']], 6));
    await page.locator('.an-row', { hasText: 'k11 i11' }).waitFor();
    sockets[0]!.send(report(asked[0]!.id, [['a1', 'b1']], 1));
    await page.locator('.an-progress[data-depth="1"]').waitFor();
    assert.deepEqual(await rows(page), ['k11 i11']);
    assert.equal(await page.locator('.an-figure dd').first().textContent(), '6', 'until the search is that far');
    await page.context().close();
});

test('rows stay in place while the pointer is on them', async () => {
    const { page, sockets, asked } = await analysis();
    sockets[0]!.send(
        report(asked[0]!.id, [
            ['k11', 'i11'],
            ['k9', 'i8'],
        ]),
    );
    await page.locator('.an-row').nth(1).hover();
    sockets[0]!.send(
        report(
            asked[0]!.id,
            [
                ['i8', 'k9'],
                ['k11', 'i11'],
            ],
            3,
        ),
    );
    await page.waitForFunction(() => document.querySelector('.an-figure dd')?.textContent === '3');
    assert.deepEqual(await rows(page), ['k11 i11', 'i8 k9']);
    await page.mouse.move(5, 300);
    await page.locator('.an-row.best', { hasText: 'i8 k9' }).waitFor();
    assert.deepEqual(await rows(page), ['i8 k9', 'k11 i11']);
    await page.context().close();
});

test('an error is told, and one can try again', async () => {
    const { page, sockets, asked } = await analysis();
    sockets[0]!.send(JSON.stringify({ id: asked[0]!.id, error: { code: 'busy', message: 'full' } }));
    await page.locator('.an-status', { hasText: 'too much to do' }).waitFor();
    await page.locator('#analyse-toggle').click();
    await until('a question', () => asked.length === 2);
    assert.equal(asked[1]?.do, 'analyse');
    await page.context().close();
});

test('waiting in the queue is told', async () => {
    const { page, sockets, asked } = await analysis();
    sockets[0]!.send(JSON.stringify({ id: asked[0]!.id, queued: 3 }));
    await page.locator('.an-status', { hasText: 'Waiting for 3' }).waitFor();
    await page.context().close();
});

test('steps in quick succession ask for the last position only; leaving stops it', async () => {
    const { page, asked } = await analysis();
    const analyses = () => asked.filter((q) => q.do === 'analyse');
    for (const s of ['k11', 'i11']) await page.locator(`[data-square="${s}"]`).click();
    await until('a question', () => analyses().at(-1)?.game?.stones.length === 3);
    const before = analyses().length;
    await page.evaluate(() => {
        const press = (key: string) =>
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowRight']) press(key);
    });
    await until('a question', () => analyses().length > before);
    assert.equal(analyses().length, before + 1);
    assert.deepEqual(analyses().at(-1)?.game?.stones, ['j10']);
    await page.locator('#tab-edit').click();
    await until('a question', () => asked.at(-1)?.do === 'stop');
    assert.equal(asked.at(-1)?.id, analyses().at(-1)?.id);
    await page.context().close();
});
