/* Learn from your games: after a review, errors become puzzles of one's own. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { picture, play } from './harness';
import { all, openPuzzles, phase, site, stonesATurn } from './puzzles-kit';

before(openPuzzles);
after(() => site.close());

it('the turns that lost a win or the game become puzzles', async () => {
    // A game with an error that is known: that of a short puzzle, and a turn after it.
    const p = all
        .filter((v) => v.kind === 'win' && v.turns <= 3 && stonesATurn(v) === 2)
        .sort((a, b) => a.game.stones.length - b.game.stones.length)[0]!;
    const stones = [...p.game.stones, ...p.error, ...p.line.slice(0, 2)];
    const page = await site.page({
        allow: /status of 409/, // two who keep the same progress: one of them begins again
        at: `#s=${stones.join('')}`,
        storage: {
            'hexad.mode': 'analyse',
            'hexad.puzzles.player': 'learner',
            'hexad.analyse.review': 0.2,
            'hexad.analyse.on': false,
        },
    });
    const tab = page.locator('#dock-graph');
    if (await tab.count()) await tab.click();
    assert.equal(await page.locator('#puzzles-learn').count(), 0, 'not before a review');
    await page.locator('#analyse-review').click();
    await page.locator('#puzzles-learn').click();
    await page.locator('#puzzles-learn-start').waitFor();
    await picture(page, 'puzzle-learn');
    await page.locator('#puzzles-learn-start').click();
    await phase(page, 'turn');
    assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'false');
    await picture(page, 'puzzle-own');
    const error = page.locator(`[data-square="${p.error[0]}"]`);
    if (/last turn/.test((await error.getAttribute('aria-label')) ?? '')) await play(page, ...p.line.slice(0, 2));
    await page.locator('#puzzles-back').click();
    await page.reload();
    await page.locator('#puzzles-own:enabled').waitFor();
});
