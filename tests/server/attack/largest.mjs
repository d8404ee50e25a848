// The largest request that every route takes, and the costliest that we know: small bodies that are much work belong here, too.
//
// A table by method and path, as /openapi.json names them. on-routes.mjs tries each, and fails for a route without an entry, for a field
// of a body and a part of a query that no request of its route has, and for a route none of whose requests is taken.
import { square } from "./games.mjs";

const MB = 1 << 20;
const BOARD = [127, 127, 6, 2, 1];
const WIDE_RULES = [127, 127, 63, 62, 62];
const squares = Array.from({ length: 127 * 127 }, (_, i) => square(i % 127, Math.floor(i / 127)));
const many = (text, bytes) => text.repeat(Math.max(1, Math.floor(bytes / text.length)));

// ---- positions ----

/** No two stones are neighbours: no rows, however many there are. */
const scattered = squares.filter((_, i) => ((i % 127) + 2 * Math.floor(i / 127)) % 5 === 0);
const full = squares.slice(0, -150);
const black = new Set(full.filter((_, i) => ((i % 127) + 2 * Math.floor(i / 127)) % 4 < 2));

/** A board that is nearly full. */
const FULL = { rules: BOARD, setup: { black: [...black], white: full.filter((s) => !black.has(s)), to_move: "black", left: 2 }, stones: [] };
/** As long a game as there is. */
const LONG = { rules: BOARD, stones: scattered };
/** The largest turns. */
const WIDE = { rules: WIDE_RULES, stones: scattered.slice(0, 62 * 9) };
/** Rows of one side all over the board, which the other has to stop. */
const rows = (length, gap, side, to_move, rules = BOARD) => {
  const stones = { black: [], white: [] };
  for (let row = 0; row < 127; row += gap)
    for (let col = 0; col + length < 127; col += length + gap)
      for (let i = 0; i < length; i++) stones[side ?? (((row / gap) % 2) ? "black" : "white")].push(square(col + i, row));
  return { rules, setup: { ...stones, to_move, left: rules[3] }, stones: [] };
};
const ROWS = rows(4, 4, "black", "white");
export const PAIRS = rows(2, 3, undefined, "black");
/** Between people, whose boards are smaller. */
const DUEL_SQUARES = Array.from({ length: 1024 }, (_, i) => square(i % 32, Math.floor(i / 32)));
const DUEL = { rules: [32, 32, 6, 2, 1], stones: DUEL_SQUARES.filter((_, i) => ((i % 32) + 2 * Math.floor(i / 32)) % 5 === 0).slice(0, 199) };
const SMALL = { rules: [8, 8, 5, 2, 1], stones: [] };

// ---- certificates ----

const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >> 7)]);
/** A claim that leaves `marks` turns of the defender open; `empty` of its board. */
export const openClaim = ([m, n, k, p, q], marks, stones = []) => {
  const head = [m, n, k, p, q, 10, p, stones.length, ...stones.map((s) => s + 1), 0].flatMap(varint);
  return Buffer.concat([Buffer.from("HEXCERT\x01"), Buffer.from(head), Buffer.alloc(marks, 227), Buffer.from([255, ...varint(marks)])]).toString("base64");
};
/** As many marks as a proof has bytes; nothing is proved by it. */
const MARKS = openClaim(WIDE_RULES, 4 * MB - 100);
/** Every turn of two stones on 25x20 squares left open, which is accepted: it says nothing, at length. */
const OPEN = openClaim([25, 20, 6, 2, 1], 1 + 499 + (499 * 498) / 2, [250]);

// ---- trees and records ----

