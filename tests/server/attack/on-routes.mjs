// Every route with the largest requests that it takes (largest.mjs): the processor time, the memory and the disk that each costs stay within the tables of
// limits, nothing goes on when its client has gone, and the end comes in time in the middle of as many as there are threads. The same for everything that
// a socket can be told.
//
// A server for each request, with a copy of what was there before. Time is the processor's, so that a busy machine does not matter.
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LARGEST, prepare, SAID } from "./largest.mjs";
import { newFolder, Server } from "./server.mjs";
import { API, askOnce, Live, now, request, sleep, Wire } from "./wire.mjs";

const MB = 1 << 20;
const USUAL = 1; // second of an answer that is no search, unless it says otherwise: a fifth of the limit, so that a slower machine is still within it
const GONE = 0.5; // seconds that may still be spent when the client has gone, or the server is to end
const COPIES = 12; // more than there are threads that answer, or moves at once
const AT_ONCE = 3; // servers
const LARGE = 64 << 10; // bytes of a body that the threads count as large (server/http.c)

const peak = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
function disk(folder) {
  let sum = 0;
  for (const entry of readdirSync(folder, { recursive: true })) {
    const s = statSync(join(folder, String(entry)), { throwIfNoEntry: false });
    if (s?.isFile()) sum += s.size;
  }
  return sum / MB;
}

const start = (program, folder) => Server.start(program, { data: join(folder, "hexad.db"), args: ["--threads", "2", "--hash", "16"] });

/** The routes as the server tells them: key → { fields, queries }. */
async function routes(port) {
  const { paths, components } = JSON.parse((await askOnce(port, "GET", API + "/openapi.json")).text());
  const meant = (schema) => (schema?.$ref ? components.schemas[schema.$ref.split("/").pop()] : schema);
  const out = new Map();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, o] of Object.entries(methods))
      out.set(`${method.toUpperCase()} ${path}`, {
        fields: Object.keys(meant(o.requestBody?.content["application/json"]?.schema)?.properties ?? {}),
        queries: (o.parameters ?? []).filter((p) => p.in === "query").map((p) => p.name),
      });
  return out;
}

/** A request of the table as bytes go over the wire. */
function written(key, x, body = x.body) {
  const [method, pattern] = key.split(" ");
  let parts = 0;
  const path = pattern.replace(/\{\w+\}/g, () => x.parts[parts++]);
  return { method, path: API + (path === "/" ? "" : path) + (x.query ? "?" + x.query : ""), body: body === undefined || typeof body === "string" ? body : JSON.stringify(body) };
}

/** Has every route its requests, and every field and part of a query one that has it? */
function complete(scene, table) {
  for (const [key, { fields, queries }] of table) {
    if (!scene.check(LARGEST[key]?.length, `${key} has no largest request: largest.mjs needs one`)) continue;
    const all = LARGEST[key].map((x) => [typeof x.body === "string" ? JSON.parse(x.body) : (x.body ?? {}), new URLSearchParams(x.query ?? "")]);
    for (const f of fields) scene.check(all.some(([body]) => f in body), `${key}: no request of largest.mjs has the field ${f}`);
    for (const q of queries) scene.check(all.some(([, query]) => query.has(q)), `${key}: no request of largest.mjs asks for ${q}=`);
    scene.check(LARGEST[key].some((x) => !x.only) || key === "GET /live" || key.endsWith("/export"), `${key}: no request of largest.mjs is one that is taken`);
  }
  for (const key of Object.keys(LARGEST)) scene.check(table.has(key), `largest.mjs has ${key}, which is no route`);
}

/** Seconds of the processor that a request may take; a search may use all threads. */
function timeOf(x, limits) {
  if (x.body?.seconds) return 2 * x.body.seconds + GONE;
  return x.most ? (x.most.endsWith("_ms") ? limits[x.most] / 1000 + 0.3 : limits[x.most]) : Math.min(USUAL, limits.answer_seconds);
}

