/* What is drawn and told, made from positions and reports without a browser. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { candidateOverlay, letter, lineOverlay, shortEval } from '../src/analyse/candidates';
import { finish, finished } from '../src/analyse/finish';
import { stepsOf } from '../src/analyse/line';
import { defenceOverlay, factsOf, threatOverlay } from '../src/analyse/marks';
import { heatOf, heatOverlay } from '../src/analyse/heat';
import { keep } from '../src/analyse/state';
import { mistakesOf } from '../src/analyse/verdicts';
import { gameOf, keyOf, lineStones, thoughtOf, type Thought } from '../src/analyse/wire';
import type { SideThreats } from '../src/api';
import { addLine, addSetup, setEval } from '../src/core/edits';
import { CONNECT6, emptyPosition, place, positionOf, setUp, type Position } from '../src/core/rules';
import { parseSquares, squareText, type Square } from '../src/core/squares';
import { newTree, positionAt, type Tree } from '../src/core/tree';

const squares = (text: string): Square[] => parseSquares(text).squares;
const after = (text: string): Position => positionOf(CONNECT6, squares(text)).position;
const thought = (turns: [string, number, number?][], depth = 3): Thought => ({
    depth,
    reached: depth,
    nodes: 1000,
    seconds: 1,
    final: false,
    lines: turns.map(([line, chance, mate = 0]) => ({
        turn: squares(line).slice(0, 2),
        line: squares(line),
        value: 0,
        chance,
        mate,
        likely: 0,
    })),
});

test('a game is sent as its stones in order', () => {
    assert.deepEqual(gameOf(after('j10 k11 i11')), { rules: [19, 19, 6, 2, 1], stones: ['j10', 'k11', 'i11'] });
});

test('a set-up is sent with the side to move, and stones played since behind it', () => {
    const set = setUp(emptyPosition(CONNECT6), {
        black: squares('a1 b1 c1'),
        white: squares('a2'),
        empty: [],
        toMove: 'white',
        left: 1,
    });
    const setup = { black: ['a1', 'b1', 'c1'], white: ['a2'], to_move: 'white', left: 1 };
    assert.deepEqual(gameOf(set), { rules: [19, 19, 6, 2, 1], setup, stones: [] });
    const played = place(place(set, squares('c3')[0]!), squares('d4')[0]!);
    assert.deepEqual(gameOf(played), { rules: [19, 19, 6, 2, 1], setup, stones: ['c3', 'd4'] });
});

test('a position has one key, however it came about', () => {
    assert.equal(keyOf(after('j10 k11 i11 a1 a2 b1 b2')), keyOf(after('j10 b2 b1 a2 a1 i11 k11')));
    assert.notEqual(keyOf(after('j10 k11 i11 a1 a2 b1 b2')), keyOf(after('j10 k11 i11 b1 b2 a1 a2')));
    assert.notEqual(keyOf(after('j10 k11')), keyOf(after('j10 i11')));
    // Every stone can be read from it, so that no two positions have one key.
    const p = after('j10 k11 i11 a1 s19 s1 a19');
    const read = [...keyOf(p).slice(-p.stones)].map((c) => c.charCodeAt(0) - 256);
    for (const code of read) assert.equal(p.cells[(code - 1) >> 1], code - 2 * ((code - 1) >> 1));
    assert.equal(new Set(read).size, p.stones);
});

test('lines that do not fit the board are left out', () => {
    const line = (turn: string[]) => ({ turn, line: turn, value: 0, chance: 0.5, mate: 0, likely: 0 });
    const lines = [line(['a1', 'a2']), line(['z99', 'a2']), line([])];
    const t = thoughtOf(CONNECT6, {
        to_move: 'white',
        left: 2,
        depth: 1,
        reached: 1,
        nodes: 1,
        seconds: 0,
        hash_permill: 0,
        final: false,
        lines,
    });
    assert.deepEqual(
        t.lines.map((l) => l.turn.map(squareText)),
        [['a1', 'a2']],
    );
});

test('the stones of a line change sides after each turn', () => {
    const sides = (p: Position, n: number, side?: 'black' | 'white') =>
        lineStones(p, squares('a1 b1 c1 d1 e1 f1').slice(0, n), side)
            .map((s) => `${s.side[0]}${s.turn}`)
            .join(' ');
    assert.equal(sides(after(''), 5), 'b0 w1 w1 b2 b2');
    assert.equal(sides(after('j10 k11'), 5), 'w0 b1 b1 w2 w2');
    assert.equal(sides(after('j10'), 4, 'black'), 'b0 b0 w1 w1', 'as if White had passed');
});

test('the best turn is drawn as stones, all turns by letters and links', () => {
    const o = candidateOverlay(
        thought([
            ['k11 i11', 0.63],
            ['k11 h9', 0.6],
            ['a1 b1', 0.1],
        ]),
        'white',
    );
    const text = (l: readonly { at: Square; label?: string; text?: string; sub?: string }[] | undefined) =>
        l?.map((v) => `${squareText(v.at)} ${v.label ?? v.text} ${v.sub ?? ''}`.trim());
    assert.deepEqual(text(o.stones), ['k11 AB', 'i11 A 63']);
    assert.deepEqual(text(o.labels), ['h9 B 60', 'a1 C 10', 'b1 C']);
    const best = o.links?.at(-1);
    assert.deepEqual(
        [best?.tone, best && squareText(best.from), best && squareText(best.to)],
        ['accent', 'k11', 'i11'],
    );
    assert.equal(o.links?.length, 3);
    assert.ok(
        o.heat!.find((v) => squareText(v.at) === 'h9')!.strength >
            o.heat!.find((v) => squareText(v.at) === 'a1')!.strength,
    );
});

test('a square that several turns share never has the value of a lesser one', () => {
    const lines = thought([
        ['h14 i11', 1, 5],
        ['i11 k11', 0.9],
        ['k11 h9', 0.8],
        ['h14 h9', 0.69],
    ]);
    const o = candidateOverlay(lines, 'black');
    const all = [...(o.stones ?? []), ...(o.labels ?? [])];
    const sub = (name: string) => all.find((v) => squareText(v.at) === name)!.sub;
    assert.deepEqual(['h14', 'i11', 'k11', 'h9'].map(sub), ['#5', undefined, '90', '80']);
    const small = candidateOverlay(lines, 'black', true);
    assert.deepEqual(
        small.stones!.map((v) => v.label),
        ['A+', 'A+'],
    );
});

test('letters and short evaluations', () => {
    assert.deepEqual([0, 1, 25, 26].map(letter), ['A', 'B', 'Z', '27']);
    assert.deepEqual(
        [shortEval({ chance: 0.5, mate: 0 }), shortEval({ chance: 1, mate: 4 }), shortEval({ chance: 0, mate: -2 })],
        ['50', '#4', '−#2'],
    );
});

test('both stones of a turn bear its number in a line that is shown', () => {
    const labels = (until?: number) =>
        lineOverlay(after('j10'), squares('a1 b1 c1 d1 e1'), 'white', until).stones?.map(
            (s) => `${s.side[0]}${s.label}`,
        );
    assert.deepEqual(labels(), ['w1', 'w1', 'b2', 'b2', 'w3']);
    assert.deepEqual(labels(1), ['w1', 'w1']);
    assert.deepEqual(labels(0), []);
});

test('threats and defences have their own shapes', () => {
    const none: SideThreats = {
        number: 0,
        exact: true,
        squares: [],
        segments: [],
        segments_all: 0,
        by_stones: [],
        defences: [],
        defences_cut: false,
        lines: [],
        hp: 0,
        hp3: 0,
    };
    const f = factsOf(CONNECT6, {
        black: {
            ...none,
            number: 1,
            squares: ['a5', 'a6'],
            segments: [{ squares: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'], empty: ['a5', 'a6'] }],
        },
        white: none,
        defences: [['a5'], ['a6', 'b1']],
        defences_cut: false,
        winning: ['a5'],
    });
    const o = threatOverlay(f);
    assert.deepEqual(
        o.lines?.map((l) => [l.squares.map(squareText), l.tone, l.style]),
        [[['a1', 'a6'], 'black', 'solid']],
    );
    assert.deepEqual(
        o.marks?.map((m) => [squareText(m.at), m.kind]),
        [['a6', 'dot']],
    );
    assert.deepEqual(
        o.labels?.map((l) => [squareText(l.at), l.text]),
        [['a5', '★']],
    );
    const d = defenceOverlay(f, squares('a6 b1'));
    assert.deepEqual(
        d.marks?.map((m) => `${squareText(m.at)} ${m.kind}`),
        ['a5 selected', 'a6 selected', 'b1 selected'],
    );
    assert.deepEqual(d.zone?.[0]?.squares, squares('a6 b1'));
    assert.equal(d.links?.length, 1);
});

test('what the net expects: heat, percents on the likeliest, words for screen readers', () => {
    const shares = { a1: 0.6, b1: 0.24, c1: 0.1, d1: 0.03, e1: 0.019, f1: 0.0049 };
    const squares = Object.entries(shares).map(([at, share]) => ({ at, share }));
    const f = heatOf(CONNECT6, { net: 'm6x32', side: 'black', chance: 0.7, squares });
    const o = heatOverlay(f);
    assert.deepEqual(
        o.labels?.map((l) => `${squareText(l.at)} ${l.text}`),
        ['a1 60', 'b1 24', 'c1 10', 'd1 3'],
    );
    assert.deepEqual(
        o.heat?.map((h) => [squareText(h.at), Number(h.strength.toFixed(2))]),
        [
            ['a1', 1],
            ['b1', 0.63],
            ['c1', 0.41],
            ['d1', 0.22],
            ['e1', 0.18],
        ],
    );
    assert.deepEqual([...o.spoken!].map(([at, text]) => `${squareText(at)}: ${text}`).slice(-1), ['e1: 2% expected']);
});

/* A tree of one line, evaluated (Black's chance) where a number is given. */
function judged(line: string, chances: Record<number, number>): { tree: Tree; end: number[] } {
    const { tree: start, path } = addLine(newTree(CONNECT6), [], squares(line));
    let tree = start;
    for (const [i, chance] of Object.entries(chances))
        tree = setEval(tree, path.slice(0, Number(i)), { value: 0, chance, mate: 0, depth: 3 });
    return { tree, end: [...path] };
}

