/* What the lesson shows, and what it takes to go on: positions and conditions, no page. */

import { CONNECT6, emptyPosition, otherSide, placeAll, setUp, type Position, type Side } from '../core/rules';
import { parseSquares, type Square } from '../core/squares';
import { stonesToStop, threatsOf } from '../core/threats';
import type { StringKey } from '../strings';

export interface Step {
    readonly name: string;
    readonly text: StringKey;
    /** Said when the turn does not do what it should. */
    readonly wrong: StringKey;
    /** Said when it does. */
    readonly right: StringKey;
    readonly start: Position;
    /** Squares to look at. */
    readonly marks: readonly Square[];
    /** Does the turn do it? */
    readonly fits: (before: Position, after: Position) => boolean;
    /** What the other side answers. */
    readonly answer?: (after: Position) => readonly Square[];
    /** The next step goes on with the position that this one ends with. */
    readonly goesOn?: boolean;
}

export interface Lesson {
    readonly title: StringKey;
    readonly steps: readonly Step[];
}

export const squares = (text: string): Square[] => parseSquares(text, CONNECT6).squares;

export function board(black: string, white: string, toMove: Side): Position {
    return setUp(emptyPosition(CONNECT6), {
        black: squares(black),
        white: squares(white),
        empty: [],
        toMove,
        left: 2,
    });
}

const always = () => true;
export const won = (before: Position, after: Position) => after.outcome === before.toMove;

/** Stones of the other side that stop as many threats as they can: they hit the first sets that can be hit together. */
export function stopSome(after: Position): Square[] {
    const side = otherSide(after.toMove);
    let best: Square[] = [];
    const sets = threatsOf(after, side);
    const hit = (stones: readonly Square[]) => sets.filter((v) => v.some((s) => stones.includes(s))).length;
    const all = [...new Set(sets.flat())];
    for (const a of all) for (const b of all) if (a < b && hit([a, b]) > (best.length ? hit(best) : -1)) best = [a, b];
    return best;
}

/* Black: three in a row, three in a column and three in a diagonal that meet in j10. White's stones are about, and threaten nothing. */
const CROSS = board('g10 h10 i10 j7 j8 j9 g13 h12 i11', 'f10 j6 f14 o14 p5 e4 d12 q9', 'black');

/* The same after the stone that makes three fours and one more, and White's answer: what a reload goes on with. */
const THREE = placeAll(CROSS, squares('j10 a1'));
const STOPPED = placeAll(THREE, stopSome(THREE));

export const STEPS: readonly Step[] = [
    {
        name: 'first',
        text: 'lesson.first',
        wrong: 'lesson.first',
        right: 'lesson.first.right',
        start: emptyPosition(CONNECT6),
        marks: squares('j10'),
        fits: always,
        answer: (after) => {
            const near = squares('k11 i9 k9 i11').filter((s) => after.cells[s] === 0);
            return near.slice(0, 2);
        },
        goesOn: true,
    },
    {
        name: 'two',
        text: 'lesson.two',
        wrong: 'lesson.two',
        right: 'lesson.two.right',
        start: placeAll(emptyPosition(CONNECT6), squares('j10 k11 i9')),
        marks: [],
        fits: always,
    },
    {
        name: 'six',
        text: 'lesson.six',
        wrong: 'lesson.six.wrong',
        right: 'lesson.six.right',
        start: board('h8 i9 j10 k11 m9', 'h10 i11 l9 n12', 'black'),
        marks: squares('h8 i9 j10 k11'),
        fits: won,
    },
    {
        name: 'threat',
        text: 'lesson.threat',
        wrong: 'lesson.threat.wrong',
        right: 'lesson.threat.right',
        start: board('j8 k12 g9', 'h10 i10 j10 k10', 'black'),
        marks: squares('h10 i10 j10 k10'),
        fits: (before, after) => threatsOf(after, otherSide(before.toMove)).length === 0,
    },
    {
        name: 'three',
        text: 'lesson.three',
        wrong: 'lesson.three.wrong',
        right: 'lesson.three.right',
        start: CROSS,
        marks: [],
        fits: (before, after) => after.outcome === 'open' && stonesToStop(after, before.toMove) > before.rules.p,
        answer: stopSome,
        goesOn: true,
    },
    {
        name: 'finish',
        text: 'lesson.finish',
        wrong: 'lesson.finish.wrong',
        right: 'lesson.finish.right',
        start: STOPPED,
        marks: [],
        fits: won,
    },
];