function memoryOf(key, x, bytes, info) {
  const job = x.body?.seconds || x.most === "judge_ms" || x.most === "check_seconds" || /policy|count|export$/.test(key);
  const saves = !key.startsWith("GET");
  return (job ? info.bounds.job_memory : bytes > LARGE || saves ? info.bounds.answer_memory : info.bounds.small_answer_memory) / MB;
}

/** What one request costs. */
async function costs(scene, s, folder, key, x, info) {
  const { method, path, body } = written(key, x);
  const what = `${key}${x.what ? `, ${x.what}` : ""}`;
  const bytes = Buffer.byteLength(body ?? "");
  writeFileSync(`/proc/${s.pid}/clear_refs`, "5"); // the peak begins anew
  const before = { memory: peak(s.pid), cpu: s.cpu(), disk: disk(folder) };
  const a = await askOnce(s.port, method, path, { body, ms: 600000 });
  const cost = { cpu: s.cpu() - before.cpu, memory: peak(s.pid) - before.memory, disk: disk(folder) - before.disk };
  const stopped = scene.suite.sanitized && x.most === "answer_seconds" && a?.status === 503; // the program's limits know nothing of sanitizers
  scene.check(x.only ? x.only.includes(a?.status) : a?.status < 300 || stopped, `${what}: ${a?.status ?? "no answer"} ${a?.text().slice(0, 200)} instead of ${x.only ?? "200"}`);
  const time = timeOf(x, info.limits) * scene.slow;
  scene.check(cost.cpu <= time, `${what}: ${cost.cpu.toFixed(2)} s of the processor instead of ${time.toFixed(2)} at most`);
  const memory = memoryOf(key, x, bytes, info) + bytes / MB;
  scene.check(scene.suite.sanitized || cost.memory <= memory, `${what}: memory grew by ${cost.memory.toFixed(0)} MB instead of ${memory.toFixed(0)} at most`);
  // What is saved is kept with its index, and SQLite has a log beside the file, which may be as large again.
  const room = 1 + (method === "GET" ? 0 : (2 * (info.limits.tree_index + 4 * bytes)) / MB);
  scene.check(cost.disk <= room, `${what}: ${cost.disk.toFixed(1)} MB more on the disk instead of ${room.toFixed(1)} at most`);
  if (scene.suite.verbose) console.log(`       ${what}: ${(bytes / MB).toFixed(2)} MB, ${a?.status}, ${((a?.body.length ?? 0) / MB).toFixed(2)} MB back, ${cost.cpu.toFixed(2)} s, +${cost.memory.toFixed(0)} MB, disk +${cost.disk.toFixed(1)} MB`);
  return cost.cpu;
}

/** So many clients that ask for it, or tell it a socket: what is written is taken at once. */
async function clients(s, count, key, x) {
  const wires = Array.from({ length: count }, (_, i) => new (x.say ? Live : Wire)(s.port, { from: `127.0.9.${1 + i}` }));
  await Promise.all(wires.map((w) => (x.say ? w.open() : w.opened)));
  if (x.say) for (const w of wires) w.say({ ...x.say, id: 1 });
  else {
    const { method, path, body } = written(key, x, x.longest ?? x.body);
    const bytes = request(method, path, { body });
    for (const w of wires) w.write(bytes);
  }
  return wires;
}

/** Nothing is done for a client that has gone. */
async function gone(scene, s, key, x) {
  if (x.runs) return; // a lab runs on: that is what was asked for
  const before = s.cpu();
  const wires = await clients(s, 3, key, x);
  for (const until = now() + 300; now() < until && s.cpu() - before < 0.1; ) await sleep(10);
  for (const w of wires) w.reset();
  const left = s.cpu();
  scene.check(await s.calms(60000), `${key}: something goes on a minute after all clients have gone`);
  const more = s.cpu() - left;
  scene.check(more <= 3 * GONE * scene.slow, `${key}, ${x.what ?? ""}: ${more.toFixed(2)} s of the processor after three clients had gone instead of ${3 * GONE * scene.slow} at most`);
}

