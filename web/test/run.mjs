/* Runs the tests of the page: *.test.ts are units, *.spec.ts drive a browser.
 *
 *   node test/run.mjs              all
 *   node test/run.mjs play core    those whose names contain one of the words
 *   node test/run.mjs --units      without a browser */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { gatherLanguages } from '../build-languages.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2).filter((v) => !v.startsWith('--'));
const units = process.argv.includes('--units');
const files = readdirSync(here)
    .filter((f) => /\.(test|spec)\.tsx?$/.test(f) && !(units && f.includes('.spec.')))
    .filter((f) => !words.length || words.some((w) => f.includes(w)))
    .sort();
if (!files.length) {
    console.error('no test of that name');
    process.exit(2);
}

// One folder a process, so that two runs at a time do not disturb each other.
const out = join(here, '..', 'out', `tests-${process.pid}`);
mkdirSync(out, { recursive: true });
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
await esbuild.build({
    entryPoints: files.map((f) => join(here, f)),
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node18',
    format: 'cjs',
    outdir: out,
    outExtension: { '.js': '.cjs' },
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
    define: { __dirname: JSON.stringify(here) },
    sourcemap: 'inline',
    logLevel: 'warning',
    plugins: [gatherLanguages(join(here, '..', 'src', 'strings'))],
});
const built = files.map((f) => join(out, f.replace(/\.tsx?$/, '.cjs')));
const ran = spawnSync(process.execPath, ['--enable-source-maps', '--test', '--test-reporter=spec', ...built], {
    stdio: 'inherit',
});
process.exit(ran.status ?? 1);