const children = (n, child) => ({ rules: BOARD, root: { children: Array.from({ length: n }, (_, i) => child(i)) } });
const TREES = {
  "50,000 nodes": children(49999, (i) => ({ stones: [squares[i % squares.length]] })),
  "98,000 marks": children(7, (i) => ({ stones: [squares[i]], marks: squares.slice(0, 14000).map((at) => ({ at, kind: "circle" })) })),
  "190,000 squares that are set up": children(12, (i) => ({ setup: { black: squares.slice(0, 16000 - i) } })),
  "a comment of 7 MB": { rules: BOARD, root: { comment: many("x\n", 3.5 * MB) } },
};
/** The study of 200 of them has as many nodes as a tree may have. */
const CHAPTER = children(249, (i) => ({ stones: [squares[i]] }));
const game = (i, length) => {
  const seen = new Set();
  let text = `(;RU[Connect(127,127,6,2,1)]PB[b${i}]PW[w]`;
  for (let j = 0; seen.size < length; j++) {
    const at = scattered[(j * 31 + i * 17) % scattered.length];
    if (!seen.has(at)) text += `;${Math.floor((seen.size + 1) / 2) % 2 ? "W" : "B"}[${at}]`;
    seen.add(at);
  }
  return text + ")";
};
const games = (first, count) => Array.from({ length: count }, (_, i) => game(first + i, 480)).join("");
const FILES = {
  "1,000 games of 480 stones": { text: games(1000, 1000) },
  "the same, packed": { base64: Buffer.from(games(1000, 1000)).toString("base64") },
  "a comment of 8 MB": { text: `(;C[${many("x", 8 * MB - 2000)}])` },
  "8 MB of brackets": { text: many("(", 8 * MB - 2000) },
};
/** As many values as JSON may have. */
const OBJECTS = `{"x":[${many("{},", 800000)}{}]}`;

// ---- the table ----

const each = (things, make) => Object.entries(things).map(([what, x]) => ({ what, ...make(x) }));
const about = (...games) => games.map((g) => ({ what: `${g.rules} with ${g.stones.length || "many"} stones`, game: g }));
const seconds = (most, ...bodies) => bodies.map(({ what, ...body }) => ({ what, body: { ...body, seconds: 0.3 }, longest: { ...body, seconds: most } }));
const plain = (...bodies) => bodies.map(({ what, ...body }) => ({ what, body }));
const path = (...parts) => (...requests) => requests.map((x) => ({ parts, ...x }));
const SQUARES = squares.filter((_, i) => Math.floor(i / 127) % 3 === 1).slice(-63);
const LINE = Array.from({ length: 1000 }, () => ["a1"]);
const names = Array.from({ length: 5000 }, (_, i) => "k" + (i + 0x10000000).toString(16));

/** The largest board of Go, empty and with walls of both colours. */
const wall = (columns) => [...columns].flatMap((c) => Array.from({ length: 24 }, (_, i) => c + (i + 1)));
const GO = [
  { what: "an empty board of Go", game: { rules: "go:25" } },
  { what: "480 stones of Go", game: { rules: "go:25", setup: { black: wall("ABCDEFGHJK"), white: wall("MNOPQRSTUV"), to_move: "black" } } },
];

/** What is there before a request is made: the numbers and names of the paths. */
export const STATE = { tree: 1, collection: 1, game: 1, proof: "open", lab: "lab", chart: "chart" };

/** A part of it that is known when it is made. */
const LATER = (name) => ({ toString: () => STATE[name] });

/** Makes it, on a server of its own. */
export async function prepare(ask) {
  await ask("POST", "/trees", { title: "large", tree: TREES["98,000 marks"] });
  await ask("PUT", "/progress", { player: "large", revision: 0, document: { x: many("x", 4 * MB - 20) } });
  await ask("POST", "/collections", { name: "large" });
  for (let i = 0; i < 1000; i += 100) await ask("POST", "/collections/1/games", { text: games(i, 100) });
  await ask("POST", "/proofs", { name: "open", base64: OPEN });
  await ask("POST", "/labs", { name: "lab", rules: BOARD });
  await ask("POST", "/labs", { name: "chart", rules: [21, 21, 6, 2, 1] });
  await ask("POST", "/labs/chart/roots", { name: "r1", game: { rules: [21, 21, 6, 2, 1], stones: ["c4"] } });
  const clock = { black: { main: 60, increment: 5, periods: 3, period: 30 }, white: { main: 2592000, increment: 2592000, periods: 100, period: 2592000 } };
  const ids = await Promise.all([0, 1].map(() => ask("POST", "/duels", { game: DUEL, clock, side: "black", name: many("六", 40) })));
  STATE.duel = ids[0].id;
  STATE.waiting = ids[1].id;
  STATE.key = ids[0].key;
  await ask("POST", `/duels/${STATE.duel}/join`, { name: "other" });
  await ask("POST", "/tournaments", { name: "cup", rules: [32, 32, 6, 2, 1], players: Array.from({ length: 12 }, () => ({ player: "mcts:net=yes" })), rounds: 15, random: 8, seconds: 60 });
  await ask("POST", "/tournaments", { name: "played", rules: [32, 32, 32, 1, 1], players: [{ player: "random" }, { player: "random" }], rounds: 1, seconds: 0.01 });
  await ask("POST", "/tournaments/played/run", { run: true });
  while ((await ask("GET", "/tournaments/played")).played < 2) await new Promise((done) => setTimeout(done, 50));
  for (let i = 0; i < 20; i++) await ask("POST", "/labs/lab/roots", { name: "r" + i, game: { rules: BOARD, stones: scattered.slice(i, i + 999) } });
}

