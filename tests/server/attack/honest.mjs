// The honest client beside every attack, in a thread of its own so that the attacker's work does not delay it: it asks
// what a person at the page asks, one thing after the other, checks every answer and measures it.
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { RULES, stones, tree } from "./games.mjs";
import { clock, startMachine, waited } from "./machine.mjs";
import { API, askOnce, HONEST, Live, now, PING, PONG, sleep, UPGRADE, Wire } from "./wire.mjs";

const THINKS = 0.1; // seconds of its /move

/** Starts it; `stop` ends it and gives { times: {kind: [ms, …]}, wrong: [text, …] }, times without what the machine took. */
export async function startHonest(server, options) {
  const machine = await startMachine(server.pid);
  const worker = new Worker(new URL(import.meta.url), { workerData: { ...options, port: server.port, echoPort: machine.echo } });
  const told = (kind) =>
    new Promise((done) => {
      const on = (m) => m.kind === kind && (worker.off("message", on), done(m));
      worker.on("message", on);
    });
  await told("ready");
  return {
    async stop() {
      const result = told("result");
      worker.postMessage("stop");
      const { times, wrong } = await result;
      const samples = await machine.stop();
      await worker.terminate();
      return { times: withoutWaiting(times, samples), wrong };
    },
  };
}

function withoutWaiting(times, samples) {
  const out = {};
  for (const [kind, list] of Object.entries(times))
    out[kind] = list.map(([end, ms]) => {
      if (kind === "machine" || kind === "report" || ms < 10) return ms;
      const searches = kind === "move";
      const begin = end - ms - (kind === "move" ? 1000 * THINKS : 0);
      return Math.max(0, ms - waited(samples, begin, end, searches));
    });
  return out;
}

