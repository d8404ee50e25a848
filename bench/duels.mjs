// Games between people on `hexad serve`: many at once with clocks, their moves over HTTP, their players' sockets; and a server that is
// killed under them again and again. Needs node and nothing else.
//
//   node bench/duels.mjs build/hexad [--games 200] [--seconds 60] [--every 1000] [--kills 0]
//
// Every player makes a turn within twice --every ms after the other's was told to him, over his own connection. Prints how long a turn took to be answered (which is
// when it is on the disk) and to be told to the other player and one who watches. With --kills the server is killed (SIGKILL) so often, at moments that nobody knows; then
// every turn that was answered must be there, none that was not sent, and no clock may differ by more than a second from what the players measured. Status 1 if anything is wrong.
import { randomInt } from "node:crypto";
import { join } from "node:path";
import { newFolder, Server } from "../tests/server/attack/server.mjs";
import { API, Live, now, PING, PONG, sleep, TEXT, Wire } from "../tests/server/attack/wire.mjs";

const program = process.argv[2];
const option = (name, usual) => {
  const i = process.argv.indexOf("--" + name);
  return i < 0 ? usual : Number(process.argv[i + 1]);
};
if (!program || program.startsWith("--")) {
  console.error("usage: node bench/duels.mjs PROGRAM [--games N] [--seconds N] [--every MS] [--kills N]");
  process.exit(2);
}
const GAMES = option("games", 200);
const SECONDS = option("seconds", 60);
const EVERY = option("every", 1000);
const KILLS = option("kills", 0);
const MAIN = 24 * 3600; // seconds: nobody loses by time here
const RULES = [["connect6", "gomoku", "go19", "connect6"], [2, 1, 1, 2]];

const data = join(newFolder(true), "hexad.db");
const wrong = [];
const answered = []; // ms
const told = [];
const drift = []; // seconds that a clock had less than the players measured, at a restart
let server;
let turns = 0;

const start = () => Server.start(program, { args: ["--quiet", "--hash", "16", "--threads", "1"], data });
const percent = (list, p) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor((list.length * p) / 100))] ?? 0;
const line = (list) => `median ${percent(list, 50).toFixed(1)}, 99 % ${percent(list, 99).toFixed(1)}, longest ${percent(list, 100).toFixed(1)} ms`;

async function ask(wire, method, path, body) {
  const a = await wire.ask(method, API + path, { body, ms: 20000 });
  return a && { status: a.status, body: JSON.parse(a.text() || "{}") };
}

/** The squares of a game in an order that nobody wins with: no two neighbours, letters without i for Go. */
function squares(go) {
  const letters = go ? "ABCDEFGHJKLMNOPQRST" : "abcdefghijklmnopqrs";
  const all = [];
  for (let shift = 0; shift < 5; shift++) for (let y = 0; y < 19; y++) for (let x = 0; x < 19; x++) if ((x + 2 * y) % 5 === shift && (go || (x < 15 && y < 15))) all.push(letters[x] + (y + 1));
  return all.slice(0, 90);
}

class Follower extends Live {
  constructor(game, key, from) {
    super(server.port, { from });
    this.follow(game, key);
  }
  async follow(game, key) {
    if ((await this.open(20000)) === 101) this.say({ do: "duel", id: 1, duel: game.id, ...(key ? { key } : {}) });
    while (!this.closed) {
      const f = await this.next(undefined, 600000);
      if (f?.opcode === PING) this.frame(PONG, f.payload);
      if (f?.opcode !== TEXT) continue;
      const m = JSON.parse(f.payload);
      if (m.error) wrong.push(`a follower: ${m.error.message}`);
      else game.news(this, m.duel);
    }
  }
}

