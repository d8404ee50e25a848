/* Makes src/api/types.ts from the description of the server's interface, src/server/api/openapi.json:
 *
 *   node types.mjs           writes it
 *   node types.mjs --check   fails if it is another, as test/types.test.ts does
 *
 * Every schema becomes a type of its name, and every body that a route takes one named after its operationId. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as prettier from 'prettier';

const web = dirname(fileURLToPath(import.meta.url));
const typesFile = join(web, 'src', 'api', 'types.ts');

const head = `/* What travels between the page and the server. Made by types.mjs from src/server/api/openapi.json: change that, not this.
 * Squares are words such as "j10", stones come in the order of play, and the turns follow from p and q. */

`;

const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' };
const literal = (x) => (typeof x === 'string' ? `'${x.replaceAll("'", "\\'")}'` : String(x));
const note = (s, indent = '') => (s.description ? `${indent}/** ${s.description} */\n` : '');
const nameOf = (s) => s.$ref?.replace('#/components/schemas/', '');
/** In an array, where a union needs brackets. */
const bracketed = (t) => (/[|&]/.test(t) && !t.startsWith('{') ? `(${t})` : t);

function tuple(s) {
    const items = s.prefixItems.map(typeOf);
    const lengths = [];
    for (let n = s.minItems ?? 0; n <= (s.maxItems ?? items.length); n++)
        lengths.push(`readonly [${items.slice(0, n).join(', ')}]`);
    return lengths.join(' | ');
}

function fields(s) {
    let out = '{\n';
    for (const [name, field] of Object.entries(s.properties ?? {}))
        out += `${note(field, '    ')}    ${name}${s.required?.includes(name) ? '' : '?'}: ${typeOf(field)};\n`;
    return `${out}}`;
}

function objectType(s) {
    if (s.properties) return fields(s);
    const values = s.additionalProperties;
    return `Record<string, ${values && values !== true ? typeOf(values) : 'unknown'}>`;
}

function oneType(type, s) {
    if (type === 'array') return s.prefixItems ? tuple(s) : `${bracketed(typeOf(s.items))}[]`;
    return type === 'object' ? objectType(s) : plain[type];
}

function typeOf(s) {
    if (s.$ref) return nameOf(s);
    if (s.enum) return s.enum.map(literal).join(' | ');
    if (s.oneOf ?? s.anyOf) return (s.oneOf ?? s.anyOf).map(typeOf).join(' | ');
    if (s.allOf) return s.allOf.map(typeOf).join(' & ');
    if (Array.isArray(s.type)) return s.type.map((t) => oneType(t, s)).join(' | ');
    return s.type ? oneType(s.type, s) : 'unknown';
}

/** An interface where that is possible: its errors are read more easily. */
function declaration(name, s) {
    const parts = s.allOf ?? [s];
    const bases = parts.filter((p) => p.$ref).map(nameOf);
    const own = parts.filter((p) => !p.$ref);
    if (s.$ref || own.length > 1 || !own.every((p) => p.properties))
        return `${note(s)}export type ${name} = ${typeOf(s)};\n\n`;
    const above = bases.length ? ` extends ${bases.join(', ')}` : '';
    return `${note(s)}export interface ${name}${above} ${own[0] ? fields(own[0]) : '{}'}\n\n`;
}

/** The bodies, as [name, schema]; those with a name have a type already. */
function bodies(paths) {
    const list = [];
    for (const path of Object.values(paths))
        for (const operation of Object.values(path)) {
            const schema = operation.requestBody?.content['application/json'].schema;
            const id = operation.operationId;
            if (schema && !schema.$ref) list.push([`${id[0].toUpperCase()}${id.slice(1)}Request`, schema]);
        }
    return list;
}

/** The schemas that this part of the document leads to. Those of commands are nothing to the page. */
function reached(whole, part, names = new Set()) {
    for (const [key, value] of Object.entries(part ?? {})) {
        if (key === '$ref' && value.startsWith('#/components/schemas/')) {
            const name = value.replace('#/components/schemas/', '');
            if (names.has(name)) continue;
            names.add(name);
            reached(whole, whole.components.schemas[name], names);
        } else if (typeof value === 'object') reached(whole, value, names);
    }
    return names;
}

async function makeTypes() {
    const from = join(web, '..', 'src', 'server', 'api', 'openapi.json');
    const whole = JSON.parse(readFileSync(from, 'utf8'));
    let out = head;
    const names = reached(whole, { ...whole.paths, ...whole.components.responses });
    for (const [name, schema] of Object.entries(whole.components.schemas))
        if (names.has(name)) out += declaration(name, schema);
    out += '// Bodies of requests\n\n';
    for (const [name, schema] of bodies(whole.paths)) out += declaration(name, schema);
    return prettier.format(out, { ...(await prettier.resolveConfig(typesFile)), parser: 'typescript' });
}

const made = await makeTypes();
if (!process.argv.includes('--check')) writeFileSync(typesFile, made);
else if (readFileSync(typesFile, 'utf8') !== made) {
    console.error('src/api/types.ts is not what src/server/api/openapi.json says: node types.mjs');
    process.exit(1);
}
