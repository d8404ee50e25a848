/* What the lessons 2 to 6 and the easy puzzles claim, asked of the engine: what stops and what does not, what wins, what is proved. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { emptyPosition, otherSide, setUp, setupOf, type Position, type Side } from '../src/core/rules';
import type { Claim } from '../src/api/types';
import { parseSquares, colOf, rowOf, squareAt } from '../src/core/squares';
import { MORE } from '../src/lesson/more';
import { beginsAt } from '../src/proof/line';
import { easy } from '../src/puzzles/easy';
import { afterTurn, positionOfGame, standing } from '../src/puzzles/wire';
import { startServer, type Server } from './harness';

let server: Server;
before(async () => (server = await startServer(['--proofs', join(__dirname, '..', '..', 'proofs')])));
after(() => server.stop());

async function ask<T>(path: string, body: unknown): Promise<T> {
    const answer = await fetch(`${server.url}/api/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    assert(answer.ok, text);
    return JSON.parse(text) as T;
}

/* The stones that the other side needs to stop all threats of a side, by the engine. */
const number = (p: Position, of: Side) =>
    ask<Record<Side, { number: number }>>('/threats', { game: standing(p) }).then((v) => v[of].number);
const verdict = (p: Position, turn: string) =>
    ask<{ verdict: string }>('/puzzles/judge', {
        game: standing(p),
        kind: 'win',
        turns: 1,
        turn: turn.split(' '),
    }).then((v) => v.verdict);
/** Does this side win by force, if it is to move? */
const forces = (p: Position, side: Side) =>
    ask<{ answer: string; depth?: number }>('/forcing', {
        game: standing({ ...p, toMove: side, left: p.rules.p }),
        seconds: 20,
    });

/* From left to right. */
function mirrored(p: Position): Position {
    const turn = (list: readonly number[]) => list.map((s) => squareAt(p.rules.m - 1 - colOf(s), rowOf(s)));
    const setup = setupOf(p);
    return setUp(emptyPosition(p.rules), { ...setup, black: turn(setup.black), white: turn(setup.white) });
}

const steps = new Map(MORE.flatMap((l) => l.steps.map((s) => [s.name, s] as const)));
const played = (p: Position, turn: string) => afterTurn(p, parseSquares(turn, p.rules).squares);

/* Turns that do what a step asks for, and some that do not. */
const TURNS: Record<string, { right: string[]; wrong: string[] }> = {
    gap: { right: ['j10 a1', 'l10 s19', 'j10 l10'], wrong: ['a1 a2', 'g10 n10'] },
    both: { right: ['l10 p10', 'm10 p11', 'l10 p11'], wrong: ['l10 m10', 'p10 p11', 'a1 l10'] },
    shared: { right: ['j10 o10', 'j10 o9'], wrong: ['j10 l10', 'l10 o10', 'j9 o9'] },
    'first-to-six': { right: ['k11 l12', 'f6 e5', 'f6 k11'], wrong: ['m5 m10', 'k11 a1'] },
    'two-threes': { right: ['j10 m12', 'f10 m16', 'j10 m16'], wrong: ['j10 k10', 'm12 m16', 'a1 a2'] },
    'stop-and-win': { right: ['j10 a1', 'j10 l10'], wrong: ['j15 j9', 'f10 k10'] },
    live: { right: ['k12 a1', 'g12 s1', 'k12 g12'], wrong: ['k6 l6', 'k6 a1', 'a1 a2'] },
    kill: { right: ['k10 a1', 'g10 a1', 'k10 g10'], wrong: ['a1 a2', 'n10 a1', 'h11 i11'] },
    p1: { right: ['k10 j11', 'i10 j11', 'j11 k10'], wrong: ['k10 k11', 'a1 a2'] },
    g9h8: { right: ['k10 j11'], wrong: ['i10 j11', 'a1 a2'] },
    f10h8: { right: ['l10 j12'], wrong: ['k10 j11'] },
    early: { right: ['j10 m14', 'f10 m10', 'j10 m10'], wrong: ['j10 f10', 'm14 m10', 'a1 a2'] },
    counter: { right: ['l10 a1', 'l10 l12'], wrong: ['m10 a1', 'a1 a2', 'l12 l13'] },
};

describe('every step of the lessons', () => {
    it('is in the table', () => assert.deepEqual([...steps.keys()], Object.keys(TURNS)));
    for (const [name, { right, wrong }] of Object.entries(TURNS))
        it(`takes what does it, and nothing else: ${name}`, () => {
            const s = steps.get(name)!;
            assert.equal(s.start.outcome, 'open');
            for (const turn of right) assert(s.fits(s.start, played(s.start, turn)), turn);
            for (const turn of wrong) assert(!s.fits(s.start, played(s.start, turn)), turn);
        });
});

