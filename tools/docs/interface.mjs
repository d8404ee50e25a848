/* The interface over HTTP, from openapi.json: its routes, and every structure that goes in or out, as tables. */
import { escape } from './markdown.mjs';

const DRAWN = [
    '$ref',
    'type',
    'enum',
    'const',
    'items',
    'properties',
    'required',
    'oneOf',
    'anyOf',
    'allOf',
    'description',
];

const link = (ref) => {
    const [kind, name] = ref.split('/').slice(-2);
    return `<a href="#${kind === 'responses' ? 'answer-' : ''}${name}">${escape(name)}</a>`;
};
const values = (list) => list.map((v) => `<code>${escape(JSON.stringify(v))}</code>`).join(' or ');

/* What is allowed besides: "minimum 1". */
const limits = (schema) =>
    Object.entries(schema)
        .filter(([key, v]) => !DRAWN.includes(key) && typeof v !== 'object' && v !== false)
        .map(([key, v]) => (v === true ? key : `${key} ${v}`).replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`))
        .join(', ');

/* In words: "array of Square", with objects that have no name drawn inside. */
function type(schema) {
    if (schema.$ref) return link(schema.$ref);
    if (schema.const !== undefined) return values([schema.const]);
    if (schema.enum) return values(schema.enum);
    const parts = (schema.allOf ?? []).filter((s) => s.$ref || s.type).map(type);
    const choice = (schema.oneOf ?? schema.anyOf ?? []).filter((s) => s.$ref || s.type || s.enum).map(type);
    if (choice.length) parts.push(choice.join(' or '));
    if (parts.length) return parts.join(' and ') + (schema.properties ? ` and${fields(schema)}` : '');
    const more = limits(schema);
    const kinds = [schema.type ?? 'anything'].flat().map((kind) => {
        if (kind === 'array' && schema.prefixItems) return `[${schema.prefixItems.map(type).join(', ')}]`;
        if (kind === 'array') return schema.items ? `array of ${type(schema.items)}` : 'array';
        if (kind !== 'object') return kind;
        const each = schema.additionalProperties;
        return schema.properties ? 'object:' : each?.type || each?.$ref ? `object, each of ${type(each)}` : 'object';
    });
    return kinds.join(' or ') + (more ? ` (${escape(more)})` : '') + (schema.properties ? fields(schema) : '');
}

function fields(schema) {
    const rows = Object.entries(schema.properties).map(([name, s]) => {
        const always = schema.required?.includes(name) ? '' : ' <small>optional</small>';
        return `<tr><td><code>${escape(name)}</code>${always}</td><td>${type(s)}</td><td>${escape(s.description ?? '')}</td></tr>`;
    });
    return `<div class="wide"><table><tbody>${rows.join('\n')}</tbody></table></div>`;
}

const body = (content) =>
    Object.entries(content ?? {})
        .map(([kind, c]) => `${kind === 'application/json' ? '' : `${escape(kind)}: `}${type(c.schema ?? {})}`)
        .join('<br>');

function route(base, path, method, r) {
    const out = [`<h3 id="route-${r.operationId}"><code>${method.toUpperCase()} ${escape(base + path)}</code></h3>`];
    out.push(`<p>${escape(r.summary ?? '')}${r.description ? `. ${escape(r.description)}` : ''}</p>`);
    if (r.parameters?.length) {
        const properties = Object.fromEntries(
            r.parameters.map((p) => [p.name, { ...p.schema, description: p.description ?? `in the ${p.in}` }]),
        );
        out.push(fields({ properties, required: r.parameters.filter((p) => p.required).map((p) => p.name) }));
    }
    if (r.requestBody) out.push(`<div><b>Takes</b> ${body(r.requestBody.content)}</div>`);
    for (const [status, answer] of Object.entries(r.responses)) {
        const told = answer.$ref ? link(answer.$ref) : `${escape(answer.description)} ${body(answer.content)}`;
        out.push(`<div><b>${status === 'default' ? 'Else' : status}</b> ${told}</div>`);
    }
    return out.join('\n');
}

/** `pages` are the names of manual pages, which commands lead to. */
export function interfacePage(api, pages) {
    const base = api.servers[0].url;
    const out = ['<h1>The interface over HTTP, and JSON of commands</h1>'];
    out.push(
        '<p>Every route of <a href="man/hexad-serve.html"><code>hexad serve</code></a>, every field and answer, from ' +
            '<a href="openapi.json">openapi.json</a> (OpenAPI 3.1), which the server serves, too. What the fields mean, with ' +
            'examples, is in <a href="docs/api.html">docs/api.md</a> and <a href="docs/json.html">docs/json.md</a>.</p>',
        '<h2 id="routes">Routes</h2>',
    );
    for (const [path, methods] of Object.entries(api.paths))
        for (const method of ['get', 'post', 'put', 'delete'])
            if (methods[method])
                out.push(
                    route(base, path, method, {
                        ...methods[method],
                        parameters: [...(methods.parameters ?? []), ...(methods[method].parameters ?? [])],
                    }),
                );
    out.push('<h2 id="commands">What commands print with --json</h2><div class="wide"><table><tbody>');
    for (const [command, schema] of Object.entries(api['x-commands'])) {
        const page = `hexad-${command.replaceAll(' ', '-')}`;
        const name = `<code>hexad ${escape(command)}</code>`;
        out.push(
            `<tr><td>${pages.includes(page) ? `<a href="man/${page}.html">${name}</a>` : name}</td><td>${type(schema)}</td></tr>`,
        );
    }
    out.push('</tbody></table></div>', '<h2 id="structures">Structures</h2>');
    for (const [name, answer] of Object.entries(api.components.responses))
        out.push(
            `<h3 id="answer-${name}">${escape(name)}, an answer</h3><p>${escape(answer.description)}</p>${body(answer.content)}`,
        );
    for (const [name, schema] of Object.entries(api.components.schemas)) {
        out.push(`<h3 id="${name}">${escape(name)}</h3>`);
        if (schema.description) out.push(`<p>${escape(schema.description)}</p>`);
        out.push(`<div>${schema.properties && !schema.allOf && !schema.oneOf ? fields(schema) : type(schema)}</div>`);
    }
    return out.join('\n');
}
