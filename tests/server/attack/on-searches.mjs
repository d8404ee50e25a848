// Searches that do not want to end, clients that leave them, and more of them than there are threads.
import { RULES, square } from "./games.mjs";
import { API, now, request, sleep } from "./wire.mjs";

/** Another position for every number. */
const game = (i) => ({ rules: RULES, stones: ["j10", square(i % 19, 0), square(Math.floor(i / 19) % 19, 2), square(Math.floor(i / 361), 4), "k12"] });

/** Games whose turns are too many to go through, and games at the ends of what is allowed. */
const EXTREME = [
  [19, 19, 7, 6, 6],
  [127, 127, 63, 62, 62],
  [127, 127, 63, 62, 1],
  [127, 127, 6, 2, 1],
  [127, 127, 3, 2, 2],
  [127, 1, 6, 2, 1],
  [30, 30, 30, 20, 10],
  [9, 9, 5, 8, 8],
];

/** A search must end when its time does. */
async function timed(scene, what, path, body) {
  const start = now();
  const a = await scene.wire().ask("POST", API + path, { body, ms: 120000 });
  scene.soon(`${what} of ${1000 * body.seconds} ms`, now() - start, 1000 * body.seconds + 200);
  return scene.among(what, a?.status, 200, 400);
}

async function extreme(scene) {
  for (const rules of scene.nightly ? EXTREME : EXTREME.slice(0, 2)) {
    const g = { rules, stones: [] };
    if (!(await timed(scene, `/forcing on ${rules}`, "/forcing", { game: g, seconds: 0.3 }))) return;
    if (!(await timed(scene, `/move of sequences on ${rules}`, "/move", { game: g, player: "sequences", seconds: 0.3 }))) return;
  }
}

/** Every player of the list, on every extreme game. */
async function players(scene) {
  const info = JSON.parse((await scene.wire().ask("GET", API + "/info")).text());
  const specs = info.players.flatMap(({ spec, kind }) => (kind === "agent" ? [spec, spec + "+search:depth=3"] : [spec]));
  for (const rules of EXTREME)
    for (const spec of specs) {
      const game = { rules, stones: [square(0, 0)] };
      await timed(scene, `/move of ${spec} on ${rules}`, "/move", { game, player: spec, seconds: 0.2 });
    }
  for (const rules of EXTREME)
    for (const kind of ["vcdt", "vcst"])
      for (const side of ["black", "white"])
        await timed(scene, `/forcing ${kind} for ${side} on ${rules}`, "/forcing", { game: { rules, stones: [square(0, 0)] }, kind, side, seconds: 0.2 });
}

/** Clients that ask for much and go at once, in every way one can go. */
async function gone(scene) {
  const bodies = [
    ["/forcing", { game: { rules: [19, 19, 7, 6, 6], stones: [] }, seconds: 600 }],
    ["/move", { game: game(1), seconds: 600 }],
    ["/move", { game: { rules: [127, 127, 63, 62, 62], stones: [] }, player: "sequences", seconds: 600 }],
    ["/forcing", { game: game(2), kind: "vcst", seconds: 600 }],
  ];
  const ways = [(w) => w.drop(), (w) => w.reset(), (w) => (w.finish(), w.drop())];
  for (let i = 0; i < (scene.nightly ? 60 : 12); i++) {
    const [path, body] = bodies[i % bodies.length];
    const w = scene.wire();
    await w.opened;
    w.write(request("POST", API + path, { body }));
    await sleep(30);
    ways[i % ways.length](w);
  }
  const lives = Array.from({ length: 6 }, () => scene.live());
  for (const live of lives) {
    await live.open();
    live.say({ do: "analyse", id: 1, game: { rules: [19, 19, 7, 6, 6], stones: [] } });
    live.say({ do: "review", id: 2, game: game(3), seconds: 60 });
  }
  await sleep(100);
  lives.forEach((x, i) => ways[i % 3](x));
  const gone = now();
  scene.check(await scene.server.calms(120000), "searches go on two minutes after all clients have gone");
  scene.soon("the end of searches after all clients had gone", now() - gone, 1500);
}

/** Two searches of ten minutes on one thread; a move of somebody else must not wait for them. */
async function twoMoves(scene) {
  for (let i = 0; i < 2; i++) scene.wire().write(request("POST", API + "/move", { body: { game: game(i), seconds: 600 } }));
  await sleep(scene.nightly ? 10000 : 700);
}

/** As many analyses or reviews as sockets can ask for. */
async function analyses(scene, review) {
  const lives = [];
  for (let s = 0; s < 34; s++) {
    const live = scene.live();
    lives.push(live);
    for (let i = 0; i < 16; i++) live.say({ do: review ? "review" : "analyse", id: i, game: game(s * 16 + i), seconds: 60 });
  }
  await Promise.all(lives.map((x) => x.open()));
  await sleep(scene.nightly ? 20000 : 500);
  scene.lean("544 searches", 64);
}

/** The end comes in the middle of everything. */
async function atTheEnd(scene) {
  const bodies = [
    ["/forcing", { game: { rules: [19, 19, 7, 6, 6], stones: [] }, seconds: 600 }],
    ["/move", { game: { rules: [127, 127, 63, 62, 62], stones: [] }, player: "sequences", seconds: 600 }],
    ["/move", { game: game(1), seconds: 600 }],
    ["/import", { text: "(;".repeat(50000) }],
  ];
  for (const [path, body] of bodies) for (let i = 0; i < 4; i++) scene.wire().write(request("POST", API + path, { body }));
  for (let i = 0; i < 8; i++) scene.live().say({ do: "analyse", id: i, game: { rules: [127, 127, 63, 62, 62], stones: [] } });
  scene.wire().write(`POST ${API}/trees HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\n{`);
  await sleep(300);
}

export default [
  { name: "searches with too many turns", run: extreme },
  { name: "searches whose clients have gone", live: false, moves: false, run: gone },
  { name: "two moves of ten minutes on one thread", args: ["--threads", "1"], gap: 20000, run: twoMoves },
  { name: "544 analyses on one thread", args: ["--threads", "1"], gap: 20000, run: (scene) => analyses(scene, false) },
  { name: "544 reviews on one thread", args: ["--threads", "1"], gap: 20000, run: (scene) => analyses(scene, true) },
  { name: "the end in the middle of it", honest: false, run: atTheEnd },
  { name: "every player on every extreme game", nightly: true, live: false, moves: false, run: players },
];
