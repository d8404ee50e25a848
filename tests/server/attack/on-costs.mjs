// Small requests that were much work for the server, and clients that want everything: each is refused or bounded, and the honest client beside
// them does not notice.
import { openClaim, PAIRS } from "./largest.mjs";
import { square } from "./games.mjs";
import { API, askOnce, HONEST, now, request, sleep } from "./wire.mjs";

const MB = 1 << 20;
const SECRET = "a-secret-of-24-characters";

/** `count` times `step`, so many of them at once, each on a connection of its own; gives how often each status came. */
async function flood(scene, count, atOnce, step) {
  const seen = {};
  let next = 0;
  const one = async () => {
    const w = scene.wire();
    for (let i; (i = next++) < count && !w.closed; ) {
      const a = await step(w, i);
      seen[a?.status ?? "none"] = (seen[a?.status ?? "none"] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return seen;
}
const only = (scene, what, seen, ...wanted) => scene.check(Object.keys(seen).every((s) => wanted.includes(Number(s))), `${what}: ${JSON.stringify(seen)} instead of ${wanted}`);
const rounds = (scene, few) => (scene.nightly ? 10 : 1) * few;

/** Names of puzzles that are not to be picked, more than anybody has solved. */
async function picks(scene) {
  const names = (n) => Array.from({ length: n }, (_, i) => "k" + (i + 0x10000000).toString(16));
  const most = JSON.stringify({ except: names(5000) });
  const many = JSON.stringify({ except: names(590000).map((x) => x.slice(-3)) });
  only(scene, "picks with 5,000 names", await flood(scene, rounds(scene, 40), 8, (w) => w.ask("POST", API + "/puzzles/pick", { body: most })), 200);
  const seen = await flood(scene, rounds(scene, 8), 8, () => askOnce(scene.port, "POST", API + "/puzzles/pick", { from: scene.from, body: many }));
  only(scene, "picks with 590,000 names", seen, 413);
}

/** Certificates of as many marks as they have bytes. */
async function certificates(scene) {
  const base64 = openClaim([127, 127, 63, 62, 62], 4 * MB - 100);
  const check = (seconds) => () => askOnce(scene.port, "POST", API + "/check", { from: scene.from, body: { base64, seconds }, ms: 120000 });
  only(scene, "14 certificates of 4 MB", await flood(scene, rounds(scene, 14), 14, check(10)), 200, 503);
  only(scene, "the same with a hundredth of a second each", await flood(scene, rounds(scene, 14), 14, check(0.01)), 200, 503);
  scene.lean("certificates of 4 MB", 600);
}

async function lists(scene) {
  only(scene, "500 puzzles", await flood(scene, rounds(scene, 200), 8, (w) => w.ask("GET", API + "/puzzles?limit=500")), 200);
  only(scene, "5,000 puzzles", await flood(scene, 20, 8, (w) => w.ask("GET", API + "/puzzles?limit=5000")), 400);
}

/** Verdicts that take as long as they may, for a board full of pairs. */
async function verdicts(scene) {
  const body = { game: PAIRS, turn: ["dv2", "dw2"], turns: 8, kind: "win" };
  only(scene, "verdicts", await flood(scene, rounds(scene, 8), 8, (w) => w.ask("POST", API + "/puzzles/judge", { body, ms: 120000 })), 200, 503);
}

/** Wishes that are refused leave nothing in a lab. */
async function refusedWishes(scene) {
  const w = scene.wire();
  const bytes = async () => JSON.parse((await w.ask("GET", API + "/labs")).text()).labs.find((x) => x.name === "asked").bytes;
  scene.among("a lab", (await w.ask("POST", API + "/labs", { body: { name: "asked", rules: "connect6" } }))?.status, 201);
  scene.among("a root", (await w.ask("POST", API + "/labs/asked/roots", { body: { name: "r", game: { rules: "connect6", stones: ["j10"] } } }))?.status, 200, 202);
  const before = await bytes();
  const body = JSON.stringify({ what: "suggest", root: "r", stones: "zz9 ".repeat(2000) });
  only(scene, "refused wishes", await flood(scene, scene.nightly ? 1500 : 150, 4, (x) => x.ask("POST", API + "/labs/asked/ask", { body })), 400);
  const grown = (await bytes()) - before;
  scene.check(grown <= MB / 4, `refused wishes: the lab grew by ${grown} bytes instead of next to nothing`);
}

/** One client wants all labs to run: somebody else still has one. */
async function allRuns(scene) {
  const w = scene.wire();
  const statuses = [];
  for (let i = 0; i < 5; i++) {
    await w.ask("POST", API + "/labs", { body: { name: `run${i}`, rules: [19, 19, 6, 2, 1] } });
    await w.ask("POST", `${API}/labs/run${i}/roots`, { body: { name: "r", game: { rules: [19, 19, 6, 2, 1], stones: ["j10", square(i, 3), square(i, 5)] } } });
    statuses.push((await w.ask("POST", `${API}/labs/run${i}/run`, { body: { run: true } }))?.status);
  }
  scene.check(String(statuses) === "202,202,202,503,503", `five labs of one client: ${statuses} instead of three that run`);
  const other = await askOnce(scene.port, "POST", `${API}/labs/run4/run`, { from: HONEST, body: { run: true } });
  scene.among("a lab of somebody else", other?.status, 202);
  await sleep(scene.nightly ? 10000 : 1000);
}

/** One token after the other, as fast as it goes; and those who know it, from the same address. */
async function guesses(scene) {
  const guess = (i) => [`Authorization: Bearer ${SECRET.slice(0, -4)}${(1000 + i).toString(36)}`];
  const seen = await flood(scene, rounds(scene, 1000), 8, (w, i) => askOnce(scene.port, "GET", API + "/info", { from: scene.from, headers: guess(i) }));
  only(scene, "wrong tokens", seen, 401, 429);
  scene.check((seen[401] ?? 0) <= 100, `wrong tokens: ${JSON.stringify(seen)}: too many were answered as such`);
  const right = await askOnce(scene.port, "GET", API + "/info", { from: scene.from, headers: [`Authorization: Bearer ${SECRET}`] });
  scene.among("the right token among wrong ones", right?.status, 200);
}

/** Pictures, scripts and links of a page from elsewhere, which have no Origin. */
async function pictures(scene) {
  const ways = ["no-cors", "navigate", "cors"].map((mode) => [`Sec-Fetch-Site: cross-site`, `Sec-Fetch-Mode: ${mode}`]);
  const paths = ["/puzzles?limit=500", "/trees", "/info", "/labs"];
  const seen = await flood(scene, rounds(scene, 400), 8, (w, i) => askOnce(scene.port, "GET", API + paths[i % 4], { from: scene.from, headers: ways[i % 3] }));
  only(scene, "pictures of pages from elsewhere", seen, 403);
}

/** All threads that answer are asked for the most at once. */
async function everything(scene) {
  const body = { game: { rules: [127, 127, 63, 62, 62], stones: Array.from({ length: 62 * 9 }, (_, i) => square((i * 5) % 125, Math.floor(i / 25))) } };
  const bytes = request("POST", API + "/threats", { body });
  const end = now() + (scene.nightly ? 10000 : 1000);
  const one = async () => {
    for (const w = scene.wire(); now() < end && !w.closed; ) {
      w.write(bytes);
      await w.answer({ ms: 120000 });
    }
  };
  await Promise.all(Array.from({ length: 16 }, one));
}

export default [
  { name: "puzzles with 590,000 exceptions", run: picks },
  { name: "certificates of 4 MB", gap: 20000, run: certificates },
  { name: "lists of 500 puzzles", run: lists },
  { name: "verdicts that take their second", gap: 20000, run: verdicts },
  { name: "refused wishes of a lab", run: refusedWishes },
  { name: "one client for all runs of labs", gap: 20000, run: allRuns },
  { name: "wrong tokens", args: ["--token", SECRET], token: SECRET, run: guesses },
  { name: "pictures of pages from elsewhere", run: pictures },
  { name: "threats of the largest turns", gap: 20000, run: everything },
];
