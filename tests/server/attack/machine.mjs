// What the machine takes, whoever serves: a thread that answers bytes as they are, and keeps account of how long the
// server's threads were ready to run and had no processor (Linux tells it). On a machine with other work that is most of the waiting,
// and none of it is the server's fault.
import { readdirSync, readFileSync } from "node:fs";
import net from "node:net";
import { parentPort, Worker, workerData } from "node:worker_threads";

const EVERY = 15; // ms
export const clock = () => performance.timeOrigin + performance.now(); // the same in all threads

/** Starts it; `echo` is a port, `stop` gives the samples. */
export async function startMachine(pid) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { machine: pid } });
  const next = () => new Promise((done) => worker.once("message", done));
  const echo = await next();
  return {
    echo,
    async stop() {
      const samples = next();
      worker.postMessage("stop");
      const got = await samples;
      await worker.terminate();
      return got;
    },
  };
}

/** Milliseconds without a processor between two times: of the two threads that waited most, as a request needs two. Threads of
 * searches have a lower priority and count only where they were waited for. */
export function waited(samples, from, to, searches) {
  let first = samples.findIndex((s) => s.at > from);
  first = first < 0 ? samples.length - 1 : Math.max(0, first - 1);
  let last = samples.findIndex((s) => s.at >= to);
  if (last < 0) last = samples.length - 1;
  if (first < 0 || last <= first) return 0;
  const before = new Map(samples[first].threads.map((t) => [t.id, t.ms]));
  const gone = samples[last].threads.filter((t) => searches || t.nice <= 0).map((t) => t.ms - (before.get(t.id) ?? 0));
  gone.sort((a, b) => b - a);
  return (gone[0] ?? 0) + (gone[1] ?? 0);
}

function sample(pid) {
  const threads = [];
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const ms = Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, "utf8").split(" ")[1]) / 1e6;
      const nice = Number(readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8").replace(/^.*\) /, "").split(" ")[16]);
      threads.push({ id, ms, nice });
    }
  } catch {} // a thread that has ended meanwhile, or a system that does not tell
  return { at: clock(), threads };
}

if (workerData?.machine) {
  const samples = [sample(workerData.machine)];
  const timer = setInterval(() => samples.push(sample(workerData.machine)), EVERY);
  const server = net.createServer((socket) => socket.on("data", (data) => socket.write(data)).on("error", () => {}));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
  parentPort.once("message", () => {
    clearInterval(timer);
    parentPort.postMessage([...samples, sample(workerData.machine)]);
  });
}