describe('the engine agrees', () => {
    it('how many stones it takes to stop the other side', async () => {
        for (const [name, n] of Object.entries({ gap: 1, both: 2, shared: 2, 'stop-and-win': 1, counter: 1 })) {
            const s = steps.get(name)!;
            assert.equal(await number(s.start, otherSide(s.start.toMove)), n, name);
        }
    });
    it('what stops, and what does not', async () => {
        for (const name of ['gap', 'both', 'shared', 'counter']) {
            const s = steps.get(name)!;
            for (const turn of TURNS[name]!.right) {
                assert.equal(await number(played(s.start, turn), 'white'), 0, `${name} ${turn}`);
            }
            for (const turn of TURNS[name]!.wrong)
                if (name !== 'counter' || turn !== 'm10 a1')
                    assert((await number(played(s.start, turn), 'white')) > 0, `${name} ${turn}`);
        }
        const { start } = steps.get('counter')!;
        assert((await number(played(start, 'l10 a1'), 'black')) > 0);
        assert.equal(await number(played(start, 'm10 a1'), 'black'), 0);
    });
    it('what wins at once, and what does not', async () => {
        for (const name of ['first-to-six', 'two-threes', 'stop-and-win']) {
            const s = steps.get(name)!;
            for (const turn of TURNS[name]!.right) assert.equal(await verdict(s.start, turn), 'wins', turn);
            for (const turn of TURNS[name]!.wrong) assert.notEqual(await verdict(s.start, turn), 'wins', turn);
        }
    });
    it('which three is live', async () => {
        const { start } = steps.get('live')!;
        assert.equal(await number(played(start, 'k12 a1'), 'black'), 2);
        for (const turn of ['k6 a1', 'l6 a1', 'm6 a1', 'k6 l6', 'k6 m6', 'l6 m6'])
            assert((await number(played(start, turn), 'black')) < 2, `the dead three with ${turn}`);
        const kill = steps.get('kill')!.start;
        const four = async (turn: string, stone: string) => {
            const turned = { ...played(kill, turn), toMove: 'white' as const, left: 2 };
            return number(afterTurn(turned, parseSquares(`${stone} s1`, kill.rules).squares), 'white');
        };
        assert.equal(await four('a1 a2', 'k10'), 2);
        for (const stone of ['f10', 'k10', 'l10', 'm10']) assert((await four('g10 a1', stone)) < 2, stone);
        for (const stone of ['e10', 'f10', 'g10', 'l10']) assert((await four('k10 a1', stone)) < 2, stone);
    });
    it('that two live threes win if nobody stops them, and do not if they are stopped', async () => {
        const { start } = steps.get('early')!;
        const left = await forces(played(start, 'a1 a2'), 'white');
        assert.equal(left.answer, 'win');
        assert.equal(left.depth, 2);
        for (const turn of TURNS.early!.right) {
            const stopped = await forces(played(start, turn), 'white');
            assert(stopped.answer !== 'win' || stopped.depth! > 2, turn);
        }
    });
    it('which openings are proved', async () => {
        const { proofs } = (await (await fetch(`${server.url}/api/v1/proofs`)).json()) as {
            proofs: { claim: Claim }[];
        };
        for (const name of ['p1', 'g9h8', 'f10h8']) {
            const s = steps.get(name)!;
            for (const turn of TURNS[name]!.right) {
                const at = played(s.start, turn);
                const found = proofs.filter((v) =>
                    [at, mirrored(at)].some((q) => beginsAt(v.claim, setUp(emptyPosition(q.rules), setupOf(q)))),
                );
                assert.equal(found[0]?.claim.attacker, 'black', `${name} ${turn}`);
            }
        }
    });
    it('that the easy puzzles are won as they say, and not by anything', async () => {
        for (const p of easy) {
            const at = positionOfGame(p.game)!;
            assert.equal(await verdict(at, p.line.join(' ')), 'wins', p.id);
            assert.notEqual(await verdict(at, 'a1 s1'), 'wins', p.id);
            assert.equal(await number(at, 'white'), 0, `${p.id}: nothing is to be stopped`);
            const ends = played(at, p.line.join(' ')).outcome === 'black';
            assert.equal(ends, !p.themes.includes('double threats'), p.id);
        }
    });
});
