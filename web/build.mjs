/* Builds the page into dist/: type check, bundle, and every file once more as .gz for the server to send.
 *
 *   node build.mjs           all of it
 *   node build.mjs --quick   without the type check
 *   node build.mjs --watch   the bundle again after every change, not minified
 *   … --out DIR              to another place than dist
 *   … --source DIR           from another place than src
 *   … --engine DIR           with the engine from there: a page that needs no server (build-alone.mjs) */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { buildAlone } from './build-alone.mjs';
import { gatherLanguages } from './build-languages.mjs';

const web = dirname(fileURLToPath(import.meta.url));
const out = process.argv.indexOf('--out');
const dist = out < 0 ? join(web, 'dist') : resolve(process.argv[out + 1]);
const from = process.argv.indexOf('--source');
const source = from < 0 ? join(web, 'src') : resolve(process.argv[from + 1]);
const withEngine = process.argv.indexOf('--engine');
const engine = withEngine < 0 ? null : resolve(process.argv[withEngine + 1]);
const watch = process.argv.includes('--watch');

if (!watch && !process.argv.includes('--quick')) {
    const tsc = join(web, 'node_modules', 'typescript', 'bin', 'tsc');
    const checked = spawnSync(process.execPath, [tsc, '--noEmit', '-p', web], { stdio: 'inherit' });
    if (checked.status !== 0) process.exit(1);
}

/* The names carry a hash of the contents, so that browsers may keep the files for ever. */
async function write(files) {
    mkdirSync(dist, { recursive: true });
    for (const old of readdirSync(dist)) rmSync(join(dist, old));
    const names = {};
    for (const { path, contents } of files) {
        const [, stem, extension] = /([^/]+)\.(\w+)$/.exec(path);
        const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
        names[`${stem}.${extension}`] = `${stem}-${hash}.${extension}`;
        writeFileSync(join(dist, `${stem}-${hash}.${extension}`), contents);
    }
    const icon = readFileSync(join(source, 'app', 'icon.svg'));
    writeFileSync(join(dist, 'icon.svg'), icon);
    let html = readFileSync(join(source, 'app', 'index.html'), 'utf8');
    for (const [plain, hashed] of Object.entries(names)) html = html.replaceAll(`"${plain}"`, `"${hashed}"`);
    const header = readFileSync(join(web, '..', 'include', 'hexad.h'), 'utf8');
    const version = /HEXAD_VERSION "(.*)"/.exec(header)[1];
    const alone = engine && (await buildAlone({ source, dist, from: engine, html, version }));
    writeFileSync(join(dist, 'index.html'), alone ? alone.html : html);
    let total = 0;
    for (const name of readdirSync(dist)) {
        const packed = gzipSync(readFileSync(join(dist, name)), { level: 9 });
        if (!engine) writeFileSync(join(dist, `${name}.gz`), packed);
        if (!alone || alone.files.includes(name)) total += packed.length;
    }
    console.log(`${dist}: ${(total / 1000).toFixed(1)} kB to load`);
}

const options = {
    absWorkingDir: web,
    entryPoints: [
        { in: join(source, 'app', 'main.tsx'), out: 'page' },
        { in: join(source, 'app', 'first.ts'), out: 'first' },
        { in: join(source, 'core', 'film-worker.ts'), out: 'film' },
    ],
    bundle: true,
    write: false,
    outdir: 'dist',
    format: 'esm',
    target: ['es2021', 'chrome100', 'firefox100', 'safari15'],
    minify: !watch,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
        gatherLanguages(join(source, 'strings')),
        {
            name: 'write',
            setup: (build) =>
                build.onEnd((result) => result.outputFiles && !result.errors.length && write(result.outputFiles)),
        },
    ],
};

if (watch) {
    const context = await esbuild.context(options);
    await context.watch();
} else {
    try {
        await esbuild.build(options);
    } catch {
        process.exit(1);
    }
}
