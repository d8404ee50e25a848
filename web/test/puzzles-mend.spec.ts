/* Puzzles, as use has shown them: none is skipped for nothing, and every turn can be asked about afterwards. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { picture, play } from './harness';
import { current, open, openPuzzles, phase, playWrong, rating, site, solve, wrongTurn } from './puzzles-kit';

before(openPuzzles);
after(() => site.close());

describe('puzzles', () => {
    it('a rated one that is left waits, with the hints that were taken', async () => {
        const page = await open();
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        const first = await current(page);
        await page.locator('#puzzles-back').click();
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        assert.equal((await current(page)).id, first.id);
        await page.locator('#puzzles-hint').click();
        await page.locator('.pz-badge[data-rated="false"]').waitFor();
        await page.locator('#puzzles-back').click();
        await page.reload();
        await page.locator('#puzzles-rated:enabled').click();
        await phase(page, 'turn');
        assert.equal((await current(page)).id, first.id);
        assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'false', 'the hint still counts');
        // Given up it is failed, and another one comes.
        await page.locator('#puzzles-solution').click();
        await phase(page, 'over');
        await page.locator('#puzzles-back').click();
        assert((await rating(page)) < 1500);
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        assert.notEqual((await current(page)).id, first.id);
    });

    it('after a win another turn can be tried in place of the last one', async () => {
        const page = await open();
        await page.locator('#puzzles-themes').click();
        await page.locator('.pz-chip', { hasText: 'Win in 2' }).click();
        await phase(page, 'turn');
        const p = await solve(page);
        const row = await page.locator('.pz-said-detail', { hasText: 'row is complete' }).count();
        if (!row) assert((await page.locator('.picture .line').count()) > 2, 'the threats are drawn');
        await picture(page, 'puzzle-threats');
        const free = ['a1', 's1', 'a19', 's19'].filter((s) => !p.game.stones.includes(s) && !p.line.includes(s));
        await play(page, free[0]!, free[1]!);
        await page.locator('.pz-asked[data-verdict]:not([data-verdict="asking"])').waitFor();
        assert.match((await page.locator('.pz-asked').textContent())!, new RegExp(`${free[0]}`));
        await page.locator('.pz-asked button').click();
    });

    it('says that the row stands where it does', async () => {
        const page = await open();
        await page.locator('#puzzles-themes').click();
        for (let i = 0; i < 8; i++) {
            await page.locator('.pz-chip', { hasText: 'Defence' }).click();
            await phase(page, 'turn');
            const p = await current(page);
            const turn = await wrongTurn(page, p);
            if (turn) {
                await playWrong(page, turn);
                const text = (await page.locator('.pz-said-detail').textContent()) ?? '';
                const rows = await page.locator('.status-text').textContent();
                if (/in a row/.test(text)) return assert.doesNotMatch(text, /by force/, rows ?? '');
                assert.match(text, /by force|forced win/);
            }
            await page.locator('#puzzles-back').click();
        }
    });
});
