/* Where squares are drawn, however the board is turned. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { geometryOf, starPoints } from '../src/app/geometry';
import { allSquares } from '../src/core/rules';
import { parseSquare, squareText } from '../src/core/squares';

const rules = { m: 5, n: 4, k: 3, p: 1, q: 1 };

describe('the picture of a board', () => {
    it('has a1 at the bottom left', () => {
        const g = geometryOf(rules, 0, true);
        const s = parseSquare('a1')!;
        assert.deepEqual([g.x(s), g.y(s)], [0, 3]);
        assert.deepEqual([g.columnLabel(4), g.rowLabel(0)], ['e', '4']);
    });
    for (let turned = 0; turned < 8; turned++)
        it(`finds every square again when turned by ${turned}`, () => {
            const g = geometryOf(rules, turned, true);
            const seen = new Set<string>();
            for (const s of allSquares(rules)) {
                assert.equal(squareText(g.at(g.x(s), g.y(s))), squareText(s));
                assert(g.x(s) >= 0 && g.x(s) < g.width && g.y(s) >= 0 && g.y(s) < g.height);
                const labels = [g.columnLabel(g.x(s)), g.rowLabel(g.y(s))];
                assert.equal(turned & 4 ? labels[1]! + labels[0]! : labels.join(''), squareText(s));
                seen.add(`${g.x(s)},${g.y(s)}`);
            }
            assert.equal(seen.size, 20);
        });
    it('has the star points of a Go board', () => {
        assert.equal(starPoints(19, 19).length, 9);
        assert.deepEqual(starPoints(15, 15)[4], [7, 7]);
        assert(starPoints(59, 59).some(([x, y]) => x === 29 && y === 29));
    });
});
