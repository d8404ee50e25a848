/* Playing: whole games, entering turns, taking back, clocks, coming back after a reload. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const person = { kind: 'person' };
const random = { kind: 'agent', spec: 'random' };

function kept(black: unknown, white: unknown, more: object = {}) {
    const clock = { kind: 'none', seconds: 0, increment: 0 };
    return {
        'hexad.game': {
            players: { black, white },
            clock,
            left: { black: 0, white: 0 },
            live: [],
            result: null,
            ...more,
        },
    };
}

/** All stones on the board, by what screen readers hear. */
async function stones(page: Page): Promise<Map<string, string>> {
    const labels = await page
        .locator('.cell')
        .evaluateAll((cells) => cells.map((c) => c.getAttribute('aria-label') ?? ''));
    return new Map(
        labels.map((v) => v.split(', ')).flatMap(([square, stone]) => (stone ? [[square!, stone] as const] : [])),
    );
}

/** Clicks so many empty squares of the bottom row. */
async function playAnywhere(page: Page, n: number): Promise<void> {
    const on = await stones(page);
    const empty = [...'acegikmoqs'].map((c) => `${c}1`).filter((s) => !on.has(s));
    await play(page, ...empty.slice(0, n));
}

const status = (page: Page) => page.locator('.status-text');

/** All rows of k squares on an m by n board. */
function rows(m: number, n: number, k: number): string[][] {
    const found: string[][] = [];
    const name = (c: number, r: number) => String.fromCharCode(97 + c) + (r + 1);
    for (const [dc, dr] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
    ] as const)
        for (let c = 0; c < m; c++)
            for (let r = 0; r < n; r++) {
                const row = Array.from({ length: k }, (_, i) => [c + i * dc, r + i * dr] as const);
                if (row.every(([x, y]) => x >= 0 && x < m && y >= 0 && y < n))
                    found.push(row.map(([x, y]) => name(x, y)));
            }
    return found;
}

/** Plays the row that is nearest to being complete until the game is over. */
async function playToTheEnd(page: Page, side: 'Black' | 'White'): Promise<string> {
    const all = rows(19, 19, 6);
    for (let turn = 0; turn < 40; turn++) {
        await page.waitForFunction(() =>
            /Your turn|win|lose|draw/i.test(document.querySelector('.status-text')!.textContent!),
        );
        const text = (await status(page).textContent()) ?? '';
        if (!text.startsWith('Your turn')) return text;
        const on = await stones(page);
        const mine = (row: string[]) => row.filter((s) => on.get(s) === side).length;
        const free = all.filter((row) => row.every((s) => !on.has(s) || on.get(s) === side));
        const best = free.reduce((a, b) => (mine(b) > mine(a) ? b : a));
        const empty = best.filter((s) => !on.has(s));
        await play(page, ...empty.slice(0, text.includes('2 stones') ? 2 : 1));
    }
    return 'no end';
}

