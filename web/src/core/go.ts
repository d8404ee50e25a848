/* Go as a game of the page (game.ts): captures, ko, passes, handicap, and area scoring.
 *
 * The rules are the program's (docs/go.md): suicide is forbidden, a board must not come again (positional superko) or only not at
 * once (simple ko), a pass is always legal, two in a row end the game, and area is counted with komi. */

import {
    BLACK,
    EMPTY,
    WHITE,
    allSquares,
    cellOf,
    onBoard,
    otherSide,
    type Cell,
    type GameKind,
    type Illegal,
    type Move,
    type Outcome,
    type Past,
    type Position,
    type Rules,
    type Setup,
    type Side,
} from './game';
import { PASS, STRIDE, colOf, rowOf, squareAt, type Square } from './squares';

export const GO_MOST = 25;
export const GO_KOMI = 7.5;

export function goRules(size: number, komi = GO_KOMI, handicap = 0, simpleKo = false): Rules {
    return { m: size, n: size, k: 1, p: 1, q: 1, go: { komi, handicap, ...(simpleKo && { simpleKo }) } };
}

// Rules as text

export function handicapMost(size: number): number {
    if (size < 7) return 0;
    return size % 2 && size >= 9 ? 9 : 4;
}

/** Reads "go", "go9", "go:13,komi=5.5,handicap=4,ko=simple", as the program does; null if it is no game of Go. */
export function goRulesFrom(text: string): Rules | null {
    const found = /^go(?::?(\d+))?((?:[,:](?:komi=-?\d+(?:\.\d+)?|handicap=\d|ko=(?:simple|super|superko)))*)$/i.exec(
        text.trim(),
    );
    if (!found) return null;
    const of = (name: string) => new RegExp(`${name}=([^,]+)`, 'i').exec(found[2]!)?.[1];
    const size = Number(found[1] ?? 19);
    const komi = Math.round(2 * Number(of('komi') ?? GO_KOMI)) / 2;
    const handicap = Number(of('handicap') ?? 0);
    if (size < 1 || size > GO_MOST || Math.abs(komi) > GO_MOST * GO_MOST) return null;
    if (handicap === 1 || handicap > handicapMost(size)) return null;
    return goRules(size, komi, handicap, /simple/i.test(of('ko') ?? ''));
}

function text(r: Rules): string {
    const { komi, handicap, simpleKo } = r.go!;
    return `go:${r.m},komi=${komi}${handicap ? `,handicap=${handicap}` : ''}${simpleKo ? ',ko=simple' : ''}`;
}

// Points as text: no column I

export function goColumn(col: number): string {
    return String.fromCharCode(65 + col + (col >= 8 ? 1 : 0));
}

export function goPoint(s: Square): string {
    return s === PASS ? 'pass' : goColumn(colOf(s)) + (rowOf(s) + 1);
}

function parsePoint(word: string, board?: { m: number; n: number }): Square | null {
    if (/^pass$/i.test(word.trim())) return PASS;
    const found = /^([a-hj-z])([1-9]\d?)$/i.exec(word.trim());
    if (!found) return null;
    const code = found[1]!.toUpperCase().charCodeAt(0) - 65;
    const col = code > 8 ? code - 1 : code;
    const row = Number(found[2]) - 1;
    const { m, n } = board ?? { m: GO_MOST, n: GO_MOST };
    return col < m && row < n ? squareAt(col, row) : null;
}

/** The fixed places of handicap stones: two corners, the third and fourth, then the sides by pairs; an odd number above four has the
 * centre. */
export function handicapPoints(size: number, stones: number): Square[] {
    if (stones < 2 || stones > handicapMost(size)) return [];
    const low = size >= 13 ? 3 : 2;
    const [high, middle] = [size - 1 - low, Math.floor(size / 2)];
    const places: readonly (readonly [number, number])[] = [
        [low, low],
        [high, high],
        [high, low],
        [low, high],
        [low, middle],
        [high, middle],
        [middle, low],
        [middle, high],
    ];
    const centre = stones > 4 && stones % 2 === 1;
    const points = places.slice(0, centre ? stones - 1 : stones).map(([col, row]) => squareAt(col, row));
    return centre ? [...points, squareAt(middle, middle)] : points;
}

// Chains

export function neighbours(r: Rules, s: Square): Square[] {
    const [col, row] = [colOf(s), rowOf(s)];
    const near: Square[] = [];
    if (col > 0) near.push(s - 1);
    if (col < r.m - 1) near.push(s + 1);
    if (row > 0) near.push(s - STRIDE);
    if (row < r.n - 1) near.push(s + STRIDE);
    return near;
}