test('a mistake is put to the last stone of its turn', () => {
    const { tree } = judged('j10 k11 i11 a1 a2', { 1: 0.5, 2: 0.9, 3: 0.55, 5: 0.2 });
    const found = [...mistakesOf(tree)];
    assert.deepEqual(
        found.map(([id, m]) => [id, m.side, m.grade, m.from, m.stones.map(squareText).join(' ')]),
        [[5, 'black', 'blunder', 3, 'a1 a2']],
    );
});

test('the better turn is told; who plays it makes no mistake', () => {
    const { tree } = judged('j10 k11 i11 b4 b5', { 3: 0.55, 5: 0.2 });
    const before = keyOf(positionAt(tree, [0, 0, 0]));
    keep(before, thought([['c3 d4 e5 f6', 0.55]]));
    const m = mistakesOf(tree).get(5);
    assert.deepEqual(m?.best?.map(squareText), ['c3', 'd4']);
    keep(before, thought([['b5 b4', 0.55]], 4));
    assert.equal(mistakesOf(tree).size, 0);
});

test('mistakes after a set-up, where the side to move is what it says', () => {
    const set = addSetup(newTree(CONNECT6), [], {
        black: squares('a1'),
        white: [],
        empty: [],
        toMove: 'black',
        left: 1,
    });
    const line = addLine(set.tree, set.path, squares('b1 c1 d1'));
    let tree = setEval(line.tree, line.path.slice(0, 1), { chance: 0.9, mate: 0 });
    tree = setEval(tree, line.path.slice(0, 2), { chance: 0.5, mate: 0 });
    assert.deepEqual(
        [...mistakesOf(tree).values()].map((m) => [m.side, m.grade]),
        [['black', 'blunder']],
    );
});

