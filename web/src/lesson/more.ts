/* Lessons 2 to 6: threats and blocks, double threats, live and dead threes, openings with proved verdicts, defence. What they claim is
 * checked by the engine in test/lessons.test.ts. */

import { EMPTY, otherSide, placeAll, type Position, type Side } from '../core/rules';
import { stonesToStop, threatRows, threatsOf } from '../core/threats';
import { board, squares, won, type Lesson, type Step } from './steps';

const other = (p: Position) => otherSide(p.toMove);
/** The turn left no threat of the other side. */
const stopped = (before: Position, after: Position) => threatsOf(after, other(before)).length === 0;
/** So many stones it takes to stop the mover now. */
const needs = (before: Position, after: Position) => stonesToStop(after, before.toMove);
/** More threats than a turn stops, and no row of the other side comes first. */
const decides = (before: Position, after: Position) =>
    after.outcome === 'open' && needs(before, after) > before.rules.p && stopped(before, after);
const marked = (text: string) => squares(text);

/** Has the side a three that one more stone makes a four which takes two stones to stop? */
export function hasLiveThree(p: Position, side: Side): boolean {
    if (threatsOf(p, side).length) return true;
    const turned: Position = { ...p, toMove: side, left: p.rules.p };
    const near = new Set(threatRows(p, side, p.rules.p + 1).flat());
    return [...near].some((s) => p.cells[s] === EMPTY && stonesToStop(placeAll(turned, [s]), side) > 1);
}

/* A turn of the proof, in any order of its stones. */
const isTurn = (before: Position, after: Position, texts: readonly string[]) =>
    texts.some((text) => squares(text).every((s) => before.cells[s] === EMPTY && after.cells[s] !== EMPTY));

const BLOCKS: readonly Step[] = [
    {
        name: 'gap',
        text: 'lesson.gap',
        wrong: 'lesson.gap.wrong',
        right: 'lesson.gap.right',
        start: board('j12 k8 g8', 'h10 i10 k10 m10', 'black'),
        marks: marked('h10 i10 k10 m10'),
        fits: stopped,
    },
    {
        name: 'both',
        text: 'lesson.both',
        wrong: 'lesson.both.wrong',
        right: 'lesson.both.right',
        start: board('g10 p5 k13 e6 n14 f5 d12', 'h10 i10 j10 k10 p6 p7 p8 p9', 'black'),
        marks: marked('h10 i10 j10 k10 p6 p7 p8 p9'),
        fits: stopped,
    },
    {
        name: 'shared',
        text: 'lesson.shared',
        wrong: 'lesson.both.wrong',
        right: 'lesson.shared.right',
        start: board('f10 j15 o15 e5 n6', 'g10 h10 i10 k10 j11 j12 j13 j14 o11 o12 o13 o14', 'black'),
        marks: [],
        fits: stopped,
    },
];

const DOUBLE: readonly Step[] = [
    {
        name: 'first-to-six',
        text: 'lesson.faster',
        wrong: 'lesson.faster.wrong',
        right: 'lesson.faster.right',
        start: board('g7 h8 i9 j10', 'm6 m7 m8 m9 d12', 'black'),
        marks: [],
        fits: won,
    },
    {
        name: 'two-threes',
        text: 'lesson.threes',
        wrong: 'lesson.threes.wrong',
        right: 'lesson.threes.right',
        start: board('g10 h10 i10 m13 m14 m15', 'f14 o8 p9 d6 j6 r11', 'black'),
        marks: marked('g10 h10 i10 m13 m14 m15'),
        fits: decides,
    },
    {
        name: 'stop-and-win',
        text: 'lesson.stopwin',
        wrong: 'lesson.stopwin.wrong',
        right: 'lesson.stopwin.right',
        start: board('g10 h10 i10 k9 l8 m7 j16', 'j14 j13 j12 j11 f4 q15 c12 o4', 'black'),
        marks: marked('j11 j12 j13 j14'),
        fits: decides,
    },
];

const THREES: readonly Step[] = [
    {
        name: 'live',
        text: 'lesson.live',
        wrong: 'lesson.live.wrong',
        right: 'lesson.live.right',
        start: board('h12 i12 j12 h6 i6 j6', 'g6 l13 e9 n4 p12', 'black'),
        marks: marked('h12 i12 j12 h6 i6 j6'),
        fits: (before, after) => needs(before, after) > 1,
    },
    {
        name: 'kill',
        text: 'lesson.kill',
        wrong: 'lesson.kill.wrong',
        right: 'lesson.kill.right',
        start: board('e12 m13 k6', 'h10 i10 j10 n7', 'black'),
        marks: marked('h10 i10 j10'),
        fits: (before, after) => !hasLiveThree(after, other(before)),
    },
];

/* Wins with certificates in proofs/: after the turn White may play what it likes. */
const OPENINGS: readonly Step[] = [
    {
        name: 'p1',
        text: 'lesson.proved',
        wrong: 'lesson.proved.wrong',
        right: 'lesson.proved.right',
        start: board('j10', 'h12 l12', 'black'),
        marks: marked('k10 j11'),
        // The board is the same from left to right.
        fits: (before, after) => isTurn(before, after, ['k10 j11', 'i10 j11']),
    },
    {
        name: 'g9h8',
        text: 'lesson.aside',
        wrong: 'lesson.proved.wrong',
        right: 'lesson.proved.right',
        start: board('j10', 'h8 g9', 'black'),
        marks: marked('k10 j11'),
        fits: (before, after) => isTurn(before, after, ['k10 j11']),
    },
    {
        name: 'f10h8',
        text: 'lesson.apart',
        wrong: 'lesson.proved.wrong',
        right: 'lesson.apart.right',
        start: board('j10', 'h8 f10', 'black'),
        marks: marked('l10 j12'),
        fits: (before, after) => isTurn(before, after, ['l10 j12']),
    },
];

const DEFENCE: readonly Step[] = [
    {
        name: 'early',
        text: 'lesson.early',
        wrong: 'lesson.early.wrong',
        right: 'lesson.early.right',
        start: board('k12 e5 o6 n14', 'g10 h10 i10 m12 m13 m11', 'black'),
        marks: marked('g10 h10 i10 m11 m12 m13'),
        fits: (before, after) => !hasLiveThree(after, other(before)),
    },
    {
        name: 'counter',
        text: 'lesson.counter',
        wrong: 'lesson.counter.wrong',
        right: 'lesson.counter.right',
        start: board('l8 l9 l11 g10 e13', 'h10 i10 j10 k10 o4 f6', 'black'),
        marks: marked('h10 i10 j10 k10'),
        fits: (before, after) => stopped(before, after) && needs(before, after) > 0,
    },
];

export const MORE: readonly Lesson[] = [
    { title: 'lesson.title.blocks', steps: BLOCKS },
    { title: 'lesson.title.double', steps: DOUBLE },
    { title: 'lesson.title.threes', steps: THREES },
    { title: 'lesson.title.openings', steps: OPENINGS },
    { title: 'lesson.title.defence', steps: DEFENCE },
];
