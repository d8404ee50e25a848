/* The editor's ways in and out, in a browser: files of each format, saved trees, search, links. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { heard, openSite, play, type PageOptions, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const editor = (at = '', more: PageOptions = {}) => site.page({ storage: { 'hexad.mode': 'edit' }, at, ...more });

/* The stones of the current line, as the share link has them. */
async function line(page: Page): Promise<string> {
    await page.locator('#share').click();
    await page.locator('#shared').waitFor();
    const address = await page.locator('#shared').inputValue();
    await page.keyboard.press('Escape');
    return decodeURIComponent(address.replace(/^[^#]*#/, ''));
}

const LINE = 's=j10k11i11l11j12';
const FORMATS: readonly (readonly [string, string | number[]])[] = [
    ['fork.sgf', '(;FF[4]GM[4]SZ[19]RU[Connect(19,19,6,2,1)];B[jj];W[ki];W[ii];B[li];B[jh](;W[aa])(;W[bb]))'],
    ['golem.sgf', '(;FF[4]EV[c6.ld.1]PB[a]PW[b]SZ[19]SO[x];B[j10];W[k11i11];B[l11j12])'],
    ['nctu6.sgf', ';B[JJ];W[KI];W[II];B[LI];B[JH]'],
    ['C6-match.txt', '{[C6][Red][Blue][先手胜][2020.01.02 Hefei][Cup];B(J,10);W(K,11)W(I,11);B(L,11)B(J,12)}'],
    ['list.txt', 'j10 k11 i11 l11 j12'],
    ['golem.txt', '1.j10 2.k11i11 3.l11j12'],
    // The names are Chinese in GB18030.
    [
        'gb.c6',
        [
            ...Buffer.from('{[C6]['),
            0xba,
            0xda,
            ...Buffer.from(']['),
            0xb0,
            0xd7,
            ...Buffer.from('];B(J,10);W(K,11)W(I,11);B(L,11)B(J,12)}'),
        ],
    ],
];

test('files of each format are read', async () => {
    const page = await editor();
    for (const [name, content] of FORMATS) {
        await page.locator('#new').click();
        await page.locator('#import').click();
        await page
            .locator('#file')
            .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content as string) });
        await page.locator('#file').waitFor({ state: 'detached' });
        assert.match(await line(page), new RegExp(`^${LINE}`), name);
    }
    await page.locator('.game-info summary').click();
    assert.equal(await page.getByLabel('Black', { exact: true }).last().inputValue(), '黑');
    await page.close();
});

test('a file is dropped on the board, a game pasted onto the page', async () => {
    const page = await site.page();
    await page.evaluate((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'dropped.sgf'));
        const board = document.querySelector('.board')!;
        for (const kind of ['dragenter', 'dragover', 'drop'])
            board.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, FORMATS[0]![1] as string);
    await page.locator('#tab-edit[aria-selected="true"]').waitFor();
    assert.equal(await line(page), `${LINE}a19`);
    await page.evaluate(() => navigator.clipboard.writeText('a1 b2 c3'));
    await page.locator('.brand').click();
    await page.keyboard.press('Control+v');
    await page.locator('.count', { hasText: '3 stones' }).waitFor();
    assert.equal(await line(page), 's=a1b2c3');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    assert.equal(await line(page), `${LINE}a19`);
    await page.close();
});

test('what cannot be read is said, with the place', async () => {
    const page = await editor('', { allowErrors: true }); // the browser reports answers of 400
    await page.locator('#import').click();
    await page.locator('#pasted').fill('(;SZ[19]RU[Connect6];B[jj];W[jj])');
    await page.locator('#import-text').click();
    await page.locator('dialog .failed', { hasText: 'j10 is occupied' }).waitFor();
    await page.close();
});

const SEVERAL = [
    '(;GM[4]SZ[19]RU[Connect6]PB[Ann]PW[Bob];B[jj];W[ki];W[ii])',
    '(;GM[4]SZ[19]RU[Connect6]PB[Cy]PW[Di];B[jj];W[ki];W[kk];B[aa])',
    '(;GM[4]SZ[19]RU[Connect6]PB[Eve]PW[Flo];B[jj];W[bb];W[cc])',
].join('\n');

