/* Folders of the page include only those below them, as HACKING.md draws it. main.tsx alone knows all parts. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const MAY: Record<string, readonly string[]> = {
    core: [],
    api: ['core', 'strings'],
    app: ['core', 'api', 'strings'],
    play: ['core', 'api', 'app', 'strings'],
    analyse: ['core', 'api', 'app', 'strings'],
    // The tree shows the mistakes that a review found.
    edit: ['core', 'api', 'app', 'strings', 'analyse'],
};

it('folders include only what is below them', () => {
    const source = join(__dirname, '..', 'src');
    const wrong: string[] = [];
    for (const [folder, may] of Object.entries(MAY))
        for (const file of readdirSync(join(source, folder)).filter((f) => /\.tsx?$/.test(f) && f !== 'main.tsx'))
            for (const [, into] of readFileSync(join(source, folder, file), 'utf8').matchAll(/from '\.\.\/(\w+)/g))
                if (into !== folder && !may.includes(into!)) wrong.push(`${folder}/${file} includes ${into}`);
    assert.deepEqual(wrong, []);
});
