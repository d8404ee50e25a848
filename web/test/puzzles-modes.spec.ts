/* Every mode of the puzzles. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { picture, play, until } from './harness';
import {
    all,
    current,
    open,
    openPuzzles,
    phase,
    played,
    playWrong,
    site,
    solve,
    stonesATurn,
    verdictOf,
    wrongTurn,
} from './puzzles-kit';

before(openPuzzles);
after(() => site.close());

describe('other modes', () => {
    it('streak: until the first wrong turn', async () => {
        const page = await open();
        await page.locator('#puzzles-streak').click();
        let score = 0;
        let turn: string[] | null = null;
        while (!turn) {
            await solve(page);
            score++;
            await page.locator('#puzzles-next').click();
            await phase(page, 'turn');
            turn = await wrongTurn(page, await current(page));
        }
        await playWrong(page, turn);
        await page.locator('.pz-score strong', { hasText: String(score) }).waitFor();
        await picture(page, 'puzzle-streak');
        await page.locator('#puzzles-back').click();
        await page.locator('#puzzles-streak', { hasText: `best: ${score}` }).waitFor();
    });

    it('storm: three minutes, a wrong turn costs ten seconds, the clock ends it', async () => {
        const page = await open();
        await page.clock.install();
        await page.locator('#puzzles-storm').click();
        await phase(page, 'turn');
        const first = await current(page);
        await play(page, ...first.line.slice(0, stonesATurn(first)));
        // It goes on with the next turn, or with the next puzzle. Its pauses are skipped, but not the three minutes.
        let skipped = 0;
        await until('a turn', async () => {
            if (skipped++ < 60) await page.clock.runFor(500);
            const same = (await current(page)).id === first.id;
            return (
                (!same || (await played(page)).length > 0) &&
                (await page.locator('.pz-said[data-phase="turn"]').count()) > 0
            );
        });
        await picture(page, 'puzzle-storm');
        const seconds = (v: string | null) => Number(v!.split(':')[0]) * 60 + Number(v!.split(':')[1]);
        // Time stands still while we look for a wrong turn.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
        const turn = await wrongTurn(page, await current(page));
        assert(turn, 'the easiest puzzles have wrong turns');
        const before = seconds(await page.locator('.pz-clock').textContent());
        await page.clock.resume();
        await play(page, ...turn);
        await page.waitForFunction((n) => {
            const [m, s] = document.querySelector('.pz-clock')!.textContent!.split(':');
            return Number(m) * 60 + Number(s) <= n - 10;
        }, before);
        await page.clock.runFor(181_000);
        await page.locator('.pz-score').waitFor();
        await picture(page, 'puzzle-storm-over');
        await page.locator('#puzzles-back').click();
        await page.locator('#puzzles-storm').waitFor();
    });

    it('daily: the same for everybody, rated once', async () => {
        const [one, two] = [await open(), await open()];
        for (const page of [one, two]) await page.locator('#puzzles-daily').click();
        await phase(one, 'turn');
        await phase(two, 'turn');
        assert.equal((await current(one)).id, (await current(two)).id);
        assert.equal(await one.locator('.pz-badge').getAttribute('data-rated'), 'true');
        await solve(one);
        await one.locator('#puzzles-next').click();
        await one.locator('#puzzles-daily', { hasText: '1 day in a row' }).waitFor();
        await one.locator('#puzzles-daily').click();
        await phase(one, 'turn');
        assert.equal(await one.locator('.pz-badge').getAttribute('data-rated'), 'false');
    });

    it('again: what was failed comes when it is due', async () => {
        // A reload while it is being saved may meet itself, which the console tells.
        const page = await open({ allowErrors: true });
        assert(await page.locator('#puzzles-again').isDisabled());
        await page.locator('#puzzles-rated').click();
        const failed = await current(page);
        await page.locator('#puzzles-solution').click();
        await phase(page, 'over');
        await page.locator('#puzzles-back').click();
        assert(await page.locator('#puzzles-again').isDisabled(), 'not at once');
        await page.clock.setFixedTime(Date.now() + 2 * 86400_000);
        await page.reload();
        await page.locator('#puzzles-again:enabled').click();
        await phase(page, 'turn', 'error');
        assert.equal((await current(page)).id, failed.id);
    });

    it('defence: a turn that does not lose by force', async () => {
        const page = await open();
        const gomoku = page.locator('.pz-games button', { hasText: 'Five in a row' });
        const some = all.find((p) => p.kind === 'defence');
        assert(some, 'there are defence puzzles');
        if (some.game.rules[2] === 5) await gomoku.click();
        await page.locator('#puzzles-themes').click();
        await page.locator('.pz-chip', { hasText: 'Defence' }).click();
        await phase(page, 'turn');
        const p = await current(page);
        await page.locator('.status-text', { hasText: 'must not lose' }).waitFor();
        const wrong = await wrongTurn(page, p);
        assert(wrong, `${p.id} has a wrong turn`);
        await playWrong(page, wrong);
        await picture(page, 'puzzle-defence');
        await page.locator('#puzzles-try').click();
        await play(page, ...p.line.slice(0, stonesATurn(p)));
        await phase(page, 'over');
        // The solution is a turn of the solver's, not what the other side threatens.
        await page.locator('#puzzles-solution').click();
        await page.locator('.pz-step').first().waitFor();
        const shown = (await page.locator('.pz-step').first().textContent())!.match(/\b[a-s]\d+\b/g) ?? [];
        assert.equal(await verdictOf(page, p, shown), 'holds');
    });

    it('history: all failures are replayed', async () => {
        const page = await open();
        await page.locator('#puzzles-rated').click();
        const seen: string[] = [];
        for (let i = 0; i < 2; i++) {
            await phase(page, 'turn');
            seen.push((await current(page)).id);
            await page.locator('#puzzles-solution').click();
            await phase(page, 'over');
            await page.locator('#puzzles-next').click();
        }
        await page.locator('#puzzles-back').click();
        await picture(page, 'puzzle-stats');
        await page.locator('#puzzles-replay', { hasText: '2' }).click();
        await phase(page, 'turn');
        assert.equal((await current(page)).id, seen[1]);
        assert.equal(await page.locator('.pz-badge').getAttribute('data-rated'), 'false');
    });
});
