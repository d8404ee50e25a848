// Bodies that are small to send and much to work on, or large, or nonsense.
import { square } from "./games.mjs";
import { API, now, request, sleep } from "./wire.mjs";

const MB = 1 << 20;
const BOARD = [127, 127, 6, 2, 1];
const squares = Array.from({ length: 127 * 127 }, (_, i) => square(i % 127, Math.floor(i / 127)));
const SMALL = [19, 19, 6, 2, 1];

/** Children of the root that each set a board up. */
const setups = (n) => ({
  rules: BOARD,
  root: { children: Array.from({ length: n }, (_, i) => ({ setup: { black: [squares[i]], white: [squares[i + 200]] } })) },
});
const marks = (n) => ({
  rules: BOARD,
  root: { marks: Array.from({ length: n }, (_, i) => ({ at: squares[i % squares.length], kind: i < squares.length ? "circle" : i < 2 * squares.length ? "square" : "triangle" })) },
});
const labels = (n) => ({ rules: BOARD, root: { labels: Array.from({ length: n }, (_, i) => ({ at: squares[i % squares.length], text: "x" + i })) } });
/** A board that is nearly full, and a leaf for each of its last squares, again and again. */
const leaves = (n) => {
  const full = squares.slice(0, -150);
  const black = full.filter((_, i) => ((i % 127) + 2 * Math.floor(i / 127)) % 4 < 2);
  const has = new Set(black);
  return {
    rules: BOARD,
    root: {
      setup: { black, white: full.filter((s) => !has.has(s)), to_move: "black", left: 2 },
      children: Array.from({ length: n }, (_, i) => ({ stones: [squares.at(-1 - (i % 150))] })),
    },
  };
};
/** Nodes below each other, as deep as they may be, each with a comment. */
const deep = (n) => {
  const tree = { rules: BOARD, root: { children: [] } };
  let node = tree.root;
  for (let i = 0; i < n; i++) {
    const child = { stones: [squares[(i % 127) + 127 * 3 * Math.floor(i / 127)]], children: [] };
    node.children.push(child);
    node = child;
  }
  return tree;
};

const HEAVY = [
  ["5,000 nodes that set up a board", { title: "x", tree: setups(5000) }],
  ["40,000 marks", { title: "x", tree: marks(40000) }],
  ["40,000 labels", { title: "x", tree: labels(40000) }],
  ["10,000 leaves of a full board", { title: "x", tree: leaves(10000) }],
  ["a line of 1,000", { title: "x", tree: deep(1000) }],
];

async function heavy(scene) {
  for (const [what, body] of HEAVY) {
    const text = JSON.stringify(body);
    const cpu = scene.server.cpu();
    const disk = scene.server.disk();
    const start = now();
    const a = await scene.wire().ask("POST", API + "/trees", { body: text, ms: 120000 });
    scene.soon(what, now() - start, 2000);
    scene.among(what, a?.status, 201, 400, 413);
    const spent = scene.server.cpu() - cpu - 2 * ((now() - start) / 1000); // the honest client's searches have a share, too
    if (spent > 1 * scene.slow) scene.late.push(`${what}: ${spent.toFixed(1)} s of processor time instead of 1 at most`);
    const grown = scene.server.disk() - disk;
    scene.check(grown < 16, `${what}: ${(text.length / MB).toFixed(2)} MB became ${grown.toFixed(1)} MB on disk instead of 16 at most`);
  }
}

/** Answers in these times, which are work of their own: [what, path, body]. */
const WORK = [
  ["an SGF file of 60,000 brackets", "/import", { text: "(;".repeat(60000) }],
  ["an SGF file of 1,000 games", "/import", { text: "(;GM[1]SZ[19];B[aa])".repeat(1000) }],
  ["an SGF file with a text of 4 MB", "/import", { text: "(;GM[1]SZ[19]C[" + "x\\]".repeat(MB) + "])" }],
  ["an SGF file of 4 MB without an end", "/import", { text: "(;C[" + "a".repeat(4 * MB) }],
  ["threats of a full board", "/threats", { game: { rules: BOARD, setup: leaves(0).root.setup, stones: [] } }],
  ["threats of the largest turns", "/threats", { game: { rules: [127, 127, 63, 62, 62], stones: squares.slice(0, 62) } }],
  ["a position of 16,000 stones", "/position", { game: { rules: BOARD, setup: leaves(0).root.setup, stones: [] } }],
  ["stones 100,000 times", "/position", { game: { rules: BOARD, stones: Array(100000).fill("a1") } }],
  ["a position to find on a full board", "/find", { game: { rules: BOARD, setup: leaves(0).root.setup, stones: [] } }],
  ["a file of 2,000 comments", "/export", { tree: setups(1000), format: "sgf" }],
];

