/* Export in every format, in a browser: RenLib's libraries and films beside those that are text. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openSite, picture, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const axe = readFileSync(join(createRequire(join(__dirname, 'x')).resolve('axe-core'), '..', 'axe.min.js'), 'utf8');
const FIVE = '(;FF[4]GM[4]SZ[15]RU[Connect(15,15,5,1,1)]GN[Five];B[hh]C[The centre](;W[gg])(;W[ii];B[ig]))';

test('a library of RenLib goes out and comes in, from Edit and from Analyse', async () => {
    for (const mode of ['edit', 'analyse']) {
        const page = await site.page({ storage: { 'hexad.mode': mode } });
        await page.evaluate((text) => navigator.clipboard.writeText(text), FIVE);
        await page.locator('.brand').click();
        await page.keyboard.press('Control+v');
        await page.locator('.toast').first().waitFor();
        await page.locator('.brand').click();
        await page.keyboard.press('x');
        await page.getByRole('button', { name: 'RenLib' }).click();
        await page.locator('#exported').waitFor({ state: 'detached' });
        await page.locator('#download:not([disabled])').waitFor();
        const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
        assert.match(download.suggestedFilename(), /\.lib$/);
        const bytes = readFileSync((await download.path())!);
        assert.equal(bytes.subarray(1, 7).toString('latin1'), 'RenLib');
        await page.keyboard.press('Escape');
        await page.locator('#tab-edit').click();
        await page.locator('#new').click();
        await page.locator('#import').click();
        await page
            .locator('#file')
            .setInputFiles({ name: 'back.lib', mimeType: 'application/octet-stream', buffer: bytes });
        await page.locator('.count', { hasText: '4 stones' }).waitFor();
        assert.equal(await page.locator('#title').inputValue(), 'back');
        await page.context().close();
    }
});

test('a film is one of the formats, of Go as well; RenLib is there for its own game alone', async () => {
    const page = await site.page({ storage: { 'hexad.mode': 'edit' }, at: '#s=j10k11i11' });
    await page.locator('#tab-edit').click();
    await page.locator('#export').click();
    const names = () => page.locator('#formats button').allTextContents();
    await until('the formats are there', async () => (await names()).length === 4);
    assert.deepEqual(await names(), ['SGF', 'Contest record', 'List of stones', 'GIF']);
    await page.getByRole('button', { name: 'GIF', exact: true }).click();
    const film = async () => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#download').click()]);
        return readFileSync((await download.path())!)
            .subarray(0, 6)
            .toString('latin1');
    };
    assert.equal(await film(), 'GIF89a');
    await page.keyboard.press('Escape');
    await page.evaluate(() => (location.hash = '#g=go:9&s=E5C3'));
    await page.locator('[data-square="a9"], [data-square="A9"]').first().waitFor();
    await page.locator('#export').click();
    await until('Go has two', async () => (await names()).join() === 'SGF,GIF');
    assert.equal(await film(), 'GIF89a');
    await page.context().close();
});

test('the dialog fits, with nothing for axe to find', async () => {
    for (const [width, height] of [
        [1440, 900],
        [390, 844],
    ] as const)
        for (const dark of [false, true]) {
            const page = await site.page({
                storage: { 'hexad.mode': 'edit' },
                at: '#g=15,15,5,1,1&s=h8i9',
                width,
                height,
                dark,
                touch: width < 400,
            });
            await page.locator('#tab-edit').click();
            await page.locator('#export').click();
            await page.getByRole('button', { name: 'RenLib' }).click();
            await page.locator('#exported').waitFor({ state: 'detached' });
            await settled(page);
            const name = `export-${width}-${dark ? 'dark' : 'light'}`;
            await picture(page, name);
            await page.evaluate(axe);
            const found = await page.evaluate(async () => {
                const runner = (window as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe;
                return (await runner.run()).violations;
            });
            assert.deepEqual(found, [], name);
            await page.context().close();
        }
});
