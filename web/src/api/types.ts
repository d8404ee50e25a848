/* What travels between the page and the server. Made by types.mjs from src/server/api/openapi.json: change that, not this.
 * Squares are words such as "j10", stones come in the order of play, and the turns follow from p and q. */

/** Column letters a, b, c … without skipping i, and the row from 1 at the bottom. */
export type Square = string;

/** A square of the Connect family, or a move of another game as its people write it: of Go a point, columns A to Z without I, or pass. */
export type Move = string;

/** The stones of a turn, in order. */
export type Turn = Move[];

export type Side = 'black' | 'white';

export type Outcome = 'open' | 'black' | 'white' | 'draw';

/** m, n, k, p, q, and "exact" behind them in an exact game. */
export type Rules =
    | readonly [number, number, number, number, number]
    | readonly [number, number, number, number, number, 'exact'];

/** The numbers, or the name of a game such as "connect6"; for /move, analyses and reviews also "go9" or "go:19,komi=7.5". */
export type RulesGiven = Rules | string;

/** Stones on the board before the first that is played, and who is to move with how many stones left. */
export interface Setup {
    black?: Square[];
    white?: Square[];
    empty?: Square[];
    to_move?: Side;
    left?: number;
}

/** The same as it is asked about; of other games than the Connect family black, white and to_move. */
export interface SetupGiven {
    black?: Move[];
    white?: Move[];
    empty?: Square[];
    to_move?: Side;
    left?: number;
}

/** The stones on a board, and who is to move with how many stones left. */
export interface Stones {
    black: Square[];
    white: Square[];
    to_move: Side;
    left: number;
}

/** The position after these stones, on the empty board or on the set-up. */
export interface Game {
    rules: Rules;
    setup?: Setup;
    stones: Square[];
}

/** A game as it is asked about. */
export interface GameGiven {
    rules: RulesGiven;
    setup?: SetupGiven;
    stones?: Move[];
}

/** What is wrong, and where. */
export interface Error {
    error: Problem;
}

export interface Problem {
    code: string;
    message: string;
}

export interface RouteList {
    name: string;
    version: string;
    routes: {
        method: string;
        path: string;
        about: string;
    }[];
}

export interface Preset {
    name: string;
    about: string;
    rules: Rules;
}

export interface Player {
    spec: string;
    about: string;
    kind: 'engine' | 'agent' | 'player';
}

export interface Level {
    level: number;
    name: string;
    about: string;
}

export interface Format {
    name: string;
    extension: string;
    mime: string;
    about: string;
    write: boolean;
}

export interface Info {
    name: string;
    version: string;
    read_only: boolean;
    /** The most that the engine of an analysis may have; memory in MiB. */
    engine: {
        threads: number;
        hash: number;
    };
    presets: Preset[];
    /** Games outside the Connect family that are played and analysed here; levels are 1 to 10, 11 is full strength. */
    games: {
        kind: string;
        about: string;
        /** How they are written. */
        rules: string;
        /** Who plays if nobody is named. */
        usual: string;
        players: Player[];
    }[];
    players: Player[];
    levels: Level[];
    formats: Format[];
    limits: Record<string, number>;
    /** What follows from the limits, in bytes of memory; nothing enforces it. */
    bounds: Record<string, number>;
}

export interface JobCounts {
    running: number;
    waiting: number;
    done: number;
    cut: number;
    refused: number;
}

/** How busy the server is. */
export interface Status {
    seconds: number;
    connections: number;
    sockets: number;
    clients: number;
    requests: number;
    working: number;
    waiting: number;
    jobs: {
        moves: JobCounts;
        analyses: JobCounts;
        reviews: JobCounts;
        proofs: JobCounts;
        labs: JobCounts;
    };
    live: {
        analyses: number;
        reviews: number;
        proofs: number;
        labs: number;
        lab_views: number;
    };
    data: {
        bytes: number;
        free: number;
        most: number;
        trees: number;
    } | null;
    /** How often, by reason. */
    refused: Record<string, number>;
    arriving_bytes: number;
    leaving_bytes: number;
    memory_bytes: number;
}

/** A position, without how it is meant to go on. */
export interface PositionAnswer {
    rules: Rules;
    to_move: Side;
    left: number;
    outcome: Outcome;
    win_row: Square[];
    /** How many there are on the board. */
    stones: number;
    black: Square[];
    white: Square[];
    /** Since the empty board or the set-up, in order. */
    played: Square[];
    opening?: Opening;
}