class Honest {
  constructor({ port, echoPort, live = true, moves = true, givesUp = 5000, token }) {
    Object.assign(this, { port, echoPort, live, moves, givesUp });
    this.headers = token ? [`Authorization: Bearer ${token}`] : [];
    this.times = {};
    this.wrong = [];
    this.on = true;
  }
  note(kind, ms) {
    (this.times[kind] ??= []).push([clock(), ms]);
  }
  fail(text) {
    if (this.wrong.length < 20) this.wrong.push(text);
  }
  /** Asks on `wire`, which must answer so; gives the answer's JSON, if it is one. */
  async ask(wire, kind, method, path, body, status, extra = 0) {
    const start = now();
    const a = await wire.ask(method, path, { body, ms: this.givesUp, headers: this.headers });
    const ms = now() - start;
    if (!a) return this.fail(`${kind}: ${wire.closed ? "the connection was cut" : "no answer"} after ${ms.toFixed(0)} ms`);
    this.note(kind, Math.max(0, ms - extra));
    if (a.status !== status) return this.fail(`${kind}: ${a.status} ${a.text().slice(0, 120)} instead of ${status}`);
    return path.startsWith(API) ? JSON.parse(a.text()) : a;
  }
  same(kind, got, wanted) {
    if (JSON.stringify(got) !== JSON.stringify(wanted)) this.fail(`${kind}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  }
  /** A loop that ends when its connection does: what is cut stays cut, and is told. */
  async round(wire, step, pause) {
    for (let i = 0; this.on && !wire.closed; i++) {
      await step(i);
      await sleep(pause);
    }
    if (this.on) this.fail("its connection was cut");
    wire.drop();
  }
  async page() {
    const wire = new Wire(this.port, { from: HONEST });
    const first = await this.ask(wire, "page", "GET", "/", undefined, 200);
    const saved = await this.ask(wire, "save", "POST", API + "/trees", { title: "mine", tree: tree(1, 5) }, 201);
    let revision = saved?.revision ?? 0;
    this.ready();
    await this.round(wire, async (i) => {
      const a = await this.ask(wire, "page", "GET", "/", undefined, 200);
      if (a && first && !a.body.equals(first.body)) this.fail(`page: ${a.body.length} other bytes instead of the page`);
      const p = await this.ask(wire, "position", "POST", API + "/position", { game: { rules: RULES, stones: ["j10"] } }, 200);
      if (p) this.same("position", [p.to_move, p.left, p.outcome, p.stones], ["white", 2, "open", 1]);
      if (!saved || i % 4) return;
      const path = `${API}/trees/${saved.id}`;
      const count = 5 + (i % 30);
      const put = await this.ask(wire, "save", "PUT", path, { title: "mine", tree: tree(1, count), revision }, 200);
      if (put) this.same("save", put.revision, ++revision);
      const got = await this.ask(wire, "tree", "GET", path, undefined, 200);
      if (got) this.same("tree", [got.revision, got.nodes], [revision, count]);
    }, 8);
  }
  /** New connections are taken, too. */
  async fresh() {
    while (this.on) {
      const start = now();
      const a = await askOnce(this.port, "GET", API + "/info", { from: HONEST, ms: this.givesUp, headers: this.headers });
      this.note("new connection", now() - start);
      if (a?.status !== 200) this.fail(`new connection: ${a?.status ?? "no answer"} instead of 200`);
      await sleep(40);
    }
  }
  async move() {
    const wire = new Wire(this.port, { from: HONEST });
    await this.round(wire, async (i) => {
      const game = { rules: RULES, stones: stones(i, 5) };
      const a = await this.ask(wire, "move", "POST", API + "/move", { game, seconds: THINKS }, 200, 1000 * THINKS);
      if (a) this.same("move", a.turn?.length, 2);
    }, 10);
  }
  /** A socket that follows an analysis: reports go on coming, pings are answered. */
  async follow() {
    const live = new Live(this.port, { from: HONEST, headers: [...UPGRADE, ...this.headers] });
    const status = await live.open(this.givesUp);
    if (status !== 101) return this.fail(`live: ${status} instead of 101`);
    live.say({ do: "analyse", id: 1, game: { rules: RULES, stones: stones(3, 5) }, lines: 2 });
    let report = now();
    let pinged = 0;
    const wait = setInterval(() => {
      if (pinged) return;
      pinged = now();
      live.frame(PING, "there?");
    }, 20);
    while (this.on) {
      const f = await live.next(undefined, 100);
      if (f?.opcode === PONG) {
        this.note("ping", now() - pinged);
        pinged = 0;
      } else if (f?.opcode === 1) {
        const m = JSON.parse(f.payload);
        if (m.error) this.fail(`live: ${f.payload}`);
        else if (m.report) this.note("report", now() - report);
        if (m.report) report = now();
      }
      if (live.closed && this.on) {
        this.fail("its socket was cut");
        break;
      }
    }
    clearInterval(wait);
    if (pinged && now() - pinged > 50) this.note("ping", now() - pinged);
    this.note("report", now() - report);
    live.drop();
  }
  /** What the machine itself takes. */
  async machine() {
    const wire = new Wire(this.echoPort);
    await wire.opened;
    for (; this.on && !wire.closed; wire.bytes = wire.bytes.subarray(wire.bytes.length)) {
      const start = now();
      wire.write("x".repeat(200));
      await wire.until(() => (wire.bytes.length >= 200 ? true : null), this.givesUp);
      this.note("machine", now() - start);
      await sleep(4);
    }
    wire.drop();
  }
  async run() {
    const started = new Promise((done) => (this.ready = done));
    const parts = [this.machine(), this.page(), this.fresh()];
    if (this.moves) parts.push(this.move());
    if (this.live) parts.push(this.follow());
    await started;
    parentPort.postMessage({ kind: "ready" });
    parentPort.once("message", () => (this.on = false));
    await Promise.all(parts);
    parentPort.postMessage({ kind: "result", times: this.times, wrong: this.wrong });
  }
}

if (!isMainThread && workerData.echoPort) new Honest(workerData).run();
