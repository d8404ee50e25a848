/* Everybody who plays can be chosen, with a line about him; tournaments of them are made, played, stopped, gone on with and looked through. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { fits, LOOKS } from './fits';
import { heard, openSite, play, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const open = (page: Page) => page.locator('dialog[open]');
const state = (page: Page, is: string) => open(page).locator(`.tour-state[data-state="${is}"]`).waitFor();

async function newTournament(page: Page): Promise<void> {
    await page.locator('#new-game').click();
    await page.locator('#play-tournament').click();
    await page.locator('#tour-name').waitFor();
}

/** Leaves only these players chosen: the engine by its levels, the others by their names. */
async function choose(page: Page, ...players: (number | string)[]): Promise<void> {
    const pressed = open(page).locator('.tour-levels button[aria-pressed="true"]');
    await pressed.evaluateAll((all: HTMLElement[]) => all.forEach((v) => v.click()));
    await until('no level is chosen', async () => (await pressed.count()) === 0);
    for (const p of players)
        if (typeof p === 'number')
            await open(page)
                .locator('.tour-levels button')
                .nth(p - 1)
                .click();
        else await open(page).locator(`input[type="checkbox"][value="${p}"]`).check();
}

describe('players', () => {
    for (const [language, game] of [
        ['en-GB', 'connect6'],
        ['zh-CN', 'connect6'],
        ['en-GB', 'go9'],
        ['zh-CN', 'go9'],
        ['ja-JP', 'connect6'],
        ['ja-JP', 'go9'],
    ] as const)
        it(`each has a line that says what it is (${game}, ${language})`, async () => {
            const page = await site.page({ language });
            await page.locator('#new-game').click();
            if (game === 'go9') await open(page).locator('input[value="go9"]').check();
            const select = open(page).locator('.player-choice').first().locator('select').first();
            const about = open(page).locator('.player-about').first();
            const names = await select
                .locator('option')
                .evaluateAll((all: HTMLOptionElement[]) => all.map((v) => v.value));
            const needed =
                game === 'go9'
                    ? ['engine', 'agent mcts', 'agent net', 'agent plain']
                    : [
                          'engine',
                          'agent net',
                          'agent book',
                          'agent mcts',
                          'agent threats',
                          'agent threats+search',
                          'agent net+search',
                      ];
            for (const n of needed) assert(names.includes(n), `${n} is not there: ${names}`);
            const info = (await (await fetch(`${site.server.url}/api/v1/info`)).json()) as {
                players: { spec: string; about: string }[];
            };
            const seen = new Set<string>();
            for (const n of names.filter((v) => v !== 'person')) {
                await select.selectOption(n);
                const line = (await about.innerText()).trim();
                const own = info.players.find((v) => `agent ${v.spec}` === n)?.about;
                if (own && game === 'connect6') assert.equal(line === own, language === 'en-GB', `${n}: ${line}`);
                assert(line.length > 3, `${n} says nothing`);
                if (language !== 'en-GB') assert(/[\u3040-\u30ff\u4e00-\u9fff]/.test(line), `${n}: ${line}`);
                seen.add(line);
            }
            assert(seen.size >= names.length - 2);
            await page.close();
        });

    it('one plays by its book, another by search over its scores', async () => {
        const page = await site.page();
        await page.locator('#new-game').click();
        const sides = open(page).locator('.player-choice');
        await sides.nth(0).locator('select').first().selectOption('person');
        await sides.nth(1).locator('select').first().selectOption('agent book');
        await open(page).locator('.start').click();
        await play(page, 'j10');
        await page
            .locator('.turns .turn')
            .nth(1)
            .getByText(/[a-s]\d+ [a-s]\d+/)
            .waitFor();
        await page.locator('.players select').nth(1).selectOption('agent threats+search');
        await play(page, 'a1', 'a2');
        await page
            .locator('.turns .turn')
            .nth(3)
            .getByText(/[a-s]\d+ [a-s]\d+/)
            .waitFor();
        await page.close();
    });
});

