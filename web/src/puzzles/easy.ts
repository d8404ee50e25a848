/* Easy puzzles made by hand, for after the first lesson: rows to be completed, then turns that make more threats than can be stopped. What
 * they claim is checked by the engine in test/lessons.test.ts. The easiest of the collection follow them. */

import type { Puzzle } from '../api';

interface Made {
    readonly black: string;
    readonly white: string;
    /** A turn of Black that wins. */
    readonly turn: string;
    readonly rating: number;
    /** It completes a row. */
    readonly row?: boolean;
}

const MADE: readonly Made[] = [
    { black: 'g10 h10 i10 j10 l13 e6', white: 'k12 f8 m9 j7 h13 n5 d11', turn: 'k10 l10', rating: 600, row: true },
    { black: 'k6 k7 k8 k9 f12 o11', white: 'k5 h9 l12 g7 m14 i11 e15', turn: 'k10 k11', rating: 610, row: true },
    { black: 'f6 g7 i9 k11 m5 d12', white: 'e5 j8 h11 n9 l14 f13 p7', turn: 'h8 j10', rating: 630, row: true },
    { black: 'j5 i6 g8 f9 m12 n15', white: 'k4 d6 l9 h12 p10 e14 k13', turn: 'h7 e10', rating: 650, row: true },
    { black: 'h14 i14 j14 l14 o5 e7', white: 'k12 g5 n9 o13 f10 l6 d15', turn: 'k14 m14', rating: 660, row: true },
    { black: 'g10 h10 i10 m6 m7 m8 d14', white: 'k13 f7 p9 n12 e4 i15 q5 c9', turn: 'j10 m9', rating: 700 },
    { black: 'h12 i12 j12 f5 g6 h7 o14', white: 'm15 d8 q9 k4 o7 e15 n3 c12', turn: 'k12 i8', rating: 720 },
    { black: 'j6 j7 j8 n12 m13 l14 d5', white: 'g14 q6 f11 o9 p15 e3 r11 c8', turn: 'j9 k15', rating: 750 },
    { black: 'g8 h8 i8 k11 k12 k13 p4', white: 'n15 d12 f4 o9 q13 e16 m5 c6', turn: 'j8 k10', rating: 780 },
    { black: 'e12 f12 g12 l6 m7 n8 i16', white: 'q4 c5 j14 p12 k3 h5 r15 n16', turn: 'h12 o9', rating: 800 },
];

const list = (text: string) => text.split(' ');

export const easy: readonly Puzzle[] = MADE.map((v, i) => ({
    id: `easy-${i + 1}`,
    kind: 'win',
    class: 'double',
    game: {
        rules: [19, 19, 6, 2, 1],
        setup: { black: list(v.black), white: list(v.white), to_move: 'black', left: 2 },
        stones: [],
    },
    error: [],
    turns: 1,
    key: list(v.turn).slice(0, 1),
    firsts: 1,
    line: list(v.turn),
    themes: v.row ? ['win in 1', 'small'] : ['win in 1', 'double threats', 'small'],
    rating: v.rating,
    deviation: 120,
    plays: 0,
    source: '',
}));

/** After the lesson one begins at the bottom: the rating that is aimed at rises with every rated puzzle, until it meets one's own. */
export function fromBottom(rating: number, rated: number): number {
    return Math.min(rating, 680 + 70 * rated);
}
