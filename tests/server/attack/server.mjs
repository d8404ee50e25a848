// A server in a process of its own, and what can be seen of it from outside.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { now, sleep } from "./wire.mjs";

/** What ends with this process: folders, and servers that still run. */
const left = new Set();
process.once("exit", () => left.forEach((end) => end()));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

/** A folder. In memory where there is such a place, unless `disk`: a busy disk is nothing to measure here. */
export function newFolder(disk = false) {
  const folder = mkdtempSync(join(!disk && existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "hexad-attack-"));
  left.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every server that was started, with the processor time that it was last seen to have taken. */
const servers = new Map();

/** Seconds of processor time that other programs have taken on this machine, or that it was kept from us. */
export function takenByOthers() {
  const cpu = readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number);
  const [user, nice, system, , , irq, soft, steal] = cpu;
  const own = process.cpuUsage();
  for (const s of servers.keys()) s.cpu();
  const ours = (own.user + own.system) / 1e6 + [...servers.values()].reduce((sum, t) => sum + t, 0);
  return (user + nice + system + irq + soft + steal) / 100 - ours;
}

export class Server {
  /** `shell`: commands before the program, in its process: limits, traps. */
  static async start(program, { args = [], env = {}, data, shell = "" } = {}) {
    const s = new Server();
    s.data = data ?? join(newFolder(), "hexad.db");
    const all = ["serve", "--port", "0", "--data", s.data, ...args];
    const options = { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } };
    s.process = shell ? spawn("sh", ["-c", `${shell}; exec "$0" "$@"`, program, ...all], options) : spawn(program, all, options);
    s.out = s.errors = "";
    s.process.stderr.on("data", (text) => (s.errors = (s.errors + text).slice(-20000)));
    s.exit = new Promise((done) => s.process.once("close", (code, signal) => done({ code, signal })));
    const kill = () => s.process.kill("SIGKILL");
    left.add(kill);
    s.exit.then((e) => ((s.exited = e), left.delete(kill)));
    await Promise.race([
      s.exit,
      new Promise((done) => s.process.stdout.on("data", (text) => (s.out += text).includes("\n") && done())),
    ]);
    s.port = Number(/:(\d+)\//.exec(s.out)?.[1] ?? 0);
    return s;
  }
  get pid() {
    return this.process.pid;
  }
  /** MB of memory in use. */
  memory() {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }
  /** Seconds of processor time so far. */
  cpu() {
    try {
      const fields = readFileSync(`/proc/${this.pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
      servers.set(this, (Number(fields[11]) + Number(fields[12])) / 100);
    } catch {} // it has ended
    return servers.get(this) ?? 0;
  }
  /** MB of the data file and its log. */
  disk() {
    return ["", "-wal"].reduce((sum, end) => sum + (statSync(this.data + end, { throwIfNoEntry: false })?.size ?? 0), 0) / (1 << 20);
  }
  /** Ends it by a signal: how it exited and after how many ms; it is killed after `most`. */
  async stop({ signal = "SIGTERM", most = 120000 } = {}) {
    const start = now();
    this.cpu();
    this.process.kill(signal);
    const timer = setTimeout(() => this.process.kill("SIGKILL"), most);
    const e = await this.exit;
    clearTimeout(timer);
    return { ...e, ms: now() - start };
  }
  /** Waits until it uses less than a tenth of a processor; false if that does not come in time. */
  async calms(ms) {
    for (const until = now() + ms; now() < until; ) {
      const before = this.cpu();
      await sleep(200);
      if (this.cpu() - before <= 0.02) return true;
    }
    return false;
  }
}
