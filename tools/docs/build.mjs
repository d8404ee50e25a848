/* Makes the documents a small static site, which needs no script and no server: `node tools/docs/build.mjs PROGRAM FOLDER`. It has every
 * Markdown file that is named in SECTIONS, the interface from openapi.json, the program's manual pages, and the files that documents
 * lead to, as they are. A link to what is not there fails, and so does a document that no section names. */
import { execFileSync } from 'node:child_process';
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    readFileSync,
    readdirSync,
    rmSync,
    statSync,
    writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interfacePage } from './interface.mjs';
import { manual } from './manual.mjs';
import { escape, markdown } from './markdown.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [program, out] = process.argv.slice(2).map((p) => resolve(p));
const read = (path) => readFileSync(join(root, path), 'utf8');
const version = /HEXAD_VERSION "(.*)"/.exec(read('include/hexad.h'))[1];

/* In the order of the menu. A folder is all of its documents, by name. */
const SECTIONS = {
    Hexad: ['README.md', 'CHANGELOG.md', 'docs/glossary.md'],
    'For players': ['docs/page.md', 'docs/puzzles.md', 'docs/openings.md', 'docs/go.md', 'docs/formats.md'],
    'For programs': [
        'docs/library.md',
        'web/engine/README.md',
        'docs/api.md',
        'docs/json.md',
        'docs/protocols.md',
        'docs/agents.md',
        'docs/arena.md',
    ],
    'For researchers': [
        'docs/spec.md',
        'docs/certificates.md',
        'proofs/README.md',
        'docs/theory.md',
        'docs/lab.md',
        'docs/net.md',
        'docs/research.md',
        'docs/evaluation.md',
    ],
    'For hosts and hackers': ['docs/hosting.md', 'HACKING.md', 'tests/connect/proof/forgeries/README.md'],
    Measured: ['bench/results/'],
};

const documents = [];
for (const [section, entries] of Object.entries(SECTIONS))
    for (const entry of entries) {
        const names = entry.endsWith('/') ? readdirSync(join(root, entry)).filter((f) => f.endsWith('.md')) : [''];
        for (const name of names.sort()) documents.push({ section, path: entry + name });
    }
for (const name of readdirSync(join(root, 'docs')))
    if (name.endsWith('.md') && !documents.some((d) => d.path === `docs/${name}`))
        throw new Error(`docs/${name} is in no section of tools/docs/build.mjs`);

/* Where a document goes; README.md is the first page. */
const place = (path) => (path === 'README.md' ? 'index.html' : path.replace(/\.md$/, '.html'));
const titles = new Map();
const put = (path, bytes) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), bytes);
};

/* What documents lead to and is none of them: sources as pages, pictures as they are, folders as lists. */
const sources = new Map();
function target(path) {
    if (documents.some((d) => d.path === path)) return place(path);
    if (!existsSync(join(root, path))) return null;
    const made = statSync(join(root, path)).isDirectory()
        ? posix.join(path, 'files.html')
        : /\.(svg|png)$/.test(path)
          ? path
          : `${path}.html`;
    sources.set(path, made);
    return made;
}

