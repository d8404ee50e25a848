/* The editor in a browser: the tree, words and marks, equal positions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { busy, heard, openSite, picture, play, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const editor = (at = '', more: PageOptions = {}) => site.page({ storage: { 'hexad.mode': 'edit' }, at, ...more });

/* The rows of the tree as text: indent, number, shared stones in brackets, stones, the current one in stars. */
async function rows(page: Page): Promise<string[]> {
    return page.locator('.tree-row').evaluateAll((all) =>
        all
            .sort((a, b) => parseInt((a as HTMLElement).style.top) - parseInt((b as HTMLElement).style.top))
            .map((row) => {
                const indent = parseInt((row.querySelector('.rails') as HTMLElement).style.width) / 14;
                const chips = [...row.querySelectorAll('.chip')].map((c) => {
                    const text = c.textContent!;
                    return c.classList.contains('here')
                        ? `*${text}*`
                        : c.classList.contains('faint')
                          ? `(${text})`
                          : text;
                });
                const hidden = row.querySelector('.hidden-count') ? ' +' : '';
                return '  '.repeat(indent) + row.querySelector('.row-number')!.textContent + chips.join(' ') + hidden;
            }),
    );
}

const chip = (page: Page, text: string) =>
    page.locator('.tree-row .chip:not(.faint)', { hasText: new RegExp(`^${text}$`) });
const go = (page: Page, text: string, n = 0) => chip(page, text).nth(n).click();
const press = async (page: Page, ...keys: string[]) => {
    for (const k of keys) await page.keyboard.press(k);
};

test('variations: add, reorder, promote, main line, delete, undo and redo', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11', 'i11', 'a1', 'a2');
    await go(page, 'i11');
    await play(page, 'c3');
    await go(page, 'j10');
    await play(page, 'k12', 'i12');
    await go(page, 'k11');
    await play(page, 'l11');
    const full = ['Start', '1.j10', '2.k11 i11', '  2.k12 i12', '  2.(k11) *l11*', '3.a1 a2', '  3.c3'];
    assert.deepEqual(await rows(page), full);

    await page.locator('#promote').click();
    const promoted = ['Start', '1.j10', '2.k11 *l11*', '  2.k12 i12', '  2.(k11) i11', '  3.a1 a2', '    3.c3'];
    assert.deepEqual(await rows(page), promoted);
    await go(page, 'i12');
    await page.locator('#make-main').click();
    assert.deepEqual((await rows(page)).slice(0, 4), ['Start', '1.j10', '2.k12 *i12*', '  2.k11 l11']);
    await page.locator('#move-down').click();
    assert.deepEqual((await rows(page)).slice(0, 4), ['Start', '1.j10', '2.k11 l11', '  2.k12 *i12*']);
    await press(page, 'Control+ArrowUp');
    assert.deepEqual((await rows(page)).slice(2, 4), ['2.k12 *i12*', '  2.k11 l11']);

    await page.locator('#delete').click();
    await page.locator('#delete').click();
    assert.deepEqual((await rows(page)).slice(0, 3), ['Start', '1.*j10*', '2.k11 l11']);
    await press(page, 'Control+z', 'Control+z');
    assert.deepEqual((await rows(page))[2], '2.k12 *i12*');
    await press(page, 'Control+z', 'Control+z', 'Control+z', 'Control+z');
    assert.deepEqual(await rows(page), full);
    await press(page, 'Control+y', 'Control+Shift+z');
    assert.deepEqual((await rows(page))[2], '2.k12 *i12*');
    await page.close();
});

test('equal variations are merged', async () => {
    const page = await editor();
    const sgf =
        '(;GM[4]SZ[19]RU[Connect6];B[jj](;W[ki];W[ii]C[first])(;W[ki];W[kk];B[aa])(;W[ki];W[ii]C[second];B[bb]))';
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, sgf);
    await chip(page, 'b18').waitFor();
    await page.locator('#merge').click();
    await page.locator('.toast', { hasText: '3 stones merged' }).waitFor();
    assert.deepEqual(await rows(page), ['Start', '1.j10', '2.k11 *i11*', '  2.(k11) k9', '  3.a19', '3.b18']);
    assert.equal(await page.locator('#comment').inputValue(), 'first\n\nsecond');
    await page.close();
});

