/* What use has shown: each was wrong on the page once. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, PATIENCE, picture, play, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const GAME = '#s=j10k11i11k9i9j11l8h12m7g13k12k8i8l12h7m13h9l9h8j9h10';

test('the last step of the lesson can be done after a reload', async () => {
    const page = await site.page({ storage: { 'hexad.lesson': 5, 'hexad.mode': 'puzzles' } });
    await page.locator('.lesson-text[data-step="finish"][data-state="doing"]').waitFor();
    await play(page, 'a2', 'a3');
    await page.locator('.lesson-text[data-state="wrong"]').waitFor();
    assert.doesNotMatch((await page.locator('.lesson-text').textContent())!, /marked/);
    await page.locator('#lesson-again').click();
    // One of Black's three fours is left: the squares that White did not take.
    const fours = [
        ['k10', 'l10'],
        ['j11', 'j12'],
        ['k9', 'l8'],
    ] as const;
    const free = async (s: string) => !/White|Black/.test(await heard(page, s));
    for (const [a, b] of fours) if ((await free(a)) && (await free(b))) return done(a, b);
    assert.fail('White stopped all three');

    async function done(a: string, b: string): Promise<void> {
        await play(page, a, b);
        await page.locator('.lesson-text[data-step="finish"][data-state="right"]').waitFor();
        await page.close();
    }
});

test('squares stay marked while the lesson speaks of marked stones', async () => {
    const page = await site.page({ storage: { 'hexad.lesson': 2, 'hexad.mode': 'puzzles' } });
    await page.locator('.lesson-text[data-step="six"]').waitFor();
    const marks = await page.locator('.mark-circle').count();
    assert(marks >= 4, `${marks}`);
    await play(page, 'a1', 'b2');
    await page.locator('.lesson-text[data-state="wrong"]').waitFor();
    assert.equal(await page.locator('.mark-circle').count(), marks);
    await page.close();
});

test('a set-up in Edit is not played into', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'edit' } });
    await page.getByRole('button', { name: 'Set up a black stone' }).click();
    await play(page, 'c3', 'c4', 'c5');
    await page.locator('#tab-play').click();
    await page.getByRole('button', { name: 'Play on from here' }).waitFor();
    assert.equal(await page.locator('.player.busy').count(), 0);
    // A game that goes on from there is one until something else is set up.
    await page.getByRole('button', { name: 'Play on from here' }).click();
    await page.getByRole('button', { name: 'Resign' }).waitFor();
    await page.close();
});

test('turns have the same numbers everywhere after a set-up', async () => {
    const sgf = '(;GM[511]SZ[19]AB[jj][kk]AW[ll];W[dd];W[de];B[pp];B[pq])';
    const page = await site.page({ storage: { 'hexad.mode': 'edit', 'hexad.numbers': true } });
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, sgf);
    await page.locator('.tree-row').nth(1).waitFor();
    const count = await page.locator('.nav-count').textContent();
    const rows = await page.locator('.tree-row .row-number').allTextContents();
    await page.locator('#tab-play').click();
    const list = await page.locator('.turn-number').allTextContents();
    assert.equal(count, 'Turn 2');
    assert.deepEqual(rows.filter(Boolean), ['1.', '2.']);
    assert.deepEqual(list, ['1', '2']);
    await page.close();
});

for (const [width, height] of [
    [1280, 720],
    [1440, 900],
] as const)
    test(`after a review everything can be read, ${width} wide`, async () => {
        const page = await site.page({
            width,
            height,
            at: GAME,
            storage: {
                'hexad.mode': 'analyse',
                'hexad.analyse.on': false,
                'hexad.analyse.review': 0.2,
                'hexad.dock': 'graph',
            },
        });
        await page.locator('#analyse-review').click();
        await page.locator('[data-review="done"]').waitFor();
        await settled(page);
        await picture(page, `review-${width}`);
        // Both players, with what their turns kept and how many are marked: as many as are listed.
        const scores = page.locator('#analyse-scores tbody tr');
        assert.equal(await scores.count(), 2);
        const cells = await scores.locator('td').allTextContents();
        assert.match(cells[0]!, /^\d+(\.\d)?\s?%$/);
        const marked = cells.filter((_, i) => i % 4 > 0).reduce((sum, v) => sum + Number(v), 0);
        assert.equal(marked, await page.locator('.an-mistakes li').count());
        const note = await page.locator('.pz-learn .pz-note').boundingBox();
        assert(note!.width > 200, `the text is ${note!.width} wide`);
        const first = page.locator('.an-mistakes li').first();
        const [box, dock] = [await first.boundingBox(), await page.locator('.dock').boundingBox()];
        assert(box!.y + box!.height < dock!.y + dock!.height, 'the first mistake is in sight');
        const size = await page.locator('.tree-panel').boundingBox();
        assert(size!.height >= 150, `the variations are ${size!.height} high`);
        await page.close();
    });

test('proofs have room at 1440x900, and no column is empty', async () => {
    const page = await site.page({
        width: 1440,
        height: 900,
        at: GAME,
        storage: { 'hexad.mode': 'analyse', 'hexad.analyse.on': false, 'hexad.dock': 'proof' },
    });
    const panel = await page.locator('#dock-panel').boundingBox();
    assert(panel!.height > 600, `${panel!.height}`);
    const column = (await page.locator('.dock-column').first().boundingBox())!;
    const last = (await page.locator('.dock-column').first().locator('.panel').last().boundingBox())!;
    assert(last.y + last.height > column.y + column.height - 20, 'the first column is used to its end');
    await page.close();
});

test('on a phone the lines of the engine and the lesson are in sight', async () => {
    const page = await site.page({ width: 390, height: 844, touch: true });
    const offer = (await page.locator('#lesson-start').boundingBox())!;
    assert(offer.y + offer.height < 844, 'the offer of the lesson');
    await page.locator('#tab-analyse').click();
    const toggle = (await page.locator('#analyse-toggle').boundingBox())!;
    const variations = (await page.locator('.tree-panel').boundingBox())!;
    assert(toggle.y < variations.y, 'the engine stands over the variations');
    const list = (await page.locator('.an-list').boundingBox())!;
    assert(list.y + 40 < 844, `the first line is at ${list.y}`);
    await page.close();
});

test('a finished analysis can be switched off, not paused', async () => {
    const page = await site.page({
        at: '#s=j10',
        storage: { 'hexad.mode': 'analyse', 'hexad.analyse.seconds': 2 },
    });
    await page.locator('.an-progress[data-status="done"]').waitFor();
    assert.equal((await page.locator('#analyse-toggle').innerText()).trim(), 'Switch off');
    await page.close();
});

test('each switch of the threats says what it shows', async () => {
    const page = await site.page({
        at: GAME,
        storage: { 'hexad.mode': 'analyse', 'hexad.analyse.on': false, 'hexad.dock': 'overlays' },
    });
    await page.locator('#analyse-threats').waitFor();
    const about = await page.locator('.an-switch small').allTextContents();
    assert.equal(about.length, await page.locator('.an-switch').count());
    assert(about.every((text) => text.length > 20));
    await page.close();
});

test('a copied board may stand in another page', async (t) => {
    const page = await site.page({ storage: { 'hexad.mode': 'edit' }, at: GAME });
    await page.locator('#share').click();
    await page.locator('#copy-embed').click();
    const html = await copied(page);
    const elsewhere = createServer((_, answer) => {
        answer.setHeader('Content-Type', 'text/html');
        answer.end(`<!doctype html><title>Elsewhere</title>${html}`);
    });
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
    t.after(() => elsewhere.close());
    const other = await site.browser.newPage();
    other.setDefaultTimeout(PATIENCE);
    await other.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await other.frameLocator('iframe').locator('.cells').waitFor();
    await other.close();
    // Anything else of the page may not.
    const whole = await page.request.get(site.server.url);
    assert.equal(whole.headers()['x-frame-options'], 'DENY');
    await page.close();
});

async function copied(page: Page): Promise<string> {
    let text = '';
    await until('the HTML in the clipboard', async () => {
        text = await page.evaluate(() => navigator.clipboard.readText());
        return text.startsWith('<iframe');
    });
    return text;
}

test('every marked mistake is replayed: your turn, the better one, and why', async () => {
    const page = await site.page({
        at: GAME,
        storage: {
            'hexad.mode': 'analyse',
            'hexad.analyse.on': false,
            'hexad.analyse.review': 0.2,
            'hexad.dock': 'graph',
        },
    });
    await page.locator('#analyse-review').click();
    await page.locator('[data-review="done"]').waitFor();
    const marked = await page.locator('.an-mistakes li').count();
    assert(marked > 1, `${marked}`);
    await page.locator('#puzzles-replay-mistakes').click();
    await page.locator('[data-replay="doing"]').waitFor();
    assert.match((await page.locator('.pz-count').textContent())!, new RegExp(`^1 of ${marked}$`));
    const told = (await page.locator('.pz-said-text').textContent())!;
    const turn = /came ([a-s]\d+) ([a-s]\d+),/.exec(told)!;
    await play(page, turn[1]!, turn[2]!);
    await page.locator('[data-replay="wrong"]').waitFor();
    assert.match((await page.locator('.pz-said-text').textContent())!, /turn of the game.*lost/);
    await picture(page, 'replay-wrong');
    await page.locator('#replay-again').click();
    // Far away: the engine is asked what comes of it.
    await play(page, 'a1', 's1');
    await page.locator('[data-replay="wrong"], [data-replay="right"]').waitFor();
    await page.locator('#replay-next').click();
    await page.locator('[data-replay="doing"]').waitFor();
    if (await page.locator('#replay-show').count()) {
        await page.locator('#replay-show').click();
        await page.locator('[data-replay="shown"]').waitFor();
        assert.match((await page.locator('.pz-said-text').textContent())!, /Better is/);
    }
    await page.locator('#replay-leave').click();
    await page.locator('#analyse-review').waitFor();
    await page.close();
});
