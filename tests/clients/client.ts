/* A program that knows of Hexad what openapi-typescript made of its description. Its types are what is tested first, then its answers. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.d.ts';

type Game = components['schemas']['GameGiven'];

const hexad = createClient<paths>({ baseUrl: process.argv[2]! });
const opening: Game = { rules: [19, 19, 6, 2, 1], stones: ['j10', 'k11', 'i11'] };

/* What came, or what was refused, as an error. */
function good<T>(asked: { data?: T; error?: { error: { code: string; message: string } } }): T {
    if (asked.data === undefined) throw new Error(asked.error?.error.message);
    return asked.data;
}

const info = good(await hexad.GET('/info'));
const position = good(await hexad.POST('/position', { body: { game: opening } }));
assert.equal(position.to_move, 'black');
assert.deepEqual(position.rules, [19, 19, 6, 2, 1]);
const moved = good(await hexad.POST('/move', { body: { game: opening, player: 'sequences', seed: 1 } }));
assert.equal(moved.turn.length, 2);
const report = good(await hexad.POST('/analyse', { body: { game: opening, seconds: 0.2, lines: 2 } }));
const best = report.lines[0]!;
assert.equal(best.turn.length, 2);
const won: Game = { rules: 'connect6', stones: ['j10', 'a1', 'a3', 'j11', 'j12', 'c1', 'c5', 'j13', 's1', 'e1', 'e3'] };
const forcing = good(await hexad.POST('/forcing', { body: { game: won } }));
assert.equal(forcing.answer, 'win');
assert.equal(forcing.depth, 1);
const threats = good(await hexad.POST('/threats', { body: { game: won } }));
assert(threats.black.number > 0);

const tree: components['schemas']['TreeGiven'] = { rules: 'connect6', root: { children: [{ stones: ['j10'] }] } };
const saved = good(await hexad.POST('/trees', { body: { title: 'kept', tree } }));
const path = { id: saved.id };
const back = good(await hexad.GET('/trees/{id}', { params: { path } }));
assert.equal(back.title, 'kept');
assert.deepEqual(back.tree.root.children?.[0]?.stones, ['j10']);
const gone = await hexad.DELETE('/trees/{id}', { params: { path } });
assert.equal(gone.response.status, 204);

const refused = await hexad.POST('/position', { body: { game: { rules: 'connect6', stones: ['z99'] } } });
assert.equal(refused.response.ok, false);
assert.match(refused.error!.error.message, /z99/);
console.log(`hexad ${info.version}: ${best.turn.join(' ')}, ${Math.round(100 * best.chance)}%`);
