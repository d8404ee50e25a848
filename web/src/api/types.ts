/* What travels between the page and the server, as docs/api.md describes it. Squares are words such as "j10",
 * stones come in the order of play, and the turns follow from p and q. */

/** m, n, k, p, q. */
export type Rules = [number, number, number, number, number];
export type Square = string;
export type Side = 'black' | 'white';

/** Stones on the board before the first that is played, and who is to move with how many stones left. */
export interface Setup {
    black?: Square[];
    white?: Square[];
    empty?: Square[];
    to_move?: Side;
    left?: number;
}

export interface Game {
    rules: Rules;
    setup?: Setup;
    stones: Square[];
}

export interface Preset {
    name: string;
    about: string;
    rules: Rules;
}

export interface Player {
    spec: string;
    about: string;
    kind: 'engine' | 'agent';
}

export interface Level {
    level: number;
    name: string;
    about: string;
}

export interface Format {
    name: string;
    extension: string;
    about: string;
    write: boolean;
}

export interface Info {
    name: string;
    version: string;
    presets: Preset[];
    players: Player[];
    levels: Level[];
    formats: Format[];
    limits: Record<string, number>;
}

export interface PositionAnswer {
    to_move: Side;
    left: number;
    outcome: 'open' | Side | 'draw';
    win_row: Square[];
    stones: number;
}

/** The threats of one side: how many stones stop them all, and where. */
export interface SideThreats {
    number: number;
    squares: Square[];
    segments: Square[][];
}

export interface Threats {
    black: SideThreats;
    white: SideThreats;
    /** The critical defences of the side to move against the other side's threats. */
    defences: Square[][];
    /** Squares with which the side to move completes a row in this turn. */
    winning: Square[];
    lines?: unknown;
}

export interface ForcingRequest {
    game: Game;
    kind: 'vcst' | 'vcdt';
    side?: Side;
    seconds?: number;
}

export interface Forcing {
    answer: 'win' | 'none' | 'unknown';
    turn: Square[];
    line: Square[];
    depth: number;
    nodes: number;
    seconds: number;
    /** Where the defender can interfere; a turn without a stone on one of these squares loses. */
    zone?: Square[];
}

export interface MoveRequest {
    game: Game;
    player: string;
    level?: number;
    seconds?: number;
    seed?: number;
}

export interface MoveAnswer {
    turn: Square[];
    value?: number;
    chance?: number;
    mate?: number;
    nodes: number;
    seconds: number;
}

/** A turn the engine thinks of, and what is to follow it. Value, chance and mate are those of the side to move. */
export interface Line {
    turn: Square[];
    line: Square[];
    value: number;
    chance: number;
    mate: number;
    /** As mate, by what the search tried: not proved. */
    likely?: number;
}

export interface Report {
    depth: number;
    reached: number;
    nodes: number;
    seconds: number;
    lines: Line[];
    final: boolean;
}

/** What a node of a tree keeps of a report, from Black's side. */
export interface Eval {
    value: number;
    chance: number;
    mate: number;
    depth: number;
}

export interface TreeNode {
    stones?: Square[];
    setup?: Setup;
    comment?: string;
    name?: string;
    marks?: { at: Square; kind: 'circle' | 'square' | 'triangle' | 'cross' | 'selected' }[];
    labels?: { at: Square; text: string }[];
    eval?: Eval;
    children: TreeNode[];
}

export interface Tree {
    rules: Rules;
    info: Record<string, string>;
    root: TreeNode;
}

export interface TreeEntry {
    id: number | string;
    title: string;
    rules: Rules;
    nodes: number;
    updated: string | number;
    revision: number;
}

export interface TreeList {
    total: number;
    trees: TreeEntry[];
}

export interface SavedTree {
    id: number | string;
    title: string;
    revision: number;
    updated: string | number;
    tree: Tree;
}

export interface Match {
    id: number | string;
    title: string;
    /** Child indexes from the root. */
    path: number[];
    symmetry: number;
    stones_order_differs: boolean;
}

export interface Imported {
    games: { title: string; tree: Tree }[];
    format: string;
}

export interface Exported {
    text: string;
    extension: string;
    mime: string;
}