async function work(scene) {
  for (const [what, path, body] of WORK) {
    const start = now();
    const a = await scene.wire().ask("POST", API + path, { body, ms: 120000 });
    scene.soon(what, now() - start, 2000);
    scene.among(what, a?.status, 200, 400, 413);
  }
}

const NONSENSE = [
  "{", "nonsense", "[]", "null", "1e999", '{"game":1e999}', '{"game":' + "[".repeat(100000), '{"a":'.repeat(3000), "\xff\xfe{}", '{"game":"\xc3\x28"}', '{"game":"\\u0000"}',
  '{"game":"\\ud800"}', "\0", "{}\0{}", '{"game":1,"game":2}', '{"game":' + "9".repeat(5000) + "}", '{"game":-0.' + "0".repeat(50000) + "1e-400}", '{"game":{"rules":[1e308,19,6,2,1],"stones":[]}}',
  '{"game":{"rules":[19,19,6,2,1],"stones":["a0"]}}', '{"game":{"rules":[19,19,6,2,1],"stones":["zz99999999999999999999"]}}', '{"game":{"rules":[19.5,19,6,2,1],"stones":[]}}',
  '{"game":{"rules":[19,19,6,2,1],"stones":["a1","a1"]}}', '{"game":{"rules":"' + "x".repeat(100000) + '","stones":[]}}', " ".repeat(MB),
];

async function nonsense(scene) {
  const w = scene.wire();
  for (const text of NONSENSE)
    for (const path of ["/position", "/threats", "/move", "/forcing", "/find", "/trees", "/export", "/import"]) {
      const a = await w.ask("POST", API + path, { body: Buffer.from(text, "latin1") });
      const what = `${path} ${JSON.stringify(text.slice(0, 40))}`;
      if (!scene.among(what, a?.status, 400, 413)) return; // 413: it could take more memory than a request may
      let message;
      try {
        message = JSON.parse(a.text()).error.message;
      } catch {}
      scene.check(message, `${what}: ${a.text().slice(0, 100)} instead of an error in JSON`);
      scene.check(!/hexad-attack|\.db/.test(a.text()), `${what}: ${a.text()} tells where files are`);
    }
}

/** What is no SQL and no HTML stays text. */
async function texts(scene) {
  const w = scene.wire();
  for (const title of ["'; DROP TABLE tree; --", "<script>alert(1)</script>", '"%_\\', "\u202e日本\u{1f600}"]) {
    const saved = await w.ask("POST", API + "/trees", { body: { title, tree: { rules: SMALL, root: { comment: title } } } });
    if (!scene.among("a strange title", saved?.status, 201, 400) || saved.status === 400) continue;
    const got = JSON.parse((await w.ask("GET", `${API}/trees/${JSON.parse(saved.text()).id}`)).text());
    scene.check(got.title === title && got.tree.root.comment === title, `${title}: ${got.title} and ${got.tree.root.comment} instead`);
  }
}

/** Bodies as large as they may be, all but their last byte: the memory of all together has an end. */
async function halves(scene) {
  const count = scene.nightly ? 100 : 40;
  const info = JSON.parse((await scene.wire().ask("GET", API + "/info")).text());
  const size = info.limits.body_bytes;
  const body = Buffer.alloc(size - 1, 32);
  const head = request("POST", API + "/import", { headers: [`Content-Length: ${size}`] });
  const all = Array.from({ length: count }, (_, i) => scene.wire({ from: `127.0.4.${1 + (i % 20)}` }));
  await Promise.all(all.map(async (w) => w.push(Buffer.concat([head, body]), 1500)));
  await sleep(200);
  scene.lean(`${count} bodies of ${size / MB} MB`, 200);
  // One byte more than may be, for comparison, is refused at once.
  const over = scene.wire();
  over.write(request("POST", API + "/import", { headers: [`Content-Length: ${size + 1}`] }));
  scene.among("a body of one byte too many", (await over.answer())?.status, 413);
}

export default [
  { name: "trees that are much work", run: heavy },
  { name: "requests that are much work", run: work },
  { name: "nonsense in bodies", run: (scene) => nonsense(scene).then(() => texts(scene)) },
  { name: "large bodies, never finished", run: halves },
];
