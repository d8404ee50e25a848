/* Who wants a position to be proved that is proved already hears so at once, with the proof. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { openSite, picture, programPath, settled } from './harness';

const PROOFS = resolve(__dirname, '..', '..', 'proofs');

test('a position that is proved already is told as such, with its proof', async () => {
    const site = await openSite(['--proofs', PROOFS]);
    try {
        const certificate = join(PROOFS, 'connect-19-19-6-3-1.cert');
        execFileSync(programPath(), ['openings', 'add', '-f', `${site.server.data}.games`, certificate]);
        const page = await site.page({ at: '#g=19,19,6,3,1&s=j10', storage: { 'hexad.mode': 'lab' } });
        await page.locator('#lab-add').click();
        const known = page.locator('#lab-known');
        await known.getByText('White wins in at most 4, proved: connect-19-19-6-3-1').waitFor();
        await settled(page);
        await picture(page, 'lab-known');
        await known.getByRole('button', { name: 'Show the proof' }).click();
        await page.locator('.proof-checked').waitFor();
        // Of another position nothing is known.
        await page.locator('#tab-edit').click();
        await page.locator('[data-square="a1"]').click();
        await page.locator('#tab-lab').click();
        await page.locator('#lab-add').click();
        await page.locator('#lab-add-go').waitFor();
        assert.equal(await known.count(), 0);
    } finally {
        await site.close();
    }
});