test('a file of several games: pick one, merge all, save all', async () => {
    const page = await editor();
    const read = async () => {
        await page.locator('#import').click();
        await page
            .locator('#file')
            .setInputFiles({ name: 'three.sgf', mimeType: 'text/plain', buffer: Buffer.from(SEVERAL) });
        await page.locator('#games li').nth(2).waitFor();
    };
    await read();
    await page.locator('#games button.jump', { hasText: 'Eve' }).click();
    assert.equal(await line(page), 's=j10b18c17');
    await page.locator('#new').click();
    await read();
    await page.locator('#merge-all').click();
    await page.locator('.count', { hasText: '7 stones' }).waitFor();
    await page.locator('#import').click();
    await page.getByRole('switch', { name: 'Merge into the tree' }).check();
    await page.locator('#pasted').fill('j10 b18 c17 e5');
    await page.locator('#import-text').click();
    await page.locator('.count', { hasText: '8 stones' }).waitFor();
    await read();
    await page.locator('#save-all').click();
    await page.locator('.toast', { hasText: '3 games saved' }).waitFor();
    await page.locator('#open').click();
    await page.getByLabel('Search by name').fill('Cy');
    await page.waitForFunction(() => document.querySelectorAll('#library li').length === 1);
    await page.locator('#library .jump').click();
    assert.equal(await line(page), 's=j10k11k9a19');
    await page.close();
});

test('every format is written: copied, downloaded, and read again', async () => {
    const page = await editor(`#${LINE}`);
    await page.locator('#tab-edit').click();
    await page.locator('#export').click();
    const buttons = page.locator('#formats button');
    await buttons.nth(2).waitFor();
    const texts: string[] = [];
    for (const [i, sign] of ['RU[Connect(19,19,6,2,1)]', '{[C6]', 'j10 k11 i11'].entries()) {
        await buttons.nth(i).click();
        await page.waitForFunction(
            (s) => (document.querySelector('#exported') as HTMLTextAreaElement).value.includes(s),
            sign,
        );
        await page.locator('#copy-file').click();
        await page.waitForFunction(async (s) => (await navigator.clipboard.readText()).includes(s), sign);
        texts.push(await page.evaluate(() => navigator.clipboard.readText()));
        const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
        assert.match(download.suggestedFilename(), [/\.sgf$/, /\.c6$|\.txt$/, /\.txt$/][i]!);
        assert.equal(readFileSync((await download.path())!, 'utf8'), texts[i]);
    }
    await page.keyboard.press('Escape');
    for (const text of texts) {
        await page.locator('#new').click();
        await page.locator('#import').click();
        await page.locator('#pasted').fill(text);
        await page.locator('#import-text').click();
        await page.locator('.count', { hasText: '5 stones' }).waitFor();
        assert.equal(await line(page), LINE);
    }
    await page.close();
});

const saved = (page: Page, text: string) => page.locator('#state', { hasText: new RegExp(`^${text}$`) }).waitFor();

test('save, reload, rename, open, delete and bring back', async () => {
    const page = await editor();
    await play(page, 'j10', 'c3');
    await page.locator('#comment').fill('kept');
    await saved(page, 'not saved');
    await page.locator('#title').fill('Study one');
    await page.keyboard.press('Enter');
    await saved(page, 'saved');
    await play(page, 'd4');
    await saved(page, 'not saved');
    await page.reload();
    await page.locator('.tree-row .chip.here', { hasText: 'd4' }).waitFor();
    await saved(page, 'not saved');
    assert.equal(await page.locator('#title').inputValue(), 'Study one');
    await page.keyboard.press('Control+s');
    await saved(page, 'saved');

    await page.locator('#new').click();
    await page.locator('#open').click();
    const entry = page.locator('#library li', { hasText: 'Study one' });
    await entry.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.rename').fill('Study 1');
    await page.keyboard.press('Enter');
    const renamed = page.locator('#library li', { hasText: 'Study 1' });
    await renamed.getByRole('button', { name: 'Delete this tree' }).click();
    await page.waitForFunction(
        () => ![...document.querySelectorAll('#library li')].some((v) => v.textContent!.includes('Study 1')),
    );
    await page.locator('#bring-back').click();
    await renamed.locator('.jump').click();
    await saved(page, 'saved');
    assert.equal(await line(page), 's=j10c3d4');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.tree-row .chip', { hasText: 'c3' }).click();
    assert.equal(await page.locator('#comment').inputValue(), 'kept');
    // Undo leads back to the tree before, and to its own document.
    await page.locator('#undo').click();
    await saved(page, 'empty');
    await page.close();
});

test('nonsense kept in the browser does no harm', async () => {
    const kept = { tree: { rules: [3], root: 5 }, path: 'x', document: { id: {} } };
    const page = await editor('', { storage: { 'hexad.mode': 'edit', 'hexad.work': kept } });
    await play(page, 'j10');
    assert.equal(await line(page), 's=j10');
    await page.close();
});

