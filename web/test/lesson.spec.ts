/* The first lesson: offered, refused, done from the first stone to the five puzzles; by mouse, keyboard and finger. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, picture, play, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

async function at(page: Page, step: string, state: string): Promise<void> {
    await page.locator(`.lesson-text[data-step="${step}"][data-state="${state}"]`).waitFor();
}

const next = (page: Page) => page.locator('#lesson-next').click();

test('it is offered beside an empty board, and never again when refused', async () => {
    const page = await site.page();
    await page.locator('#lesson-refuse').click();
    await page.locator('.lesson-offer').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('#new-game').waitFor();
    assert.equal(await page.locator('.lesson-offer').count(), 0);
});

test('the offer goes with the first stone', async () => {
    const page = await site.page();
    await page.locator('.lesson-offer').waitFor();
    await play(page, 'j10');
    await page.locator('.lesson-offer').waitFor({ state: 'detached' });
});

test('it is done in six steps and leaves the game alone', async () => {
    const page = await site.page();
    await page.locator('#lesson-start').click();
    await at(page, 'first', 'doing');
    await play(page, 'j10');
    await at(page, 'first', 'right');
    await next(page);
    await play(page, 'h8', 'i8');
    await at(page, 'two', 'right');
    await next(page);
    await play(page, 'a1', 'b2');
    await at(page, 'six', 'wrong');
    await page.locator('#lesson-again').click();
    await play(page, 'g7', 'l12');
    await at(page, 'six', 'right');
    await picture(page, 'lesson-six');
    await next(page);
    await play(page, 'g10', 'a1');
    await at(page, 'threat', 'wrong');
    await page.locator('#lesson-again').click();
    await play(page, 'g10', 'l10');
    await at(page, 'threat', 'right');
    await next(page);
    await play(page, 'k10', 'l10');
    await at(page, 'three', 'wrong');
    await page.locator('#lesson-again').click();
    await picture(page, 'lesson-three');
    await play(page, 'j10', 'a1');
    await at(page, 'three', 'right');
    await page.locator('.nav-count', { hasText: 'Turn 2' }).waitFor();
    await next(page);
    await at(page, 'finish', 'doing');
    // Whatever White left open.
    for (const [a, b] of [
        ['k10', 'l10'],
        ['j11', 'j12'],
        ['k9', 'l8'],
    ] as const) {
        const free = async (s: string) =>
            !/White/.test((await page.locator(`[data-square="${s}"]`).getAttribute('aria-label')) ?? '');
        if ((await free(a)) && (await free(b))) await play(page, a, b);
    }
    await at(page, 'finish', 'right');
    await page.locator('#tab-play').click();
    assert.equal(await page.locator('[data-square="j10"]').getAttribute('aria-label'), 'j10', 'the game is untouched');
});

test('a reload comes back to the step, and it can be left', async () => {
    const page = await site.page();
    await page.locator('#lesson-start').click();
    await play(page, 'j10');
    await next(page);
    await at(page, 'two', 'doing');
    await page.reload();
    await at(page, 'two', 'doing');
    await page.locator('#lesson-leave').click();
    await page.locator('#puzzles-lesson').waitFor();
});

test('it is done with the keyboard, in Chinese', async () => {
    const page = await site.page({ language: 'zh-CN' });
    await page.locator('#lesson-start').press('Enter');
    await at(page, 'first', 'doing');
    assert.match((await page.locator('.lesson-text').textContent()) ?? '', /黑方先下一子/);
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await at(page, 'first', 'right');
});

test('on a phone turns are confirmed', async () => {
    const page = await site.page({ width: 390, height: 844, touch: true });
    await page.locator('#lesson-start').tap();
    await page.locator('[data-square="j10"]').tap();
    await picture(page, 'lesson-phone');
    await page.locator('.confirm-bar .main-button').tap();
    await at(page, 'first', 'right');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert(wide <= 390, `${wide}`);
});

test('a lesson leads to the next one, and to puzzles from the bottom', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'puzzles', 'hexad.puzzles.player': 'learner' } });
    await page.locator('#puzzles-lesson-2').click();
    await at(page, 'gap', 'doing');
    await play(page, 'a1', 'a2');
    await at(page, 'gap', 'wrong');
    await page.locator('#lesson-again').click();
    await play(page, 'j10', 'a1');
    await at(page, 'gap', 'right');
    await next(page);
    await play(page, 'l10', 'p10');
    await at(page, 'both', 'right');
    await next(page);
    await play(page, 'j10', 'o10');
    await at(page, 'shared', 'right');
    await next(page);
    await at(page, 'first-to-six', 'doing');
    await page.locator('#lesson-leave').click();
    // What was done is known, also after a reload.
    await page.locator('#puzzles-lesson-2 .icon').waitFor();
    await page.reload();
    await page.locator('#puzzles-lesson-2 .icon').waitFor();
    assert.equal(await page.locator('#puzzles-lesson-3 .icon').count(), 0);
    // Rated puzzles begin with the easiest now, not at 1500.
    await page.locator('#puzzles-rated:enabled').click();
    await page.locator('.pz-said[data-phase="turn"]').waitFor();
    const rating = await page.evaluate(() => {
        const key = Object.keys(localStorage).find((k) => k.startsWith('hexad.puzzle.'))!;
        return (JSON.parse(localStorage.getItem(key)!) as { solving: { puzzle: { rating: number } } }).solving.puzzle
            .rating;
    });
    assert(rating < 1000, `${rating}`);
    await page.close();
});

test('the first puzzles are rows to be completed', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'puzzles', 'hexad.lesson.number': 5, 'hexad.lesson': 1 } });
    await at(page, 'counter', 'doing');
    await play(page, 'l10', 'a1');
    await at(page, 'counter', 'right');
    await page.locator('#lesson-puzzles').click();
    await page.locator('.pz-said[data-phase="turn"]').waitFor();
    await play(page, 'k10', 'l10');
    await page.locator('.pz-said[data-phase="over"]').waitFor();
    assert.match((await page.locator('.pz-said-detail').textContent())!, /row is complete/);
    await page.close();
});