describe('a game', () => {
    it('begins for a newcomer with one click', async () => {
        const page = await site.page();
        assert.match((await status(page).textContent())!, /Your turn: place a stone/);
        await play(page, 'j10');
        await page.waitForFunction(() => document.querySelectorAll('.stones .white').length === 2);
        assert.match(await heard(page, 'j10'), /Black/);
        await status(page).filter({ hasText: 'Your turn: place 2 stones' }).waitFor();
        assert.equal(await page.locator('.last-mark').count(), 2);
        await picture(page, 'play');
        await page.close();
    });

    for (const side of ['Black', 'White'] as const)
        it(`is won by ${side} against an agent`, async () => {
            const players = side === 'Black' ? kept(person, random) : kept(random, person);
            const page = await site.page({ storage: players });
            assert.match(await playToTheEnd(page, side), /You win! 6 in a row/);
            assert((await page.locator('.win-row circle').count()) >= 6);
            await picture(page, `won-${side}`);
            await page.locator('.actions').getByRole('button', { name: 'Analyse' }).click();
            assert.equal(await page.locator('#tab-analyse').getAttribute('aria-selected'), 'true');
            await page.close();
        });

    it('goes on after a reload, with the machine to move too', async () => {
        const page = await site.page({ storage: kept(person, random) });
        await play(page, 'j10');
        await page.reload();
        await page.waitForFunction(() => document.querySelectorAll('.stones .white').length === 2);
        await playAnywhere(page, 2);
        await page.waitForFunction(() => document.querySelectorAll('.stones .white').length === 4);
        const before = await stones(page);
        await page.reload();
        await status(page).filter({ hasText: 'Your turn: place 2 stones' }).waitFor();
        assert.deepEqual(await stones(page), before);
        await page.close();
    });

    it('is taken back, resigned, and resigned by mistake', async () => {
        const page = await site.page({ storage: kept(person, random) });
        await play(page, 'j10');
        await status(page).filter({ hasText: '2 stones' }).waitFor();
        await playAnywhere(page, 2);
        await status(page).filter({ hasText: '2 stones' }).waitFor();
        await page.getByRole('button', { name: 'Take back' }).click();
        assert.equal((await stones(page)).size, 3);
        await page.getByRole('button', { name: 'Resign' }).click();
        await status(page).filter({ hasText: 'You lose' }).waitFor();
        await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
        await status(page).filter({ hasText: 'Your turn' }).waitFor();
        await page.close();
    });

    it('waits for a server that does not answer, and goes on when it does', async () => {
        const page = await site.page({ storage: kept(person, random), allowErrors: true });
        await page.route('**/api/v1/move', (route) => route.abort());
        await play(page, 'j10');
        await status(page).filter({ hasText: 'did not answer' }).waitFor();
        await page.unroute('**/api/v1/move');
        await page.locator('.actions').getByRole('button', { name: 'Try again' }).click();
        await status(page).filter({ hasText: 'Your turn: place 2 stones' }).waitFor();
        await page.close();
    });

    it('is watched when machines play both sides', async () => {
        const page = await site.page({ storage: kept(random, random) });
        await page.waitForFunction(() => document.querySelectorAll('.stones .stone').length >= 5);
        await page.close();
    });

    it('is looked through without disturbing it', async () => {
        const page = await site.page({ storage: kept(person, random) });
        await play(page, 'j10');
        await status(page).filter({ hasText: '2 stones' }).waitFor();
        await page.getByRole('button', { name: 'Previous turn' }).click();
        assert.equal((await stones(page)).size, 1);
        await playAnywhere(page, 1);
        assert.equal((await stones(page)).size, 1);
        await page.locator('.play-panel').getByRole('button', { name: 'Back to the game' }).click();
        assert.equal((await stones(page)).size, 3);
        await page.close();
    });
});

describe('a turn', () => {
    it('of two stones has no surprises', async () => {
        const page = await site.page({ storage: kept(person, person) });
        await play(page, 'j10');
        await page.locator('[data-square="k11"]').hover();
        assert.equal(await page.locator('.hover .stone.white').count(), 1, 'a ghost under the pointer');
        await play(page, 'k11');
        assert.match(await heard(page, 'k11'), /not played yet/);
        assert.equal(await page.locator('.stones .stone').count(), 1);
        await play(page, 'k11');
        assert.equal(await heard(page, 'k11'), 'k11', 'a second click takes it back');
        await play(page, 'l12');
        await page.keyboard.press('Escape');
        assert.equal(await heard(page, 'l12'), 'l12', 'so does Escape');
        await play(page, 'k11', 'i11');
        assert.match(await heard(page, 'i11'), /White, last turn/);
        await play(page, 'k11');
        assert.equal(await page.locator('.tentative .stone').count(), 0, 'no stone on another');
        await page.close();
    });

    it('is confirmed where the user wants that', async () => {
        const storage = { ...kept(person, person), 'hexad.settings': { confirm: 'always' } };
        const page = await site.page({ storage });
        const confirm = page.getByRole('button', { name: 'Play this turn' });
        assert(await confirm.isDisabled());
        await play(page, 'j10');
        await play(page, 'k10');
        assert.equal(await heard(page, 'j10'), 'j10', 'the stone moved');
        await confirm.click();
        assert.match(await heard(page, 'k10'), /Black, last turn/);
        await page.close();
    });

    it('is hinted at', async () => {
        const page = await site.page({ storage: kept(person, person) });
        await play(page, 'j10');
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.waitForFunction(() => document.querySelectorAll('.ghost.white').length === 2);
        await page.close();
    });
});