/** A line of the board with threats, by its ends; how many stones its best dead and live threats have. */
export interface ThreatLine {
    line: Square[];
    dead: number;
    live: number | null;
    hp: boolean;
}

/** The threats of one side. */
export interface SideThreats {
    /** Stones that the other side needs to stop them all, counted up to p+1. */
    number: number;
    /** The number was found in time, and is not only the least that it can be. */
    exact: boolean;
    /** The empty squares of all threats. */
    squares: Square[];
    segments: {
        squares: Square[];
        empty: Square[];
    }[];
    /** How many there are; not all may be told. */
    segments_all: number;
    /** Segments of this side alone, by how many of its stones they have. */
    by_stones: number[];
    /** The critical defences of the other side, with the stones of a whole turn. */
    defences: {
        squares: Square[];
        /** It has more stones than the number. */
        relaxed: boolean;
    }[];
    defences_cut: boolean;
    lines: ThreatLine[];
    /** Lines with highly potential threats. */
    hp: number;
    hp3: number;
}

export interface Threats {
    /** With these the side to move completes a row in this turn. */
    winning: Square[];
    /** The critical defences of the side to move against the other's threats, with the stones that it has left. */
    defences: Turn[];
    /** There are more than are told. */
    defences_cut: boolean;
    black: SideThreats;
    white: SideThreats;
}

/** A player's turn; value, chance and mate as in a report, where it was thought about. */
export interface MoveAnswer {
    turn: Turn;
    nodes: number;
    seconds: number;
    value?: number;
    chance?: number;
    mate?: number;
    likely?: number;
    /** It would rather give the game up. */
    resigns?: boolean;
}

export type ForcingKind = 'vcdt' | 'vcst' | 'vct';

/** A win by threats alone. */
export interface Forcing {
    answer: 'win' | 'none' | 'unknown';
    side: Side;
    /** Of a win: what it is. */
    kind?: ForcingKind;
    turn: Turn;
    line: Square[];
    /** Turns of the winner. */
    depth: number;
    nodes: number;
    seconds: number;
    /** Where the defender can interfere; a turn without a stone on one of these squares loses. */
    zone?: Square[];
}

/** The value of a small position for the side to move; between least and most where the time was over. */
export interface Exact {
    value: 'win' | 'draw' | 'loss' | 'unknown';
    least: 'win' | 'draw' | 'loss';
    most: 'win' | 'draw' | 'loss';
    /** It achieves least. */
    turn: Turn;
    nodes: number;
    seconds: number;
}

/** What the net inside the program expects of a position. */
export interface Policy {
    net: string;
    side: Side;
    /** Of the side to move, to win. */
    chance: number;
    /** Empty squares, of Go also pass, and how likely they are the next move, the likeliest first. */
    squares: {
        at: Move;
        share: number;
    }[];
}

/** The end of a game of Go, as playouts see it: a single clever move may be missed. */
export interface Counted {
    /** Black's area less White's, komi among it, dead stones taken off. */
    score: number;
    dead: Move[];
    /** Stones that live without eyes. */
    seki: Move[];
    /** By point, row by row from the bottom left: 100 is Black's, -100 White's, 0 nobody's. */
    owner: number[];
}

/** What a certificate has: turns, the most of them on a line, and the defences that it answers. */
export interface CheckCounts {
    turns: number;
    depth: number;
    whole_defences: number;
    semi_null: number;
    null: number;
}

/** What a certificate proves, or why it does not. */
export interface Checked extends CheckCounts {
    verdict: 'accepted' | 'rejected' | 'unreadable' | 'unknown';
    claim: string;
    reason?: string;
    attacker: Side;
    infinite: boolean;
    rules: Rules;
    seconds: number;
}

/** A turn the engine thinks of, and what is to follow it. Value, chance and mate are those of the side to move. */
export interface Line {
    turn: Turn;
    line: Move[];
    value: number;
    chance: number;
    /** It certainly wins in so many of its turns; negative: loses; 0: not known. */
    mate: number;
    /** As mate, by what the search tried: not proved. */
    likely: number;
    /** Of a tree search: walks through it. */
    visits?: number;
    /** What a net expected of it, 0 to 1. */
    share?: number;
}

/** What the engine thinks. */
export interface Report {
    to_move: Side;
    left: number;
    /** In turns. */
    depth: number;
    /** Turns of the longest line. */
    reached: number;
    nodes: number;
    seconds: number;
    hash_permill: number;
    lines: Line[];
    final: boolean;
    /** The name of the certificate that it is from. */
    proof?: string;
    opening?: Opening;
    /** Games played out by chance, which score and owner are from. */
    playouts?: number;
    /** The mean of Black's points less White's, komi among them. */
    score?: number;
    /** By point, row by row from the bottom left: 100 always Black's at the end, -100 always White's. */
    owner?: number[];
}