/** `body`, `query` and `parts` of the path; `longest` is the body that asks for the longest time, `most` what it may take in seconds of the processor if the
 * table of limits says something else than of other answers; `only` statuses other than those below 300. */
export const LARGEST = {
  "GET /": [{}],
  "GET /info": [{}],
  "GET /openapi.json": [{}],
  "GET /status": [{}],
  "POST /position": plain(...about(FULL, LONG)),
  "POST /threats": plain(...about(FULL, LONG, ROWS, WIDE)),
  "POST /move": [
    ...seconds(600, ...about(FULL, LONG, ROWS, WIDE).map((x) => ({ ...x, level: 11, seed: 2 ** 53, openings: true }))),
    ...seconds(600, ...["sequences+search:depth=9", "montecarlo:near=100,playout=random,games=1000000", "mcts:force=1000000000,first=1000000000,width=10000"].map((player) => ({ what: player, game: LONG, player }))),
  ],
  "POST /forcing": seconds(600, ...about(FULL, LONG, WIDE, PAIRS).map((x) => ({ ...x, kind: "vcst", side: "black" }))),
  "POST /exact": seconds(600, { what: "64 empty squares", game: SMALL }),
  "POST /analyse": seconds(600, ...about(FULL, LONG, ROWS, WIDE).map((x) => ({ ...x, lines: 32, threads: 64, hash: 1 << 20 })), { what: "a region", game: LONG, region: "a1-s19,t20-dw127" }),
  "POST /solve": seconds(3600, ...about(LONG, PAIRS).map((x) => ({ ...x, order: 4, nodes: 2 ** 53 }))),
  "POST /verify": seconds(3600, ...about(LONG, PAIRS).map((x) => ({ ...x, order: 4, nodes: 2 ** 53 }))),
  "POST /policy": plain(...about(LONG, FULL)),
  "POST /count": plain(...GO),
  "POST /check": seconds(600, { what: "4,000,000 marks", base64: MARKS }, { what: "124,000 open turns", base64: OPEN }),
  "GET /live": [{ only: [426] }],
  "GET /trees": [{ query: `query=${"%25".repeat(200)}&limit=200&offset=0` }, { query: "limit=200&offset=0" }],
  "POST /trees": [
    ...each(TREES, (tree) => ({ body: { title: many("六", 600).slice(0, 200), tree } })),
    { what: "200 chapters of 249 nodes", body: { title: "x", tree: CHAPTER, chapters: Array(199).fill(CHAPTER) } },
  ],
  "GET /trees/{id}": path(STATE.tree)({}),
  "PUT /trees/{id}": path(STATE.tree)(...each(TREES, (tree) => ({ body: { title: "x", tree, chapters: [], revision: 1, id: 1, rules: BOARD, nodes: 1, updated: 1 } }))),
  "DELETE /trees/{id}": path(STATE.tree)({}),
  "GET /progress": [{ query: "player=large" }],
  "PUT /progress": [
    { what: "a text of 4 MB", body: { player: "new", revision: 0, document: { x: many("x", 4 * MB - 20) }, updated: 1 } },
    { what: "260,000 objects", body: `{"player":"new","revision":0,"document":${OBJECTS}}` },
  ],
  "GET /proofs": [{}],
  "POST /proofs": [
    { what: "4,000,000 marks", body: { base64: MARKS, name: many("x", 200) }, only: [413], most: "check_seconds" },
    { what: "124,000 open turns", body: { base64: OPEN, name: "again" }, most: "check_seconds" },
  ],
  "GET /proofs/{name}": path(STATE.proof)({}),
  "DELETE /proofs/{name}": path(STATE.proof)({}),
  "POST /proofs/{name}/walk": path(STATE.proof)({ body: { line: [["a1", "b1"]], part: [] }, most: "check_seconds" }, { what: "1,000 turns", body: { line: LINE, part: SQUARES }, only: [400], most: "check_seconds" }),
  "GET /labs": [{}],
  "POST /labs": [{ body: { name: "new", rules: BOARD, options: { "solve-nodes": 200000 } } }],
  "DELETE /labs/{name}": path(STATE.lab)({}),
  "POST /labs/{name}/view": path(STATE.lab)({ body: { root: "r1", at: [], open: Array.from({ length: 200 }, () => ({ path: [], most: 1000 })), follow: true } }),
  "POST /labs/{name}/roots": path(STATE.lab)({ body: { name: many("r", 60), game: { rules: BOARD, stones: scattered.slice(100, 1100) }, attacker: "black" } }),
  "POST /labs/{name}/ask": path(STATE.lab)(
    { body: { what: "priority", root: "r1", stones: "", priority: 1000000 } },
    { what: "stones of 8 kB, refused", body: { what: "suggest", root: "r1", stones: many("zz9 ", 8000) }, only: [400] },
  ),
  "POST /labs/{name}/run": path(STATE.lab)({ body: { run: true }, runs: true }),
  "POST /labs/{name}/map": path(STATE.chart)({ body: { root: "r1" } }, { body: { root: many("r", 60) }, only: [404] }),
  "POST /labs/{name}/export": path(STATE.lab)({ body: { root: "r1", stones: many(" ", 8000), format: "sgf", most: 100000, keep: false }, only: [409] }, { body: { root: "none" }, only: [404] }),
  "POST /duels": [{ body: { game: DUEL, clock: { main: 1, increment: 1, periods: 100, period: 1 }, side: "random", name: many("六", 40) } }, { what: "Go", body: { game: { rules: "go:25,komi=7.5,handicap=9" } } }],
  "POST /duels/list": [{ body: { duels: Array.from({ length: 200 }, () => ({ id: "nobodyknows1", key: many("k", 2000) })) } }],
  "GET /duels/{name}": path(LATER("duel"))({}),
  "POST /duels/{name}/join": path(LATER("waiting"))({ body: { name: many("六", 40) } }),
  "POST /duels/{name}/act": path(LATER("duel"))({ body: { get key() { return STATE.key; }, act: "offer", what: "draw", stones: DUEL_SQUARES, at: 2147483647 } }),
  "GET /tournaments": [{}],
  "POST /tournaments": [
    { body: { name: "wide", rules: [32, 32, 6, 2, 1], players: Array.from({ length: 12 }, () => ({ player: "mcts" })), rounds: 15, random: 8, seed: 1, seconds: 60 } },
    { what: "openings that are not found", body: { name: "none", rules: [7, 7, 3, 7, 7], players: [{ player: "random" }, { player: "random" }], rounds: 1000, random: 7 }, only: [400] },
    { what: "Go", body: { name: "go", rules: "go:25", players: [{ level: 11 }, { player: "net" }], rounds: 1000 } },
  ],
  "GET /tournaments/{name}": path("cup")({}),
  "DELETE /tournaments/{name}": path("cup")({}),
  "POST /tournaments/{name}/run": path("cup")({ body: { run: true }, runs: true }),
  "POST /tournaments/{name}/games": path("cup")({ body: { first: 0, second: 1, skip: 2000, limit: 200 } }, { body: {} }),
  "GET /tournaments/{name}/games/{id}": [...path("cup", 1)({ only: [404] }), ...path("played", 1)({})],
  "POST /find": [...plain(...about(FULL, LONG)), { body: { game: LONG, limit: 200 } }],
  "POST /import": each(FILES, (file) => ({ body: { ...file, name: many("x", 1000), format: "sgf" }, only: file.text?.startsWith("((") ? [400] : undefined })),
  "POST /export": [...each(TREES, (tree) => ({ body: { tree, format: "sgf" } })), { what: "200 chapters of 249 nodes", body: { tree: CHAPTER, chapters: Array(199).fill(CHAPTER), format: "sgf" } }],
  "GET /puzzles": [{ query: "limit=500&offset=0&min=-10000&max=10000" }, { query: "rules=connect6&kind=win&theme=edge&turns=3&limit=500" }],
  "POST /puzzles/pick": [{ body: { rules: "connect6", kind: "win", theme: "edge", rating: 1500, seed: 2 ** 53, except: names } }],
  "GET /puzzles/daily": [{ query: "date=2026-01-31&rules=connect6&kind=win&theme=edge&min=-10000&max=10000&turns=3" }],
  "POST /puzzles/judge": ["win", "defence"].map((kind) => ({ what: kind, body: { game: PAIRS, turn: ["dv2", "dw2"], turns: 8, kind }, most: "judge_ms" })),
  "POST /puzzles/hint": ["win", "defence"].map((kind) => ({ what: kind, body: { game: PAIRS, turns: 8, kind }, most: "judge_ms" })),
  "POST /puzzles/tree": [{ body: { game: PAIRS, turns: 8 }, most: "judge_ms" }],
  "POST /puzzles/find": seconds(600, { game: LONG }),
  "GET /collections": [{}],
  "POST /collections": [{ body: { name: many("六", 600).slice(0, 200) } }],
  "PUT /collections/{id}": path(STATE.collection)({ body: { name: many("六", 600).slice(0, 200) } }),
  "DELETE /collections/{id}": path(STATE.collection)({}),
  "POST /collections/{id}/games": path(STATE.collection)(...each(FILES, (file) => ({ body: file, only: file.text?.startsWith("((") ? [400] : undefined, most: "answer_seconds" }))),
  "GET /games/{id}": path(STATE.game)({}),
  "POST /games/search": plain(
    { what: "every game", collection: 1, limit: 200, skip: 0 },
    { what: "a name that nobody has", player: many("六", 600).slice(0, 200), side: "black", from: "0001", to: "9999-12-31", result: "white", opening: "XX-B22", collection: 0, limit: 200, skip: 0 },
    { what: "a position", game: LONG, limit: 200 },
  ),
  "POST /explore": plain({ what: "filtered", game: { rules: BOARD, stones: [] }, collection: 1, turns: 200, games: 200, skip: 0, player: "b", side: "black", from: "", to: "", result: "open" }, { what: "the first position", game: { rules: BOARD, stones: [] }, collection: 1, turns: 200, games: 200, skip: 0 }, ...about(FULL, LONG).map((x) => ({ ...x, collection: 1, turns: 200, games: 200 }))),
  "POST /explore/verdict": seconds(600, ...about(FULL, LONG, WIDE)),
};

/** What sockets are told, by its word: the largest, and what goes on the longest. */
export const SAID = {
  analyse: [FULL, LONG, ROWS, WIDE].map((game) => ({ game, lines: 10, seconds: 600 })),
  review: [LONG, WIDE].map((game) => ({ game, lines: 10, seconds: 600 })),
  solve: [LONG, ROWS, WIDE, { rules: [15, 15, 5, 1, 1], stones: ["h8", "i9", "i7"] }].map((game) => ({ game, order: 4, seconds: 3600 })),
  verify: [LONG, WIDE, { rules: [19, 19, 6, 2, 1], stones: ["j10", "i12", "h11"] }].map((game) => ({ game, order: 4, seconds: 3600 })),
  duel: [{ get duel() { return STATE.duel; }, get key() { return STATE.key; } }],
  lab: [{ name: STATE.lab, root: "r1", at: [], open: Array.from({ length: 200 }, () => ({ path: [], most: 1000 })), follow: true }],
};
