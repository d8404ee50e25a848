/* Records of Go in the editor: pasted, edited, kept, linked, exported, embedded. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { heard, openSite, picture, play, settled, until, type Site } from './harness';

let site: Site;
before(async () => {
    site = await openSite();
});
after(() => site.close());

const RECORD =
    '(;GM[1]FF[4]SZ[13]KM[6.5]PB[Anna]PW[Ben];B[jd];W[dd]C[A note](;B[dj]TR[dj];W[jj])(;B[jj]LB[dj:x];W[dj];B[]))';

async function paste(page: Awaited<ReturnType<Site['page']>>, text: string): Promise<void> {
    await page.evaluate((v) => {
        const data = new DataTransfer();
        data.setData('text/plain', v);
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, text);
}

describe('a record of Go', () => {
    for (const [name, options] of [
        ['desk', { width: 1440, height: 900 }],
        ['phone-dark', { width: 390, height: 844, touch: true, dark: true }],
    ] as const)
        it(`that is pasted opens as Go, is edited, and written: ${name}`, async () => {
            const page = await site.page({ ...options, storage: { 'hexad.analyse.on': false } });
            await page.locator('#tab-edit').click();
            await paste(page, RECORD);
            await page.locator('[data-square="N13"]').waitFor();
            assert.match(await heard(page, 'K10'), /Black/);
            await page.locator('.chip', { hasText: 'pass' }).waitFor();
            // Another variation, with a mark, and stones that are set up.
            await page.locator('.chip', { hasText: 'D10' }).click();
            await play(page, 'K7');
            await page.locator('.chip', { hasText: 'K7' }).waitFor();
            await page.getByRole('button', { name: 'Circle', exact: true }).click();
            await play(page, 'K7');
            await page.locator('.mark-circle').waitFor();
            await page.getByRole('button', { name: 'Circle', exact: true }).click();
            await settled(page);
            await picture(page, `go-edit-${name}`);
            // It is there after a reload, and at its address elsewhere.
            await until('the address has the place', () => page.url().includes('K7'));
            await page.reload();
            await page.locator('.mark-circle').waitFor();
            const other = await site.page({ at: `#${page.url().split('#')[1]}` });
            assert.match(await heard(other, 'K7'), /Black/);
            await other.close();
            await page.keyboard.press('Escape');
            await page.locator('#export').click();
            const text = await page.locator('#exported').inputValue();
            assert.match(text, /GM\[1\].*SZ\[13\]KM\[6\.5\].*PB\[Anna\]/);
            assert.match(text, /W\[dd\]C\[A note\]/);
            assert.match(text, /B\[jg\]CR\[jg\]/);
            await page.close();
        });

    it('that is dropped as a file of several games asks which', async () => {
        const page = await site.page();
        await page.locator('#tab-edit').click();
        await page.evaluate((v) => {
            const data = new DataTransfer();
            data.items.add(new File([v], 'two.sgf'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        }, `${RECORD}(;GM[1]SZ[9]AB[cc][gg]AW[cg]PL[W];W[ee])`);
        await page.locator('#games li').nth(1).click();
        await page.locator('[data-square="J9"]').waitFor();
        assert.match(await heard(page, 'E5'), /White/);
        assert.equal(await page.locator('.stones .black').count(), 2);
        // The server keeps no trees of Go; the page says so and keeps it itself.
        await page.keyboard.press('Control+s');
        await page.locator('.toast', { hasText: 'Recent' }).waitFor();
        await page.close();
    });

    it('is embedded and shared', async () => {
        const page = await site.page({ at: '?embed#g=go:9,komi=7.5&s=E5C3passG7' });
        await page.locator('.embed-open').waitFor();
        assert.match(await heard(page, 'G7'), /White/);
        assert.match((await page.locator('.embed-open').getAttribute('href'))!, /go:9/);
        await settled(page);
        await picture(page, 'go-embed');
        await page.close();
    });
});
