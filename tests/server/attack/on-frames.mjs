// WebSocket frames as they should not be, and floods of those that are right.
import { BINARY, CLOSE, frame, now, PING, PONG, sleep, TEXT } from "./wire.mjs";

const MB = 1 << 20;
const mask = Buffer.alloc(4);
const GAME = { rules: [19, 19, 6, 2, 1], stones: ["j10"] };
const bytes = (...list) => Buffer.from(list);

/** [what, bytes, codes that the socket may be closed with]; 0 is an end without a close frame. */
const WRONG = [
  ["an unmasked frame", frame(TEXT, "{}", { mask: false }), 1002],
  ["an unmasked ping", frame(PING, "x", { mask: false }), 1002],
  ["reserved bit 1", frame(TEXT, "{}", { rsv: 4 }), 1002],
  ["reserved bit 2", frame(TEXT, "{}", { rsv: 2 }), 1002],
  ["reserved bit 3 of a ping", frame(PING, "", { rsv: 1 }), 1002],
  ["opcode 3", frame(3, "{}"), 1002],
  ["opcode 11", frame(11, ""), 1002],
  ["a ping of 126 bytes", frame(PING, "x".repeat(126)), 1002],
  ["a ping of 70,000 bytes", frame(PING, "x".repeat(70000)), 1002],
  ["a ping in pieces", frame(PING, "x", { fin: false }), 1002],
  ["a close in pieces", frame(CLOSE, "", { fin: false }), 1002],
  ["a continuation of nothing", frame(0, "{}"), 1002],
  ["a text within a text", Buffer.concat([frame(TEXT, "{", { fin: false }), frame(TEXT, "}")]), 1002],
  ["a close of one byte", frame(CLOSE, bytes(3)), 1002],
  ["a close with code 999", frame(CLOSE, bytes(3, 231)), 1002],
  ["a close with code 1005", frame(CLOSE, bytes(3, 237)), 1002],
  ["a close with no UTF-8", frame(CLOSE, bytes(3, 232, 0xff, 0xfe)), 1007, 1002],
  ["a text that is no UTF-8", frame(TEXT, bytes(0x22, 0xff, 0xfe, 0x22)), 1007],
  ["UTF-8 cut by the end", frame(TEXT, bytes(0x22, 0xe2, 0x82)), 1007],
  ["a surrogate in UTF-8", frame(TEXT, bytes(0xed, 0xa0, 0x80)), 1007],
  ["UTF-8 that is wrong across pieces", Buffer.concat([frame(TEXT, bytes(0xe2), { fin: false }), frame(0, bytes(0x28, 0xa1))]), 1007],
  ["a binary frame", frame(BINARY, "{}"), 1003, 1008, 1002],
  ["a length with the highest bit", Buffer.concat([bytes(0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 1), mask]), 1002, 1009],
  ["5 bytes, said in 16 bits", frame(TEXT, "12345", { wide: 2 }), 1002],
  ["5 bytes, said in 64 bits", frame(TEXT, "12345", { wide: 8 }), 1002],
];

async function wrong(scene) {
  const one = async ([what, data, ...codes]) => {
    const live = scene.live();
    await live.open();
    live.write(data);
    if (!scene.among(`${what}: close`, await live.closeCode(), ...codes)) return;
    scene.check(await live.ended(), `${what}: the connection goes on instead of ending`);
  };
  await Promise.all(WRONG.map(one));
}

async function right(scene) {
  const live = scene.live();
  await live.open();
  live.frame(TEXT, '{"do":"not', { fin: false });
  live.frame(PING, "between");
  live.frame(0, "", { fin: false });
  live.frame(0, 'hing","id":3}');
  scene.among("a ping between pieces", (await live.next((f) => f.opcode === PONG))?.payload.toString(), "between");
  const m = await live.message();
  scene.check(m?.id === 3 && m.error, `a text in pieces: ${JSON.stringify(m)} instead of an error with id 3`);
  live.frame(PONG, "nobody asked");
  // What each of these gets is an error, and the socket goes on.
  const texts = ["", "[]", "null", '"x"', "{", '{"do":"analyse"}', '{"do":1,"id":1}', '{"do":"analyse","id":1e400}', '{"do":"analyse","id":1.5,"game":{}}',
    '{"do":"analyse","id":99999999999999999999,"game":{}}', '{"do":"analyse","id":1,"game":' + "[".repeat(5000) + "}", '{"do":"\\u0000"}', '{"do":"a\0"}',
    '{"do":"analyse","id":1,"lines":1e9,"game":{"rules":[19,19,6,2,1],"stones":[]}}', '{"do":"analyse","id":1,"seconds":-1,"game":{"rules":[19,19,6,2,1],"stones":[]}}'];
  for (const text of texts) {
    live.frame(TEXT, text);
    const a = await live.message();
    scene.check(a?.error?.message, `${JSON.stringify(text.slice(0, 60))}: ${a ? JSON.stringify(a) : "no answer"} instead of an error`);
  }
  live.frame(CLOSE, bytes(3, 232));
  scene.among("an orderly close", await live.closeCode(), 1000);
  scene.check(await live.ended(), "after an orderly close the connection goes on");
}

