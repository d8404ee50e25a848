// Load on `hexad serve`: sockets that follow analysis, requests for saved positions at a fixed rate, and a turn played by
// hand now and then, all at once, while the engine uses every core. Needs node and nothing else.
//
//   node bench/load.mjs build/hexad [--seconds 60] [--sockets 200] [--rate 1000] [--games 8] [--hash 16]
//                                   [--slow 0] [--idle 0]
//
// --slow: so many connections beside it that send a request byte by byte, and are opened again when they are cut off;
// --idle: so many WebSockets that are held open and do nothing but answer pings.
// Prints what was asked, answered and dropped, latencies, and the server's memory second by second. Status 1 if anything
// was dropped or answered wrongly.
import { join } from "node:path";
import { RULES, stones, tree } from "../tests/server/attack/games.mjs";
import { newFolder, Server } from "../tests/server/attack/server.mjs";
import { API, HONEST, Live, now, PING, PONG, sleep, TEXT, Wire } from "../tests/server/attack/wire.mjs";

const program = process.argv[2];
const option = (name, usual) => {
  const i = process.argv.indexOf("--" + name);
  return i < 0 ? usual : Number(process.argv[i + 1]);
};
if (!program || program.startsWith("--")) {
  console.error("usage: node bench/load.mjs PROGRAM [--seconds N] [--sockets N] [--rate N] [--games N] [--hash N] [--slow N] [--idle N]");
  process.exit(2);
}
const SECONDS = option("seconds", 60);
const SOCKETS = option("sockets", 200);
const RATE = option("rate", 1000);
const GAMES = option("games", 8);
const HASH = option("hash", 16); // small, so that the engines' tables are full soon and what grows besides them shows
const SLOW = option("slow", 0);
const IDLE = option("idle", 0);
const TREES = 200;
const CONNECTIONS = 16;

const server = await Server.start(program, { args: ["--quiet", "--hash", String(HASH)], data: join(newFolder(true), "hexad.db") });
if (!server.port) {
  console.error(server.errors);
  process.exit(1);
}
const wrong = [];
const ask = async (wire, what, expected, method, path, body) => {
  const a = await wire.ask(method, API + path, { body, ms: 10000 });
  if (a?.status !== expected) wrong.push(`${what}: ${a?.status ?? "dropped"}`);
  return a?.status === expected;
};

// ---- Sockets ----

/** A socket of /live that answers pings and counts reports, if it asked for any. */
class Follower extends Live {
  constructor(game, from) {
    super(server.port, { from });
    this.reports = 0;
    this.follow(game);
  }
  async follow(game) {
    this.up = (await this.open(20000)) === 101;
    if (this.up && game) this.say({ do: "analyse", id: 1, game, lines: 5 });
    while (!this.closed) {
      const f = await this.next(undefined, 60000);
      if (f?.opcode === PING) this.frame(PONG, f.payload);
      if (f?.opcode === TEXT && f.payload.includes('"report"')) this.reports++;
    }
  }
}

/** Many at once would be more than the machine keeps waiting. */
async function several(count, make) {
  const all = [];
  for (let i = 0; i < count; i++) {
    all.push(make(i));
    if (i % 50 === 49) await sleep(20);
  }
  return all;
}

const first = new Wire(server.port, { from: HONEST });
for (let i = 0; i < TREES; i++) await ask(first, "save", 201, "POST", "/trees", { title: `Tree ${i}`, tree: tree(i) });

const followers = await several(SOCKETS, (i) => new Follower({ rules: RULES, stones: stones(i % GAMES, 5) }, `127.0.1.${1 + (i % 50)}`));
const idle = await several(IDLE, (i) => new Follower(null, `127.0.2.${1 + (i % 200)}`));

// ---- Slow connections ----

const HEADS = [
  `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n`,
  `POST ${API}/position HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n{`,
  `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: `,
];
let reopened = 0;
const slowOne = (i) => {
  const w = new Wire(server.port, { from: `127.0.3.${1 + (i % 20)}` });
  w.write(HEADS[i % HEADS.length]);
  return w;
};
const slow = await several(SLOW, slowOne);
const dripping = setInterval(() => {
  slow.forEach((w, i) => {
    if (!w.closed) return w.write(" ");
    w.drop();
    slow[i] = slowOne(i);
    reopened++;
  });
}, 2000);

// ---- Requests ----

