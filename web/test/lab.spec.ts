/* The lab in a browser, with a real server: a position is added, proved while one looks on, taken part in, and its proof
 * walked through. */

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openSite, PATIENCE, picture, play, programPath, type PageOptions, type Site } from './harness';

/* Easy, with jobs so small that it takes about seventy of them. */
const OPTIONS = { 'verify-order': 1, 'solve-order': 1, 'verify-nodes': 3, 'solve-nodes': 1, 'expand-nodes': 300 };
const RULES = [9, 9, 5, 2, 1];
const STONES = ['e5', 'a1', 'i9', 'e6', 'f5'];

let site: Site;
before(async () => (site = await openSite()));
after(() => site.close());

async function ask(path: string, body: unknown): Promise<Record<string, unknown>> {
    const response = await fetch(`${site.server.url}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text) as Record<string, unknown>;
}

/* A lab with a root that is soon proved; and, if wanted, one that keeps it running. */
async function makeLab(name: string, long = false): Promise<void> {
    await ask('/labs', { name, rules: RULES, options: OPTIONS });
    await ask(`/labs/${name}/roots`, { name: 'it', game: { rules: RULES, stones: STONES } });
    if (long)
        await ask(`/labs/${name}/roots`, { name: 'start', game: { rules: RULES, stones: [] }, attacker: 'black' });
}

const file = (name: string) => join(dirname(site.server.data), 'labs', `${name}.lab`);

async function openLab(name: string, options: PageOptions = {}): Promise<Page> {
    const page = await site.page({ storage: { 'hexad.mode': 'lab', 'hexad.lab': name }, ...options });
    page.setDefaultTimeout(PATIENCE);
    await page.locator('#lab-name').waitFor();
    await page.locator('.lab-row.root').waitFor({ state: 'attached' });
    return page;
}

/* What is done is done to the place that is shown, and that is another one until the answer is there. */
async function goToRoot(page: Page): Promise<void> {
    await page.locator('.lab-row.root').click();
    await page.locator('.lab-row.root.on').waitFor();
    await page.locator('.lab-here:not([aria-busy=true])').waitFor();
}

const proved = (page: Page) => page.locator('.lab-root-state.proved').waitFor();
const text = (page: Page, where: string) => page.locator(where).first().textContent();

test('a position of the board is added, run, and proved while one looks on', async () => {
    const page = await site.page({ at: `#g=${RULES.join()}&s=${STONES.join('')}` });
    page.setDefaultTimeout(PATIENCE);
    await page.locator('#tab-analyse').click();
    await page.locator('#dock-proof').click();
    await page.locator('#proof-lab').click();
    await page.locator('#lab-add-name').fill('five');
    await page.locator('#lab-add-file').fill('mine');
    await page.locator('#lab-add-go').click();
    await page.locator('#lab-run').waitFor();
    assert.equal(await page.locator('#tab-lab').getAttribute('aria-selected'), 'true');
    await page.locator('#lab-run').click();
    await proved(page);
    assert.match((await text(page, '.lab-root-state'))!, /Black is to win: proved/);
    await page.locator('.lab-run-state', { hasText: 'settled' }).waitFor();
    await page.context().close();
});

test('who wins is asked, and told', async () => {
    const page = await site.page({ at: `#g=${RULES.join()}&s=${STONES.join('')}` });
    page.setDefaultTimeout(PATIENCE);
    await page.locator('#tab-analyse').click();
    await page.locator('#dock-proof').click();
    await page.locator('#proof-lab').click();
    await page.locator('.lab-add .segmented button', { hasText: 'Who wins?' }).click();
    await page.locator('#lab-add-name').fill('who');
    await page.locator('#lab-add-into').selectOption('');
    await page.locator('#lab-add-file').fill('asked');
    await page.locator('#lab-add-go').click();
    await page.locator('#lab-run').click();
    await proved(page);
    assert.match((await text(page, '.lab-root-state'))!, /Black is to win: proved/);
    await page.context().close();
});

