// Runs attacks one after the other: a server each, the honest client beside it, and at the end a clean stop with the
// attacker's connections still open.
import { startHonest } from "./honest.mjs";
import { Server, takenByOthers } from "./server.mjs";
import { API, askOnce, HONEST, Live, now, sleep, Wire } from "./wire.mjs";

// What the honest client may wait, in ms: every answer, and half of them.
const LONGEST = 100;
const MEDIAN = 5;
const NEW_MEDIAN = 15; // a connection and a request
const MOVE_MEDIAN = 50; // a search looks at its clock when it can, and its threads have a lower priority
const STOP = 1000;
const GIVES_UP = 60000; // what comes late is judged by the bars above
const TRIES = 3;
const BUSY = 0.3; // processors that others take: then waiting tells nothing of the server

export const share = (list, part) => {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};
const ms = (x) => x.toFixed(x < 10 ? 1 : 0);

/** What an attack's `run` gets: the server, connections to it that live until the end, and `check`. */
class Scene {
  constructor(suite, server, number = 0) {
    Object.assign(this, { suite, server, port: server.port, nightly: suite.nightly, slow: suite.slow });
    this.from = `127.0.${100 + number}.1`; // attacks on the same server are different clients
    this.wires = [];
    this.wrong = []; // wrong answers: one is enough
    this.late = []; // too slow: may have been the machine
    this.memory = server.memory();
  }
  check(ok, text) {
    if (!ok && this.wrong.length < 40) this.wrong.push(text);
    return ok;
  }
  /** `got` must be one of `wanted`. */
  among(what, got, ...wanted) {
    return this.check(wanted.includes(got), `${what}: ${got ?? "no answer"} instead of ${wanted.join(" or ")}`);
  }
  soon(what, took, most) {
    if (took > most * this.slow) this.late.push(`${what} took ${ms(took)} ms instead of ${ms(most * this.slow)} at most`);
  }
  wire(options) {
    const w = new Wire(this.port, { from: this.from, ...options });
    this.wires.push(w);
    return w;
  }
  live(options) {
    const w = new Live(this.port, { from: this.from, ...options });
    this.wires.push(w);
    return w;
  }
  /** Memory must not have grown by more than `most` MB since the attack began. (Sanitizers keep what was freed.) */
  lean(what, most) {
    const grown = this.server.memory() - this.memory;
    return this.check(grown <= most || this.suite.sanitized, `${what}: memory grew by ${grown.toFixed(0)} MB instead of ${most} at most`);
  }
}

function judge(scene, attack, { times, wrong }) {
  for (const w of wrong) scene.check(false, `honest client: ${w}`);
  const machine = times.machine ?? [0];
  const more = 2 * share(machine, 1);
  const moreMedian = 2 * share(machine, 0.5);
  const bar = (kind, list, longest, median) => {
    const most = longest * scene.slow + more;
    const half = median * scene.slow + moreMedian;
    if (!list?.length) return scene.check(false, `honest client: no ${kind} was answered`);
    if (share(list, 1) > most)
      scene.late.push(`honest client: ${kind} took ${ms(share(list, 1))} ms instead of ${ms(most)} at most`);
    if (share(list, 0.5) > half)
      scene.late.push(`honest client: ${kind} took ${ms(share(list, 0.5))} ms in the median instead of ${ms(half)} at most`);
  };
  for (const kind of ["page", "position", "save", "tree"]) bar(kind, times[kind], LONGEST, MEDIAN);
  bar("new connection", times["new connection"], LONGEST, NEW_MEDIAN);
  if (attack.live !== false) {
    bar("ping", times.ping, LONGEST, MEDIAN);
    bar("report", times.report, attack.gap ?? 1000, attack.gap ?? 1000);
  }
  if (attack.moves !== false) bar("move", times.move, LONGEST, MOVE_MEDIAN);
}

/** The server's own books: what was held for clients and let go again never falls below nothing. */
async function accounts(scene, token) {
  const a = await askOnce(scene.port, "GET", API + "/status", { from: HONEST, headers: token ? [`Authorization: Bearer ${token}`] : [] });
  if (!scene.among("/status", a?.status, 200)) return;
  const walk = (value, name) => {
    if (typeof value === "number") scene.check(value >= 0, `/status: ${name} is ${value} instead of 0 or more`);
    else for (const [k, v] of Object.entries(value ?? {})) walk(v, name ? `${name}.${k}` : k);
  };
  walk(JSON.parse(a.text()), "");
}

/** A line for people: how the honest client fared. */
function summary(times) {
  const all = ["page", "position", "save", "tree", "new connection", "ping"].flatMap((k) => times[k] ?? []);
  const move = times.move?.length ? `, move +${ms(share(times.move, 1))}` : "";
  const report = times.report?.length ? `, report ${ms(share(times.report, 1))}` : "";
  return `${all.length} answers, median ${ms(share(all, 0.5))}, longest ${ms(share(all, 1))}${move}${report}, machine ${ms(share(times.machine ?? [], 1))}`;
}