describe('a new game', () => {
    it('is chosen from the presets and of numbers of one’s own', async () => {
        const page = await site.page({ storage: kept(person, person) });
        await page.getByRole('button', { name: 'New game' }).click();
        const dialog = page.getByRole('dialog', { name: 'New game' });
        await dialog.getByRole('radio', { name: /Tic-tac-toe/ }).check();
        await dialog.getByRole('button', { name: 'Start' }).click();
        assert.equal(await page.locator('.cell').count(), 9);
        await play(page, 'b2', 'a1', 'a3', 'c1', 'c3', 'b3', 'a2', 'c2', 'b1');
        assert.match((await status(page).textContent())!, /draw/i);

        await page.keyboard.press('n');
        await dialog.getByRole('radio', { name: /Custom/ }).check();
        await dialog.getByRole('spinbutton', { name: 'Columns' }).fill('200');
        assert.match((await dialog.locator('.rules-line').textContent())!, /1 to 127/);
        assert(await dialog.getByRole('button', { name: 'Start' }).isDisabled());
        for (const [label, value] of [
            ['Columns', '7'],
            ['Rows', '5'],
            ['In a row', '4'],
            ['Stones a turn', '3'],
            ['First turn', '2'],
        ] as const)
            await dialog.getByRole('spinbutton', { name: label }).fill(value);
        await dialog.getByRole('button', { name: 'Start' }).click();
        assert.equal(await page.locator('.cell').count(), 35);
        assert.match((await status(page).textContent())!, /Black to place 2 stones/);
        await page.close();
    });

    it('may be one in which longer rows win nothing', async () => {
        const page = await site.page({ storage: kept(person, person) });
        await page.getByRole('button', { name: 'New game' }).click();
        const dialog = page.getByRole('dialog', { name: 'New game' });
        await dialog.getByRole('radio', { name: 'Exactly five in a row' }).waitFor(); // named by the server
        await dialog.getByRole('radio', { name: /Tic-tac-toe/ }).check();
        await dialog.getByRole('radio', { name: /Custom/ }).check();
        await dialog.getByRole('spinbutton', { name: 'Columns' }).fill('5');
        await dialog.getByRole('checkbox', { name: 'Exactly, not more' }).check();
        assert.match((await dialog.locator('.rules-line').textContent())!, /More than 3 in a row win nothing/);
        await dialog.getByRole('button', { name: 'Start' }).click();
        await play(page, 'a1', 'a3', 'b1', 'b3', 'd1', 'd3', 'c1');
        assert.match((await status(page).textContent())!, /White to place/);
        await page.reload();
        assert.match((await status(page).textContent())!, /White to place/);
        await play(page, 'c3');
        assert.match((await status(page).textContent())!, /White to place|Black to place/);
        await page.close();
    });

    it('has clocks that run out', async () => {
        const clock = { kind: 'turn', seconds: 30, increment: 0 };
        const page = await site.page({ storage: kept(person, person, { clock, left: { black: 30, white: 30 } }) });
        await page.clock.install();
        await page.reload();
        await status(page).filter({ hasText: 'Black to place' }).waitFor();
        // From here on time passes only when we say so.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
        await play(page, 'j10');
        await page.clock.runFor(12000);
        assert.match((await page.locator('.player.white .clock').textContent())!, /0:1[789]/);
        await page.clock.runFor(19000);
        await status(page).filter({ hasText: 'Black wins. On time.' }).waitFor();
        await page.close();
    });
});
