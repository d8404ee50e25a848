/* What travels between the page and the server, as docs/api.md describes it. Squares are words such as "j10",
 * stones come in the order of play, and the turns follow from p and q. */

import type { RulesNumbers } from '../core/rules';

/** m, n, k, p, q, and "exact" behind them in an exact game. */
export type Rules = RulesNumbers;
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
    /** The most that the engine of an analysis may have; memory in MiB. */
    engine: { threads: number; hash: number };
    limits: Record<string, number>;
}

export interface PositionAnswer {
    rules: Rules;
    to_move: Side;
    left: number;
    outcome: 'open' | Side | 'draw';
    win_row: Square[];
    stones: number;
    black: Square[];
    white: Square[];
    played: Square[];
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

/** What the net inside the program expects of a position. */
export interface Policy {
    net: string;
    side: Side;
    /** Of the side to move, to win. */
    chance: number;
    /** Empty squares and how likely they are the next stone, the likeliest first. */
    squares: { at: Square; share: number }[];
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
    /** The name of the certificate that it is from. */
    proof?: string;
}

/** What a node of a tree keeps of a report, from Black's side. */
export interface Eval {
    value: number;
    chance: number;
    mate: number;
    depth: number;
}

/** The value of a small position for the side to move; between least and most where the time was over. */
export interface Exact {
    value: 'win' | 'draw' | 'loss' | 'unknown';
    least: 'win' | 'draw' | 'loss';
    most: 'win' | 'draw' | 'loss';
    turn: Square[];
    nodes: number;
    seconds: number;
}

/** What a certificate proves, or why it does not. */
export interface Checked {
    verdict: 'accepted' | 'rejected' | 'unreadable' | 'unknown';
    claim: string;
    reason?: string;
    attacker: Side;
    infinite: boolean;
    rules: Rules;
    turns: number;
    depth: number;
    seconds: number;
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

export interface Collection {
    id: number;
    name: string;
    games: number;
    /** In the program: counts without games. */
    builtin?: boolean;
}

export interface CollectionAdded {
    added: number;
    known: number;
    bad: number;
    messages: string[];
}

export interface ExploreRequest {
    game: Game;
    collection: number;
    turns?: number;
    games?: number;
    skip?: number;
}

/** Games by how they ended. */
export interface GameCounts {
    games: number;
    black: number;
    drawn: number;
    white: number;
    open: number;
}

/** Seen by the side to move; `mate` is proved. */
export interface PositionVerdict {
    chance: number;
    mate: number;
    depth: number;
}

/** What the opening database has a proof of: the winner needs at most `depth` of its turns. */
export interface PositionProof {
    winner: Side;
    depth: number;
    turns: number;
    /** The certificate's name, as in the list of proofs. */
    proof: string;
}

/** The numbers of a position that is open in a lab. */
export interface PositionLab {
    attacker: Side;
    /** null: infinite */
    pn: number | null;
    dn: number | null;
    lab: string;
}

export interface Judged {
    verdict?: PositionVerdict;
    proved?: PositionProof;
    lab?: PositionLab;
}

export interface ExploredGame {
    id: number;
    black: string;
    white: string;
    date: string;
    event: string;
    result: 'black' | 'white' | 'draw' | 'open';
    stones: number;
}

export interface Explored extends GameCounts, Judged {
    /** Stones of the turn that stand on the board already. */
    placed: number;
    turns_all: number;
    turns: (GameCounts & Judged & { turn: Square[] })[];
    list: ExploredGame[];
}

// Proofs

export interface Claim {
    text: string;
    rules: Rules;
    setup: Required<Pick<Setup, 'black' | 'white' | 'to_move' | 'left'>>;
    attacker: Side;
    infinite: boolean;
    /** Some of the defender's turns are left open. */
    partial: boolean;
    reachable: boolean;
}

export interface ProofEntry {
    name: string;
    bytes: number;
    own: boolean;
    claim: Claim | null;
}

/** What a proof says to a turn of the defender. */
export interface ProofStep {
    defence: Square[];
    why: 'covered' | 'row' | 'open';
    as?: Square[];
    answer: Square[];
}

/** A defence that a proof answers; with stones unplaced it is a null or semi-null move. */
export interface ProofDefence {
    squares: Square[];
    unplaced: number;
    unsolved: boolean;
    answer: Square[];
    turns: number;
}

export interface ProofWalk {
    name: string;
    claim: Claim;
    turns: number;
    depth: number;
    first: Square[];
    line: ProofStep[];
    ended: boolean;
    open: Square[][];
    defences: ProofDefence[];
    cut: boolean;
    zone: { part: Square[]; everywhere: boolean; squares: Square[] } | null;
}

export interface ProveProgress {
    nodes: number;
    seconds: number;
    level?: number;
    done?: number;
    known?: number;
}

/** What came of looking for a win, or for defences that hold. */
export interface Proved {
    status: 'won' | 'unknown' | 'stopped' | 'open' | 'none';
    nodes: number;
    proof?: string;
    unkept?: string;
    turn?: Square[];
    order?: number;
    kind?: string;
    losing?: number;
    left?: number;
    open?: Square[][];
}

// Labs

export interface LabRoot {
    name: string;
    stones: string;
    attacker: Side;
    state: 'open' | 'proved' | 'disproved';
    /** Infinite: null. */
    pn: number | null;
    dn: number | null;
    priority: number;
    paused: boolean;
    certificate: boolean;
}

export interface LabRun {
    where: 'here' | 'elsewhere' | null;
    ending: boolean;
    /** It ended with nothing left to try. */
    stuck: boolean;
    why?: string;
}

export interface LabEntry {
    name: string;
    bytes: number;
    run: LabRun;
    rules?: Rules;
    roots?: LabRoot[];
    nodes?: number;
    jobs?: number;
    /** The file is no lab. */
    error?: string;
}

export interface LabList {
    labs: LabEntry[];
    /** Can labs be made and run here? */
    kept: boolean;
    threads: number;
}

/** What one wants to see. A place is the numbers of the edges that lead to it from the root. */
export interface LabSight {
    root?: string;
    at?: number[];
    open?: { path: number[]; most: number }[];
    follow?: boolean;
}

export interface LabNode {
    node: number;
    kind: 'attack' | 'defend' | 'part';
    state: 'open' | 'proved' | 'disproved';
    pn: number | null;
    dn: number | null;
    /** There may be turns that nobody has generated yet. */
    phantom: boolean;
    certificate: boolean;
    leaf: boolean;
    /** Of jobs on the node itself. */
    jobs: number;
    out: number;
    claims: number;
    failed: number;
    searched: number;
    cpu: number;
}

export interface LabTurn extends LabNode {
    edge: number;
    turn: Square[];
    source: 'verify' | 'engine' | 'person' | 'part';
    pruned: boolean;
    /** Jobs behind it, and those of them that are out. */
    through: number;
    work: number;
    /** What the engine thought of it, for the attacker. */
    chance?: number;
    mate?: number;
}

export interface LabTurns {
    path: number[];
    all: number;
    proved: number;
    disproved: number;
    pruned: number;
    turns: LabTurn[];
}

export interface LabOut {
    job: number;
    kind: 'verify' | 'solve' | 'expand';
    root?: string;
    path: number[];
    turns?: Square[][];
    worker?: string;
    since: number;
}

export interface LabWorker {
    worker: string;
    jobs: number;
    nodes: number;
    cpu: number;
    failed: number;
    void: number;
    first: number;
    last: number;
    recent_jobs: number;
    recent_cpu: number;
    quarantined?: string;
}

export interface LabEvent {
    id: number;
    time: number;
    kind: string;
    done: boolean;
    text?: string;
    root?: string;
    name?: string;
    stones?: string;
    priority?: number;
}

export interface LabView {
    name: string;
    bytes: number;
    rules: Rules;
    run: LabRun;
    nodes: number;
    edges: number;
    jobs: number;
    asked: number;
    roots: LabRoot[];
    root?: string;
    at?: number[];
    line?: LabTurn[];
    here?: LabNode;
    position?: Required<Pick<Setup, 'black' | 'white' | 'to_move' | 'left'>>;
    open?: LabTurns[];
    history?: [job: number, time: number, pn: number | null, dn: number | null][];
    out: { all: number; jobs: LabOut[] };
    stats: {
        proved: number;
        disproved: number;
        parts: number;
        done: number;
        dropped: number;
        certificate_bytes: number;
        time: number;
        workers: LabWorker[];
    };
    events: LabEvent[];
    cut?: boolean;
}

/** A file, or the name under which the server keeps the proof. */
export interface LabExport {
    base64?: string;
    text?: string;
    whole?: boolean;
    proof?: string;
}
