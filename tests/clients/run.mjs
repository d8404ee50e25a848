/* Clients that others generate: `node tests/clients/run.mjs PROGRAM` (make check-clients). A server is started and says what its interface is.
 * redocly finds no fault in that; openapi-typescript makes types of it, by which client.ts is checked and, over openapi-fetch, run; redocly
 * makes a module for Python of it, with which client.py asks. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(process.argv[2]);
const work = mkdtempSync(join(tmpdir(), 'clients-'));

/* Nobody is told what is done here. */
const quiet = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

function run(what, command, args, options = {}) {
    const done = spawnSync(command, args, { cwd: work, encoding: 'utf8', env: quiet, ...options });
    assert(!done.error, `${what}: ${done.error}`);
    return { status: done.status, said: `${done.stdout}${done.stderr}` };
}

function must(what, command, args, options) {
    const { status, said } = run(what, command, args, options);
    assert.equal(status, 0, `${what} failed:\n${said}`);
    return said;
}

const tool = (name) => join(here, 'node_modules', '.bin', name);

/** Its address, once it has said that. */
function started(server) {
    return new Promise((found, failed) => {
        let said = '';
        const listen = (part) => {
            said += part;
            const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
            if (address) found(address[0]);
        };
        server.stdout.on('data', listen);
        server.stderr.on('data', listen);
        server.on('exit', (code) => failed(new Error(`hexad serve ended (${code}):\n${said}`)));
    });
}

function lint() {
    const args = ['lint', '--config', join(here, 'redocly.yaml'), '--format', 'json', 'openapi.json'];
    const said = must('redocly lint', tool('redocly'), args);
    const { totals, problems } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1));
    assert.deepEqual([totals.errors, totals.warnings], [0, 0], JSON.stringify(problems, null, 1));
    console.log('redocly lint: nothing found');
}

function typescript(url) {
    must('openapi-typescript', tool('openapi-typescript'), ['openapi.json', '-o', 'api.d.ts']);
    copyFileSync(join(here, 'client.ts'), join(work, 'client.ts'));
    symlinkSync(join(here, 'node_modules'), join(work, 'node_modules'));
    writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
    const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom'];
    must('tsc', tool('tsc'), [...strict, 'client.ts']);
    // What is not in the description is an error.
    const wrong = [
        `await hexad.POST('/move', { body: { game, seconds: 'one' } });`,
        `await hexad.POST('/move', { body: { seconds: 1 } });`,
        `await hexad.GET('/nowhere');`,
        `(await hexad.POST('/move', { body: { game } })).data!.best;`,
    ];
    const head = `import createClient from 'openapi-fetch'; import type { paths } from './api.d.ts';
const hexad = createClient<paths>({ baseUrl: '' }), game = { rules: 'connect6' };
`;
    writeFileSync(join(work, 'wrong.ts'), head + wrong.join('\n'));
    const { said } = run('tsc', tool('tsc'), [...strict, '--noEmit', 'wrong.ts']);
    const lines = [...said.matchAll(/wrong\.ts\((\d+),/g)].map((m) => Number(m[1]));
    assert.deepEqual([...new Set(lines)], [3, 4, 5, 6], `tsc finds other errors than there are:\n${said}`);
    console.log(`typescript: ${must('client.ts', process.execPath, ['client.js', url]).trim()}`);
}

function python(url) {
    must('redocly generate-client', tool('redocly'), [
        'generate-client',
        'openapi.json',
        ...['--generator', 'python', '--output', 'hexad_api.ts'], // the ending is that of the language
    ]);
    const debian = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'; // it has httpx as a package
    const env = { ...quiet, PYTHONPATH: work, PYTHONDONTWRITEBYTECODE: '1' };
    console.log(`python: ${must('client.py', debian, [join(here, 'client.py'), url], { env }).trim()}`);
}

const server = spawn(program, ['serve', '--port', '0', '--data', join(work, 'data.db')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HEXAD_OPENINGS: 'off' },
});
try {
    const url = await started(server);
    const answer = await fetch(`${url}/api/v1/openapi.json`);
    writeFileSync(join(work, 'openapi.json'), await answer.text());
    lint();
    typescript(`${url}/api/v1`);
    python(`${url}/api/v1`);
} finally {
    server.removeAllListeners('exit');
    const gone = new Promise((done) => server.once('exit', done));
    if (server.exitCode === null && server.kill()) await gone;
    rmSync(work, { recursive: true, force: true });
}