export class Suite {
  constructor({ program, nightly, slow, sanitized, verbose }) {
    Object.assign(this, { program, nightly, slow, sanitized, verbose });
  }
  /** An attack that does not end has failed, too. */
  withinTime(running) {
    let timer;
    const most = 600000;
    const late = new Promise((_, fail) => (timer = setTimeout(() => fail(new Error(`no end after ${most / 1000} s`)), most)));
    return Promise.race([running, late]).finally(() => clearTimeout(timer));
  }
  /** Attacks of the same options, one after the other on one server: a scene for each, and one for what is common to them. */
  async stage(attacks) {
    const { args = [], server: how, honest: wanted, live, moves, token } = attacks[0];
    const taken = takenByOthers();
    const from = now();
    const server = await Server.start(this.program, { args: ["--threads", "2", "--hash", "16", ...args], ...how });
    const common = new Scene(this, server);
    const scenes = [common];
    if (!server.port) return common.check(false, `the server did not start: ${server.errors || server.out}`), scenes;
    const honest = wanted === false ? null : await startHonest(server, { live, moves, token, givesUp: GIVES_UP });
    await sleep(100);
    for (const [i, attack] of attacks.entries()) {
      const scene = new Scene(this, server, i);
      scenes.push(scene);
      const start = now();
      try {
        await this.withinTime(attack.run(scene));
      } catch (e) {
        scene.check(false, `the attack itself failed: ${e.stack}`);
      }
      scene.seconds = (now() - start) / 1000;
    }
    await sleep(100);
    if (honest) {
      const result = await honest.stop();
      common.summary = `honest: ${summary(result.times)}; `;
      judge(common, attacks[0], result);
    }
    if (honest) await accounts(common, token);
    if (server.exited) common.check(false, `the server ended by itself: ${JSON.stringify(server.exited)} ${server.errors}`);
    else {
      const end = await server.stop();
      common.check(end.code === 0, `after SIGTERM: ${end.signal ?? "status " + end.code} instead of status 0 ${server.errors}`);
      common.soon("the end after SIGTERM", end.ms, STOP);
      common.summary = `${common.summary ?? ""}end ${ms(end.ms)} ms`;
    }
    for (const scene of scenes) for (const w of scene.wires) w.drop();
    const others = (takenByOthers() - taken) / ((now() - from) / 1000);
    if (others > BUSY || this.sanitized)
      for (const scene of scenes) {
        if (scene.late.length) console.log(`       not judged, others took ${others.toFixed(1)} processors: ${scene.late.join("; ").slice(0, 1000)}`);
        scene.late = [];
      }
    return scenes;
  }
  /** One attack, alone on its server. What was merely late is tried again: the machine may have been busy. */
  async alone(attack) {
    const start = now();
    let scenes;
    for (let i = 0; i < TRIES; i++) {
      scenes = await this.stage([attack]);
      const late = scenes.flatMap((s) => s.late);
      if (scenes.some((s) => s.wrong.length) || !late.length) break;
      if (this.verbose) console.log(`     ${attack.name}, try ${i + 1}: ${late.join("; ")}`);
    }
    const bad = scenes.flatMap((s) => [...s.wrong, ...s.late]);
    console.log(`${bad.length ? "FAIL" : "ok  "} ${attack.name} (${((now() - start) / 1000).toFixed(1)} s)`);
    if (bad.length || this.verbose) console.log(`       ${scenes[0].summary}`);
    for (const text of new Set(bad)) {
      const times = bad.filter((x) => x === text).length;
      console.log(`       ${text.slice(0, 4000)}${times > 1 ? ` (${times} times)` : ""}`);
    }
    return bad.length === 0;
  }
  /** Several at once, for speed; if there is anything wrong, each again alone. Gives how many succeeded. */
  async together(attacks) {
    if (attacks.length > 1) {
      const scenes = await this.stage(attacks);
      const bad = scenes.flatMap((s) => [...s.wrong, ...s.late]);
      if (!bad.length) {
        attacks.forEach((a, i) => console.log(`ok   ${a.name} (${scenes[i + 1].seconds.toFixed(1)} s)`));
        if (this.verbose) console.log(`       ${scenes[0].summary}`);
        return 0;
      }
      console.log(`${attacks.length} attacks one after the other: ${[...new Set(bad)].join("; ").slice(0, 2000)}. Each alone:`);
    }
    let failed = 0;
    for (const attack of attacks) failed += !(await this.alone(attack));
    return failed;
  }
  async run(attacks) {
    // Without the honest client nothing is measured: all at the same time.
    const quiet = attacks.filter((a) => a.honest === false);
    const groups = new Map();
    for (const a of attacks.filter((x) => x.honest !== false)) {
      const key = this.nightly ? a.name : JSON.stringify([a.args, a.server, a.live, a.moves, a.gap, a.token]);
      groups.set(key, [...(groups.get(key) ?? []), a]);
    }
    let failed = (await Promise.all(quiet.map((a) => this.alone(a)))).filter((ok) => !ok).length;
    for (const group of groups.values()) failed += await this.together(group);
    return failed;
  }
}
