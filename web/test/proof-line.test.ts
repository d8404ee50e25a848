/* Which games a proof says something of, and which walk through it is about the line on the board. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { setupBefore, words } from '../src/analyse/wire';
import type { Claim, ProofWalk, Rules as WireRules } from '../src/api/types';
import {
    emptyPosition,
    otherSide,
    place,
    rulesNumbers,
    setUp,
    type Position,
    type Rules,
    type Side,
} from '../src/core/rules';
import { parseSquares, type Square } from '../src/core/squares';
import { beginsAt, isAbout, strayed, turnsOf } from '../src/proof/line';

const squares = (text: string): Square[] => parseSquares(text).squares;
const play = (p: Position, text: string): Position => squares(text).reduce(place, p);

const SMALL: Rules = { m: 9, n: 9, k: 5, p: 2, q: 1 };

function begun(rules = SMALL, black = 'e5', white = 'd4 f6', toMove: Side = 'black', left = 2): Position {
    return setUp(emptyPosition(rules), { empty: [], black: squares(black), white: squares(white), toMove, left });
}

function claimOf(p: Position, attacker: Side = 'white'): Claim {
    const rules = rulesNumbers(p.rules) as WireRules;
    return { text: '', rules, setup: setupBefore(p), attacker, infinite: false, partial: false, reachable: true };
}

function walkOf(claim: Claim, line: [string, string][]): ProofWalk {
    const steps = line.map(([defence, answer]) => ({
        defence: defence.split(' '),
        why: 'covered' as const,
        as: [],
        answer: answer.split(' '),
    }));
    const none = { first: [], ended: false, open: [], defences: [], cut: false, zone: null };
    return { name: 'x', claim, turns: 1, depth: 1, line: steps, ...none };
}

test('a proof is about games that begin with its whole position, and no others', () => {
    const claim = claimOf(begun());
    const line = ['', 'a1', 'a1 b1', 'a1 b1 c1', 'a1 b1 c1 d1 e1'];
    for (const stones of line) assert.ok(beginsAt(claim, play(begun(), stones)), stones);
    const others: Position[] = [
        begun({ ...SMALL, k: 6 }),
        begun({ ...SMALL, exact: true }),
        begun({ ...SMALL, m: 10 }),
        begun({ ...SMALL, q: 2 }),
        begun(SMALL, 'e5', 'd4 f6', 'white'),
        begun(SMALL, 'e5', 'd4 f6', 'black', 1),
        begun(SMALL, '', 'd4 f6'),
        begun(SMALL, 'e5 a9', 'd4 f6'),
        begun(SMALL, 'd4', 'e5 f6'),
        emptyPosition(SMALL),
        // The same stones, but played: the claim is about what was there before.
        play(emptyPosition(SMALL), 'e5 d4 f6'),
    ];
    for (const p of others)
        for (const stones of ['', 'a1 b1', 'a1 b1 c1 d1'])
            assert.ok(!beginsAt(claim, play(p, stones)), JSON.stringify([claimOf(p), stones]));
    const empty = claimOf(emptyPosition(SMALL), 'black');
    assert.ok(beginsAt(empty, play(emptyPosition(SMALL), 'e5 d4 f6 a1')));
    assert.ok(!beginsAt(empty, begun()));
});

test('a walk is about its own line, not about another of the same length', () => {
    const claim = claimOf(begun(), 'white');
    assert.equal(otherSide(claim.attacker), begun().toMove);
    const walk = walkOf(claim, [
        ['a1 b1', 'c3 d3'],
        ['a2 b2', 'e3 f3'],
    ]);
    const about = (stones: string) => isAbout(walk, turnsOf(play(begun(), stones), claim.attacker));
    assert.ok(about('a1 b1 c3 d3 a2 b2'));
    assert.ok(about('b1 a1 d3 c3 b2 a2 e3'));
    for (const stones of [
        '',
        'a1 b1 c3 d3',
        'a1 b1 c3 d3 a2 c2',
        'a1 c1 c3 d3 a2 b2',
        'a2 b2 c3 d3 a1 b1',
        'a1 b1 c3 d3 a2 b2 e3 f3 a4 b4',
    ])
        assert.ok(!about(stones), stones);
    // The attacker's turns are compared apart.
    assert.equal(strayed(turnsOf(play(begun(), 'a1 b1 c3 d3 a2 b2'), 'white'), walk), null);
    assert.equal(strayed(turnsOf(play(begun(), 'a1 b1 c3 g7 a2 b2'), 'white'), walk), 0);
    assert.deepEqual(words(turnsOf(play(begun(), 'a1 b1 c3'), 'white').begun), ['c3']);
});
