/* What the puzzles stand on: ratings, facts and what follows from them, the choice of puzzles, verdicts without a server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Puzzle } from '../src/api';
import { CONNECT6, emptyPosition, placeAll } from '../src/core/rules';
import { parseSquares, squaresText } from '../src/core/squares';
import { climbing, near, themesOf } from '../src/puzzles/choose';
import { bestOf, byTheme, dailyStreak, derive, dueAt, lastFailed, nextDue } from '../src/puzzles/derive';
import { expected, meet, NEWCOMER, rated, rested } from '../src/puzzles/glicko';
import { inOrder, readItems, writeItems, type Attempt, type Item } from '../src/puzzles/items';
import { localVerdict } from '../src/puzzles/local';
import { startOf } from '../src/puzzles/solve';
import { depthOf, nodesOf } from '../src/puzzles/walk';
import { positionOfGame, standing, turnsOfLine } from '../src/puzzles/wire';

const DAY = 86400000;
const T0 = Date.UTC(2026, 0, 10, 12);

const squares = (text: string) => parseSquares(text).squares;

function puzzle(id: string, fields: Partial<Puzzle> = {}): Puzzle {
    return {
        id,
        kind: 'win',
        class: 'double',
        game: { rules: [19, 19, 6, 2, 1], stones: ['j10'] },
        error: ['a1', 's19'],
        turns: 2,
        key: ['k10'],
        firsts: 1,
        line: [],
        themes: ['win in 2'],
        rating: 1500,
        deviation: 200,
        plays: 0,
        source: '',
        ...fields,
    };
}

function attempt(id: string, t: number, fields: Partial<Attempt> = {}): Attempt {
    return {
        id,
        t,
        kind: 'try',
        puzzle: 'p',
        run: 'rated',
        solved: true,
        rated: true,
        hints: 0,
        seconds: 30,
        rating: 1500,
        deviation: 200,
        ...fields,
    };
}

describe('Glicko-2', () => {
    it('gives the figures of the paper', () => {
        const player = { rating: 1500, deviation: 200, volatility: 0.06 };
        const of = (rating: number, deviation: number) => ({ rating, deviation, volatility: 0.06 });
        const after = rated(player, [
            { of: of(1400, 30), score: 1 },
            { of: of(1550, 100), score: 0 },
            { of: of(1700, 300), score: 0 },
        ]);
        assert.equal(after.rating.toFixed(2), '1464.05');
        assert.equal(after.deviation.toFixed(2), '151.52');
        assert.equal(after.volatility.toFixed(5), '0.06000');
        assert.equal(expected(player, of(1400, 30)).toFixed(3), '0.639');
    });
    it('moves both, against each other, and never stops moving', () => {
        let player = NEWCOMER;
        let other = { ...NEWCOMER, deviation: 200 };
        const first = meet(player, other, true);
        assert(first.player.rating > player.rating && first.puzzle.rating < other.rating);
        for (let i = 0; i < 500; i++) ({ player, puzzle: other } = meet(player, other, i % 2 === 0));
        assert(player.deviation >= 45);
        assert(meet(player, { ...NEWCOMER, rating: player.rating }, true).player.rating - player.rating > 3);
    });
    it('is less sure after a pause', () => {
        const sure = { ...NEWCOMER, deviation: 50 };
        assert(rested(sure, 365 * DAY).deviation > rested(sure, 30 * DAY).deviation);
        assert(rested(sure, 30 * DAY).deviation > 50);
        assert.equal(rested(sure, 1e6 * DAY).deviation, 350);
    });
    it('stays a number whatever is met', () => {
        for (const rating of [-1000, 0, 4000])
            for (const solved of [true, false]) {
                const { player } = meet({ ...NEWCOMER, deviation: 45 }, { ...NEWCOMER, rating }, solved);
                assert(Number.isFinite(player.rating) && Number.isFinite(player.volatility));
            }
    });
});

describe('facts', () => {
    const some: Item[] = [
        attempt('a', T0, { puzzle: 'x', solved: false }),
        attempt('b', T0 + DAY, { puzzle: 'y' }),
        { id: 'c', t: T0 + 2, kind: 'run', run: 'storm', score: 7, wrong: 1, seconds: 180 },
        { id: 'd', t: T0 + 3, kind: 'own', puzzle: puzzle('mine') },
        { id: 'e', t: T0 + 4, kind: 'lesson' },
    ];
    it('survive a file', () => {
        const read = readItems(JSON.parse(JSON.stringify(writeItems(some))));
        assert.deepEqual(read, { items: inOrder(some), odd: 0 });
    });
    it('are read as far as they are understood', () => {
        assert.equal(readItems(null), null);
        assert.equal(readItems({ items: [] }), null);
        assert.equal(readItems([]), null);
        const bad = [{}, null, 3, { id: 'x', t: 1, kind: 'own', puzzle: {} }, { ...some[0], run: 'sleep' }, some[4]];
        assert.deepEqual(readItems({ hexad: 'progress', items: bad }), { items: [some[4]], odd: 5 });
    });
    it('lead to the same wherever they come together', () => {
        const there = derive([...some].reverse());
        const here = derive(some);
        assert.deepEqual(there, here);
        assert.equal(here.graph.length, 2);
        assert.equal(here.own[0]?.id, 'mine');
        assert(here.lessons.size > 0);
        assert.equal(bestOf(here.results, 'storm'), 7);
        assert.equal(bestOf(here.results, 'streak'), 0);
    });
    it('may be dropped and begun anew', () => {
        const drop: Item = { id: 'f', t: T0 + 9, kind: 'drop', puzzle: 'mine' };
        assert.equal(derive([...some, drop]).own.length, 0);
        const anew = derive([...some, { id: 'r', t: T0 + 2 * DAY, kind: 'reset' }]);
        assert.equal(anew.player, NEWCOMER);
        assert.equal(anew.attempts.length, 0);
    });
    it('do not rate what does not count', () => {
        const p = derive([attempt('a', T0, { rated: false })]);
        assert.equal(p.player, NEWCOMER);
        assert.equal(p.attempts.length, 1);
        assert.equal(p.gains.size, 0);
    });
    it('say what each attempt gained', () => {
        const p = derive(some);
        assert(p.gains.get('a')! < 0 && p.gains.get('b')! > 0);
        assert.equal(
            Math.round(p.player.rating),
            NEWCOMER.rating + [...p.gains.values()].reduce((sum, v) => sum + v, 0),
        );
    });
});

describe('failed puzzles', () => {
    it('come again, later and later as they are solved', () => {
        const failed = attempt('a', T0, { solved: false });
        const one = derive([failed]);
        assert.deepEqual(dueAt(one, T0 + DAY), ['p']);
        const first = nextDue(one)!;
        assert(first > T0 && first < T0 + DAY);
        const two = derive([failed, attempt('b', first, { run: 'again', rated: false })]);
        const second = nextDue(two)!;
        const three = derive([
            failed,
            attempt('b', first, { run: 'again', rated: false }),
            attempt('c', second, { run: 'again', rated: false }),
        ]);
        assert(second - first < nextDue(three)! - second);
        assert.deepEqual(dueAt(three, second + 1), []);
    });
    it('are those alone that were failed or took a hint', () => {
        assert.equal(derive([attempt('a', T0)]).cards.size, 0);
        assert.equal(derive([attempt('a', T0, { hints: 1 })]).cards.size, 1);
    });
    it('are replayed until they are solved', () => {
        const list = [
            attempt('a', T0, { puzzle: 'x', solved: false }),
            attempt('b', T0 + 1, { puzzle: 'y', solved: false }),
            attempt('c', T0 + 2, { puzzle: 'x' }),
        ];
        assert.deepEqual(lastFailed(list), ['y']);
    });
});

describe('statistics', () => {
    it('count by theme', () => {
        const find = (id: string) => puzzle(id, { themes: id === 'x' ? ['edge', 'win in 2'] : ['win in 2'] });
        const list = [attempt('a', T0, { puzzle: 'x', solved: false }), attempt('b', T0, { puzzle: 'y' })];
        assert.deepEqual(byTheme(list, find), [
            { theme: 'win in 2', tries: 2, solved: 1 },
            { theme: 'edge', tries: 1, solved: 0 },
        ]);
    });
    it('count days in a row', () => {
        const day = (t: number) => new Date(t).toISOString().slice(0, 10);
        const on = (days: number[]) => days.map((d) => attempt(`d${d}`, T0 + d * DAY, { run: 'daily' }));
        assert.equal(dailyStreak(on([0, 1, 2]), day(T0 + 2 * DAY), day), 3);
        assert.equal(dailyStreak(on([0, 1, 2]), day(T0 + 3 * DAY), day), 3, 'today may still come');
        assert.equal(dailyStreak(on([0, 2]), day(T0 + 2 * DAY), day), 1);
        assert.equal(dailyStreak([], day(T0), day), 0);
    });
});

describe('the choice', () => {
    const all = Array.from({ length: 100 }, (_, i) =>
        puzzle(`p${i}`, { rating: 1000 + 10 * i, themes: i % 2 ? ['edge'] : ['small'], turns: 1 + (i % 4) }),
    );
    const wish = { rules: CONNECT6, rating: 1500, except: new Set<string>() };
    it('is near the rating, and not what was seen', () => {
        for (const chance of [0, 0.5, 0.999]) {
            const p = near(all, wish, chance)!;
            assert(Math.abs(p.rating - 1500) <= 130);
            assert.notEqual(near(all, { ...wish, except: new Set([p.id]) }, chance)!.id, p.id);
        }
        assert.equal(near(all, { ...wish, theme: 'edge' }, 0.3)!.themes[0], 'edge');
        assert.equal(near(all, { ...wish, theme: 'moon' }, 0.3), null);
        assert.equal(near(all, { ...wish, rules: { ...CONNECT6, m: 15 } }, 0), null);
    });
    it('repeats only when there is nothing else', () => {
        const except = new Set(all.map((p) => p.id));
        assert(near(all, { ...wish, except }, 0.5));
    });
    it('climbs and names its themes', () => {
        assert(climbing(10, 45) > climbing(0, 45));
        assert.deepEqual(themesOf(all), [
            { theme: 'edge', n: 50 },
            { theme: 'small', n: 50 },
        ]);
    });
    it('names lengths in their order', () => {
        const of = (n: number, length: number) =>
            Array.from({ length: n }, (_, i) => puzzle(`${length}/${i}`, { themes: ['edge', `win in ${length}`] }));
        const themes = themesOf([...of(3, 10), ...of(1, 2), ...of(2, 3)]).map((v) => v.theme);
        assert.deepEqual(themes, ['edge', 'win in 2', 'win in 3', 'win in 10']);
    });
});

describe('positions of puzzles', () => {
    it('are those before and after the error', () => {
        const from = startOf(puzzle('x'))!;
        assert.equal(from.before.toMove, 'white');
        assert.equal(from.start.toMove, 'black');
        assert.equal(from.start.stones, 3);
        assert.equal(startOf(puzzle('x', { error: ['j10', 'a1'] })), null, 'an error on a stone is none');
        assert.equal(startOf(puzzle('x', { game: { rules: [0, 0, 0, 0, 0], stones: [] } })), null);
    });
    it('stand for themselves', () => {
        const p = placeAll(emptyPosition(CONNECT6), squares('j10 k10 l10 a1'));
        const q = positionOfGame(standing(p))!;
        assert.deepEqual([q.cells, q.toMove, q.left], [p.cells, p.toMove, p.left]);
    });
    it('are followed by turns', () => {
        const p = placeAll(emptyPosition(CONNECT6), squares('j10'));
        assert.deepEqual(turnsOfLine(p, squares('a1 b1 c1 d1 e1')).map(squaresText), ['a1 b1', 'c1 d1', 'e1']);
        assert.deepEqual(turnsOfLine(p, squares('a1 j10 c1')).map(squaresText), ['a1']);
    });
});

describe('a verdict without a server', () => {
    const setup = {
        black: ['g10', 'h10', 'i10', 'j10'],
        white: ['a1', 'a3', 'a5', 's1', 's3'],
        to_move: 'black',
        left: 2,
    };
    const four = puzzle('four', {
        game: { rules: [19, 19, 6, 2, 1], setup: setup as never, stones: [] },
        error: [],
        line: ['k10', 'l10'],
    });
    const judge = (turn: string) => {
        const { start } = startOf(four)!;
        return localVerdict(four, start, [], start, squares(turn));
    };
    it('sees rows', () => {
        assert.equal(judge('k10 l10')?.verdict, 'wins');
        assert.equal(judge('f10 k10')?.over, true);
    });
    it('knows the solution, and nothing of the rest', () => {
        const three = puzzle('three', {
            game: { rules: [19, 19, 6, 2, 1], setup: { ...setup, black: ['g10', 'h10', 'p9'] } as never, stones: [] },
            error: [],
            line: ['i10', 'j10', 'f10', 'k10', 'p10', 'p11'],
        });
        const { start } = startOf(three)!;
        const right = localVerdict(three, start, [], start, squares('j10 i10'));
        assert.equal(right?.verdict, 'wins');
        assert.deepEqual(right?.defence, ['f10', 'k10']);
        assert.equal(localVerdict(three, start, [], start, squares('a10 b12')), null);
    });
});

describe('a solution', () => {
    const leaf = (turn: string) => ({ turn: [turn], wins: true, answers: [] });
    const tree = {
        turn: ['a1'],
        wins: false,
        answers: [
            { turn: ['b1'], next: leaf('c1') },
            { turn: ['b2'], next: { turn: ['c2'], wins: false, answers: [{ turn: ['d1'], next: leaf('e1') }] } },
        ],
    };
    it('is walked', () => {
        assert.deepEqual(
            nodesOf(tree, [1, 0]).map((n) => n.turn[0]),
            ['a1', 'c2', 'e1'],
        );
        assert.equal(nodesOf(tree, [7]).length, 1);
        assert.equal(depthOf(tree), 3);
    });
});
