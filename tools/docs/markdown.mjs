/* Markdown as our documents use it, to HTML: headings, paragraphs, lists, tables, code, links, pictures, emphasis. What is not
 * known is text. `see` says where links and words in code lead. */

export const escape = (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** As GitHub names headings. */
export const slug = (text) =>
    text
        .toLowerCase()
        .replace(/[`*[\]]|\([^)]*\.md[^)]*\)/g, '')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-');

/* One pattern for all that may stand in a line; the first that fits wins, so that code is never looked into. */
const INLINE =
    /(?<ticks>`+)(?<code>.+?)\k<ticks>(?!`)|!\[(?<alt>[^\]]*)\]\((?<src>[^)\s]+)\)|\[(?<label>(?:`[^`]*`|[^\]`])+)\]\((?<href>[^)\s]+)\)|\*\*(?<strong>\S.*?)\*\*(?!\*)|(?<![\w*])\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*(?![\w*])|\\(?<plain>[\\`*_{}[\]()#+.!|<>-])/gsu;

export function inline(text, see) {
    let html = '';
    let at = 0;
    for (const m of text.matchAll(INLINE)) {
        html += escape(text.slice(at, m.index));
        at = m.index + m[0].length;
        const { code, alt, src, label, href, strong, em, plain } = m.groups;
        if (code !== undefined) {
            const shown = `<code>${escape(code.replace(/^ (.*) $/s, '$1'))}</code>`;
            const to = see.code(code);
            html += to ? `<a href="${escape(to)}">${shown}</a>` : shown;
        } else if (src !== undefined) html += `<img src="${escape(see.link(src))}" alt="${escape(alt)}">`;
        else if (href !== undefined)
            html += `<a href="${escape(see.link(href))}">${inline(label, { ...see, code: () => null })}</a>`;
        else if (strong !== undefined) html += `<strong>${inline(strong, see)}</strong>`;
        else if (em !== undefined) html += `<em>${inline(em, see)}</em>`;
        else html += escape(plain);
    }
    return html + escape(text.slice(at));
}

/* "| a | b \| c |" has two cells. */
const cells = (row) =>
    row
        .trim()
        .replace(/^\||(?<!\\)\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((c) => c.trim().replaceAll('\\|', '|'));

function table(rows, see) {
    const right = cells(rows[1]).map((c) => /^-+:$/.test(c));
    const row = (line, tag) =>
        `<tr>${cells(line)
            .map((c, i) => `<${tag}${right[i] ? ' class="right"' : ''}>${inline(c, see)}</${tag}>`)
            .join('')}</tr>`;
    const head = cells(rows[0]).some((c) => c) ? `<thead>${row(rows[0], 'th')}</thead>` : '';
    const body = rows.slice(2).map((r) => row(r, 'td'));
    return `<div class="wide"><table>${head}<tbody>${body.join('\n')}</tbody></table></div>`;
}

const ITEM = /^(-|\d+\.) +/;
const begins = (line) => /^(#{1,6} |```)|^\s*$/.test(line) || ITEM.test(line) || line.startsWith('|');

/* The items of a list, each the lines of its own blocks. */
function list(lines, from) {
    const ordered = !lines[from].startsWith('-');
    const items = [];
    let i = from;
    for (; i < lines.length; i++) {
        const head = ITEM.exec(lines[i]);
        const goesOn = /^ {2,}\S/.test(lines[i]) || (lines[i] === '' && /^ {2,}\S/.test(lines[i + 1] ?? ''));
        if (head && (head[1] !== '-') === ordered) items.push([lines[i].slice(head[0].length)]);
        else if (goesOn) items.at(-1).push(lines[i].replace(/^ {2,3}/, ''));
        else if (lines[i] === '' && ITEM.test(lines[i + 1] ?? '')) continue;
        else if (lines[i] !== '' && !begins(lines[i])) items.at(-1).push(lines[i]);
        else break;
    }
    return { ordered, items, next: i };
}

function blocks(lines, see, headings) {
    const out = [];
    let i = 0;
    while (i < lines.length) {
        const line = lines[i];
        const heading = /^(#{1,6}) (.*)$/.exec(line);
        if (line.trim() === '') i++;
        else if (heading) {
            let id = slug(heading[2]);
            const again = headings.filter((h) => h.id === id || h.id.startsWith(`${id}-`)).length;
            if (headings.some((h) => h.id === id)) id += `-${again}`;
            headings.push({ level: heading[1].length, id, text: heading[2] });
            out.push(`<h${heading[1].length} id="${id}">${inline(heading[2], see)}</h${heading[1].length}>`);
            i++;
        } else if (line.startsWith('```')) {
            const end = lines.indexOf('```', i + 1);
            if (end < 0) throw new Error('``` without an end');
            out.push(`<pre><code>${escape(lines.slice(i + 1, end).join('\n'))}\n</code></pre>`);
            i = end + 1;
        } else if (/^ {4}/.test(line)) {
            const code = [];
            while (
                i < lines.length &&
                (/^ {4}/.test(lines[i]) || (lines[i] === '' && /^ {4}/.test(lines[i + 1] ?? '')))
            )
                code.push(lines[i++].slice(4));
            out.push(`<pre><code>${escape(code.join('\n'))}\n</code></pre>`);
        } else if (line.startsWith('|') && /^\|[ |:-]+\|$/.test(lines[i + 1] ?? '')) {
            const from = i;
            while (i < lines.length && lines[i].startsWith('|')) i++;
            out.push(table(lines.slice(from, i), see));
        } else if (ITEM.test(line)) {
            const { ordered, items, next } = list(lines, i);
            i = next;
            const tag = ordered ? 'ol' : 'ul';
            const inner = items.map((item) => {
                const html = blocks(item, see, headings);
                return `<li>${html.length === 1 ? html[0].replace(/^<p>(.*)<\/p>$/s, '$1') : html.join('\n')}</li>`;
            });
            out.push(`<${tag}>\n${inner.join('\n')}\n</${tag}>`);
        } else {
            const text = [line];
            for (i++; i < lines.length && !begins(lines[i]); i++) text.push(lines[i]);
            out.push(`<p>${inline(text.join('\n'), see)}</p>`);
        }
    }
    return out;
}

/** `see.link(href)` and `see.code(text)` give addresses, the second null where there is none. */
export function markdown(text, see) {
    const headings = [];
    const html = blocks(text.replaceAll('\r', '').split('\n'), see, headings).join('\n');
    return { html, headings, title: (headings[0]?.text ?? '').replace(/[`*]/g, '') };
}
