/* Go: a new game, captures and passes, the count, the machine, coming back after a reload. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, picture, play, settled, until, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const status = (page: Page) => page.locator('.status-text');
const saying = (page: Page, text: string | RegExp) => status(page).filter({ hasText: text }).waitFor();

interface Wanted extends PageOptions {
    board?: 9 | 13 | 19;
    black?: 'person' | 'engine';
    white?: 'person' | 'engine';
    handicap?: number;
}

/** Opens the dialog of a new game and begins one of Go. */
async function begin(wanted: Wanted = {}): Promise<Page> {
    const page = await site.page(wanted);
    await page.locator('#new-game').click();
    await page.locator(`dialog[open] input[value="go${wanted.board ?? 9}"]`).check();
    if (wanted.handicap) await page.locator('#go-handicap').selectOption(String(wanted.handicap));
    for (const side of ['Black', 'White'] as const) {
        const who = page.locator('dialog[open]').getByLabel(`Who plays ${side}`);
        await who.selectOption(wanted[side === 'Black' ? 'black' : 'white'] ?? 'person');
    }
    if (wanted.white === 'engine') await page.locator('dialog[open]').getByLabel('Level of White').selectOption('1');
    await page.locator('dialog[open] .start').click();
    return page;
}

describe('a game of Go between two people', () => {
    it('has its own board, captures and ko', async () => {
        const page = await begin();
        await saying(page, 'Black to place a stone');
        // Columns leave out I; five star points.
        const columns = await page.locator('.coordinates text').allTextContents();
        assert.ok(columns.includes('J') && columns.includes('H') && !columns.includes('I'));
        assert.equal(await page.locator('.star').count(), 5);
        await play(page, 'E5', 'D5', 'A1', 'F5', 'A2', 'E4', 'A3', 'E6');
        assert.equal(await heard(page, 'E5'), 'E5');
        assert.match((await page.locator('#taken').textContent())!, /Black 0, White 1/);
        // A stone without liberties is none that may be placed.
        await play(page, 'E5');
        assert.equal(await heard(page, 'E5'), 'E5');
        assert.equal(await page.locator('.turn').count(), 8);
        await page.close();
    });

    it('does not let a position come again at once', async () => {
        const page = await begin();
        for (const s of ['D4', 'E4', 'C5', 'F5', 'D6', 'E6', 'E5', 'D5']) await play(page, s);
        assert.equal(await heard(page, 'E5'), 'E5');
        await play(page, 'E5');
        assert.equal(await heard(page, 'E5'), 'E5');
        await play(page, 'A1', 'A9', 'E5');
        assert.match(await heard(page, 'E5'), /Black/);
        assert.equal(await heard(page, 'D5'), 'D5');
        await page.close();
    });

    /* Black has the left of the board, White the right, and a stone in it that is dead. */
    const WALL = ['D', 'E'].flatMap((c) => Array.from({ length: 9 }, (_, i) => `${c}${i + 1}`));
    const divided = Array.from({ length: 9 }, (_, i) => [WALL[i]!, WALL[9 + i]!]).flat();

    for (const [name, options] of [
        ['desk', { width: 1440, height: 900 }],
        ['phone-dark', { width: 390, height: 844, dark: true, touch: true }],
    ] as const)
        it(`is counted when both have passed: ${name}`, async () => {
            const page = await begin(options);
            const move = async (s: string) => {
                await play(page, s);
                if ('touch' in options) await page.locator('.confirm-bar .main-button').click();
            };
            for (const s of [...divided, 'H5', 'B4']) await move(s);
            await page.locator('#pass').click();
            await saying(page, 'White to place');
            await page.locator('#pass').click();
            await saying(page, 'Counting');
            const score = page.locator('.count-score');
            await score.filter({ hasText: 'Black 36 · White 52.5 · W+16.5' }).waitFor();
            assert.equal(await page.locator('.gone').count(), 2);
            // The proposal is changed by a click on a group, and back.
            await play(page, 'H5');
            await until('White owns less', async () => !(await score.textContent())!.includes('52.5'));
            assert.equal(await page.locator('.gone').count(), 1);
            await play(page, 'H5');
            await score.filter({ hasText: 'W+16.5' }).waitFor();
            await settled(page);
            await picture(page, `go-count-${name}`);
            // It stands after a reload.
            await play(page, 'B4');
            const before = await score.textContent();
            await page.reload();
            await saying(page, 'Counting');
            assert.equal(await score.textContent(), before);
            await play(page, 'B4');
            await page.locator('#accept-count').click();
            await saying(page, 'White wins. By 16.5 points.');
            await page.locator('#tab-edit').click();
            await page.locator('.board-column').waitFor();
            await page.close();
        });

    it('goes on when somebody wants to play on', async () => {
        const page = await begin();
        await play(page, 'E5');
        await page.locator('#pass').click();
        await page.locator('#pass').click();
        await page.locator('#play-on').click();
        await saying(page, 'Black to place');
        await play(page, 'C3');
        await saying(page, 'White to place');
        await page.close();
    });

    it('has handicap stones and the komi that goes with them', async () => {
        const page = await begin({ board: 19, handicap: 4, width: 1440, height: 900 });
        await saying(page, 'White to place');
        assert.match(await heard(page, 'Q16'), /Black/);
        assert.equal(await page.locator('.stones .black').count(), 4);
        assert.match((await page.locator('.play-panel .quiet').first().textContent())!, /komi 0.5.*4 handicap/);
        await play(page, 'C6');
        assert.equal(await page.locator('.star').count(), 9);
        await settled(page);
        await picture(page, 'go-handicap');
        await page.close();
    });
});

describe('a game of Go against the machine', () => {
    it('is answered, gives hints, and is there again after a reload', async () => {
        const page = await begin({ white: 'engine', width: 1440, height: 900 });
        await play(page, 'E5');
        await page.waitForFunction(() => document.querySelectorAll('.stones .white').length === 1);
        await saying(page, 'Your turn');
        await page.getByRole('button', { name: 'Hint' }).click();
        await page.locator('.stone.ghost').waitFor();
        await page.reload();
        await saying(page, 'Your turn');
        assert.match(await heard(page, 'E5'), /Black/);
        await settled(page);
        await picture(page, 'go-machine');
        await page.getByRole('button', { name: 'Resign' }).click();
        await saying(page, 'You lose. By resignation.');
        await page.close();
    });

    it('is played to the end by two machines, which count by themselves', async () => {
        const page = await site.page();
        await page.locator('#new-game').click();
        await page.locator('dialog[open] input[value="go9"]').check();
        for (const side of ['Black', 'White'])
            await page.locator('dialog[open]').getByLabel(`Who plays ${side}`).selectOption('agent plain');
        await page.locator('dialog[open] .start').click();
        await saying(page, /(Black|White) wins\. By/);
        await page.close();
    });
});

describe('the dialog of a new game', () => {
    it('changes players that cannot play the game that is chosen', async () => {
        const page = await site.page({ width: 390, height: 844, touch: true });
        await page.locator('#new-game').click();
        const white = page.locator('dialog[open]').getByLabel('Who plays White');
        await white.selectOption('agent threats');
        await page.locator('dialog[open] input[value="go13"]').check();
        assert.equal(await white.inputValue(), 'engine');
        await settled(page);
        await picture(page, 'go-new-phone');
        await page.getByRole('radio', { name: /^Connect6/ }).check();
        assert.equal(await page.locator('#go-komi').count(), 0);
        await page.close();
    });
});
