// Upgrades to a WebSocket that are wrong, and right ones that are unusual.
import { acceptOf, API, frame, newKey, now, request, sleep, TEXT, UPGRADE } from "./wire.mjs";

const [WEBSOCKET, CONNECTION, VERSION] = UPGRADE;
const key = () => `Sec-WebSocket-Key: ${newKey()}`;

/** [what, header lines, method, statuses that are right] */
const WRONG = [
  ["a key of 80 characters", [...UPGRADE, "Sec-WebSocket-Key: " + "A".repeat(80)], "GET", 400],
  ["a key of 8,000 characters", [...UPGRADE, "Sec-WebSocket-Key: " + "A".repeat(8000)], "GET", 400, 431],
  ["an empty key", [...UPGRADE, "Sec-WebSocket-Key:"], "GET", 400],
  ["no key", UPGRADE, "GET", 400],
  ["a key of 23 characters", [...UPGRADE, "Sec-WebSocket-Key: " + newKey().slice(1)], "GET", 400],
  ["a key of 25 characters", [...UPGRADE, "Sec-WebSocket-Key: A" + newKey()], "GET", 400],
  ["a key that is no base64", [...UPGRADE, "Sec-WebSocket-Key: " + "!".repeat(22) + "=="], "GET", 400],
  ["two keys", [...UPGRADE, key(), key()], "GET", 400],
  ["version 12", [WEBSOCKET, CONNECTION, "Sec-WebSocket-Version: 12", key()], "GET", 426, 400],
  ["version 13x", [WEBSOCKET, CONNECTION, "Sec-WebSocket-Version: 13x", key()], "GET", 426, 400],
  ["no version", [WEBSOCKET, CONNECTION, key()], "GET", 426, 400],
  ["POST", [...UPGRADE, key()], "POST", 400, 405],
  ["HEAD", [...UPGRADE, key()], "HEAD", 400, 405, 426],
  ["Upgrade: h2c", ["Upgrade: h2c", CONNECTION, VERSION, key()], "GET", 400, 426],
  ["no Connection: Upgrade", [WEBSOCKET, VERSION, key()], "GET", 400, 426],
  ["a foreign Origin", [...UPGRADE, key(), "Origin: http://evil.example"], "GET", 403],
  ["a foreign Origin after 64 other headers", [...UPGRADE, key(), ...Array(70).fill("X-A: b"), "Origin: http://evil.example"], "GET", 403, 431],
];

async function wrong(scene, rounds) {
  for (let round = 0; round < rounds; round++)
    for (const [what, headers, method, ...wanted] of WRONG) {
      const w = scene.wire();
      w.write(request(method, API + "/live", { headers }));
      scene.among(what, (await w.answer({ method }))?.status, ...wanted);
      scene.check(!w.closed || w.error === undefined, `${what}: ${w.error} instead of an orderly end`);
      w.finish();
    }
}

async function elsewhere(scene) {
  for (const path of ["/", API + "/info", API + "/nowhere", API + "/live/x"]) {
    const a = await scene.wire().ask("GET", path, { headers: [...UPGRADE, key()] });
    scene.check(a && a.status !== 101, `an upgrade of ${path}: ${a?.status ?? "no answer"} instead of anything but 101`);
  }
}

async function unusual(scene) {
  const good = [
    ["words in other cases", ["upgrade: WebSocket", "connection: keep-alive, uPGRADE", VERSION]],
    ["extensions offered", [...UPGRADE, "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]],
    ["a protocol offered", [...UPGRADE, "Sec-WebSocket-Protocol: chat, superchat"]],
  ];
  for (const [what, headers] of good) {
    const live = scene.live({ headers });
    const a = await live.answer();
    scene.among(what, a?.status, 101);
    scene.among(`${what}: Sec-WebSocket-Accept`, a?.header("Sec-WebSocket-Accept"), acceptOf(live.key));
    scene.check(!/Sec-WebSocket-(Extensions|Protocol)/i.test(a?.head ?? ""), `${what}: ${a?.head} instead of none taken`);
    live.drop();
  }
  // The first frame comes with the handshake; a request comes before it.
  const early = scene.live({ more: frame(TEXT, '{"do":"nothing","id":7}') });
  scene.among("a handshake with a frame behind it", await early.open(), 101);
  scene.check((await early.message())?.error, "a frame behind the handshake: nothing instead of its answer");
  early.drop();
  const w = scene.wire();
  w.write(Buffer.concat([request("GET", API + "/info"), request("GET", API + "/live", { headers: [...UPGRADE, key()] })]));
  scene.among("a request before a handshake", (await w.answer())?.status, 200);
  scene.among("a handshake behind a request", (await w.answer())?.status, 101);
  w.drop();
}

/** 300 handshakes with long keys, all left open; then everybody who comes must be served. */
async function longKeys(scene) {
  const all = [];
  for (let i = 0; i < 300; i++) {
    const w = scene.wire();
    w.write(request("GET", API + "/live", { headers: [...UPGRADE, "Sec-WebSocket-Key: " + "A".repeat(80)] }));
    all.push(w);
    if (i % 50 === 49) await sleep(20);
  }
  const statuses = await Promise.all(all.map(async (w) => (await w.answer())?.status));
  scene.check(statuses.every((s) => s === 400), `300 keys of 80 characters: ${[...new Set(statuses)]} instead of 400`);
  for (const w of all) w.drop(); // their descriptors go to whoever comes next
  const start = now();
  const lives = Array.from({ length: 20 }, () => scene.live());
  for (const live of lives) scene.among("a socket after 300 bad handshakes", await live.open(), 101);
  scene.soon("20 sockets", now() - start, 500);
  await sleep(300);
  scene.check(!lives.some((x) => x.closed), `${lives.filter((x) => x.closed).length} of 20 sockets were cut instead of none`);
}

export default [
  {
    name: "wrong handshakes",
    async run(scene) {
      await wrong(scene, scene.nightly ? 20 : 1);
      await elsewhere(scene);
      await unusual(scene);
    },
  },
  { name: "300 handshakes with keys of 80 characters", run: longKeys },
];
