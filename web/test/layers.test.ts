/* Folders of the page import exactly what layers.txt says, which is below them, and HACKING.md draws the same. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const web = join(__dirname, '..');
const source = join(web, 'src');

interface Layer {
    name: string;
    uses: string;
    about: string;
}

const layers: Layer[] = readFileSync(join(web, 'layers.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('|') && !line.startsWith('#'))
    .map((line) => {
        const [name = '', uses = '', about = ''] = line.split('|').map((part) => part.trim());
        return { name, uses, about };
    });

/** The other folders that the files of one import, in order. main.tsx puts all parts together and does not count. */
function usesOf(folder: string): string {
    const uses = new Set<string>();
    for (const file of readdirSync(join(source, folder)).filter((f) => /\.tsx?$/.test(f) && f !== 'main.tsx'))
        for (const [, into] of readFileSync(join(source, folder, file), 'utf8').matchAll(
            /(?:from|import)\s*\(?\s*'\.\.\/([\w-]+)/g,
        ))
            if (into !== folder) uses.add(into!);
    return [...uses].sort().join(' ');
}

it('folders import exactly what layers.txt says', () => {
    const folders = readdirSync(source, { withFileTypes: true }).filter((d) => d.isDirectory());
    const found = folders.map((d) => `${d.name} | ${usesOf(d.name)}`).sort();
    assert.deepEqual(found, layers.map((l) => `${l.name} | ${l.uses}`).sort());
});

it('nothing imports what stands above it', () => {
    const seen = new Set<string>();
    for (const { name, uses } of layers) {
        for (const use of uses.split(' ').filter(Boolean)) assert.ok(seen.has(use), `${name} imports ${use}`);
        seen.add(name);
    }
});

it('the map in HACKING.md is the same', () => {
    const map = layers.map((l) => `${l.name.padEnd(12)}${l.about}`).join('\n');
    const drawn = /```page\n([^]*?)\n```/.exec(readFileSync(join(web, '..', 'HACKING.md'), 'utf8'))?.[1];
    assert.equal(drawn, map);
});