test('the steps of a line know their turns, and keep up with evaluations', () => {
    const { tree, end } = judged('j10 k11 i11', { 1: 0.4 });
    const steps = stepsOf(tree, end);
    assert.deepEqual(
        steps.map((s) => [s.played, s.toMove, s.whole, s.view?.chance]),
        [
            [0, 'black', true, undefined],
            [1, 'white', true, 0.4],
            [2, 'white', false, undefined],
            [3, 'black', true, undefined],
        ],
    );
    const more = setEval(tree, end, { chance: 0.7, mate: 0 });
    assert.equal(stepsOf(more, end)[3]?.view?.chance, 0.7);
});

test('a win is shown to its row: the defender stops what it can, the attacker completes the rest', () => {
    const p = after('j10 a1 s1 j11 j12 a19 s19 k10 l10 a4 s4');
    const line = finished(p, squares('i10 j9'));
    assert.equal(line.length, 6);
    const end = line.reduce((at, s) => (at.outcome === 'open' ? place(at, s) : at), p);
    assert.equal(end.outcome, 'black');
});

test('a win of the side that is not to move, as if the other had passed', () => {
    const p = after('j10 a1 s1 j11 j12 a19 s19 k10 l10');
    assert.equal(finished(p, squares('i10 j9'), 'black').length, 6);
});

test('what can be stopped is no win', () => {
    assert.deepEqual(finish(after('j10 f5 g5 a1 s1 h5 i5')), []);
    assert.deepEqual(finish(after('j10')), []);
});
