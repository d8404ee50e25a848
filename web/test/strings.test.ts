/* Every string of the page is there in both languages, with the same places to fill, and is used. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { strings } from '../src/strings';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((v) => v[1]).sort();

it('strings are in English and Chinese', () => {
    for (const [key, [english, chinese]] of Object.entries(strings) as [string, readonly [string, string]][]) {
        assert(english.trim() && chinese.trim(), key);
        assert.deepEqual(places(chinese), places(english), key);
    }
});

it('no string is left over', () => {
    const source = join(__dirname, '..', 'src');
    const folders = readdirSync(source, { withFileTypes: true }).filter((v) => v.isDirectory());
    const code = folders
        .flatMap(({ name }) => readdirSync(join(source, name)).map((file) => join(source, name, file)))
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    // Some keys are put together: `level.${n}`, or from a list of values behind a common beginning.
    const used = (key: string) => {
        const beginning = key.slice(0, key.lastIndexOf('.'));
        return [`'${key}'`, `\`${beginning}.\${`, `named('${beginning}'`].some((v) => code.includes(v));
    };
    assert.deepEqual(
        Object.keys(strings).filter((key) => !used(key)),
        [],
    );
});
