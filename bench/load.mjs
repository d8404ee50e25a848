// Load on `hexad serve`: sockets that follow analysis, requests for saved positions at a fixed rate, and a turn played by
// hand now and then, all at once, while the engine uses every core. Needs node and nothing else.
//
//   node bench/load.mjs build/hexad [--seconds 60] [--sockets 200] [--rate 1000] [--games 8] [--hash 16]
//
// Prints what was asked, answered and dropped, latencies, and the server's memory second by second. Status 1 if anything
// was dropped or answered wrongly.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.argv[2];
const option = (name, usual) => {
  const i = process.argv.indexOf("--" + name);
  return i < 0 ? usual : Number(process.argv[i + 1]);
};
if (!program || program.startsWith("--")) {
  console.error("usage: node bench/load.mjs PROGRAM [--seconds N] [--sockets N] [--rate N] [--games N] [--hash N]");
  process.exit(2);
}
const SECONDS = option("seconds", 60);
const SOCKETS = option("sockets", 200);
const RATE = option("rate", 1000);
const GAMES = option("games", 8);
const HASH = option("hash", 16); // small, so that the engines' tables are full soon and what grows besides them shows
const TREES = 200;
const CONNECTIONS = 16;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const now = () => performance.now();

// ---- Clients ----

/** A kept-alive connection; requests on it go one after the other. */
class Connection {
  constructor(port) {
    this.port = port;
    this.waiting = [];
    this.buffer = Buffer.alloc(0);
    this.socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (data) => this.take(data));
    const end = () => {
      for (const w of this.waiting.splice(0)) w(0);
      this.closed = true;
    };
    this.socket.on("close", end);
    this.socket.on("error", end);
  }
  take(data) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, data]) : data;
    for (;;) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.buffer.toString("latin1", 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (this.buffer.length < end + 4 + length) return;
      this.body = this.buffer.subarray(end + 4, end + 4 + length);
      this.buffer = this.buffer.subarray(end + 4 + length);
      this.waiting.shift()?.(Number(head.slice(9, 12)));
    }
  }
  ask(method, path, body) {
    const text = body === undefined ? "" : JSON.stringify(body);
    return new Promise((done) => {
      if (this.closed) return done(0);
      this.waiting.push(done);
      this.socket.write(
        `${method} /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n` +
          (text ? `Content-Length: ${Buffer.byteLength(text)}\r\n` : "") + `\r\n${text}`);
    });
  }
}

/** A socket of /live that counts what it gets. */
class Follower {
  constructor(port, game) {
    this.reports = 0;
    this.dropped = false;
    this.longest = 0;
    this.socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    this.buffer = Buffer.alloc(0);
    this.socket.write(
      `GET /api/v1/live HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\nSec-WebSocket-Version: 13\r\n\r\n`);
    this.socket.on("data", (data) => this.take(data, game));
    this.socket.on("close", () => (this.dropped = !this.ended));
    this.socket.on("error", () => (this.dropped = !this.ended));
  }
  send(opcode, text) {
    const bytes = Buffer.from(text);
    const size = bytes.length < 126 ? [0x80 | bytes.length] : [0x80 | 126, bytes.length >> 8, bytes.length & 255];
    this.socket.write(Buffer.concat([Buffer.from([0x80 | opcode, ...size, 0, 0, 0, 0]), bytes]));
  }
  take(data, game) {
    this.buffer = this.buffer.length ? Buffer.concat([this.buffer, data]) : data;
    if (!this.open) {
      const end = this.buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.open = this.buffer.toString("latin1", 9, 12) === "101";
      this.buffer = this.buffer.subarray(end + 4);
      this.send(1, JSON.stringify({ do: "analyse", id: 1, game, lines: 5 }));
      this.last = now();
    }
    while (this.buffer.length >= 2) {
      let length = this.buffer[1] & 127;
      let at = 2;
      if (length === 126) {
        if (this.buffer.length < 4) return;
        length = this.buffer.readUInt16BE(2);
        at = 4;
      }
      if (this.buffer.length < at + length) return;
      const opcode = this.buffer[0] & 15;
      if (opcode === 9) this.send(10, "");
      if (opcode === 1 && this.buffer.indexOf('"report"') > 0) {
        this.reports++;
        this.longest = Math.max(this.longest, now() - this.last);
        this.last = now();
      }
      this.buffer = this.buffer.subarray(at + length);
    }
  }
  end() {
    this.ended = true;
    this.socket.destroy();
  }
}

// ---- What is asked ----

const RULES = [19, 19, 6, 2, 1];
const square = (col, row) => "abcdefghijklmnopqrs"[col] + (row + 1);

/** Stones of a game without a row: no two of these squares are neighbours. Games differ by their number. */
function stones(number, count) {
  const all = [];
  for (let row = 0; row < 19; row++)
    for (let col = 0; col < 19; col++) if ((col + 2 * row + number) % 5 === 0) all.push(square(col, row));
  const out = [];
  for (let i = 0; out.length < count; i++) {
    const at = (i * 31 + number * 17 + 36) % all.length;
    if (!out.includes(all[at])) out.push(all[at]);
  }
  return out;
}