/** Announces a frame of `size`, sends it for as long as the server takes it, and reads nothing for a while. */
async function huge(scene, what, opcode, size, ...codes) {
  const live = scene.live({ reads: false });
  await live.opened;
  live.say({ do: "analyse", id: 1, game: GAME, lines: 5 }); // reports to it wait behind what it does not read
  await sleep(50);
  live.write(frame(opcode, "", { said: size }));
  const sip = setInterval(() => live.socket.read(20000), 10); // just enough to pass for a reader
  let sent = 0;
  for (const piece = Buffer.alloc(MB, 32); sent < size && !live.closed; sent += MB) if (!(await live.push(piece, 300))) break;
  await sleep(300);
  const few = scene.lean(what, 24);
  return async () => {
    clearInterval(sip);
    if (!few) return;
    live.read();
    if ((await live.open()) === 101) scene.among(`${what}: close`, await live.closeCode(), ...codes, 0);
  };
}

/** Sends `data` again and again without reading, until so much is sent or the server takes no more. */
async function flood(scene, live, data, most) {
  let sent = 0;
  for (const until = now() + 1000; sent < most && now() < until && !live.closed; sent += data.length)
    if (!(await live.push(data, 100))) break;
  return sent;
}

async function floods(scene) {
  const repeat = (data, n) => Buffer.concat(Array(n).fill(data));
  const kinds = [
    ["pings", repeat(frame(PING, "x".repeat(125)), 500)],
    ["nonsense", repeat(frame(TEXT, "x"), 5000)],
    ["unknown ids", repeat(frame(TEXT, '{"do":"stop","id":123456789}'), 2000)],
    ["empty pieces", Buffer.concat([frame(TEXT, "", { fin: false }), repeat(frame(0, "", { fin: false }), 10000)])],
  ];
  const lives = [];
  for (const [what, data] of kinds)
    for (let i = 0; i < (scene.nightly ? 32 : 6); i++) {
      const live = scene.live({ reads: false });
      live.what = what;
      lives.push(live);
      await live.opened;
      live.say({ do: "analyse", id: 1, game: GAME, lines: 5 });
      await sleep(2);
      live.sending = flood(scene, live, data, scene.nightly ? 200 * MB : 8 * MB);
    }
  // Some read just enough to be let go on.
  const slow = lives.filter((_, i) => i % 3 === 0);
  const timer = setInterval(() => slow.forEach((x) => x.socket.read(4096)), 5);
  await Promise.all(lives.map((x) => x.sending));
  await sleep(scene.nightly ? 3000 : 300);
  clearInterval(timer);
  scene.lean(`${lives.length} floods that nobody reads`, scene.nightly ? 96 : 32);
}

/** 16 analyses on each of many sockets, none of which is ever read. */
async function deaf(scene) {
  const game = (i) => ({ rules: [19, 19, 6, 2, 1], stones: ["j10", "a" + (1 + (i % 19)), "c" + (1 + ((i * 7) % 19))] });
  for (let s = 0; s < 20; s++) {
    const live = scene.live({ reads: false });
    for (let i = 0; i < 16; i++) live.say({ do: "analyse", id: i, game: game(s * 16 + i), lines: 5 });
  }
  await sleep(scene.nightly ? 30000 : 500);
  scene.lean("320 analyses that nobody reads", 32);
}

/** Half a frame, then silence. */
async function half(scene) {
  const lives = [];
  for (let i = 0; i < 200; i++) {
    const live = scene.live({ from: `127.0.1.${1 + (i % 20)}` });
    lives.push(live);
    live.write(i % 2 ? bytes(0x81) : Buffer.concat([bytes(0x81, 0xfe, 0x10, 0), mask, Buffer.from("half")]));
  }
  await Promise.all(lives.map((x) => x.open()));
  const live = scene.live({ from: "127.0.0.9" });
  scene.among("a socket beside 200 half frames", await live.open(), 101);
  live.drop();
  if (!scene.nightly) return;
  for (const until = now() + 120000; now() < until && !lives.every((x) => x.closed); ) await sleep(500);
  const left = lives.filter((x) => !x.closed).length;
  scene.check(left === 0, `${left} of 200 half frames hold their sockets after two minutes instead of none`);
}

export default [
  { name: "wrong frames", run: (scene) => wrong(scene).then(() => right(scene)) },
  {
    name: "frames of 160 and 300 MB",
    async run(scene) {
      const ends = [
        await huge(scene, "a ping of 160 MB", PING, 160 * MB, 1002, 1009),
        await huge(scene, "a text of 300 MB", TEXT, 300 * MB, 1009),
        await huge(scene, "a pong of 160 MB", PONG, 160 * MB, 1002, 1009),
      ];
      await sleep(500);
      for (const end of ends) await end();
    },
  },
  { name: "floods of frames that nobody reads", run: floods },
  { name: "320 analyses that nobody reads", args: ["--threads", "1"], gap: 20000, run: deaf },
  { name: "half frames", run: half },
];
