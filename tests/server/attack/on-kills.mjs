// kill -9 under writers, again and again on the same file: nothing that was acknowledged is lost.
import { randomInt } from "node:crypto";
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { tree } from "./games.mjs";
import { Server } from "./server.mjs";
import { API, sleep, Wire } from "./wire.mjs";

const WRITERS = 8;

/** Saves new trees and changes old ones until the connection breaks; `known` gets what was acknowledged. */
async function write(port, known) {
  const wire = new Wire(port);
  for (let i = 0; ; i++) {
    const old = i % 3 ? [...known.keys()].at(-1 - (i % 5)) : undefined;
    const sent = old === undefined ? 0 : known.get(old) + 1;
    const body = { title: "kept", tree: tree(i, 10 + (i % 30)) };
    const a = old === undefined ? await wire.ask("POST", API + "/trees", { body }) : await wire.ask("PUT", `${API}/trees/${old}`, { body });
    if (a?.status === 503) continue; // the disk was that slow: nothing was acknowledged
    if (a?.status !== 200 && a?.status !== 201) return a?.status;
    const { id, revision } = JSON.parse(a.text());
    known.set(id ?? old, revision);
    if (old !== undefined && revision < sent) return `revision ${revision} of tree ${old} instead of ${sent} or more`;
  }
}

/** Makes labs and deletes them; there is one at the most that is not whole. */
async function makeLabs(port, life) {
  const wire = new Wire(port);
  for (let i = 0; ; i++) {
    const name = `life-${life}-${i}`;
    const a = await wire.ask("POST", API + "/labs", { body: { name, rules: "connect6" } });
    if (a?.status !== 201) return a?.status;
    const b = await wire.ask("DELETE", `${API}/labs/${name}`);
    if (b?.status !== 204) return b?.status;
  }
}

/** Every lab that there is after a kill is a whole one, and nothing is left of others. */
async function wholeLabs(scene, s, wire, kill) {
  const files = readdirSync(dirname(s.data), { recursive: true }).map(String);
  const parts = files.filter((f) => f.includes(".part"));
  scene.check(!parts.length, `after kill ${kill}: ${parts} are left`);
  for (const lab of JSON.parse((await wire.ask("GET", API + "/labs")).text()).labs) {
    scene.check(!lab.error, `after kill ${kill}: lab ${lab.name}: ${lab.error}`);
    scene.check((await wire.ask("DELETE", `${API}/labs/${lab.name}`))?.status === 204, `after kill ${kill}: lab ${lab.name} cannot be deleted`);
  }
}

async function kills(scene, count) {
  const known = Array.from({ length: WRITERS }, () => new Map()); // a writer's own trees: id → revision
  let data;
  for (let i = 0; i <= count; i++) {
    const s = await Server.start(scene.suite.program, { data });
    if (!scene.check(s.port, `start ${i + 1}: ${s.errors} instead of a port`)) return;
    data = s.data;
    const wire = new Wire(s.port);
    for (const [id, revision] of i % 20 && i < count ? known.flatMap((k) => [...k].slice(-10)) : known.flatMap((k) => [...k])) {
      const a = await wire.ask("GET", `${API}/trees/${id}`);
      const got = a?.status === 200 ? JSON.parse(a.text()).revision : -1;
      if (!scene.check(got >= revision, `after kill ${i}: tree ${id} has revision ${got} instead of ${revision} or more`)) break;
    }
    await wholeLabs(scene, s, wire, i);
    wire.drop();
    if (i === count) return s.stop();
    const writing = [...known.map((k) => write(s.port, k)), makeLabs(s.port, i)];
    await sleep(20 + randomInt(80));
    s.process.kill("SIGKILL");
    for (const end of await Promise.all(writing)) scene.check(end === undefined, `a save before kill ${i + 1}: ${end} instead of 200 or 201`);
    await s.exit;
  }
}

export default [
  {
    name: "kill -9 under writers",
    honest: false,
    async run(scene) {
      await kills(scene, scene.nightly ? 200 : 5);
    },
  },
];