function tree(number, count = 41) {
  let node = { stones: [], children: [] };
  const root = node;
  for (const s of stones(number, count)) {
    const child = { stones: [s], children: [] };
    node.children.push(child);
    node = child;
  }
  return { rules: RULES, info: { event: "load" }, root };
}

// ---- The run ----

const folder = mkdtempSync(join(tmpdir(), "hexad-load-"));
const server = spawn(program, ["serve", "--port", "0", "--quiet", "--hash", String(HASH), "--data", join(folder, "hexad.db")],
  { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((done) =>
  server.stdout.once("data", (text) => done(Number(/:(\d+)\//.exec(String(text))[1]))));
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
const ticks = () => readFileSync(`/proc/${server.pid}/stat`, "utf8").split(" ").slice(13, 15).map(Number);

const wrong = [];
const check = (what, status, expected) => {
  if (status !== expected) wrong.push(`${what}: ${status || "dropped"}`);
};
const first = new Connection(port);
for (let i = 0; i < TREES; i++) check("save", await first.ask("POST", "/trees", { title: `Tree ${i}`, tree: tree(i) }), 201);

const followers = [];
for (let i = 0; i < SOCKETS; i++) {
  followers.push(new Follower(port, { rules: RULES, stones: stones(i % GAMES, 5) }));
  if (i % 20 === 19) await sleep(20);
}
await sleep(1000);

const connections = Array.from({ length: CONNECTIONS }, () => new Connection(port));
const latencies = [];
let asked = 0;
let answered = 0;
function askOne() {
  const connection = connections[asked % CONNECTIONS];
  const number = asked % TREES;
  const find = asked++ % 2 === 1;
  const start = now();
  const answer = find
    ? connection.ask("POST", "/find", { game: { rules: RULES, stones: stones(number, 9 + (asked % 20)) } })
    : connection.ask("GET", `/trees/${number + 1}`);
  answer.then((status) => {
    check(find ? "find" : "tree", status, 200);
    if (status === 200) answered++;
    latencies.push(now() - start);
  });
}

/** A stone played by hand: the position is judged, the tree, grown by it, saved. */
const turns = [];
const hand = new Connection(port);
let playing = true;
const player = (async () => {
  for (let i = 0; playing; i++) {
    const count = 1 + (i % 60);
    const game = { rules: RULES, stones: stones(7, count) };
    const played = { title: "By hand", tree: tree(7, count) };
    const start = now();
    check("position", await hand.ask("POST", "/position", { game }), 200);
    check("turn", await hand.ask("PUT", "/trees/1", played), 200);
    turns.push(now() - start);
    await sleep(100);
  }
})();

const samples = [];
const begin = now();
const before = ticks();
let nextSample = begin;
while (now() - begin < SECONDS * 1000) {
  while (asked < ((now() - begin) / 1000) * RATE) askOne();
  if (now() >= nextSample) {
    samples.push(memory());
    nextSample += 1000;
  }
  await sleep(2);
}
const until = now() + 5000;
while (answered + wrong.length < asked && now() < until) await sleep(10);
playing = false;
await player;
const spent = (now() - begin) / 1000;
const after = ticks();
const dropped = followers.filter((f) => f.dropped || !f.open).length;
const silent = followers.filter((f) => f.reports === 0).length;
for (const f of followers) f.end();
server.kill("SIGTERM");
await new Promise((done) => server.once("exit", done));
rmSync(folder, { recursive: true });

// ---- What came out ----

const at = (list, share) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
const ms = (list) => `median ${at(list, 0.5).toFixed(1)}, 99 % ${at(list, 0.99).toFixed(1)}, longest ${at(list, 1).toFixed(1)} ms`;
const reports = followers.map((f) => f.reports);
const late = samples.slice(Math.min(10, samples.length >> 1));
const cpu = (after[0] + after[1] - before[0] - before[1]) / 100 / spent;
console.log(`${SECONDS} s, ${SOCKETS} sockets on ${GAMES} positions, ${RATE} requests a second`);
console.log(`requests   ${asked} asked, ${answered} answered (${(answered / spent).toFixed(0)} a second), ${ms(latencies)}`);
console.log(`by hand    ${turns.length} turns judged and saved, ${ms(turns)}`);
console.log(`sockets    ${dropped} dropped, ${silent} without a report; reports each: least ${at(reports, 0)}, median ${at(reports, 0.5)}, ` +
  `${reports.reduce((a, b) => a + b, 0)} together`);
console.log(`memory     ${samples[0]?.toFixed(1)} MB at first, then ${Math.min(...late).toFixed(1)} to ${Math.max(...late).toFixed(1)}, at last ${samples.at(-1)?.toFixed(1)}`);
const every = Math.max(1, Math.floor(samples.length / 10));
console.log(`           every ${every} s: ${samples.filter((_, i) => i % every === 0).map((x) => x.toFixed(0)).join(" ")}`);
console.log(`processors ${cpu.toFixed(2)} used by the server`);
const counts = {};
for (const w of wrong) counts[w] = (counts[w] ?? 0) + 1;
for (const [what, n] of Object.entries(counts)) console.log(`wrong      ${what} (${n} times)`);
const bad = wrong.length + dropped + silent + (answered < asked ? 1 : 0);
console.log(bad ? "FAILED" : "nothing dropped");
process.exit(bad ? 1 : 0);