class Game {
  constructor(i) {
    this.rules = RULES[0][i % 4];
    this.size = RULES[1][i % 4];
    this.order = squares(/^go\d/.test(this.rules));
    this.moves = []; // that were answered
    this.tried = null; // the turn whose answer has not come
    this.used = [0, 0]; // seconds that each side took, as seen from here
    this.from = `127.0.4.${1 + (i % 200)}`;
    this.seen = new Map();
  }
  async make() {
    const wire = new Wire(server.port, { from: this.from });
    const made = await ask(wire, "POST", "/duels", { game: { rules: this.rules }, clock: { main: MAIN }, side: "black", name: "a" });
    if (made?.status !== 201) return wrong.push(`make: ${JSON.stringify(made)}`);
    this.id = made.body.id;
    const joined = await ask(wire, "POST", `/duels/${this.id}/join`, { name: "b" });
    if (joined?.status !== 200) return wrong.push(`join: ${JSON.stringify(joined)}`);
    this.key = [made.body.key, joined.body.key];
    wire.drop();
  }
  connect() {
    this.wires = this.key.map(() => new Wire(server.port, { from: this.from }));
    this.followers = [...this.key, null].map((key) => new Follower(this, key, this.from));
  }
  drop() {
    for (const w of [...(this.wires ?? []), ...(this.followers ?? [])]) w.drop();
  }
  news(_follower, duel) {
    const { began, plies } = this.last ?? {};
    if (began && duel.plies === plies) told.push(now() - began);
  }
  /** Whose turn it is when so many moves were made: Connect6 begins with one stone. */
  side(plies) {
    return this.size === 1 ? plies % 2 : Math.floor((plies + 1) / 2) % 2;
  }
  turn(plies) {
    const n = this.size === 1 || plies === 0 ? 1 : 2;
    return this.order.slice(plies, plies + n);
  }
  get over() {
    return this.moves.length + 2 > this.order.length;
  }
  /** Plays one turn; false when the connection broke. */
  async play() {
    const at = this.moves.length;
    const side = this.side(at);
    const stones = this.turn(at);
    const began = now();
    this.tried = { stones, began };
    this.last = { began, plies: at + stones.length };
    const a = await ask(this.wires[side], "POST", `/duels/${this.id}/act`, { key: this.key[side], act: "move", stones, at });
    if (!a) return false;
    if (a.status === 409 && a.body.error.message.includes("moves, not")) return wrong.push(`a move: ${JSON.stringify(a.body)}`), false;
    if (a.status !== 200) return wrong.push(`a move: ${a.status} ${JSON.stringify(a.body)}`), false;
    const done = now();
    answered.push(done - began);
    turns++;
    this.settle(stones, side, at, began, done);
    return true;
  }
  /** The turn counts: it was seen between two moments, and its time goes from one clock. */
  settle(stones, side, at, began, done) {
    if (at > 0) this.used[side] += (began + done) / 2000 - this.began;
    this.began = (began + done) / 2000;
    this.moves.push(...stones);
    this.tried = null;
  }
  async run(alive) {
    while (alive() && !this.over) {
      await sleep(EVERY * (0.5 + Math.random()));
      if (alive() && !(await this.play())) return;
    }
  }
  /** After a restart: nothing is lost, nothing was made up, and the clocks are as they were when the server went at `end`. */
  async check(end) {
    const wire = new Wire(server.port, { from: this.from });
    const a = await ask(wire, "GET", `/duels/${this.id}`);
    wire.drop();
    if (a?.status !== 200) return wrong.push(`after a kill: ${JSON.stringify(a)}`);
    const { moves, left } = a.body;
    if (this.tried && moves.length === this.moves.length + this.tried.stones.length)
      this.settle(this.tried.stones, this.side(this.moves.length), this.moves.length, this.tried.began, this.tried.began);
    this.tried = null;
    if (JSON.stringify(moves) !== JSON.stringify(this.moves)) return wrong.push(`after a kill: the moves of ${this.id} are ${moves} instead of ${this.moves}`);
    const running = this.side(moves.length);
    for (const side of [0, 1]) {
      const used = this.used[side] + (side === running && moves.length ? end / 1000 - this.began : 0);
      const gone = MAIN - left[side ? "white" : "black"].seconds;
      if (side === running && moves.length) drift.push(used - gone);
      if (Math.abs(used - gone) > 1) wrong.push(`after a kill: a clock has ${gone.toFixed(2)} s less, the players measured ${used.toFixed(2)}`);
      this.used[side] = gone; // from here on it is the server's word
    }
    this.began = null;
  }
}

server = await start();
let games = Array.from({ length: GAMES }, (_, i) => new Game(i));
for (const g of games) await g.make();

/** All of them for so long. Their clocks go on with the first player who follows. */
async function play(ms) {
  const until = now() + ms;
  let alive = true;
  for (const g of games) {
    g.connect();
    g.began ??= now() / 1000;
  }
  const running = Promise.all(games.map((g) => g.run(() => alive && now() < until)));
  return { end: () => (alive = false), running };
}

const began = now();
if (!KILLS) {
  const p = await play(SECONDS * 1000);
  const cpu = server.cpu();
  await p.running;
  console.log(`${GAMES} games, ${SECONDS} s, ${((turns * 1000) / (now() - began)).toFixed(0)} turns a second`);
  console.log(`answered   ${answered.length} turns, ${line(answered)}`);
  console.log(`told       ${told.length} times, ${line(told)}`);
  console.log(`processor  ${(((server.cpu() - cpu) * 1000) / (now() - began)).toFixed(2)}; memory ${server.memory().toFixed(0)} MB`);
} else {
  for (let i = 0; i < KILLS; i++) {
    const p = await play(60000);
    await sleep(300 + randomInt(1500));
    server.process.kill("SIGKILL");
    const end = now();
    p.end();
    await server.exit;
    await p.running;
    for (const g of games) g.drop();
    server = await start();
    if (!server.port) {
      wrong.push(`start ${i + 1}: ${server.errors}`);
      break;
    }
    for (let at = 0; at < games.length; at += 20) await Promise.all(games.slice(at, at + 20).map((g) => g.check(end)));
    games = await Promise.all(games.map(async (g, at) => (g.over ? (async (n) => (await n.make(), n))(new Game(at)) : g)));
    if (wrong.length) break;
  }
  console.log(`${GAMES} games, ${KILLS} kills, ${turns} turns answered, ${drift.length} running clocks compared`);
  console.log(`clocks     behind what was measured: median ${percent(drift, 50).toFixed(3)}, 99 % ${percent(drift, 99).toFixed(3)}, least ${percent(drift, 0).toFixed(3)}, most ${percent(drift, 100).toFixed(3)} s`);
}
for (const g of games) g.drop();
await server.stop();
const counts = new Map();
for (const w of wrong) counts.set(w, (counts.get(w) ?? 0) + 1);
for (const [what, n] of [...counts].slice(0, 20)) console.log(`wrong      ${what} (${n} times)`);
console.log(wrong.length ? "FAILED" : "nothing lost");
process.exit(wrong.length ? 1 : 0);