/** What a node of a tree keeps of a report, from Black's side. */
export interface Eval {
    value: number;
    chance: number;
    mate: number;
    depth: number;
}

export interface Mark {
    at: Square;
    kind: 'circle' | 'square' | 'triangle' | 'cross' | 'selected' | 'black_area' | 'white_area' | 'arrow' | 'line';
    /** Of an arrow or a line. */
    to?: Square;
}

/** What a node of a tree says, without what follows it. */
export interface NodeParts {
    stones?: Square[];
    setup?: Setup;
    name?: string;
    comment?: string;
    marks?: Mark[];
    labels?: {
        at: Square;
        text: string;
    }[];
    eval?: Eval;
    /** What an SGF file had that means nothing here. */
    properties?: Record<string, string[]>;
}

export interface TreeNode extends NodeParts {
    children: TreeNode[];
}

export interface NodeGiven extends NodeParts {
    children?: NodeGiven[];
}

/** black, white, event, date, result … */
export type TreeInfo = Record<string, string>;

/** A game with variations. */
export interface Tree {
    rules: Rules;
    rules_note?: string;
    info: TreeInfo;
    root: TreeNode;
}

/** A tree as it is sent; every stone is checked. */
export interface TreeGiven {
    rules: RulesGiven;
    rules_note?: string;
    info?: TreeInfo;
    root: NodeGiven;
}

export interface TitledTree {
    title: string;
    tree: Tree;
}

export interface TreeEntry {
    id: number;
    title: string;
    rules: Rules;
    nodes: number;
    updated: string;
    revision: number;
}

export interface TreeList {
    total: number;
    trees: TreeEntry[];
}

export interface SavedTree extends TreeEntry {
    tree: Tree;
    /** Of a study: the trees behind the first. */
    chapters?: Tree[];
}

/** The trees behind the first. */
export type ChaptersGiven = TreeGiven[];

export interface TreeSaved {
    id: number;
    revision: number;
}

export interface Revision {
    revision: number;
}

/** A node of a saved tree with the position. */
export interface Match {
    id: number;
    title: string;
    /** Of the study, from 1 on; without it the first. */
    chapter?: number;
    /** Child indexes from the root. */
    path: number[];
    symmetry: number;
    stones_order_differs: boolean;
}

export interface Matches {
    matches: Match[];
    cut: boolean;
}

/** What the server keeps of a player: an object with a revision. */
export interface Kept {
    player: string;
    revision: number;
    updated?: string;
    document: Record<string, unknown> | null;
}

export interface Imported {
    games: TitledTree[];
    format: string;
}

export interface Exported {
    text?: string;
    /** Instead of text. */
    base64?: string;
    extension: string;
    mime: string;
}

export interface Collection {
    id: number;
    name: string;
    games: number;
    added?: number;
    rules?: Rules;
    /** In the program: counts without games. */
    builtin?: boolean;
}

export interface Collections {
    collections: Collection[];
    /** Of a server: the names that games can be looked for by. */
    openings?: string[];
}

export interface CollectionMade {
    id: number;
}

export interface CollectionAdded {
    added: number;
    known: number;
    bad: number;
    messages: string[];
}

/** Games by how they ended. */
export interface GameCounts {
    games: number;
    black: number;
    drawn: number;
    white: number;
    open: number;
}

/** The opening that the game went through, if people have a name for it. */
export interface Opening {
    name: string;
    /** What else people call it. */
    also?: string;
    /** How many it has. */
    stones: number;
}

/** Seen by the side to move; mate is proved. */
export interface PositionVerdict {
    chance: number;
    mate: number;
    depth: number;
}

/** What the opening database has a proof of: the winner needs at most depth of its turns. */
export interface PositionProof {
    winner: Side;
    depth: number;
    /** Of the certificate, behind the position. */
    turns: number;
    /** The certificate's name, as in the list of proofs. */
    proof: string;
}

/** The numbers of a position that is open in a lab; null: infinite. */
export interface PositionLab {
    attacker: Side;
    pn: number | null;
    dn: number | null;
    lab: string;
}

export interface Judged {
    verdict?: PositionVerdict;
    proved?: PositionProof;
    lab?: PositionLab;
}

export interface ExploredTurn extends GameCounts, Judged {
    turn: Turn;
}