await sleep(1000);
const connections = Array.from({ length: CONNECTIONS }, () => new Wire(server.port, { from: HONEST }));
const latencies = [];
let asked = 0;
let answered = 0;
async function askOne() {
  const wire = connections[asked % CONNECTIONS];
  const number = asked % TREES;
  const find = asked++ % 2 === 1;
  const game = { rules: RULES, stones: stones(number, 9 + (asked % 20)) };
  const start = now();
  const ok = await (find ? ask(wire, "find", 200, "POST", "/find", { game }) : ask(wire, "tree", 200, "GET", `/trees/${number + 1}`));
  answered += ok;
  latencies.push(now() - start);
}

/** A stone played by hand: the position is judged, the tree, grown by it, saved. */
const turns = [];
const hand = new Wire(server.port, { from: HONEST });
let playing = true;
const player = (async () => {
  for (let i = 0; playing; i++) {
    const count = 1 + (i % 60);
    const start = now();
    await ask(hand, "position", 200, "POST", "/position", { game: { rules: RULES, stones: stones(7, count) } });
    await ask(hand, "turn", 200, "PUT", "/trees/1", { title: "By hand", tree: tree(7, count) });
    turns.push(now() - start);
    await sleep(100);
  }
})();

const samples = [];
const begin = now();
const before = server.cpu();
let nextSample = begin;
while (now() - begin < SECONDS * 1000) {
  while (asked < ((now() - begin) / 1000) * RATE) askOne();
  if (now() >= nextSample) {
    samples.push(server.memory());
    nextSample += 1000;
  }
  await sleep(2);
}
const until = now() + 5000;
while (answered + wrong.length < asked && now() < until) await sleep(10);
playing = false;
await player;
const spent = (now() - begin) / 1000;
const cpu = (server.cpu() - before) / spent;
const dropped = followers.filter((f) => f.closed || !f.up).length;
const silent = followers.filter((f) => f.reports === 0).length;
const lost = idle.filter((f) => f.closed || !f.up).length;
clearInterval(dripping);
const end = await server.stop();
for (const w of [...followers, ...idle, ...slow, ...connections, first, hand]) w.drop();

// ---- What came out ----

const at = (list, share) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const ms = (list) => `median ${at(list, 0.5).toFixed(1)}, 99 % ${at(list, 0.99).toFixed(1)}, longest ${at(list, 1).toFixed(1)} ms`;
const reports = followers.map((f) => f.reports);
const late = samples.slice(Math.min(10, samples.length >> 1));
console.log(`${SECONDS} s, ${SOCKETS} sockets on ${GAMES} positions, ${RATE} requests a second, ${SLOW} slow connections, ${IDLE} idle sockets`);
console.log(`requests   ${asked} asked, ${answered} answered (${(answered / spent).toFixed(0)} a second), ${ms(latencies)}`);
console.log(`by hand    ${turns.length} turns judged and saved, ${ms(turns)}`);
console.log(`sockets    ${dropped} dropped, ${silent} without a report; reports each: least ${at(reports, 0)}, median ${at(reports, 0.5)}, ` +
  `${reports.reduce((a, b) => a + b, 0)} together`);
if (IDLE) console.log(`idle       ${IDLE - lost} of ${IDLE} held`);
if (SLOW) console.log(`slow       ${reopened} were cut off and opened again`);
console.log(`memory     ${samples[0]?.toFixed(1)} MB at first, then ${Math.min(...late).toFixed(1)} to ${Math.max(...late).toFixed(1)}, at last ${samples.at(-1)?.toFixed(1)}`);
const every = Math.max(1, Math.floor(samples.length / 10));
console.log(`           every ${every} s: ${samples.filter((_, i) => i % every === 0).map((x) => x.toFixed(0)).join(" ")}`);
console.log(`processors ${cpu.toFixed(2)} used by the server; its end took ${end.ms.toFixed(0)} ms, status ${end.code}`);
const counts = {};
for (const w of wrong) counts[w] = (counts[w] ?? 0) + 1;
for (const [what, n] of Object.entries(counts)) console.log(`wrong      ${what} (${n} times)`);
const bad = wrong.length + dropped + silent + lost + (answered < asked ? 1 : 0) + (end.code === 0 ? 0 : 1);
console.log(bad ? "FAILED" : "nothing dropped");
process.exit(bad ? 1 : 0);
