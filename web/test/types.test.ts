/* The types of what travels are those that the server describes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';

it('types.ts is what openapi.json says', () => {
    const checked = spawnSync(process.execPath, [join(__dirname, '..', 'types.mjs'), '--check'], { encoding: 'utf8' });
    assert.equal(checked.status, 0, checked.stderr);
});
