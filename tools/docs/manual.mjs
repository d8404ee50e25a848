/* Manual pages, as the program writes them (src/cli/manual.c), to HTML: sections, paragraphs, and lists of options. A request that
 * is not known is an error, so that none is lost. */
import { escape } from './markdown.mjs';

/* Fonts nest nowhere: \fB…\fR, \fI…\fR. */
function words(text) {
    let html = '';
    let font = '';
    for (const part of text.split(/(\\f[BIRP])/)) {
        const change = /^\\f([BIRP])$/.exec(part);
        if (change) {
            html += font && `</${font}>`;
            font = { B: 'b', I: 'i' }[change[1]] ?? '';
            html += font && `<${font}>`;
        } else
            html += escape(
                part.replace(/\\([-&e])/g, (_, c) => ({ '-': '-', '&': '', e: '\\' })[c]).replaceAll('\\(aq', "'"),
            );
    }
    return html + (font && `</${font}>`);
}

/** `pages` are the names of all pages, which references lead to. */
export function manual(source, pages) {
    const out = [];
    let name = '';
    let inList = false;
    let term = false;
    let paragraph = [];
    const flush = () => {
        if (paragraph.length) out.push(`<p>${paragraph.join('\n')}</p>`);
        paragraph = [];
    };
    const endList = () => {
        flush();
        if (inList) out.push('</dd></dl>');
        inList = false;
    };
    for (const line of source.split('\n').filter((l) => l)) {
        const [, request, rest] = /^\.(\w+) ?(.*)$/.exec(line) ?? [];
        if (term) {
            out.push(`<dt>${request === 'B' ? `<b>${words(rest)}</b>` : words(line)}</dt><dd>`);
            term = false;
        } else if (!request) paragraph.push(words(line));
        else if (request === 'TH') name = rest.split(' ')[0].toLowerCase();
        else if (request === 'SH') {
            endList();
            out.push(`<h2>${escape(rest.charAt(0) + rest.slice(1).toLowerCase())}</h2>`);
        } else if (request === 'PP') endList();
        else if (request === 'TP') {
            flush();
            out.push(inList ? '</dd>' : '<dl>');
            inList = true;
            term = true;
        } else if (request === 'B') paragraph.push(`<b>${words(rest)}</b>`);
        else if (request === 'BR') {
            const [page, section] = rest.replaceAll('\\-', '-').split(' ');
            const shown = `<b>${escape(page)}</b>${escape(section ?? '')}`;
            paragraph.push(pages.includes(page) ? `<a href="${page}.html">${shown}</a>` : shown);
        } else throw new Error(`the manual page ${name} has a request .${request}`);
    }
    endList();
    const [title, about] = /^\.SH NAME\n(.*)$/m.exec(source)[1].replaceAll('\\-', '-').split(' - ');
    return { title, about, html: `<h1>${escape(title)}</h1>\n${out.join('\n')}` };
}
