/* Every string of the page is there in all languages, with the same places to fill, and is used; a language is one file. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { languages } from 'hexad:languages';
import { words } from '../src/strings/en';

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((v) => v[1]).sort();

it('all languages say everything', () => {
    for (const name of ['en', 'zh', 'ja']) assert(Object.keys(languages).includes(name), name);
    for (const [name, language] of Object.entries(languages))
        for (const [key, english] of Object.entries(words)) {
            const text = language.words[key as keyof typeof words];
            assert(text !== undefined && text.trim(), `${name} has no ${key}`);
            assert.deepEqual(places(text), places(english), `${name}: ${key}`);
        }
});

it('all but English say who the players are, each the same players', () => {
    const others = Object.entries(languages).filter(([name]) => name !== 'en');
    const names = (v: (typeof others)[number][1]) => Object.keys(v.players ?? {}).sort();
    for (const [name, language] of others) {
        assert(names(language).includes('threats'), name);
        assert.deepEqual(names(language), names(others[0]![1]), name);
    }
});

it('no string is left over', () => {
    const source = join(__dirname, '..', 'src');
    const folders = readdirSync(source, { withFileTypes: true }).filter((v) => v.isDirectory() && v.name !== 'strings');
    const code = folders
        .flatMap(({ name }) => readdirSync(join(source, name)).map((file) => join(source, name, file)))
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n');
    // Some keys are put together: `level.${n}`, or from a list of values behind a common beginning.
    const used = (key: string): boolean => {
        const beginning = key.slice(0, key.lastIndexOf('.'));
        // What is said of one thing is found by the key for many.
        if (key.endsWith('.one') && used(beginning)) return true;
        return [`'${key}'`, `\`${beginning}.\${`, `named('${beginning}'`].some((v) => code.includes(v));
    };
    assert.deepEqual(
        Object.keys(words).filter((key) => !used(key)),
        [],
    );
});