describe('tournaments', () => {
    it('is made, played to its end and looked through', async () => {
        const page = await site.page();
        await newTournament(page);
        await page.locator('#tour-name').fill('cup of three');
        await open(page).getByText('A name has letters').waitFor();
        await page.locator('#tour-name').fill('three');
        await page.locator('#tour-game').selectOption({ label: 'Tic-tac-toe' });
        await page.locator('#tour-random').selectOption('0');
        await choose(page, 'sequences');
        await open(page).getByText('At least two players').waitFor();
        await choose(page, 'random', 2);
        await page.locator('#tour-rounds').fill('3');
        await open(page).getByText('These are 18 games.').waitFor();
        await page.locator('#tour-start').click();
        await state(page, 'over');
        const rows = open(page).locator('.tour-table tbody tr');
        await until('all games are in the table', async () => {
            const cells = await open(page).locator('.tour-table td button').allInnerTexts();
            const points = cells.map((v) => Number(v.replace('½', '.5')));
            return points.length === 6 && points.reduce((a, b) => a + b, 0) === 18;
        });
        assert.equal(await rows.count(), 3);
        assert.match(await rows.first().locator('.tour-elo').innerText(), /^\+\d+ ± \d+$/);
        assert.equal(await rows.last().locator('th').innerText(), 'Random');
        // The games of two, then one of them on the board.
        await open(page).getByText('Games: 18').waitFor();
        await rows.first().locator('td button').last().click();
        await open(page)
            .getByText(/against .*: 6$/)
            .waitFor();
        const game = open(page).locator('.tour-games button').first();
        assert.match(await game.innerText(), /–/);
        await game.click();
        await page.locator('#tab-analyse[aria-selected="true"]').waitFor();
        await until('stones stand on the board', async () => {
            const labels = await Promise.all(['a1', 'b2', 'c3', 'a3', 'c1'].map((s) => heard(page, s)));
            return labels.some((v) => /black|white/i.test(v));
        });
        await page.keyboard.press('Control+z');
        // It is in the list beside the board, for every browser.
        const other = await site.page();
        await other.locator('[data-tournament="three"]', { hasText: '18 of 18 games' }).click();
        await state(other, 'over');
        other.once('dialog', (d) => void d.accept());
        await other.locator('#tour-delete').click();
        await other.locator('[data-tournament="three"]').waitFor({ state: 'detached' });
        await other.close();
        await page.close();
    });

    it('is stopped and goes on, and a reload finds it', async () => {
        const page = await site.page();
        await newTournament(page);
        await page.locator('#tour-name').fill('long');
        await choose(page, 11, 'adjacent');
        await page.locator('#tour-seconds').fill('20');
        await page.locator('#tour-start').click();
        await state(page, 'playing');
        assert.equal(await page.locator('#tour-delete').isDisabled(), true);
        await page.locator('#tour-run').click();
        await state(page, 'stopped');
        await page.reload();
        await page.locator('[data-tournament="long"]', { hasText: 'stopped' }).click();
        await open(page).getByRole('button', { name: 'Start', exact: true }).click();
        await state(page, 'playing');
        await page.locator('#tour-run').click();
        await state(page, 'stopped');
        page.once('dialog', (d) => void d.accept());
        await page.locator('#tour-delete').click();
        await page.locator('[data-tournament="long"]').waitFor({ state: 'detached' });
        await page.close();
    });

    it('of Go', async () => {
        const page = await site.page();
        await newTournament(page);
        await page.locator('#tour-name').fill('go');
        await page.locator('#tour-game').selectOption({ label: 'Go 9×9' });
        await choose(page, 'random', 'plain');
        await page.locator('#tour-rounds').fill('1');
        await page.locator('#tour-start').click();
        await state(page, 'over');
        await open(page).locator('.tour-games button').nth(1).waitFor();
        assert.deepEqual((await open(page).locator('.tour-table tbody th').allInnerTexts()).sort(), [
            'Plain',
            'Random',
        ]);
        await open(page).locator('.tour-games button').first().click();
        await page.locator('#tab-analyse[aria-selected="true"]').waitFor();
        await page
            .getByText(/Game \d of go, Go 9×9/)
            .first()
            .waitFor();
        await page.close();
    });

    for (const [name, options] of LOOKS)
        it(`fits everybody: ${name}`, async () => {
            const page = await site.page(options);
            await page.locator('#new-game').click();
            await fits(page, `players-${name}`);
            await page.locator('#play-tournament').click();
            await page.locator('#tour-name').fill(name);
            await page.locator('#tour-game').selectOption({ label: 'Tic-tac-toe' });
            await page.locator('#tour-random').selectOption('0');
            await choose(page, 1, 5, 'random', 'adjacent', 'threats', 'sequences+search', 'mesh', 'windows');
            await page.locator('#tour-rounds').fill('1');
            await fits(page, `tour-new-${name}`);
            await page.locator('#tour-start').click();
            await state(page, 'over');
            await open(page).locator('.tour-games button').nth(1).waitFor();
            await fits(page, `tour-${name}`);
            await open(page).getByRole('button', { name: 'Close' }).click();
            await page.locator(`[data-tournament="${name}"]`, { hasText: 'over' }).waitFor();
            await fits(page, `tour-list-${name}`);
            await page.close();
        });
});