const functions = new Map();
for (const header of ['hexad.h', 'hexad_players.h'])
    for (const [, name] of read(`include/${header}`).matchAll(/^HEXAD_API [^;(]*?\b(hexad_\w+)\(/gm))
        functions.set(name, `include/${header}`);

const broken = [];

/* What a document's links and words in code lead to, as its page has to say it. */
function seen(path, pages) {
    const here = posix.dirname(place(path));
    const from = (to) => posix.relative(here, to) || posix.basename(to);
    return {
        link(href) {
            if (/^(https?:|#)/.test(href)) return href;
            const [file, anchor] = href.split('#');
            const to = target(posix.join(posix.dirname(path), file).replace(/\/$/, ''));
            if (!to) broken.push(`${path}: ${href}`);
            return to ? from(to) + (anchor ? `#${anchor}` : '') : href;
        },
        code(text) {
            if (functions.has(text.replace(/\(\)$/, '')))
                return `${from(target(functions.get(text.replace(/\(\)$/, ''))))}#${text.replace(/\(\)$/, '')}`;
            if (!/^hexad [a-z]/.test(text)) return null;
            for (let words = text.split(/\s+/).slice(0, 4); words.length > 1; words.pop())
                if (pages.includes(words.join('-'))) return from(`man/${words.join('-')}.html`);
            return null;
        },
    };
}

function menu(page) {
    const up = (to) => escape(posix.relative(posix.dirname(page), to) || posix.basename(to));
    const item = (to, text) =>
        `<li><a href="${up(to)}"${to === page ? ' aria-current="page"' : ''}>${escape(text)}</a></li>`;
    const parts = Object.keys(SECTIONS).map((section) => {
        // A folder is opened by its first page.
        const all = documents.filter((d) => d.section === section);
        const folded = SECTIONS[section][0].endsWith('/') && !all.some((d) => place(d.path) === page);
        const items = folded ? all.filter((d) => d.path.endsWith('/README.md')) : all;
        const more =
            section === 'For programs'
                ? item('interface.html', 'Routes and structures') + item('include/hexad.h.html', 'hexad.h')
                : '';
        const manuals = section === 'Hexad' ? item('man/index.html', 'Commands') : '';
        return `<li>${escape(section)}<ul>${items.map((d) => item(place(d.path), titles.get(d.path))).join('')}${manuals}${more}</ul></li>`;
    });
    return `<nav id="menu" aria-label="Documents"><ul>${parts.join('\n')}</ul></nav>`;
}

function page(path, title, html) {
    const up = posix.relative(posix.dirname(path), 'style.css');
    put(
        path,
        `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title === 'Hexad' ? title : `${title} · Hexad`)}</title>
<link rel="stylesheet" href="${up}">
</head>
<body>
<a class="to-menu" href="#menu">Documents</a>
<main>
${html}
</main>
${menu(path)}
<footer>Hexad ${version}</footer>
</body>
</html>
`,
    );
}

/* A source with a place for every function that it declares. */
function sourcePage(path, made) {
    const anchored = (line) => {
        const [, name] = /^HEXAD_API [^;(]*?\b(hexad_\w+)\(/.exec(line) ?? [];
        return name ? `<span id="${name}">${escape(line)}</span>` : escape(line);
    };
    const code = read(path).split('\n').map(anchored).join('\n');
    page(made, posix.basename(path), `<h1>${escape(path)}</h1>\n<pre><code>${code}</code></pre>`);
}

function folderPage(path, made) {
    const names = readdirSync(join(root, path), { withFileTypes: true });
    const items = names.map((n) => `<li><code>${escape(n.name)}${n.isDirectory() ? '/' : ''}</code></li>`).sort();
    page(made, path, `<h1>${escape(path)}</h1>\n<p>A folder of the sources:</p>\n<ul>${items.join('')}</ul>`);
}

rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'man'), { recursive: true });
execFileSync('sh', [join(root, 'tools', 'manual'), program, join(out, 'man')]);
const names = readdirSync(join(out, 'man'))
    .map((f) => f.replace(/\.1$/, ''))
    .sort();

const made = documents.map(({ path }) => {
    const { html, title } = markdown(read(path), seen(path, names));
    titles.set(path, title);
    return { path, title, html };
});
target('include/hexad.h');
for (const { path, title, html } of made) page(place(path), title, html);

const commands = names.map((name) => {
    const file = join(out, 'man', `${name}.1`);
    const { title, about, html } = manual(readFileSync(file, 'utf8'), names);
    rmSync(file);
    const cited = html.replace(/docs\/\w+\.md/g, (path) => {
        if (!target(path)) broken.push(`${name}(1): ${path}`);
        return `<a href="../${place(path)}">${path}</a>`;
    });
    page(`man/${name}.html`, title, cited);
    return `<tr><td><a href="${name}.html"><code>${escape(title.replaceAll('-', ' '))}</code></a></td><td>${escape(about)}</td></tr>`;
});
page(
    'man/index.html',
    'Commands',
    `<h1>Commands</h1>\n<div class="wide"><table><tbody>${commands.join('\n')}</tbody></table></div>`,
);
const api = JSON.parse(read('src/server/api/openapi.json'));
api.info.version = version; // as the server says it
put('openapi.json', JSON.stringify(api, null, 2));
page('interface.html', 'Routes and structures', interfacePage(api, names));
for (const [path, to] of sources)
    if (to === path) {
        mkdirSync(dirname(join(out, to)), { recursive: true });
        copyFileSync(join(root, path), join(out, to));
    } else if (to.endsWith('files.html')) folderPage(path, to);
    else sourcePage(path, to);
copyFileSync(join(root, 'tools/docs/style.css'), join(out, 'style.css'));

if (broken.length) {
    console.error(`links to what is not there:\n  ${broken.join('\n  ')}`);
    process.exit(1);
}
console.log(`${relative(process.cwd(), out) || out}: ${made.length} documents, ${names.length} commands`);