test('two who save the same tree: nothing is lost without a word', async () => {
    const page = await editor('', { allowErrors: true });
    await play(page, 'j10');
    await page.locator('#title').fill('Shared');
    await page.keyboard.press('Enter');
    await saved(page, 'saved');
    const trees = `${site.server.url}/api/v1/trees`;
    const list = (await (await fetch(`${trees}?query=Shared`)).json()) as { trees: { id: number }[] };
    const address = `${trees}/${list.trees[0]!.id}`;
    /* Somebody else adds a stone below the first and saves. */
    const other = async (stone: string) => {
        const now = await (await fetch(address)).json();
        now.tree.root.children[0].children.push({ stones: [stone], children: [] });
        const answer = await fetch(address, { method: 'PUT', body: JSON.stringify(now) });
        assert.equal(answer.status, 200);
    };
    const below = async () => {
        const now = await (await fetch(address)).json();
        return now.tree.root.children[0].children.map((c: { stones: string[] }) => c.stones[0]).join(' ');
    };
    const first = page.locator('.chip', { hasText: 'j10' });
    const conflict = async (theirs: string, ours: string, way: string) => {
        await other(theirs);
        await first.click();
        await play(page, ours);
        await page.keyboard.press('Control+s');
        await page.locator(`#way-${way}`).click();
        await saved(page, 'saved');
    };
    await conflict('c3', 'd4', 'both');
    assert.equal(await below(), 'd4 c3');
    await conflict('e5', 'f6', 'ours');
    assert.equal(await below(), 'd4 c3 f6');
    await conflict('g7', 'h8', 'theirs');
    assert.equal(await below(), 'd4 c3 f6 g7');
    assert.equal(await page.locator('.chip', { hasText: 'h8' }).count(), 0);
    await page.locator('#undo').click();
    assert.equal(await page.locator('.chip', { hasText: 'h8' }).count(), 1, 'what was dropped comes back');
    await page.locator('#redo').click();
    await conflict('k1', 'l2', 'copy');
    assert.equal(await page.locator('#title').inputValue(), 'Shared (copy)');
    assert.equal(await below(), 'd4 c3 f6 g7 k1');

    // A tree that somebody deleted is saved anew.
    const copies = (await (await fetch(`${trees}?query=copy`)).json()) as { trees: { id: number }[] };
    await fetch(`${trees}/${copies.trees[0]!.id}`, { method: 'DELETE' });
    await play(page, 'm3');
    await page.locator('#save').click();
    await page.locator('.toast', { hasText: 'deleted elsewhere' }).getByRole('button', { name: 'Save' }).click();
    await saved(page, 'saved');
    await page.close();
});

test('the position is found in all saved trees, mirrored and in other order', async () => {
    const page = await editor('#s=a1b2c4d8e3');
    await page.locator('#tab-edit').click();
    await page.locator('#title').fill('Corner');
    await page.keyboard.press('Enter');
    await saved(page, 'saved');
    await page.locator('#new').click();
    // Black on the opposite corner, White's two stones the other way round, turned by half a turn.
    await play(page, 's19', 'q16', 'r18');
    await page.locator('#find').check();
    const found = page.locator('.found li', { hasText: 'Corner' });
    await found.waitFor();
    assert.match((await found.textContent())!, /turned or mirrored/);
    await found.locator('.jump').click();
    assert.equal(await line(page), 's=a1b2c4d8e3&n=3');
    await found.locator('.tag', { hasText: 'this tree' }).waitFor();
    await play(page, 'k1');
    await page.locator('.found', { hasText: 'In no saved tree' }).waitFor();
    await page.close();
});

test('a link carries rules, line and place, and survives damage', async () => {
    const page = await editor('#g=7,5,4,1,1&s=a1g5b1&n=2');
    assert.equal(await page.evaluate(() => location.hash), '#g=7,5,4,1,1&s=a1g5b1&n=2');
    assert.equal(await page.locator('#tab-edit').getAttribute('aria-selected'), 'true');
    assert.match(await heard(page, 'g5'), /white/i);
    assert.equal(await heard(page, 'b1'), 'b1');
    await page.locator('#share').click();
    await page.locator('#copy-link').click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('#'));
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(address.startsWith(site.server.url) && address.endsWith('#g=7,5,4,1,1&s=a1g5b1&n=2'), address);
    await page.waitForTimeout(1000); // the page writes its own address a moment after the start
    await page.evaluate(() => history.replaceState(null, '', '/#s=j10'));
    await page.reload();
    await page.locator('.cells').waitFor();
    assert.match(await heard(page, 'j10'), /black/i);
    await page.keyboard.press('Control+z');
    assert.match(await heard(page, 'g5'), /white/i, 'the work before a link is not lost');
    const other = await site.page({ at: '#s=j10k11j10l11' });
    await other.locator('.toast', { hasText: 'The link is damaged: “j10 l11” was left out' }).waitFor();
    assert.match(await heard(other, 'k11'), /white/i);
    await other.evaluate(() => (location.hash = '#s=a1'));
    await other.waitForFunction(() =>
        /black/i.test(document.querySelector('[data-square="a1"]')!.getAttribute('aria-label')!),
    );
    await other.close();
    await page.close();
});
