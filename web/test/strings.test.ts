/* Every string of the page is there in both languages, with the same places to fill. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { strings } from '../src/strings';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((v) => v[1]).sort();

it('strings are in English and Chinese', () => {
    for (const [key, [english, chinese]] of Object.entries(strings) as [string, readonly [string, string]][]) {
        assert(english.trim() && chinese.trim(), key);
        assert.deepEqual(places(chinese), places(english), key);
    }
});