test('the tree grows; numbers, workers and events are told; the proof is exported and walked through', async () => {
    await makeLab('small');
    const page = await openLab('small', { height: 900 });
    await page.locator('#lab-run').click();
    await proved(page);
    await page.locator('.lab-row.proved:not(.root)').first().waitFor();
    assert.ok((await page.locator('.lab-row').count()) > 20, 'turns');
    await page.locator('.lab-row.more').click();
    await page.waitForFunction(() => document.querySelectorAll('.lab-row').length > 50);
    await page.waitForFunction(() => !document.querySelector('.lab-sign.work')); // nobody works any more
    await page.locator('#dock-lab-graph').click();
    await page.waitForFunction(() => Number(document.querySelector('.lab-plot')?.getAttribute('data-points')) > 3);
    await picture(page, 'lab-numbers');
    await page.locator('#dock-lab-work').click();
    await page.locator('.lab-table tbody tr', { hasText: 'server-1' }).waitFor();
    await picture(page, 'lab-workers');
    await page.locator('#dock-lab-events').click();
    await page.locator('.lab-events li', { hasText: 'Added' }).waitFor();
    const [cert] = await Promise.all([page.waitForEvent('download'), page.locator('#lab-cert').click()]);
    const [sgf] = await Promise.all([page.waitForEvent('download'), page.locator('#lab-sgf').click()]);
    assert.match(readFileSync(await sgf.path(), 'utf8'), /^\(;FF\[4\]/);
    assert.match(execFileSync(programPath(), ['check', await cert.path()], { encoding: 'utf8' }), /accepted|Black/);
    // A defence of the tree is proved as well; its proof opens in Analyse.
    await page.locator('.lab-row.proved:not(.root)').first().click();
    await page.locator('#lab-explore').click();
    await page.locator('.proof-checked').waitFor();
    assert.equal(await page.locator('#tab-analyse').getAttribute('aria-selected'), 'true');
    await page.context().close();
});

test('a running lab takes what one suggests, prunes and lets rest; a second tab sees the same; a reload loses nothing', async () => {
    await makeLab('long', true);
    const page = await openLab('long');
    await page.locator('#lab-root').selectOption('start');
    await page.locator('#lab-run').click();
    await page.locator('.lab-light.here').waitFor();
    // A turn that is not in the tree is suggested by playing it.
    await page.locator('#lab-follow').uncheck();
    await goToRoot(page);
    await play(page, 'a9');
    await page.locator('#lab-suggest').click();
    const mine = page.locator('.lab-row', { hasText: 'a9' });
    await mine.filter({ hasText: 'suggested' }).waitFor();
    await mine.click();
    await page.locator('#lab-prune').click();
    await page.locator('.lab-row.pruned', { hasText: 'a9' }).waitFor();
    const other = await site.page({ context: page.context() });
    other.setDefaultTimeout(PATIENCE);
    await other.locator('.lab-row.pruned', { hasText: 'a9' }).waitFor();
    await other.close();
    await page.reload();
    await page.locator('.lab-row.pruned.on', { hasText: 'a9' }).waitFor();
    await page.locator('#lab-prune').click();
    await page.locator('.lab-row:not(.pruned)', { hasText: 'a9' }).waitFor();
    await page.locator('#lab-priority').fill('4');
    await page.locator('#lab-priority').press('Enter');
    await page.locator('#dock-lab-events').click();
    await page.locator('.lab-events li', { hasText: 'Priority · start · 4' }).waitFor();
    await page.locator('#lab-rest').click();
    await page.locator('.lab-root-state', { hasText: 'rests' }).waitFor();
    await page.locator('#lab-root').selectOption('it');
    await proved(page);
    await page.locator('.lab-light.off').waitFor(); // nothing is left to do
    await picture(page, 'lab-long');
    await page.context().close();
});

/* On the empty board d4, d6, f4 and f6 are one turn to the tree, but not to those who look at it. */
test('the turn that one prunes is the turn that one sees', async () => {
    await ask('/labs', { name: 'empty', rules: RULES });
    await ask('/labs/empty/roots', { name: 'start', game: { rules: RULES, stones: [] } });
    spawnSync(programPath(), ['lab', 'run', file('empty'), '--jobs', '4'], { stdio: 'ignore' });
    const page = await openLab('empty');
    const shown = () => {
        const text = execFileSync(programPath(), ['lab', 'show', file('empty'), '--width', '500', '--json']);
        const [root] = JSON.parse(text.toString()) as [{ turns: { turn: string[]; pruned: boolean }[] }];
        return root.turns.filter((x) => x.pruned).map((x) => x.turn.join(' '));
    };
    const done: string[] = [];
    for (const turn of ['d4', 'e3', 'g5']) {
        await goToRoot(page);
        await play(page, turn);
        await page.locator('.lab-line', { hasText: turn }).waitFor();
        await page.locator('#lab-prune', { hasText: 'Prune' }).click();
        await page.locator('#lab-prune', { hasText: 'Take' }).waitFor();
        done.push(turn);
        assert.deepEqual(shown().sort(), done);
    }
    await page.locator('.lab-row.root').click();
    // They stand behind all others: the list has to be opened to its end.
    await page.waitForFunction(
        () => {
            document.querySelector<HTMLElement>('.lab-row.more')?.click();
            return document.querySelectorAll('.lab-row.pruned').length === 3;
        },
        undefined,
        { polling: 500 },
    );
    assert.deepEqual((await page.locator('.lab-row.pruned .lab-turn').allTextContents()).sort(), done);
    await page.context().close();
});

test('a lab that a terminal runs is watched', async () => {
    await makeLab('elsewhere', true);
    const page = await openLab('elsewhere');
    const child = spawn(programPath(), ['lab', 'run', file('elsewhere')], { stdio: 'ignore' });
    const gone = new Promise((done) => child.once('exit', done));
    try {
        await page.locator('.lab-light.elsewhere').waitFor();
        assert.ok(await page.locator('#lab-run').isDisabled(), 'nobody else can run it');
        await page.locator('#lab-root').selectOption('it');
        await proved(page);
        await page.locator('#dock-lab-work').click();
        await page.locator('.lab-table tbody tr', { hasText: 'local-1' }).waitFor();
    } finally {
        child.kill('SIGINT');
        await gone;
    }
    await page.locator('.lab-light.off').waitFor();
    await page.context().close();
});

test('the keyboard goes through the tree', async () => {
    await makeLab('keys');
    await ask('/labs/keys/run', { run: true });
    const page = await openLab('keys');
    await proved(page);
    await page.locator('#lab-tree').focus();
    const active = () => page.locator('#lab-tree').getAttribute('aria-activedescendant');
    const root = await active();
    assert.equal(root, 'lab-');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
        () => document.querySelector('#lab-tree')!.getAttribute('aria-activedescendant') !== 'lab-',
    );
    const first = await active();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(
        (was) => document.querySelector('#lab-tree')!.getAttribute('aria-activedescendant') !== was,
        first,
    );
    await page.keyboard.press('Home');
    await page.waitForFunction(
        () => document.querySelector('#lab-tree')!.getAttribute('aria-activedescendant') === 'lab-',
    );
    await page.context().close();
});

