// What a public host relies on: tokens that stay secret, rates, a proxy that is believed only if asked for, read-only service.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, Server } from "./server.mjs";
import { API, askOnce, UPGRADE, newKey, now, sleep } from "./wire.mjs";

const SECRET = "a-secret-of-24-characters";
const folder = newFolder();
const logFile = (name) => join(folder, name);
const POSITION = { body: { game: { rules: "connect6", stones: ["j10"] } } };

/** The token is asked for everywhere, and shows nowhere. */
async function token(scene, how, options) {
  const log = logFile(how.replace(/\W/g, ""));
  const s = await Server.start(scene.suite.program, { ...options, args: [...(options.args ?? []), "--log", log] });
  if (!scene.check(s.port, `${how}: ${s.errors} instead of a port`)) return;
  const seen = readFileSync(`/proc/${s.pid}/cmdline`, "utf8");
  scene.check(!seen.includes(SECRET), `${how}: ps shows ${seen.replace(/\0/g, " ")} instead of no token`);
  const wrong = [[], ["Authorization: Bearer a-secret"], ["Authorization: Bearer "], [`Authorization: Basic ${SECRET}`], [`Cookie: xhexad_token=${SECRET}`], [`Cookie: hexad_token=${SECRET}x`]];
  for (const headers of wrong) {
    scene.among(`${how}, ${headers[0] ?? "nothing"}`, (await askOnce(s.port, "GET", API + "/info", { headers }))?.status, 401);
    const live = [...headers, ...UPGRADE, `Sec-WebSocket-Key: ${newKey()}`];
    scene.among(`${how}, a socket with ${headers[0] ?? "nothing"}`, (await askOnce(s.port, "GET", API + "/live", { headers: live }))?.status, 401);
  }
  // Without the token no body is worth reading.
  const large = await askOnce(s.port, "POST", API + "/import", { headers: ["Content-Length: 8000000"] });
  scene.among(`${how}, a large body without the token`, large?.status, 401);
  scene.among(`${how}, the token`, (await askOnce(s.port, "GET", API + "/info", { headers: [`Authorization: Bearer ${SECRET}`] }))?.status, 200);
  scene.among(`${how}, the first address`, (await askOnce(s.port, "GET", `/?token=${SECRET}`))?.status, 303);
  await askOnce(s.port, "POST", API + "/position", { ...POSITION, headers: [`Cookie: hexad_token=${SECRET}`] });
  await s.stop();
  const text = readFileSync(log, "utf8");
  scene.check(text.split("\n").length > 10, `${how}: ${text} instead of a line for each request`);
  scene.check(!text.includes(SECRET), `${how}: the log has the token`);
  scene.check(!text.includes("j10"), `${how}: the log has games`);
}

async function tokens(scene) {
  const file = logFile("secret");
  writeFileSync(file, SECRET + "\n", { mode: 0o600 });
  await Promise.all([
    token(scene, "--token", { args: ["--token", SECRET] }),
    token(scene, "--token-file", { args: ["--token-file", file] }),
    token(scene, "HEXAD_TOKEN", { env: { HEXAD_TOKEN: SECRET } }),
  ]);
}

/** Requests at once of one client, counted by status. */
async function burst(port, count, options) {
  const all = await Promise.all(Array.from({ length: count }, () => askOnce(port, "GET", API + "/info", options)));
  const ok = all.filter((a) => a?.status === 200).length;
  const refused = all.filter((a) => a?.status === 429);
  return { ok, refused: refused.length, retry: refused[0]?.header("Retry-After"), other: count - ok - refused.length };
}

const MANY = 200; // so many are not all answered within a minute, at two a second after the first 40

async function rates(scene) {
  const s = await Server.start(scene.suite.program, { args: ["--rate", "2"] });
  const start = now();
  const one = await burst(s.port, MANY, { from: "127.0.7.1" });
  const most = 41 + 2 * ((now() - start) / 1000); // the burst, and what came back while it was answered
  scene.check(one.ok >= 40 && one.ok <= most && one.other === 0, `${MANY} requests at once with --rate 2: ${JSON.stringify(one)} instead of 40 to ${most.toFixed(0)} answered, the others 429`);
  scene.check(Number(one.retry) >= 1, `429 without Retry-After but ${one.retry}`);
  scene.among("another client at that time", (await askOnce(s.port, "GET", API + "/info", { from: "127.0.7.2" }))?.status, 200);
  await sleep(1100);
  scene.among("the same client a second later", (await askOnce(s.port, "GET", API + "/info", { from: "127.0.7.1" }))?.status, 200);
  // Unless it was asked to, the server believes nobody who says to be somebody else.
  const names = await Promise.all(Array.from({ length: MANY }, (_, i) => askOnce(s.port, "GET", API + "/info", { from: "127.0.7.3", headers: [`X-Forwarded-For: 192.0.2.${i}`] })));
  scene.check(names.some((a) => a?.status === 429), `${MANY} invented clients are believed without --trust-proxy`);
  await s.stop();
}

async function proxies(scene) {
  const log = logFile("proxy");
  const s = await Server.start(scene.suite.program, { args: ["--rate", "2", "--trust-proxy", "X-Forwarded-For", "--log", log] });
  const told = (value) => askOnce(s.port, "GET", API + "/info", { headers: [`X-Forwarded-For: ${value}`] });
  const one = await burst(s.port, 80, { headers: ["X-Forwarded-For: 192.0.2.1"] });
  scene.check(one.refused > 0, `80 requests of one client behind a proxy: ${JSON.stringify(one)} instead of some 429`);
  scene.among("another client behind the proxy", (await told("192.0.2.2"))?.status, 200);
  for (const value of ["192.0.2.1, 192.0.2.3", "2001:db8::7", "nonsense", "", "192.0.2.300", "[::1]:80", "x".repeat(5000)])
    scene.among(`X-Forwarded-For: ${value.slice(0, 30)}`, (await told(value))?.status, 200);
  await s.stop();
  const text = readFileSync(log, "utf8");
  for (const client of ["192.0.2.1", "192.0.2.3", "2001:db8::"]) scene.check(text.includes(` ${client} `), `the log does not name the client ${client}`);
}

async function readOnly(scene) {
  const first = await Server.start(scene.suite.program);
  scene.among("a save", (await askOnce(first.port, "POST", API + "/trees", { body: { title: "x", tree: { rules: "connect6", root: {} } } }))?.status, 201);
  await first.stop();
  const s = await Server.start(scene.suite.program, { data: first.data, args: ["--read-only"] });
  const body = { title: "y", tree: { rules: "connect6", root: {} } };
  scene.among("a save, read-only", (await askOnce(s.port, "POST", API + "/trees", { body }))?.status, 403);
  scene.among("a change, read-only", (await askOnce(s.port, "PUT", API + "/trees/1", { body }))?.status, 403);
  scene.among("DELETE, read-only", (await askOnce(s.port, "DELETE", API + "/trees/1"))?.status, 403);
  const a = await askOnce(s.port, "GET", API + "/trees/1");
  scene.check(a?.status === 200 && JSON.parse(a.text()).title === "x", `a tree, read-only: ${a?.status} ${a?.text()} instead of the tree`);
  scene.among("a position, read-only", (await askOnce(s.port, "POST", API + "/position", POSITION))?.status, 200);
  scene.check((await s.stop()).code === 0, "read-only: no clean end");
}

export default [
  { name: "tokens", honest: false, run: tokens },
  { name: "rates", honest: false, run: rates },
  { name: "invented clients behind a proxy", honest: false, run: proxies },
  { name: "saves to a server that is read-only", honest: false, run: readOnly },
];