export interface ExploredGame {
    id: number;
    collection: number;
    black: string;
    white: string;
    date: string;
    event: string;
    result: Outcome;
    stones: number;
}

export interface GamesFound {
    total: number;
    games: ExploredGame[];
}

/** The games that came through a position, by their results. */
export interface Explored extends GameCounts, Judged {
    /** Stones of the turn that stand on the board already. */
    placed: number;
    turns_all: number;
    /** Of filtered games only the latest are counted. */
    cut?: boolean;
    opening?: Opening;
    turns: ExploredTurn[];
    list: ExploredGame[];
}

export interface VerdictAnswer {
    verdict: PositionVerdict;
    turn: Turn;
}

export type PuzzleKind = 'win' | 'defence';

export interface Puzzle {
    id: string;
    kind: PuzzleKind;
    /** How many turns of the solution may make fewer threats than the other side has stones. */
    class: 'double' | 'single' | 'single2' | 'single3' | 'single4' | 'single5' | 'single6';
    /** The position before the error; the side that errs is to move. */
    game: Game;
    error: Turn;
    /** Of the solver. */
    turns: number;
    key: Square[];
    firsts: number;
    /** The solution against the longest defence, the solver's turn first. */
    line: Square[];
    themes: string[];
    rating: number;
    deviation: number;
    plays: number;
    source: string;
}

export interface PuzzleList {
    total: number;
    puzzles: Puzzle[];
}

export interface PuzzlePicked {
    puzzle: Puzzle;
}

export interface PuzzleDaily {
    date: string;
    puzzle: Puzzle;
}

export interface PuzzlesFound {
    puzzles: Puzzle[];
    complete: boolean;
}

export interface PuzzleVerdict {
    /** open: neither proved nor refuted within the server's limits; unknown: it did not come to an end. */
    verdict: 'wins' | 'longer' | 'holds' | 'fails' | 'open' | 'unknown';
    /** Of a turn that fails: the other side wins (lost), or after the answer there is no forced win (forced). Of one that is open: after the answer there is none by double threats (double), or none in time (turns). */
    why?: 'lost' | 'forced' | 'double' | 'turns';
    /** Of turns: so many. */
    within?: number;
    /** That the solver needs after this one at most; -1: it does not win. */
    turns: number;
    /** Nothing can stop it any more. */
    over: boolean;
    /** The strongest answer. */
    defence: Turn;
    /** Why, beginning with the answer. */
    line: Square[];
    seconds: number;
}

export interface PuzzleHint {
    turns: number;
    firsts: number;
    zone: Square[];
    key: Square[];
    turn: Turn;
    line: Square[];
}

export interface PuzzleTreeAnswer {
    turn: Turn;
    next: PuzzleTreeNode;
}

export interface PuzzleTreeNode {
    turn: Turn;
    /** It completes a row or cannot be stopped. */
    wins: boolean;
    turns: number;
    /** Defences that stop all threats; stones that are left out may be anywhere. */
    answers: PuzzleTreeAnswer[];
}

export interface PuzzleTree {
    turns: number;
    nodes: number;
    /** Not all of it is there. */
    cut: boolean;
    tree: PuzzleTreeNode | null;
}

/** What a certificate claims, without the position. */
export interface ClaimParts {
    text: string;
    rules: Rules;
    attacker: Side;
    infinite: boolean;
    /** Some of the defender's turns are left open. */
    partial: boolean;
    reachable: boolean;
}

export interface Claim extends ClaimParts {
    setup: Stones;
}

export interface ListedClaim extends ClaimParts {
    /** null where a list has told too many stones already. */
    setup: Stones | null;
}

export interface ProofEntry {
    name: string;
    bytes: number;
    /** It may be deleted. */
    own: boolean;
    /** null if the file is no certificate. */
    claim: ListedClaim | null;
}

export interface ProofList {
    proofs: ProofEntry[];
}

export interface ProofFile {
    name: string;
    base64: string;
}

/** What a proof says to a turn of the defender. */
export interface ProofStep {
    defence: Turn;
    why: 'covered' | 'row' | 'open';
    as?: Turn;
    answer: Turn;
}

/** A defence that a proof answers; with stones unplaced it is a null or semi-null move. */
export interface ProofDefence {
    squares: Square[];
    unplaced: number;
    unsolved: boolean;
    answer: Turn;
    turns: number;
}

export interface ProofZone {
    part: Square[];
    everywhere: boolean;
    squares: Square[];
}