test('a server that is read only shows labs and changes none', async () => {
    const own = await openSite(['--read-only', '--labs', dirname(file('small'))]);
    const page = await own.page({ storage: { 'hexad.mode': 'lab', 'hexad.lab': 'small' } });
    page.setDefaultTimeout(PATIENCE);
    await page.locator('.lab-root-state.proved').waitFor();
    assert.equal(await page.locator('#lab-run, #lab-add, #lab-delete, #lab-prune').count(), 0);
    await page.locator('#lab-cert').waitFor();
    await page.context().close();
    await own.close();
});

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');

async function complaints(page: Page): Promise<string[]> {
    await page.evaluate(axe);
    return page.evaluate(async () => {
        type Found = { violations: { id: string; impact: string; nodes: { html: string }[] }[] };
        const { run } = (window as unknown as { axe: { run: (where: string) => Promise<Found> } }).axe;
        const { violations } = await run('#side');
        return violations
            .filter((v) => v.impact === 'serious' || v.impact === 'critical')
            .map((v) => `${v.id}: ${v.nodes[0]?.html.slice(0, 200)}`);
    });
}

for (const [name, options] of [
    ['wide', { width: 1440, height: 900 }],
    ['wide-dark', { width: 1440, height: 900, dark: true }],
    ['laptop', { width: 1280, height: 720 }],
    ['laptop-dark', { width: 1280, height: 720, dark: true }],
    ['tablet', { width: 820, height: 1180, language: 'zh-CN' }],
    ['tablet-dark', { width: 820, height: 1180, dark: true }],
    ['phone', { width: 390, height: 844, touch: true }],
    ['phone-dark', { width: 390, height: 844, touch: true, dark: true, language: 'zh-CN' }],
] as const)
    test(`it fits: ${name}`, async () => {
        const page = await openLab('long', options);
        await page.locator('#lab-root').selectOption('start');
        await page.locator('.lab-row:not(.root)').first().waitFor({ state: 'attached' });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
        assert.ok(wide, 'nothing beside the page');
        await picture(page, `lab-${name}`);
        for (const tab of ['lab-graph', 'lab-work', 'lab-events']) {
            await page.locator(`#dock-${tab}`).click();
            assert.deepEqual(await complaints(page), [], tab);
        }
        await page.locator('.dock-tabbed').scrollIntoViewIfNeeded();
        await picture(page, `lab-${name}-panels`);
        await page.context().close();
    });

test('the map shows every reply to a root, and what becomes of each second stone', async () => {
    await makeLab('chart');
    const page = await openLab('chart');
    await goToRoot(page);
    await page.locator('#dock-lab-map').click();
    await page.locator('#lab-map-show').check();
    const counts = page.locator('.lab-map-counts');
    // Nothing was looked at: every square that is empty has a turn with each of the others.
    await counts.filter({ hasText: /wait for a part/ }).waitFor();
    const empty = 81 - STONES.length;
    await counts.filter({ hasText: ((empty * (empty - 1)) / 2).toLocaleString('en') }).waitFor();
    const label = page.locator('.board-column').getByText(String(empty - 1), { exact: true });
    assert.equal(await label.count(), empty);
    // A first stone: what becomes of each second one; then of the turn.
    await play(page, 'c3');
    await label.first().waitFor({ state: 'detached' });
    await play(page, 'd4');
    await page.locator('#lab-map-turn').filter({ hasText: 'c3 d4: wait for a part of a turn' }).waitFor();
    await picture(page, 'lab-map');
    // It grows with the lab.
    await page.keyboard.press('Escape');
    await page.locator('#lab-run').click();
    await proved(page);
    await goToRoot(page);
    await counts.filter({ hasText: /proved to lose/ }).waitFor();
    await counts.filter({ hasNotText: /wait for a part/ }).waitFor();
    assert.equal(await label.count(), 0);
    await page.close();
});
