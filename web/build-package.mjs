/* The engine as a package for other people's pages, @hexad/engine: `node build-package.mjs --engine DIR --out DIR`, then `npm pack` there (make package).
 * DIR of the engine is where cmake/wasm was built. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const web = dirname(fileURLToPath(import.meta.url));
const given = (name) => resolve(process.argv[process.argv.indexOf(name) + 1]);
const [from, out] = [given('--engine'), given('--out')];
const source = join(web, 'engine');

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const common = { bundle: true, target: ['es2021', 'chrome100', 'firefox100', 'safari15'], legalComments: 'none' };
await esbuild.build({
    ...common,
    entryPoints: [join(source, 'index.ts')],
    outfile: join(out, 'index.js'),
    format: 'esm',
});
await esbuild.build({
    ...common,
    entryPoints: [join(web, 'src', 'api', 'engine-worker.ts')],
    outfile: join(out, 'worker.js'),
    format: 'iife',
    minify: true,
});
for (const name of ['hexad-one.js', 'hexad-one.wasm', 'hexad-many.js', 'hexad-many.wasm', 'hexad-many.worker.js'])
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(out, name));
    else if (!name.endsWith('.worker.js')) throw new Error(`there is no ${name} in ${from}`);

// Types: what index.ts says of itself, and those of the interface as they are.
const types = mkdtempSync(join(tmpdir(), 'hexad-types-'));
try {
    const tsc = join(web, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['-p', web, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', types];
    const made = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' });
    if (made.status !== 0) process.exit(1);
    const index = readFileSync(join(types, 'engine', 'index.d.ts'), 'utf8');
    writeFileSync(join(out, 'index.d.ts'), index.replaceAll("'../src/api/types'", "'./types.js'"));
    copyFileSync(join(types, 'src', 'api', 'types.d.ts'), join(out, 'types.d.ts'));
} finally {
    rmSync(types, { recursive: true, force: true });
}

const header = readFileSync(join(web, '..', 'include', 'hexad.h'), 'utf8');
const described = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
described.version = /HEXAD_VERSION "(.*)"/.exec(header)[1];
writeFileSync(join(out, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
copyFileSync(join(source, 'README.md'), join(out, 'README.md'));
copyFileSync(join(web, '..', 'LICENSE'), join(out, 'LICENSE'));
cpSync(join(source, 'example'), join(out, 'example'), { recursive: true });
console.log(`${out}: @hexad/engine ${described.version}`);