export interface ProofWalk {
    name: string;
    claim: Claim;
    turns: number;
    depth: number;
    first: Turn;
    line: ProofStep[];
    ended: boolean;
    open: Turn[];
    defences: ProofDefence[];
    cut: boolean;
    zone: ProofZone | null;
}

export type DuelState = 'waiting' | 'playing' | 'adjourned' | 'over';

export type DuelOffer = 'takeback' | 'draw' | 'adjourn' | 'resume' | 'rematch';

/** The time of one side in seconds. */
export interface DuelClock {
    main: number;
    increment: number;
    periods: number;
    period: number;
}

export interface DuelTime {
    main?: number;
    increment?: number;
    periods?: number;
    period?: number;
}

/** For both sides, or for each its own; null: none. */
export type DuelClockGiven =
    | DuelTime
    | {
          black?: DuelTime | null;
          white?: DuelTime | null;
      }
    | null;

/** What a clock shows: of the main time, or of the period of byo-yomi. */
export interface DuelLeft {
    seconds: number;
    periods: number;
    main: boolean;
    runs: boolean;
}

export interface DuelPlayer {
    name: string;
    /** Whether a socket of the player follows the game. */
    here?: boolean;
}

export interface DuelPlayers {
    black: DuelPlayer | null;
    white: DuelPlayer | null;
}

export interface DuelResult {
    outcome: Outcome;
    how: 'board' | 'resigned' | 'time' | 'agreed' | 'long';
    text: string;
}

/** A game that two people play. */
export interface Duel {
    id: string;
    state: DuelState;
    game: GameGiven;
    /** Those since the game that it was made from. */
    moves: Move[];
    plies: number;
    to_move: Side | null;
    players: DuelPlayers;
    watchers: number;
    clock: {
        black: DuelClock | null;
        white: DuelClock | null;
    } | null;
    left: {
        black: DuelLeft | null;
        white: DuelLeft | null;
    };
    result: DuelResult | null;
    offers: {
        takeback?: Side;
        draw?: Side;
        adjourn?: Side;
        resume?: Side;
        rematch?: Side;
    };
    /** The rematch, at which both have their keys. */
    next: string | null;
    made: string;
    touched: string;
}

/** A seat at a game, and the key that nobody else knows. */
export interface DuelSeat {
    id: string;
    key: string;
    seat: Side;
    duel: Duel;
}

export interface DuelKey {
    id: string;
    key: string;
}

export interface DuelLine {
    id: string;
    state: DuelState;
    rules: RulesGiven;
    plies: number;
    to_move: Side | null;
    players: DuelPlayers;
    result: DuelResult | null;
    clocked: boolean;
    next: string | null;
    touched: string;
    seat: Side;
}

export interface DuelList {
    duels: DuelLine[];
}

/** Of the Connect family the engine is `engine`; missing: whoever plays if nobody is named. Levels have the engine, and of other games that player. */
export interface TournamentPlayer {
    player?: string;
    level?: number;
}

export type TournamentState = 'playing' | 'ending' | 'stopped' | 'over';

/** error instead of all but the name: the file cannot be read. */
export interface TournamentEntry {
    name: string;
    rules?: RulesGiven;
    players?: string[];
    planned?: number;
    played?: number;
    state?: TournamentState;
    error?: string;
}

export interface TournamentList {
    tournaments: TournamentEntry[];
    /** Can tournaments be made and played here? */
    kept: boolean;
}

export interface TournamentMade {
    name: string;
}

export interface TournamentRunning {
    run: boolean;
}

export interface TournamentStanding {
    name: string;
    rules: RulesGiven;
    state: TournamentState;
    under_way: number;
    seconds: number;
    /** What went wrong. */
    why?: string;
}

export interface Tournament extends ArenaReport, TournamentStanding {}

export interface TournamentGame {
    number: number;
    black: string;
    white: string;
    winner: 'black' | 'white' | 'draw';
    /** row, full, count, long, or the fault of the loser. */
    end: string;
    why: string;
    /** Of Black and White, without the opening's. */
    turns: number[];
    seconds: number[];
}

export interface TournamentGames {
    games: TournamentGame[];
    total: number;
}

export interface TournamentGamePlayed {
    game: GameGiven;
}

export interface TournamentGameWhole extends TournamentGame, TournamentGamePlayed {}

export type LabState = 'open' | 'proved' | 'disproved';