/** The points of one colour (or empty ones) that hang together with this one, and the cells they border on. */
export function region(r: Rules, cells: Uint8Array, from: Square): { points: Square[]; borders: ReadonlySet<Cell> } {
    const own = cells[from];
    const seen = new Set([from]);
    const borders = new Set<Cell>();
    for (const s of seen)
        for (const q of neighbours(r, s)) {
            if (cells[q] === own) seen.add(q);
            else borders.add(cells[q] as Cell);
        }
    return { points: [...seen], borders };
}

// Moves

function hashOf(cells: Uint8Array): number {
    let hash = 0x811c9dc5;
    for (const cell of cells) hash = Math.imul(hash ^ cell, 0x01000193);
    return hash;
}

function sameCells(a: Uint8Array, b: Uint8Array): boolean {
    return a.every((v, i) => v === b[i]);
}

function stoodBefore(past: Past | null, cells: Uint8Array): boolean {
    const hash = hashOf(cells);
    for (let at = past; at; at = at.before) if (at.hash === hash && sameCells(at.cells, cells)) return true;
    return false;
}

interface Played {
    cells: Uint8Array;
    taken: Square[];
    ko: Square | null;
}

/* The board after a stone, which stands on an empty point; null for suicide. */
function played(p: Position, s: Square): Played | null {
    const r = p.rules;
    const cells = p.cells.slice();
    const own = cellOf(p.toMove);
    const other = cellOf(otherSide(p.toMove));
    cells[s] = own;
    const taken: Square[] = [];
    for (const q of neighbours(r, s)) {
        if (cells[q] !== other) continue;
        const chain = region(r, cells, q);
        if (chain.borders.has(EMPTY)) continue;
        for (const stone of chain.points) cells[stone] = EMPTY;
        taken.push(...chain.points);
    }
    const chain = region(r, cells, s);
    if (!chain.borders.has(EMPTY)) return null;
    /* One stone took one, and has no liberty but that: it cannot be taken back at once. */
    const liberties = neighbours(r, s).filter((q) => cells[q] === EMPTY).length;
    const ko = taken.length === 1 && chain.points.length === 1 && liberties === 1 ? taken[0]! : null;
    return { cells, taken, ko };
}

/* Why a move may not be made, the end of the game aside. */
function forbidden(p: Position, s: Square): Illegal | null {
    if (s === PASS) return null;
    if (!onBoard(p.rules, s)) return 'off';
    if (p.cells[s] !== EMPTY) return 'occupied';
    const after = played(p, s);
    if (!after) return 'suicide';
    if (s === p.go!.ko) return 'ko';
    return !p.rules.go!.simpleKo && stoodBefore(p.go!.past, after.cells) ? 'repeats' : null;
}

function outcomeOf(p: Position): Outcome {
    if (p.go!.passes < 2) return 'open';
    const score = scoreOf(p);
    return score === 0 ? 'draw' : score > 0 ? 'black' : 'white';
}

function step(p: Position, s: Square): Position {
    const { taken, past, passes } = p.go!;
    const after = s === PASS ? null : played(p, s)!;
    const moves: Move[] = [...p.moves, { at: s, side: p.toMove, turn: p.turn }];
    const gone = after?.taken.length ?? 0;
    const next: Position = {
        ...p,
        cells: after?.cells ?? p.cells,
        stones: p.stones + (after ? 1 - gone : 0),
        toMove: otherSide(p.toMove),
        moves,
        turn: p.turn + 1,
        go: {
            taken: gone ? { ...taken, [p.toMove]: taken[p.toMove] + gone } : taken,
            passes: after ? 0 : passes + 1,
            ko: after?.ko ?? null,
            past: after ? { cells: after.cells, hash: hashOf(after.cells), before: past } : past,
        },
    };
    return { ...next, outcome: outcomeOf(next) };
}

/* Play may go on after two passes, as in records of players who did not agree about the count. */
function placeAll(p: Position, moves: readonly Square[]): Position {
    return moves.reduce((at, s) => (forbidden(at, s) ? at : step(at, s)), p);
}

function fresh(rules: Rules, cells: Uint8Array, toMove: Side, turn: number): Position {
    const stones = allSquares(rules).filter((s) => cells[s] !== EMPTY).length;
    const past = { cells, hash: hashOf(cells), before: null };
    const go = { taken: { black: 0, white: 0 }, passes: 0, ko: null, past };
    return { rules, cells, stones, toMove, left: 1, outcome: 'open', winRow: [], moves: [], turn, go };
}

