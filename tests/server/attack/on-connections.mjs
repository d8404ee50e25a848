// Connections: many, short, broken off, and more than there are descriptors.
import { API, askOnce, now, request, sleep } from "./wire.mjs";

/** Opened and broken off at every point of a request. */
async function storms(scene) {
  const whole = request("POST", API + "/position", { body: { game: { rules: "connect6", stones: [] } } });
  const ways = [(w) => w.drop(), (w) => w.reset(), (w) => w.finish()];
  let opened = 0;
  for (const until = now() + (scene.nightly ? 20000 : 1000); now() < until; opened++) {
    const w = scene.wire();
    const go = async () => {
      await w.opened;
      w.write(whole.subarray(0, opened % (whole.length + 1)));
      if (opened % 7 === 0) await sleep(5);
      ways[opened % 3](w);
    };
    const going = go();
    if (opened % 20 === 0) await going;
    scene.wires.length = 0;
  }
  scene.lean(`${opened} connections broken off`, 48);
}

async function idle(scene, count) {
  for (let i = 0; i < count; i++) {
    scene.wire({ from: `127.0.${5 + (i % 20)}.${1 + (i % 50)}` });
    if (i % 200 === 199) await sleep(5);
  }
  await sleep(500);
  const held = scene.wires.filter((w) => !w.closed).length;
  scene.lean(`${count} idle connections`, 64);
  return held;
}

/** One client opens all the connections it can: others still get theirs. */
async function greedy(scene) {
  for (let i = 0; i < (scene.nightly ? 8000 : 2500); i++) {
    scene.wire({ from: "127.0.0.1" });
    if (i % 200 === 199) await sleep(5);
  }
  await sleep(500);
}

/** More connections than the server has descriptors: it must not spin, and must go on when they are gone. */
async function descriptors(scene) {
  for (let i = 0; i < 300; i++) scene.wire({ from: `127.0.6.${1 + (i % 100)}` }).write(request("GET", API + "/info"));
  await sleep(300);
  const before = scene.server.cpu();
  await sleep(500);
  const spent = scene.server.cpu() - before;
  scene.check(spent < 0.25 * scene.slow, `without descriptors: ${spent.toFixed(2)} s of processor time in half a second`);
  scene.wires.splice(0).forEach((w) => w.drop());
  const start = now();
  let a;
  while (a?.status !== 200 && now() - start < 60000) {
    a = await askOnce(scene.port, "GET", API + "/info", { from: "127.0.0.7", ms: 1000 });
    if (a?.status !== 200) await sleep(50);
  }
  scene.among("after the descriptors came back", a?.status, 200);
}

export default [
  { name: "connections broken off", run: storms },
  { name: "2,500 connections of one client", run: greedy },
  { name: "more connections than descriptors", honest: false, server: { shell: "ulimit -n 100" }, run: descriptors },
  {
    name: "5,000 idle connections",
    nightly: true,
    async run(scene) {
      const held = await idle(scene, 5000);
      scene.check(held === 5000, `${held} of 5,000 idle connections were held`);
    },
  },
  { name: "9,500 connections of 1,000 clients, more than there may be", nightly: true, run: (scene) => idle(scene, 9500) },
  {
    name: "5,000 idle sockets",
    nightly: true,
    async run(scene) {
      const lives = [];
      for (let i = 0; i < 5000; i++) {
        lives.push(scene.live({ from: `127.0.${30 + (i % 50)}.1` }));
        if (i % 50 === 49) await sleep(20);
      }
      const statuses = await Promise.all(lives.map((x) => x.open(10000)));
      const open = statuses.filter((x) => x === 101).length;
      scene.check(open === 5000, `${open} of 5,000 sockets were opened`);
      await sleep(20000);
      const cut = lives.filter((x) => x.closed).length;
      scene.check(cut === 0, `${cut} of 5,000 idle sockets were cut within 20 s instead of none`);
    },
  },
];