test('the keyboard goes through the tree and folds it', async () => {
    const page = await editor('#s=j10k11i11a1a2&n=3');
    await page.locator('#tab-edit').click();
    await play(page, 'c3', 'c4', 'c5');
    await press(page, 't', 'ArrowUp', 'ArrowUp', 'ArrowUp');
    assert.deepEqual((await rows(page))[2], '2.k11 *i11*');
    await press(page, 'ArrowDown');
    assert.deepEqual((await rows(page))[3], '3.a1 *a2*');
    const item = page.locator('.tree-row.on');
    assert.equal(await item.getAttribute('aria-expanded'), 'true');
    const active = await page.locator('#tree').getAttribute('aria-activedescendant');
    assert.equal(active, await item.getAttribute('id'));
    await press(page, 'Enter');
    assert.deepEqual((await rows(page)).slice(3), ['3.a1 *a2* +']);
    await press(page, 'ArrowRight', 'ArrowDown', 'Delete');
    assert.deepEqual((await rows(page)).slice(3), ['3.a1 a2', '  3.*c3*']);
    await press(page, 'Control+z', 'ArrowUp');
    await page.locator('#fold').click();
    assert.deepEqual((await rows(page)).slice(3), ['3.a1 *a2* +']);
    await page.locator('#fold').click();
    assert.equal((await rows(page)).length, 6);
    await page.close();
});

test('comments, names, marks, labels and facts', async () => {
    const page = await editor();
    await play(page, 'j10');
    await page.locator('#comment').fill('The centre.\nOf course.');
    await page.locator('.game-info summary').click();
    await page.locator('#node-name').fill('Opening');
    await page.getByLabel('Event').fill('Club evening');
    await page.getByRole('button', { name: 'Triangle' }).click();
    await play(page, 'c3', 'd4', 'd4');
    await press(page, '9');
    await play(page, 'e5', 'f6');
    await page.locator('#label-text').fill('win');
    await play(page, 'g7');
    await press(page, 'Escape');
    assert.equal(await page.locator('.tool[aria-pressed="true"]').getAttribute('aria-label'), 'Play stones');
    await page.locator('#export').click();
    await page.waitForFunction(() =>
        (document.querySelector('#exported') as HTMLTextAreaElement)?.value.includes('LB'),
    );
    const sgf = await page.locator('#exported').inputValue();
    for (const part of [
        'C[The centre.\nOf course.]',
        'N[Opening]',
        'EV[Club evening]',
        'TR[cq]',
        'LB[eo:A][fn:B][gm:win]',
    ])
        assert.ok(sgf.includes(part), `${part} in ${sgf}`);
    await press(page, 'Escape');
    await page.locator('.tree-row', { hasText: 'Opening' }).waitFor();
    await page.getByRole('button', { name: 'Clear all marks' }).click();
    await page.locator('#undo').click();
    await page.locator('#undo').click();
    assert.equal(await page.locator('.picture text', { hasText: 'win' }).count(), 0);
    await page.locator('#redo').click();
    assert.equal(await page.locator('.picture text', { hasText: 'win' }).count(), 1);
    await page.close();
});

