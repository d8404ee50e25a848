/* What use has shown, where it takes no browser: each was wrong once. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { doubted, isDoubted, type Mistake } from '../src/analyse/verdicts';
import { CONNECT6, emptyPosition, placeAll, setUp, type Setup } from '../src/core/rules';
import { parseSquares } from '../src/core/squares';
import { refutedText } from '../src/puzzles/solve';
import { byJob } from '../src/lab/model';
import { language, t } from '../src/strings';

const squares = (text: string) => parseSquares(text, CONNECT6).squares;

describe('the graph of a lab', () => {
    it('goes from job to job, whichever came first', () => {
        const history = [
            [1, 0, 5],
            [4, 1, 6],
            [2, 2, 7],
            [3, 3, 8],
        ] as const;
        assert.deepEqual(
            byJob(history).map((p) => p[0]),
            [1, 2, 3, 4],
        );
        assert.equal(history[1][0], 4, 'what came last stays last');
    });
});

describe('turns', () => {
    it('are counted on over a set-up', () => {
        const none = { black: squares('a1'), white: squares('b1'), empty: [] };
        const first = setUp(emptyPosition(CONNECT6), none);
        assert.equal(first.turn, 0, 'a set-up is no turn');
        const later = setUp(placeAll(emptyPosition(CONNECT6), squares('j10 k11 k12')), none);
        assert.equal(later.turn, 2);
        const within = setUp(placeAll(emptyPosition(CONNECT6), squares('j10 k11')), none);
        assert.equal(within.turn, 2, 'a turn that was begun is one');
    });
});

describe('a refutation', () => {
    it('that completes the row says so, and no more', () => {
        language.value = 'en';
        const white = {
            black: squares('a1 a2'),
            white: squares('h10 i10 j10 k10'),
            empty: [],
            toMove: 'black',
            left: 2,
        };
        const here = setUp(emptyPosition(CONNECT6), white as Setup);
        const lost = { verdict: 'fails', turns: 0, over: true, defence: [], line: [], why: 'lost' } as const;
        const text = (answer: string) =>
            refutedText(here, squares('s1 s2'), [squares(answer)], { ...lost, defence: [], line: [] });
        assert.equal(text('l10 m10'), 'White answers l10 m10. That completes 6 in a row.');
        assert.match(text('l11 m10')!, /wins by force/);
    });
});

describe('a review', () => {
    it('calls nothing a blunder that only a short search says', () => {
        const m: Mistake = { grade: 'blunder', side: 'black', loss: 0.5, missed: false, stones: [], from: 1 };
        doubted.value = new Set([2]);
        assert(isDoubted(2, m), 'after the turn');
        assert(isDoubted(5, { ...m, from: 2 }), 'before it');
        assert(!isDoubted(2, { ...m, grade: 'mistake' }));
        doubted.value = new Set();
        assert(!isDoubted(2, m));
    });
});

describe('words', () => {
    it('have another form for one', () => {
        language.value = 'en';
        assert.equal(t('lab.size', { n: 1, nodes: 3, proved: 0 }), '1 job done, 3 positions, 0 proved');
        assert.equal(t('lab.size', { n: '2', nodes: 3, proved: 0 }), '2 jobs done, 3 positions, 0 proved');
    });
});

/* Contrast as WCAG 2 has it. */
function light(hex: string): number {
    const part = (i: number) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    const lit = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * lit(part(0)) + 0.7152 * lit(part(1)) + 0.0722 * lit(part(2));
}

describe('colours', () => {
    const css = readFileSync(join(__dirname, '..', 'src', 'style.css'), 'utf8');
    for (const [theme, start] of [
        ['light', ':root {'],
        ['dark', ":root[data-theme='dark'] {"],
    ] as const) {
        const block = css.slice(css.indexOf(start)).split('}')[0]!;
        const of = (name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)![1]!;
        it(`can be read on a chosen row, ${theme}`, () => {
            for (const ground of ['accent-soft', 'card', 'hover'])
                for (const ink of ['ink', 'soft', 'accent', 'good', 'warn', 'bad']) {
                    const [a, b] = [light(of(ground)), light(of(ink))];
                    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
                    assert(contrast >= 4.5, `--${ink} on --${ground}: ${contrast.toFixed(2)}`);
                }
        });
    }
});