function empty(rules: Rules): Position {
    const cells = new Uint8Array(STRIDE * rules.n);
    const handicap = handicapPoints(rules.m, rules.go!.handicap);
    for (const s of handicap) cells[s] = BLACK;
    return fresh(rules, cells, handicap.length ? 'white' : 'black', 0);
}

/* A set-up that only names the side to move leaves the board, and what must not come again, as they are. */
function setUp(p: Position, setup: Setup): Position {
    const changes = setup.black.length + setup.white.length + setup.empty.length;
    if (!changes) {
        const toMove = setup.toMove ?? p.toMove;
        const go = { ...p.go!, passes: 0, ko: toMove === p.toMove ? p.go!.ko : null };
        return { ...p, toMove, outcome: 'open', go };
    }
    const cells = p.cells.slice();
    for (const s of setup.empty) if (onBoard(p.rules, s)) cells[s] = EMPTY;
    for (const s of setup.black) if (onBoard(p.rules, s)) cells[s] = BLACK;
    for (const s of setup.white) if (onBoard(p.rules, s)) cells[s] = WHITE;
    return fresh(p.rules, cells, setup.toMove ?? p.toMove, p.turn + 1);
}

// As others are told of it

/** The game as moves that colours take by turns, after a set-up where it needs one (its rules have no handicap then): where stones were
 * set up, a side moved twice, or play went on after two passes. */
export function asPlayed(p: Position): { rules: Rules; setup: Setup | null; moves: Square[] } {
    const { moves } = p;
    let [from, side, past] = [moves.length, p.toMove, p.go!.past!];
    const passes = (i: number) => moves[i]?.at === PASS;
    while (
        from > 0 &&
        moves[from - 1]!.side !== side &&
        !(from < moves.length && passes(from - 1) && passes(from - 2))
    ) {
        side = moves[--from]!.side;
        if (!passes(from)) past = past.before!;
    }
    const begun = empty(p.rules);
    const tail = moves.slice(from).map((v) => v.at);
    if (side === begun.toMove && sameCells(past.cells, begun.cells))
        return { rules: p.rules, setup: null, moves: tail };
    const of = (cell: Cell) => allSquares(p.rules).filter((s) => past.cells[s] === cell);
    const rules = { ...p.rules, go: { ...p.rules.go!, handicap: 0 } };
    return { rules, setup: { black: of(BLACK), white: of(WHITE), empty: [], toMove: side }, moves: tail };
}

// Counting

/** Who owns each point of the board, by area, once these stones are taken off as dead. */
export function areaOf(p: Position, dead: ReadonlySet<Square> = new Set()): Map<Square, Cell> {
    const cells = p.cells.slice();
    for (const s of dead) cells[s] = EMPTY;
    const owner = new Map<Square, Cell>();
    for (const s of allSquares(p.rules)) {
        if (owner.has(s)) continue;
        if (cells[s] !== EMPTY) {
            owner.set(s, cells[s] as Cell);
            continue;
        }
        const { points, borders } = region(p.rules, cells, s);
        const whose = borders.size === 1 ? [...borders][0]! : EMPTY;
        for (const q of points) owner.set(q, whose);
    }
    return owner;
}

/** Black's points minus White's, komi among them. */
export function scoreOf(p: Position, dead?: ReadonlySet<Square>): number {
    let score = -p.rules.go!.komi;
    for (const owner of areaOf(p, dead).values()) score += owner === BLACK ? 1 : owner === WHITE ? -1 : 0;
    return score;
}

/** The dead stones after a click: the chain changes its mind, and with it the stones of its colour that lie in the same region of empty
 * points and stones of that colour. */
export function toggleDead(p: Position, dead: ReadonlySet<Square>, at: Square): ReadonlySet<Square> {
    const own = p.cells[at];
    if (own === undefined || own === EMPTY) return dead;
    /* Without the other side's stones, what hangs together lives and dies together. */
    const cells = p.cells.map((v) => (v === own ? EMPTY : v));
    const group = region(p.rules, cells, at).points.filter((s) => p.cells[s] === own);
    const next = new Set(dead);
    for (const s of group) {
        if (dead.has(at)) next.delete(s);
        else next.add(s);
    }
    return next;
}

/** "B+3.5", "W+0.5", "Draw" */
export function scoreText(score: number): string {
    if (score === 0) return 'Draw';
    return `${score > 0 ? 'B' : 'W'}+${Math.abs(score)}`;
}

export const go: GameKind = {
    empty,
    illegal: (p, s) => (p.go!.passes >= 2 ? 'over' : forbidden(p, s)),
    placeAll,
    setUp,
    text,
    squareText: goPoint,
    columnText: goColumn,
    parseSquare: parsePoint,
};
