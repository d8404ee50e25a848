/* Three languages are there, and a new one is one new file: the page is built from its sources and that file, and speaks it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { openSite } from './harness';

const web = join(__dirname, '..');
// Inside web/, where the packages are found.
const folder = mkdtempSync(join(web, 'out', 'language-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('English, Japanese, Chinese: by what the browser asks for, and by the button', async () => {
    const site = await openSite();
    try {
        const page = await site.page({ language: 'ja-JP' });
        const said = async (lang: string, play: string) => {
            await page.locator('#tab-play', { hasText: new RegExp(`^${play}$`) }).waitFor();
            assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
        };
        await said('ja', '対局');
        for (const [name, lang, play] of [
            ['中文', 'zh-Hans', '对弈'],
            ['English', 'en', 'Play'],
            ['日本語', 'ja', '対局'],
        ] as const) {
            await page.getByRole('button', { name, exact: true }).click();
            await said(lang, play);
        }
        await page.reload();
        await said('ja', '対局');
    } finally {
        await site.close();
    }
});

it('a new language needs a file alone', async () => {
    cpSync(join(web, 'src'), join(folder, 'src'), { recursive: true });
    writeFileSync(
        join(folder, 'src', 'strings', 'eo.ts'),
        `export const tag = 'eo';
export const name = 'Esperanto';
export const short = 'EO';
export const words = { 'app.play': 'Ludi', 'app.analyse': 'Analizi' };
`,
    );
    const arguments_ = ['build.mjs', '--quick', '--source', join(folder, 'src'), '--out', join(folder, 'page')];
    const built = spawnSync(process.execPath, arguments_, { cwd: web, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    process.env.HEXAD_PAGE = join(folder, 'page');
    const site = await openSite();
    try {
        const page = await site.page({ language: 'eo' });
        assert.equal(await page.locator('#tab-play').innerText(), 'Ludi');
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'eo');
        // What it has no words for is said in English.
        assert.equal(await page.locator('#tab-edit').innerText(), 'Edit');
        // The button goes round; the settings list all.
        for (const name of ['日本語', '中文']) await page.getByRole('button', { name, exact: true }).click();
        await page.getByRole('button', { name: 'English', exact: true }).click();
        assert.equal(await page.locator('#tab-play').innerText(), 'Play');
        await page.getByRole('button', { name: 'Settings' }).click();
        await page.getByText('Esperanto', { exact: true }).click();
        assert.equal(await page.locator('#tab-play').innerText(), 'Ludi');
    } finally {
        await site.close();
    }
});
