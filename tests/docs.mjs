/* The documents as a site: `node tests/docs.mjs PROGRAM`. It is made twice, with the same bytes; every link of every page leads to a file and a place that
 * are there, every page is led to from the first one, and what HTML has to have, it has. And Markdown becomes what it should. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manual } from '../tools/docs/manual.mjs';
import { markdown } from '../tools/docs/markdown.mjs';

const VOID = ['meta', 'link', 'img', 'br'];
const see = { link: (href) => href, code: (text) => (text === 'hexad play' ? 'play.html' : null) };
const html = (text) => markdown(text, see).html;

assert.equal(html('a *b* **c `*d*`** 2*3*4 \\*e'), '<p>a <em>b</em> <strong>c <code>*d*</code></strong> 2*3*4 *e</p>');
assert.equal(
    html('`hexad play` [`x`](y.md#z) <i>'),
    '<p><a href="play.html"><code>hexad play</code></a> <a href="y.md#z"><code>x</code></a> &lt;i&gt;</p>',
);
assert.equal(
    html('## GET `/api/v1/live`\n\ntext\n## GET /api/v1/live'),
    '<h2 id="get-apiv1live">GET <code>/api/v1/live</code></h2>\n<p>text</p>\n<h2 id="get-apiv1live-1">GET /api/v1/live</h2>',
);
assert.equal(
    html('- a\n  b\n- c\n\n  d\n\n1. e\n2. f'),
    '<ul>\n<li>a\nb</li>\n<li><p>c</p>\n<p>d</p></li>\n</ul>\n<ol>\n<li>e</li>\n<li>f</li>\n</ol>',
);
assert.equal(
    html('| a | b |\n|---|---:|\n| `x\\|y` | 1 |'),
    '<div class="wide"><table><thead><tr><th>a</th><th class="right">b</th></tr></thead><tbody><tr><td><code>x|y</code></td><td class="right">1</td></tr></tbody></table></div>',
);
assert.equal(
    html('```c\n<a>\n```\n    b\n\n    c'),
    '<pre><code>&lt;a&gt;\n</code></pre>\n<pre><code>b\n\nc\n</code></pre>',
);
assert.throws(() => html('```\nno end'));
assert.throws(() => manual('.TH A 1\n.SH NAME\na \\- b\n.XX', []));

const program = resolve(process.argv[2]);
const build = join(dirname(fileURLToPath(import.meta.url)), '..', 'tools', 'docs', 'build.mjs');
const work = mkdtempSync(join(tmpdir(), 'docs-'));
try {
    const site = join(work, 'one');
    for (const name of ['one', 'two']) execFileSync(process.execPath, [build, program, join(work, name)]);
    execFileSync('diff', ['-r', site, join(work, 'two')]);

    const ids = new Map(); // of each page
    const links = new Map();
    for (const file of readdirSync(site, { recursive: true })) {
        if (!file.endsWith('.html')) continue;
        const text = readFileSync(join(site, file), 'utf8');
        const open = [];
        const here = new Set();
        links.set(file, []);
        for (const [, slash, tag, attributes] of text.matchAll(
            /<(\/?)([a-z][a-z0-9]*)((?:\s[\w-]+(?:="[^"]*")?)*)>/g,
        )) {
            if (slash) assert.equal(open.pop(), tag, `${file}: </${tag}>`);
            else if (!VOID.includes(tag)) open.push(tag);
            for (const [, name, value] of attributes.matchAll(/([\w-]+)="([^"]*)"/g)) {
                if (name === 'id') {
                    assert(!here.has(value), `${file} has two places #${value}`);
                    here.add(value);
                }
                if (name === 'href' || name === 'src') links.get(file).push(value);
            }
        }
        assert.deepEqual(open, [], `${file}: not closed`);
        assert.match(text, /<title>[^<]+<\/title>/, file);
        assert.equal(text.match(/<h1/g)?.length, 1, `${file}: one title`);
        const prose = text.replace(/<(pre|code)[^>]*>.*?<\/\1>/gs, '');
        assert(
            !/\]\(|(^|\s)\*\*\S|^\|.*\|$/m.test(prose),
            `${file}: Markdown is left: ${/.*(\]\(|(^|\s)\*\*\S|^\|.*\|$).*/m.exec(prose)?.[0]}`,
        );
        ids.set(file, here);
    }
    assert(ids.size > 100, `only ${ids.size} pages`);

    const reached = new Set(['index.html']);
    let count = 0;
    for (const file of reached)
        for (const link of links.get(file) ?? []) {
            if (/^https?:/.test(link)) continue;
            const [path, place] = link.split('#');
            const to = path ? posix.normalize(posix.join(posix.dirname(file), path)) : file;
            assert(
                statSync(join(site, to), { throwIfNoEntry: false })?.isFile(),
                `${file} leads to ${link}, which is not there`,
            );
            assert(!place || ids.get(to)?.has(place), `${file} leads to ${link}, a place that is not there`);
            reached.add(to);
            count++;
        }
    for (const file of ids.keys()) assert(reached.has(file), `nothing leads to ${file}`);
    console.log(`${ids.size} pages, ${count} links, all lead somewhere`);
} finally {
    rmSync(work, { recursive: true });
}
