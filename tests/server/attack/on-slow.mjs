// Clients that take their time: with headers, with bodies, with reading.
import { API, HONEST, now, request, sleep, Wire } from "./wire.mjs";

/** `count` connections that say `head` and then drip `bytes`, from so many addresses. */
function drips(scene, count, head, bytes, addresses = 1) {
  const all = [];
  for (let i = 0; i < count; i++) {
    const w = scene.wire({ from: `127.0.2.${1 + (i % addresses)}` });
    w.write(head);
    all.push(w);
  }
  let at = 0;
  const timer = setInterval(() => {
    at++;
    for (const w of all) if (!w.closed) w.write(bytes[at % bytes.length]);
  }, 250);
  return { all, end: () => clearInterval(timer) };
}

const BODY = `Host: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n`;
const KINDS = [
  ["bodies of GET", `GET / HTTP/1.1\r\n${BODY}`, " "],
  ["bodies of POST", `POST ${API}/position HTTP/1.1\r\n${BODY}{`, " "],
  ["headers", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", "X-a: b\r\n"],
  ["request lines", "GET /", "x"],
  ["chunks", `POST ${API}/position HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
];

/** Asks for much, many times, and reads nothing of it. */
async function unread(scene, count) {
  const many = Buffer.concat(Array(200).fill(request("GET", "/")));
  for (let i = 0; i < count; i++) {
    const w = scene.wire({ reads: false, from: `127.0.3.${1 + (i % 4)}` });
    w.write(many);
    w.write(many);
  }
  await sleep(scene.nightly ? 20000 : 600);
  scene.lean(`${count} clients that read nothing`, 48);
}

/** A trickled body and a header that does not end get 408, in the time that the server allows. */
async function timeouts(scene) {
  const drip = drips(scene, 5, KINDS[1][1], " ");
  const head = drips(scene, 5, KINDS[2][1], KINDS[2][2]);
  const idle = scene.wire();
  const start = now();
  for (const [what, one] of [["a trickled body", drip], ["a trickled header", head]])
    for (const w of one.all) {
      scene.among(what, (await w.answer({ ms: 120000 }))?.status, 408);
      scene.check(await w.ended(10000), `${what}: the connection goes on after the answer`);
    }
  scene.check(await idle.ended(300000), "a connection without a request is held for more than five minutes");
  scene.check(now() - start < 400000, "time limits took more than 400 s");
  drip.end();
  head.end();
}

/** Everything of a request comes at once but its last byte, which comes in time: that is no attack. */
async function slowButFair(scene) {
  const w = new Wire(scene.port, { from: HONEST });
  const body = { game: { rules: "connect6", stones: [] } };
  const bytes = request("POST", API + "/position", { body });
  for (let i = 0; i < bytes.length; i += 16) {
    w.write(bytes.subarray(i, i + 16));
    await sleep(10);
  }
  scene.among("a request in small pieces", (await w.answer())?.status, 200);
  w.drop();
}

export default [
  ...KINDS.slice(0, 1).map(([what, head, bytes]) => ({
    name: `330 trickled ${what}`,
    async run(scene) {
      const d = drips(scene, 330, head, bytes);
      await sleep(scene.nightly ? 20000 : 700);
      d.end();
    },
  })),
  {
    name: "1,000 slow connections of all kinds",
    async run(scene) {
      const all = KINDS.map(([, head, bytes]) => drips(scene, 200, head, bytes, 10));
      await slowButFair(scene);
      await sleep(scene.nightly ? 20000 : 800);
      all.forEach((d) => d.end());
      scene.lean("1,000 slow connections", 64);
    },
  },
  { name: "answers that nobody reads", run: (scene) => unread(scene, scene.nightly ? 100 : 20) },
  { name: "time limits", nightly: true, run: timeouts },
];