test('a position is set up, with the side to move', async () => {
    const page = await editor();
    await page.getByRole('button', { name: 'Set up a black stone' }).click();
    await play(page, 'j10', 'k10', 'c3', 'c3');
    await page.getByRole('button', { name: 'Set up a white stone' }).click();
    await play(page, 'j11', 'k11', 'k10');
    const turn = page.getByRole('group', { name: 'To move' });
    await turn.getByRole('button', { name: 'Black to move' }).click();
    await page.getByLabel('Stones to place').fill('1');
    await page.getByLabel('Stones to place').blur();
    await page.locator('.status-text', { hasText: 'Black to place a stone' }).waitFor();
    await press(page, 'Escape');
    await play(page, 'a1', 'b1');
    for (const [square, what] of [
        ['j10', 'black'],
        ['k10', 'white'],
        ['c3', '^c3$'],
        ['a1', 'black'],
        ['b1', 'white'],
    ])
        assert.match(await heard(page, square!), new RegExp(what!, 'i'), square);
    await page.getByRole('button', { name: 'Take a stone away' }).click();
    await play(page, 'j10');
    assert.equal(await heard(page, 'j10'), 'j10');
    assert.deepEqual((await rows(page)).slice(-1), ['*Set-up*']);
    await page.close();
});

test('transpositions and mirrored positions are shown as one', async () => {
    const page = await editor();
    await play(page, 'j10', 'k11', 'i12', 'a1', 'a2');
    await go(page, 'j10');
    await play(page, 'i12', 'k11');
    await page.locator('#panel-same', { hasText: 'Also reached by' }).waitFor();
    assert.equal(await page.locator('.tree-row .twin').count(), 2);
    assert.equal(
        (await page.locator('.over .tone-muted, .tone-muted').count()) > 0,
        true,
        'the stone that follows there',
    );
    await go(page, 'j10');
    await play(page, 'i11', 'k12', 'b5');
    await go(page, 'k12');
    const others = page.locator('.same-list li');
    await others.nth(1).waitFor();
    assert.deepEqual(await others.locator('.tag').allTextContents(), ['turned or mirrored', 'turned or mirrored']);
    await picture(page, 'edit');
    await others.first().locator('.jump').click();
    assert.equal((await rows(page))[2], '2.k11 *i12*');
    // What follows the mirrored one comes over as it stands here.
    await others.last().getByRole('button', { name: 'Bring what follows' }).click();
    await page.locator('.tree-row', { hasText: 'r5' }).waitFor();
    assert.deepEqual((await rows(page)).slice(2), ['2.k11 *i12*', '  2.i12 k11', '  2.i11 k12', '3.a1 a2', '  3.r5']);
    await press(page, '=');
    assert.match((await rows(page)).join(), /2.i12 \*k11\*/);
    await page.close();
});

test('thousands of nodes stay quick', async () => {
    const page = await editor();
    // 150 variations of 40 stones each from the first stone.
    const stones = (n: number) =>
        Array.from({ length: 40 }, (_, i) => {
            const at = (n * 7 + i * 11) % 323; // rows 2 to 18: never the first stone's
            const colour = i % 4 < 2 ? 'W' : 'B';
            return `;${colour}[${String.fromCharCode(97 + (at % 19))}${String.fromCharCode(97 + Math.floor(at / 19))}]`;
        }).join('');
    const sgf = `(;GM[4]SZ[19]RU[Connect6];B[ss]${Array.from({ length: 150 }, (_, n) => `(${stones(n)})`).join('')})`;
    await page.locator('#import').click();
    await page.locator('#pasted').fill(sgf);
    await page.locator('#import-text').click();
    await page.locator('.count', { hasText: /[56]\d\d\d stones/ }).waitFor();
    assert.ok((await page.locator('.tree-row').count()) < 60, 'only rows in sight are drawn');
    const STEPS = 11;
    const took = await busy(page, () =>
        page.evaluate(async (steps) => {
            const tree = document.getElementById('tree')!;
            tree.focus();
            for (let i = 0; i < steps; i++) {
                tree.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
                await new Promise((done) => requestAnimationFrame(done));
            }
        }, STEPS),
    );
    console.log(`a step in 6,000 nodes takes ${(took / STEPS).toFixed(1)} ms`);
    assert.ok(took / STEPS < 200, `${took / STEPS} ms a step`);
    await press(page, 'End');
    assert.equal(await page.locator('.tree-row.on').count(), 1);
    await page.close();
});