/** The end in the middle of many of them. */
async function ends(scene, s, key, x) {
  const wires = await clients(s, COPIES, key, x);
  await sleep(150);
  const before = s.cpu();
  const look = setInterval(() => s.cpu(), 5); // the last that is seen
  const end = await s.stop();
  clearInterval(look);
  const spent = s.cpu() - before;
  const what = `the end in the middle of ${COPIES} times ${key}, ${x.what ?? ""}`;
  scene.check(end.code === 0, `${what}: ${JSON.stringify(end)} ${s.errors}`);
  // Sanitizers are ten times as slow, and the program's own limit knows nothing of them.
  scene.check(scene.suite.sanitized || !/still being done/.test(s.errors), `${what}: ${s.errors}`);
  scene.check(spent <= 2 * scene.slow, `${what}: ${spent.toFixed(2)} s of the processor`);
  scene.soon(what, end.ms, 2000);
  for (const w of wires) w.drop();
}

/** What a socket asks for has taken this much memory after a while. */
async function saidCosts(scene, s, word, x, info) {
  writeFileSync(`/proc/${s.pid}/clear_refs`, "5");
  const before = peak(s.pid);
  const [live] = await clients(s, 1, word, x);
  const m = await live.message(undefined, 1000); // or nothing yet
  scene.check(!m?.error, `${word}: ${JSON.stringify(m)?.slice(0, 200)} instead of news`);
  await sleep(300);
  const grown = peak(s.pid) - before;
  const most = (/solve|verify/.test(word) ? info.limits.prove_memory : info.bounds.job_memory) / MB;
  scene.check(scene.suite.sanitized || grown <= most, `${word}: memory grew by ${grown.toFixed(0)} MB instead of ${most.toFixed(0)} at most`);
  if (scene.suite.verbose) console.log(`       ${word} on a socket, ${x.what}: ${m ? "told" : "nothing yet"}, +${grown.toFixed(0)} MB`);
  live.drop();
}

/** Is there a message for every word that sockets know? They say which these are. */
async function knownWords(scene, port) {
  const live = new Live(port);
  await live.open();
  live.say({ do: "?", id: 1 });
  const text = (await live.message())?.error?.message ?? "";
  const words = /must be (.*) or stop/.exec(text)?.[1].split(", ") ?? [];
  scene.check(words.length > 3, `'${text}' names no words`);
  for (const w of words) scene.check(SAID[w]?.length, `sockets know '${w}': largest.mjs needs a message`);
  live.drop();
}

async function everyRoute(scene) {
  const program = scene.suite.program;
  const made = newFolder();
  const first = await start(program, made);
  const table = await routes(first.port);
  const info = JSON.parse((await askOnce(first.port, "GET", API + "/info")).text());
  complete(scene, table);
  await knownWords(scene, first.port);
  await prepare(async (method, path, body) => {
    const a = await askOnce(first.port, method, API + path, { body, ms: 600000 });
    scene.check(a?.status < 300, `${method} ${path}, before: ${a?.status} ${a?.text().slice(0, 200)}`);
    return JSON.parse(a?.text() || "{}");
  });
  await first.stop();
  const left = [...table.keys()].flatMap((key) => (LARGEST[key] ?? []).map((x) => [key, x]));
  for (const [word, messages] of Object.entries(SAID)) for (const say of messages) left.push([word, { what: `${say.game?.rules ?? ""}`, say: { do: word, ...say } }]);
  const work = async () => {
    for (let one; (one = left.shift()); ) {
      const [key, x] = one;
      const folder = newFolder();
      cpSync(made, folder, { recursive: true });
      const s = await start(program, folder);
      if (!scene.check(s.port, `${key}: the server did not start: ${s.errors}`)) continue;
      await askOnce(s.port, "GET", API + "/status");
      const cpu = x.say ? await saidCosts(scene, s, key, x, info) : await costs(scene, s, folder, key, x, info);
      if (x.say || cpu > 0.05 || x.longest) await gone(scene, s, key, x); // what is over at once does not go on
      await ends(scene, s, key, x);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

export default [{ name: "every route with its largest requests", honest: false, plain: true, run: everyRoute }];
