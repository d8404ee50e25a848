/* The page without a server: the engine's files, the service worker and what makes it installable, beside the page. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/* One script, as workers of all browsers take it. */
async function script(source, define) {
    const built = await esbuild.build({
        entryPoints: [source],
        bundle: true,
        write: false,
        format: 'iife',
        target: ['es2021', 'chrome100', 'firefox100', 'safari15'],
        minify: true,
        legalComments: 'none',
        define,
    });
    return built.outputFiles[0].contents;
}

/* Copies an engine (NAME.js, NAME.wasm and, with threads, NAME.worker.js) under a name with its hash; "" if there is
 * none. */
function engine(from, name, put) {
    const endings = ['js', 'wasm', 'worker.js'].filter((e) => existsSync(join(from, `${name}.${e}`)));
    if (!endings.includes('wasm')) return '';
    const files = endings.map((e) => readFileSync(join(from, `${name}.${e}`)));
    const stem = `${name}-${hashOf(Buffer.concat(files))}`;
    endings.forEach((e, i) => put(`${stem}.${e}`, files[i]));
    return stem;
}

/** Adds to the files in `dist`; gives back the page's HTML as it has to be. */
export async function buildAlone({ source, dist, from, html, version }) {
    const first = [];
    const later = [];
    const put = (list) => (name, bytes) => {
        writeFileSync(join(dist, name), bytes);
        list.push(name);
    };
    const worker = await script(join(source, 'api', 'engine-worker.ts'), {});
    const workerName = `engine-${hashOf(worker)}.js`;
    put(first)(workerName, worker);
    const one = engine(from, 'hexad-one', put(first));
    const many = engine(from, 'hexad-many', put(later));
    if (!one) throw new Error(`there is no hexad-one.wasm in ${from}`);
    for (const [icon, when] of [
        ['icon-192.png', first],
        ['icon-512.png', later],
    ])
        put(when)(icon, readFileSync(join(source, 'app', icon)));
    put(first)('manifest.webmanifest', readFileSync(join(source, 'app', 'manifest.webmanifest')));
    const meta = `<meta name="hexad-host" content="engine" data-worker="${workerName}" data-one="${one}" data-many="${many}" />`;
    html = html
        .replace('<meta name="hexad-host" content="server" />', meta)
        .replace(
            '<link rel="icon"',
            '<link rel="manifest" href="manifest.webmanifest" />\n        <link rel="apple-touch-icon" href="icon-192.png" />\n        <link rel="icon"',
        );
    const pages = [
        ...new Set(
            [...html.matchAll(/(?:href|src|content)="([^"]+\.(?:js|css|svg|png|webmanifest))"/g)].map((m) => m[1]),
        ),
    ].filter((f) => !first.includes(f));
    const files = ['index.html', ...pages, ...first];
    const sw = await script(join(source, 'app', 'sw.ts'), {
        FILES: JSON.stringify(files),
        LATER: JSON.stringify(later),
        VERSION: JSON.stringify(`${version}-${hashOf(files.join() + later.join() + html)}`),
    });
    writeFileSync(join(dist, 'sw.js'), sw);
    return { html, files, later };
}