/** pn and dn are null if they are infinite. */
export interface LabRoot {
    name: string;
    stones: string;
    attacker: Side;
    state: LabState;
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

/** error instead of rules, roots and numbers: the file is no lab. */
export interface LabEntry {
    name: string;
    bytes: number;
    run: LabRun;
    rules?: Rules;
    roots?: LabRoot[];
    nodes?: number;
    edges?: number;
    jobs?: number;
    asked?: number;
    error?: string;
}

export interface LabList {
    labs: LabEntry[];
    /** Can labs be made and run here? */
    kept: boolean;
    threads: number;
}

export interface LabNode {
    node: number;
    kind: 'attack' | 'defend' | 'part';
    state: LabState;
    pn: number | null;
    dn: number | null;
    /** There may be turns that nobody has generated yet. */
    phantom: boolean;
    certificate: boolean;
    leaf: boolean;
    /** On the node itself, as the next five. */
    jobs: number;
    out: number;
    claims: number;
    failed: number;
    searched: number;
    cpu: number;
}

export interface LabTurn extends LabNode {
    edge: number;
    turn: Turn;
    source: 'verify' | 'engine' | 'person' | 'part';
    pruned: boolean;
    /** Jobs behind it. */
    through: number;
    /** Those of them that are out. */
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

/** A job in work. */
export interface LabOut {
    job: number;
    kind: 'verify' | 'solve' | 'expand';
    root?: string;
    path: number[];
    turns?: Turn[];
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

export interface LabStats {
    proved: number;
    disproved: number;
    parts: number;
    done: number;
    dropped: number;
    certificate_bytes: number;
    time: number;
    workers: LabWorker[];
}

/** The tree of a lab as far as it is in sight. */
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
    position?: Stones;
    open?: LabTurns[];
    history?: (readonly [number, number, number | null, number | null])[];
    out: {
        all: number;
        jobs: LabOut[];
    };
    stats: LabStats;
    events: LabEvent[];
    /** More turns were asked for than are sent. */
    cut?: boolean;
}

export interface LabMade {
    name: string;
}

export interface LabNoted {
    /** Whoever runs the lab will take it up. */
    noted: boolean;
}

export interface LabRunning {
    run: boolean;
}

/** A file, or the name under which the server keeps the proof. */
export interface LabExport {
    base64?: string;
    text?: string;
    whole?: boolean;
    proof?: string;
}

/** What one wants to see. A place is the numbers of the edges that lead to it from the root. */
export interface LabSight {
    root?: string;
    at?: number[];
    open?: {
        path: number[];
        most?: number;
    }[];
    follow?: boolean;
}

export interface ProveProgress {
    nodes: number;
    seconds: number;
    level?: number;
    done?: number;
    known?: number;
}

/** What came of looking for a win: of one that was found all but why. */
export interface Solved {
    status: 'won' | 'unknown' | 'stopped';
    nodes: number;
    search_seconds: number;
    why?: string;
    turn?: Turn;
    order?: number;
    kind?: string;
    depth?: number;
    proof_nodes?: number;
    verify_seconds?: number;
    verifier_calls?: number;
    zone_squares?: number;
    full_turns?: number;
    holds_on_infinite?: boolean;
}

/** How many turns a certificate has, and under which name it is kept, or why it is not. */
export interface ProofKept {
    turns?: number;
    proof?: string;
    unkept?: string;
}

/** What came of looking for defences that hold. */
export interface Defences {
    losing: number;
    left: number;
    parts: number;
    parts_open: number;
    nodes: number;
    seconds: number;
}

export interface SolvedKept extends Solved, ProofKept {}

export interface VerifiedKept extends Defences, ProofKept {
    /** won: every turn loses; none: the side to move wins or fills the board. */
    status: 'won' | 'open' | 'stopped' | 'none';
    open: Turn[];
}

/** A message to the server. */
export type LiveAsk = AnalyseAsk | ReviewAsk | ProveAsk | LabAsk | DuelAsk | StopAsk;

export interface AnalyseAsk {
    do: 'analyse';
    id: number;
    game: GameGiven;
    lines?: number;
    /** 0 or left out: until stopped. */
    seconds?: number;
    /** Turns of these squares alone. */
    region?: string;
    threads?: number;
    /** In MiB. */
    hash?: number;
}

export interface ReviewAsk {
    do: 'review';
    id: number;
    game: GameGiven;
    lines?: number;
    /** For each position. */
    seconds?: number;
}

export interface ProveAsk {
    do: 'solve' | 'verify';
    id: number;
    game: GameGiven;
    order?: number;
    seconds?: number;
    nodes?: number;
}

export interface LabAsk extends LabSight {
    do: 'lab';
    id: number;
    name: string;
}

export interface DuelAsk {
    do: 'duel';
    id: number;
    duel: string;
    /** Of a player; left out: of a watcher. */
    key?: string;
}

export interface StopAsk {
    do: 'stop';
    id: number;
}

/** A message from the server. */
export type LiveMessage =
    | {
          id: number;
          report: Report;
      }
    | {
          id: number;
          at: number;
          of: number;
          report: Report;
      }
    | {
          id: number;
          final: boolean;
      }
    | {
          id: number;
          progress: ProveProgress;
      }
    | {
          id: number;
          solved: SolvedKept;
          final: boolean;
      }
    | {
          id: number;
          verified: VerifiedKept;
          final: boolean;
      }
    | {
          id: number;
          lab: LabView;
      }
    | {
          id: number;
          seat: Side | null;
          duel: Duel;
      }
    | {
          id: number;
          queued: number;
      }
    | {
          id?: number;
          error: Problem;
      };

/** This document. */
export type OpenApi = Record<string, unknown>;

/** By what is known of them: proved, covered and verified lose, refuted do not, the others are open. */
export interface MapCounts {
    proved: number;
    covered: number;
    verified: number;
    refuted: number;
    resists: number;
    open: number;
    waits: number;
}

/** `hexad openings map --json`, and of /labs/{name}/map: the replies to a root of a lab, up to symmetry. */
export interface OpeningsMap {
    root: string;
    game: string;
    attacker: Side;
    replies: MapCounts;
    turns: MapCounts;
    /** By square: turns with a stone there that are not proved to lose; squares with none are left out. */
    left: {
        square: string;
        turns: number;
    }[];
    /** There are more turns than are listed. */
    cut: boolean;
    list: {
        turn: Turn;
        /** Turns that a symmetry of the position makes equal to it, itself among them. */
        images: number;
        state: 'proved' | 'covered' | 'verified' | 'refuted' | 'resists' | 'open' | 'waits';
        pn?: number | null;
        dn?: number | null;
        answer?: Turn;
    }[];
}

/** `hexad arena --json` */
export interface ArenaReport {
    game: string;
    seed: string;
    planned: number;
    played: number;
    distinct: number;
    interrupted: boolean;
    players: {
        name: string;
        player: string;
        games: number;
        won: number;
        drawn: number;
        lost: number;
        score: number | null;
        elo: number | null;
        elo_error: number | null;
        seconds_per_turn: number | null;
        faults: Record<string, number>;
    }[];
    /** For each player its points against each; null against itself and whom it has not met. */
    cross: (number | null)[][];
    meetings: {
        first: string;
        second: string;
        games: number;
        won: number;
        drawn: number;
        lost: number;
        as_black: {
            won: number;
            drawn: number;
            lost: number;
        };
        as_white: {
            won: number;
            drawn: number;
            lost: number;
        };
        pairs: number[];
        score: number | null;
        score_95: (number | null)[];
        elo: number | null;
        elo_95: (number | null)[];
        superiority: number;
    }[];
    sprt?: {
        elo0: number;
        elo1: number;
        alpha: number;
        beta: number;
        llr: number | null;
        bounds: number[];
        accepted: string;
        unused: number;
    };
}

// Bodies of requests

export interface PositionRequest {
    game: GameGiven;
}

export interface ThreatsRequest {
    game: GameGiven;
}

export interface MoveRequest {
    game: GameGiven;
    player?: string;
    level?: number;
    seconds?: number;
    seed?: number;
    /** Play known openings and proved turns. */
    openings?: boolean;
}

export interface ForcingRequest {
    game: GameGiven;
    kind?: ForcingKind;
    side?: Side;
    seconds?: number;
}

export interface ExactRequest {
    game: GameGiven;
    seconds?: number;
}

export interface PolicyRequest {
    game: GameGiven;
}

export interface AnalyseRequest {
    game: GameGiven;
    lines?: number;
    seconds?: number;
    /** Turns of these squares alone. */
    region?: string;
    threads?: number;
    /** In MiB. */
    hash?: number;
}

export interface SolveRequest {
    game: GameGiven;
    order?: number;
    seconds?: number;
    nodes?: number;
}

export interface VerifyRequest {
    game: GameGiven;
    order?: number;
    seconds?: number;
    nodes?: number;
}

export interface CountRequest {
    game: GameGiven;
}

export interface CheckRequest {
    base64: string;
    seconds?: number;
}

export interface TreeNewRequest {
    title?: string;
    tree: TreeGiven;
    chapters?: ChaptersGiven;
}

export interface TreePutRequest {
    title?: string;
    tree: TreeGiven;
    chapters?: ChaptersGiven;
    revision?: number;
    id?: number;
    rules?: RulesGiven;
    nodes?: number;
    updated?: string;
}

export interface ProgressPutRequest {
    player?: string;
    revision?: number;
    document: Record<string, unknown> | null;
    updated?: string;
}

export interface ProofNewRequest {
    base64: string;
    name?: string;
}

export interface ProofWalkRequest {
    line?: Turn[];
    part?: Turn;
}

export interface LabNewRequest {
    name: string;
    rules: RulesGiven;
    options?: Record<string, unknown>;
}

export interface LabAddRequest {
    name: string;
    game: GameGiven;
    /** both: a root for each side, to find out who wins. */
    attacker?: 'black' | 'white' | 'both';
}

export interface LabAskRequest {
    what: 'suggest' | 'prune' | 'unprune' | 'pause' | 'resume' | 'priority';
    root?: string;
    stones?: string;
    priority?: number;
}

export interface LabRunRequest {
    run?: boolean;
}

export interface LabMapRequest {
    root?: string;
}

export interface LabExportRequest {
    root?: string;
    stones?: string;
    format?: 'cert' | 'sgf';
    most?: number;
    keep?: boolean;
}

export interface DuelMakeRequest {
    game: GameGiven;
    clock?: DuelClockGiven;
    side?: 'black' | 'white' | 'random';
    name?: string;
}

export interface DuelListRequest {
    duels: DuelKey[];
}

export interface DuelJoinRequest {
    name?: string;
}

export interface DuelActRequest {
    key: string;
    act: 'move' | 'resign' | 'offer' | 'accept' | 'decline' | 'cancel';
    /** A whole turn. */
    stones?: Move[];
    /** The moves of the game before it. */
    at?: number;
    what?: DuelOffer;
}

export interface TournamentNewRequest {
    name: string;
    rules: RulesGiven;
    players: TournamentPlayer[];
    /** Pairs of games of each two, colours swapped. */
    rounds?: number;
    /** Turns of random openings; of the Connect family alone. */
    random?: number;
    seed?: number;
    /** Of processor time, for a turn. */
    seconds?: number;
}

export interface TournamentRunRequest {
    run?: boolean;
}

export interface TournamentGamesRequest {
    /** One of the two, by number; -1: anybody. */
    first?: number;
    /** The other. */
    second?: number;
    skip?: number;
    limit?: number;
}

export interface FindRequest {
    game: GameGiven;
    limit?: number;
}

export interface ImportRequest {
    text?: string;
    /** Instead of text. */
    base64?: string;
    name?: string;
    format?: string;
}

export interface ExportRequest {
    tree: TreeGiven;
    chapters?: ChaptersGiven;
    format?: string;
}

export interface PuzzlePickRequest {
    rules?: RulesGiven;
    kind?: PuzzleKind;
    theme?: string;
    rating?: number;
    seed?: number;
    except?: string[];
}

export interface PuzzleJudgeRequest {
    game: GameGiven;
    turn: Turn;
    turns?: number;
    kind?: PuzzleKind;
}

export interface PuzzleHintRequest {
    game: GameGiven;
    turns?: number;
    kind?: PuzzleKind;
}

export interface PuzzleTreeRequest {
    game: GameGiven;
    turns?: number;
}

export interface PuzzleFindRequest {
    game: GameGiven;
    seconds?: number;
}

export interface CollectionNewRequest {
    name: string;
}

export interface CollectionRenameRequest {
    name: string;
}

export interface CollectionAddRequest {
    text?: string;
    /** Instead of text. */
    base64?: string;
}

export interface GamesSearchRequest {
    /** 0: all. */
    collection?: number;
    /** A part of a name. */
    player?: string;
    /** Whose name it is: black or white; empty: either's. */
    side?: string;
    /** 2017, 2017-05 or 2017-05-31. */
    from?: string;
    to?: string;
    /** black, white, draw or open; empty: any. */
    result?: string;
    /** A name of docs/openings.md. */
    opening?: string;
    game?: GameGiven;
    limit?: number;
    skip?: number;
}

export interface ExploreRequest {
    game: GameGiven;
    collection?: number;
    turns?: number;
    games?: number;
    skip?: number;
    /** A part of a name. */
    player?: string;
    /** Whose name it is: black or white; empty: either's. */
    side?: string;
    /** 2017, 2017-05 or 2017-05-31. */
    from?: string;
    to?: string;
    /** black, white, draw or open; empty: any. */
    result?: string;
}

export interface VerdictRequest {
    game: GameGiven;
    seconds?: number;
}
