// The data file in trouble: full, locked, damaged. A clear answer each, nothing lost, and on it goes when the cause is gone.
import { execFileSync, spawn } from "node:child_process";
import { openSync, readdirSync, readFileSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { tree } from "./games.mjs";
import { Server } from "./server.mjs";
import { API, askOnce, HONEST, now, sleep } from "./wire.mjs";

const saved = (i) => ({ title: `Tree ${i}`, tree: tree(i, 60) });

/** An error that a person can read, and that says nothing about this machine. */
function clear(scene, what, a, ...wanted) {
  if (!scene.among(what, a?.status, ...wanted)) return;
  const e = JSON.parse(a.text()).error;
  scene.check(e?.code && e.message?.length > 10, `${what}: ${a.text()} instead of a clear message`);
  scene.check(!/hexad-attack|\/dev\/shm|\/tmp|\.db/.test(a.text()), `${what}: ${a.text()} tells where the file is`);
}

/** Every tree that was acknowledged is there. */
async function allThere(scene, wire, ids) {
  for (const [id, i] of ids) {
    const a = await wire.ask("GET", `${API}/trees/${id}`);
    if (!scene.check(a?.status === 200 && JSON.parse(a.text()).title === `Tree ${i}`, `tree ${id}: ${a?.status} ${a?.text().slice(0, 100)} instead of Tree ${i}`)) return;
  }
}

/** Files of this process may not grow beyond a megabyte, until they may. */
async function full(scene) {
  const wire = scene.wire();
  const ids = [];
  let last;
  for (let i = 0; i < 2000; i++) {
    last = await wire.ask("POST", API + "/trees", { body: saved(i) });
    if (last?.status !== 201) break;
    ids.push([JSON.parse(last.text()).id, i]);
  }
  clear(scene, "a save on a full disk", last, 507, 503, 500);
  await allThere(scene, wire, ids.slice(0, 20));
  scene.among("a position on a full disk", (await wire.ask("POST", API + "/position", { body: { game: { rules: "connect6", stones: [] } } }))?.status, 200);
  execFileSync("prlimit", ["--pid", String(scene.server.pid), "--fsize=unlimited:"]);
  const again = await wire.ask("POST", API + "/trees", { body: saved(9999) });
  if (scene.among("a save once there is room again", again?.status, 201)) ids.push([JSON.parse(again.text()).id, 9999]);
  await allThere(scene, wire, ids);
}

/** A lab for which there is no room is not made, and nothing is left of it. */
async function fullForLabs(scene) {
  const wire = scene.wire();
  const allow = (bytes) => execFileSync("prlimit", ["--pid", String(scene.server.pid), `--fsize=${bytes}:`]);
  const files = () => readdirSync(dirname(scene.server.data), { recursive: true }).filter((f) => String(f).includes(".lab"));
  const make = (name) => wire.ask("POST", API + "/labs", { body: { name, rules: "connect6" } });
  for (const bytes of [0, 4096, 20000, 50000]) {
    allow(bytes);
    clear(scene, `a lab with ${bytes} bytes of room`, await make("small"), 507);
    scene.check(files().length === 0, `a lab with ${bytes} bytes of room left ${files()}`);
    scene.among("labs on a full disk", (await wire.ask("GET", API + "/labs"))?.status, 200);
  }
  allow("unlimited");
  scene.among("a lab once there is room again", (await make("small"))?.status, 201);
  allow(0);
  clear(scene, "a wish on a full disk", await wire.ask("POST", API + "/labs/small/ask", { body: { what: "pause" } }), 507);
  allow("unlimited");
  scene.among("the same once there is room again", (await wire.ask("POST", API + "/labs/small/ask", { body: { what: "pause" } }))?.status, 200);
}

/** Another process holds SQLite's lock for writing, which is a byte of the file beside the log. */
async function locked(scene) {
  const wire = scene.wire();
  scene.among("a save", (await wire.ask("POST", API + "/trees", { body: saved(0) }))?.status, 201);
  const hold = `use Fcntl; open F, "+<", $ARGV[0] or die; my $l = pack("s s x4 q q i x4", F_WRLCK, 0, 120, 1, 0); fcntl(F, F_SETLKW, $l) or die; $| = 1; print "held"; sleep 600;`;
  const holder = spawn("perl", ["-e", hold, scene.server.data + "-shm"], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((done) => holder.stdout.once("data", done));
  const start = now();
  const saves = Array.from({ length: 8 }, (_, i) => scene.wire().ask("POST", API + "/trees", { body: saved(i), ms: 120000 }));
  await sleep(100);
  const reader = scene.wire({ from: HONEST });
  for (let i = 0; i < 20; i++) {
    const before = now();
    const a = await reader.ask("GET", API + "/trees/1");
    scene.among("a tree while the file is locked", a?.status, 200);
    scene.soon("a tree while the file is locked", now() - before, 100);
    await sleep(20);
  }
  clear(scene, "a save while the file is locked", await Promise.race(saves), 503, 500);
  scene.soon("a save while the file is locked", now() - start, 4000);
  holder.kill();
  await new Promise((done) => holder.once("exit", done));
  for (const a of await Promise.all(saves)) scene.among("a save while the file is locked, and then not", a?.status, 201, 503, 500);
  scene.among("a save once the lock is gone", (await wire.ask("POST", API + "/trees", { body: saved(1) }))?.status, 201);
}

/** Starts on such a file, which must be refused with a clear message, or serve as a new one would if it has nothing in it. */
async function refuses(scene, what, data, empty) {
  const s = await Server.start(scene.suite.program, { data });
  if (s.port) {
    scene.check(empty, `${what}: the server started instead of refusing`);
    scene.among(`a save into ${what}`, (await askOnce(s.port, "POST", API + "/trees", { body: saved(1) }))?.status, 201);
    return s.stop();
  }
  const e = await s.exit;
  scene.check(e.code > 0 && s.errors.length > 20, `${what}: ${JSON.stringify(e)} "${s.errors}" instead of a clear message`);
}

async function damaged(scene) {
  // A server of its own makes the file that the others find damaged.
  const s = await Server.start(scene.suite.program);
  for (let i = 0; i < 40; i++) await askOnce(s.port, "POST", API + "/trees", { body: saved(i) });
  await s.stop();
  const good = readFileSync(s.data);
  writeFileSync(s.data, Buffer.alloc(10000, "nonsense "));
  await refuses(scene, "a file of nonsense", s.data, false);
  // The header says what we are, but there are no tables.
  const empty = Buffer.alloc(4096);
  good.copy(empty, 0, 0, 100);
  empty.writeUInt16BE(4096, 16);
  empty.writeUInt32BE(1, 28);
  empty.writeUInt32BE(0, 32);
  empty.writeUInt32BE(0, 36);
  Buffer.from([13, 0, 0, 0, 0, 0x10, 0, 0]).copy(empty, 100);
  writeFileSync(s.data, empty);
  await refuses(scene, "a file without tables", s.data, true);
  // Half of it overwritten: whatever can be answered is answered, nothing falls.
  writeFileSync(s.data, good);
  const fd = openSync(s.data, "r+");
  for (let at = 4096 * 3; at < good.length; at += 4096 * 2) writeSync(fd, Buffer.alloc(4096, 0xa5), 0, 4096, at);
  const hurt = await Server.start(scene.suite.program, { data: s.data });
  if (hurt.port) {
    for (let id = 1; id <= 40; id++) {
      const a = await askOnce(hurt.port, "GET", `${API}/trees/${id}`);
      if (a?.status !== 200) clear(scene, "a tree of a damaged file", a, 500, 503, 404);
    }
    const end = await hurt.stop();
    scene.check(end.code === 0, `after SIGTERM on a damaged file: ${JSON.stringify(end)} ${hurt.errors} instead of status 0`);
  } else scene.check(hurt.errors.length > 20, `a damaged file: "${hurt.errors}" instead of a clear message`);
  truncateSync(s.data, 5000);
  const cut = await Server.start(scene.suite.program, { data: s.data });
  if (cut.port) scene.check((await cut.stop()).code === 0, `on a file cut short: ${cut.errors}`);
}

export default [
  { name: "a full disk", honest: false, server: { shell: "trap '' XFSZ; ulimit -S -f 2048" }, run: full },
  { name: "a disk that is too full for labs", honest: false, server: { shell: "trap '' XFSZ" }, run: fullForLabs },
  { name: "a locked file", honest: false, run: locked },
  { name: "a damaged file", honest: false, run: damaged },
];
