/* A puzzle against the real server: the error, turns, answers, refutations, hints, the solution, why not this. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { picture, play } from './harness';
import {
    current,
    findWrong,
    open,
    openPuzzles,
    phase,
    played,
    playWrong,
    rating,
    site,
    solve,
    stonesATurn,
    verdictOf,
    type Puzzle,
} from './puzzles-kit';

before(openPuzzles);
after(() => site.close());

describe('a rated puzzle', () => {
    it('is solved: the error is played, answers come, the rating rises', async () => {
        const page = await open();
        assert.equal(await rating(page), 1500);
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'true');
        const p = await current(page);
        assert.match(
            (await page.locator(`[data-square="${p.error[0]}"]`).getAttribute('aria-label')) ?? '',
            /last turn/,
        );
        await picture(page, 'puzzle-task');
        await solve(page);
        await page.locator('.status-text', { hasText: 'Solved!' }).waitFor();
        assert.match((await page.locator('#puzzles-gain').textContent()) ?? '', /\+\d/);
        await picture(page, 'puzzle-solved');
        await page.keyboard.press('n');
        await page.waitForFunction((id) => !document.body.textContent!.includes(id), p.id);
        await page.locator('#puzzles-back').click();
        assert((await rating(page)) > 1500);
        await page.locator('#puzzles-history li').first().waitFor();
    });

    it('is failed: the refutation stands on the board, and one can try again; it counts once', async () => {
        const page = await open();
        const turn = await findWrong(page, () => page.locator('#puzzles-rated').click());
        await playWrong(page, turn);
        await page.locator('.pz-said.tone-bad').waitFor();
        await page.locator('.nav-count', { hasText: 'Turn 3' }).waitFor();
        await picture(page, 'puzzle-wrong');
        await page.locator('#puzzles-try').click();
        await phase(page, 'turn');
        await solve(page);
        await page.locator('.status-text', { hasText: 'Solved after all' }).waitFor();
        await page.locator('#puzzles-back').click();
        assert((await rating(page)) < 1500);
        assert.equal(await page.locator('#puzzles-history li').count(), 1);
        assert.equal(await page.locator('#puzzles-replay').count(), 1);
    });

    it('gives hints: the zone, then a stone of the key; and does not count then', async () => {
        const page = await open();
        await page.locator('#puzzles-rated').click();
        await phase(page, 'turn');
        await page.keyboard.press('h');
        await page.locator('.pz-said-text', { hasText: 'marked zone' }).waitFor();
        assert((await page.locator('.picture rect[fill="url(#hatch-accent)"]').count()) > 0);
        assert.equal(await page.locator('.picture .mark-circle').count(), 0);
        await page.locator('#puzzles-hint').click();
        await page.locator('.pz-said-text', { hasText: 'A stone of the key' }).waitFor();
        assert((await page.locator('.picture .mark-circle').count()) > 0);
        await picture(page, 'puzzle-hint');
        assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'false');
        await solve(page);
        await page.locator('#puzzles-back').click();
        assert.equal(await rating(page), 1500);
    });

    it('shows its solution with every defence, and says why not this', async () => {
        const page = await open();
        await page.locator('#puzzles-themes').click();
        const wrong = await findWrong(page, () => page.locator('.pz-chip', { hasText: 'Win in 3' }).click());
        assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'false');
        const p = await current(page);
        assert.equal(p.turns, 3);
        await page.keyboard.press('x');
        await page.locator('.pz-step').first().waitFor();
        const answers = page.locator('.pz-answers button');
        assert((await answers.count()) > 0);
        await picture(page, 'puzzle-solution');
        await answers.first().click();
        await page.locator('.pz-way li').nth(1).waitFor();
        await answers.first().click();
        await page.locator('.pz-way li').nth(2).waitFor();
        await page.locator('.pz-step').first().click();
        // Back before the first turn, and something else is tried.
        await page.keyboard.press('ArrowLeft');
        await play(page, ...wrong);
        await page.locator('.pz-asked[data-verdict="fails"]').waitFor();
        await picture(page, 'puzzle-why-not');
        await page.locator('.pz-asked button').click();
        await play(page, ...p.line.slice(0, 2));
        await page.locator('.pz-asked[data-verdict="wins"]').waitFor();
    });

    /* A first turn with the key and a stone beside the solution's other one that wins by proof. */
    async function anotherWin(page: Page, p: Puzzle): Promise<string[] | null> {
        const [key] = p.key;
        const taken = new Set([...p.game.stones, ...p.error, ...p.line.slice(0, 2)]);
        const from = p.line.slice(0, 2).find((s) => s !== key)!;
        const [col, row] = [from.charCodeAt(0), Number(from.slice(1))];
        for (const [x, y] of [
            [1, 0],
            [0, 1],
            [1, 1],
            [1, -1],
            [-1, 0],
            [0, -1],
            [-1, -1],
            [-1, 1],
        ] as const) {
            const s = String.fromCharCode(col + x) + (row + y);
            if (taken.has(s) || !/^[a-s]([1-9]|1\d)$/.test(s)) continue;
            const verdict = await verdictOf(page, p, [key!, s]);
            if (verdict === 'longer' || verdict === 'wins') return [key!, s];
        }
        return null;
    }

    it('accepts every turn that wins by proof, also longer ones', async () => {
        const page = await open();
        await page.locator('#puzzles-themes').click();
        // Other turns with the key near the solution's: the server proves some of them, which are as good.
        let other: string[] | null = null;
        for (let i = 0; i < 24 && !other; i++) {
            await page.locator('.pz-chip', { hasText: 'Win in 1' }).first().click();
            await phase(page, 'turn');
            const p = await current(page);
            if (p.firsts > 1 && p.key.length === 1) other = await anotherWin(page, p);
            if (!other) await page.locator('#puzzles-back').click();
        }
        assert(other, 'no puzzle has another solution near the one it came with');
        await play(page, ...other);
        await phase(page, 'over', 'answer', 'turn');
        await page.locator('.pz-said.tone-good').waitFor();
    });

    it('asks for another turn where one is neither proved nor refuted, and counts nothing', async () => {
        const page = await open();
        const p = await (async () => {
            await page.locator('#puzzles-rated').click();
            await phase(page, 'turn');
            return current(page);
        })();
        // Only the server's word decides: here it has come to no end.
        await page.route('**/puzzles/judge', (route) =>
            route.fulfill({
                json: {
                    verdict: 'open',
                    why: 'double',
                    turns: -1,
                    over: false,
                    defence: ['a1', 'b1', 'c1'].slice(0, stonesATurn(p)),
                    line: [],
                    seconds: 0.1,
                },
            }),
        );
        const taken = new Set([...p.game.stones, ...p.error]);
        const free = ['a15', 'b15', 'o15', 'o14', 'a14'].filter((s) => !taken.has(s)).slice(0, stonesATurn(p));
        await play(page, ...free);
        await page.locator('.pz-said-text', { hasText: 'none excluded' }).waitFor();
        await page.locator('.pz-said-detail', { hasText: 'no win by double threats is left' }).waitFor();
        await picture(page, 'puzzle-open');
        assert.equal(await page.locator('.pz-said').getAttribute('data-phase'), 'turn');
        assert.equal((await played(page)).length, 0);
        await page.unroute('**/puzzles/judge');
        // It is still to be solved, and counts as solved at the first attempt.
        await solve(page);
        await page.locator('#puzzles-gain .tone-good').waitFor();
    });

    it('goes to Analyse with its line', async () => {
        const page = await open();
        await page.locator('#puzzles-rated').click();
        const p = await solve(page);
        await page.locator('#puzzles-analyse').click();
        await page.locator('#panel-engine').waitFor();
        assert.equal(
            await page.locator('.nav-count').getAttribute('data-stones'),
            String(p.game.stones.length + p.error.length),
        );
    });
});
