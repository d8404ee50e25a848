// A connection whose every byte is ours: requests and WebSocket frames, right and wrong, and what comes back.
import { createHash, randomBytes } from "node:crypto";
import net from "node:net";

export const API = "/api/v1";
/** Clients are told apart by their address; all of 127.0.0.0/8 is this machine. */
export const HONEST = "127.0.0.2";
export const ATTACKER = "127.0.0.1";
/** How long an answer is waited for, in ms, unless the caller says. */
export const patience = { ms: 30000 };
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
export const now = () => performance.now();

/** The bytes of a request. `headers` are lines; Host and Content-Length are added. */
export function request(method, path, { headers = [], body, host = "127.0.0.1" } = {}) {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers];
  if (body !== undefined) lines.push(`Content-Length: ${bytes.length}`);
  return Buffer.concat([Buffer.from(lines.join("\r\n") + "\r\n\r\n", "latin1"), bytes]);
}

function unchunk(bytes) {
  const parts = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf("\r\n", at);
    if (line < 0) return null;
    const size = parseInt(bytes.toString("latin1", at, line), 16);
    if (bytes.length < line + 2 + size + 2) return null;
    if (size === 0) return { body: Buffer.concat(parts), used: line + 4 };
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}

/** The first answer in `bytes`, or null if it is not whole yet. */
function parseAnswer(bytes, method, closed) {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end);
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
  const header = (name) => new RegExp(`^${name}: *(.*)$`, "im").exec(head)?.[1].trim();
  const rest = bytes.subarray(end + 4);
  const whole = (body, used) => ({ status, head, header, body, used: end + 4 + used, text: () => body.toString() });
  if (method === "HEAD" || status < 200 || status === 204 || status === 304) return whole(Buffer.alloc(0), 0);
  if (/chunked/i.test(header("Transfer-Encoding") ?? "")) {
    const read = unchunk(rest);
    return read && whole(read.body, read.used);
  }
  const said = header("Content-Length");
  if (said === undefined) return closed ? whole(rest, rest.length) : null;
  return rest.length < Number(said) ? null : whole(rest.subarray(0, Number(said)), Number(said));
}

/** A raw connection. With `reads: false` nothing is taken from it until `read` is called. */
export class Wire {
  constructor(port, { from = ATTACKER, reads = true } = {}) {
    this.bytes = Buffer.alloc(0);
    this.closed = false;
    this.looking = new Set();
    this.socket = net.connect({ port, host: "127.0.0.1", localAddress: from, noDelay: true, allowHalfOpen: true });
    this.opened = new Promise((done) => {
      this.socket.once("connect", () => done(true));
      this.socket.once("close", () => done(false));
    });
    if (reads) this.read();
    this.socket.on("error", (e) => (this.error = e.code));
    this.socket.on("end", () => this.over());
    this.socket.on("close", () => this.over());
  }
  read() {
    this.socket.on("data", (data) => {
      this.bytes = this.bytes.length ? Buffer.concat([this.bytes, data]) : data;
      for (const look of [...this.looking]) look();
    });
  }
  over() {
    this.closed = true;
    for (const look of [...this.looking]) look();
  }
  /** What `find` gives once it is not null; null when the connection or the time is over before. */
  until(find, ms) {
    return new Promise((done) => {
      let timer;
      const look = (late) => {
        const found = find();
        if (found === null && !this.closed && !late) return;
        clearTimeout(timer);
        this.looking.delete(look);
        done(found);
      };
      timer = setTimeout(look, ms, true);
      this.looking.add(look);
      look();
    });
  }
  write(data) {
    return this.socket.writable && this.socket.write(data);
  }
  /** Writes when the kernel takes it; false if the connection ended or the time is over first. */
  async push(data, ms = 1000) {
    if (!this.socket.writable) return false;
    if (this.socket.write(data)) return true;
    const until = now() + ms;
    while (this.socket.writable && this.socket.writableNeedDrain && now() < until) await sleep(1);
    return this.socket.writable && !this.socket.writableNeedDrain;
  }
  async answer({ ms = patience.ms, method = "GET" } = {}) {
    return this.until(() => {
      const a = parseAnswer(this.bytes, method, this.closed);
      if (a) this.bytes = this.bytes.subarray(a.used);
      return a;
    }, ms);
  }
  ask(method, path, options = {}) {
    this.write(request(method, path, options));
    return this.answer({ ms: options.ms, method });
  }
  /** Has the server ended it, within so long? */
  async ended(ms = patience.ms) {
    await this.until(() => null, ms);
    return this.closed;
  }
  finish() {
    this.socket.end();
  }
  drop() {
    this.socket.destroy();
  }
  reset() {
    this.socket.resetAndDestroy();
  }
}

/** One request on a connection of its own. */
export async function askOnce(port, method, path, options = {}) {
  const w = new Wire(port, options);
  const a = await w.ask(method, path, options);
  w.drop();
  return a;
}

// ---- WebSocket ----

export const TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;

/** The bytes of a frame, every part of which may be wrong: `said` is a length that is not the payload's own. */
export function frame(opcode, payload = "", { fin = true, mask = true, rsv = 0, said, wide } = {}) {
  const bytes = Buffer.from(payload);
  const length = said ?? bytes.length;
  const head = [(fin ? 0x80 : 0) | (rsv << 4) | opcode];
  const form = wide ?? (length > 65535 ? 8 : length > 125 ? 2 : 0);
  head.push((mask ? 0x80 : 0) | (form === 8 ? 127 : form === 2 ? 126 : length));
  const size = Buffer.alloc(form);
  if (form === 2) size.writeUInt16BE(length);
  if (form === 8) size.writeBigUInt64BE(BigInt(length));
  return Buffer.concat([Buffer.from(head), size, Buffer.alloc(mask ? 4 : 0), bytes]);
}

function parseFrame(bytes) {
  if (bytes.length < 2) return null;
  let at = 2;
  let length = bytes[1] & 127;
  if (length === 126) {
    if (bytes.length < 4) return null;
    length = bytes.readUInt16BE(2);
    at = 4;
  } else if (length === 127) {
    if (bytes.length < 10) return null;
    length = Number(bytes.readBigUInt64BE(2));
    at = 10;
  }
  if (bytes.length < at + length) return null;
  return { opcode: bytes[0] & 15, payload: bytes.subarray(at, at + length), used: at + length };
}

export const newKey = () => randomBytes(16).toString("base64");
export const acceptOf = (key) => createHash("sha1").update(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
export const UPGRADE = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"];

/** A WebSocket of /live. */
export class Live extends Wire {
  constructor(port, options = {}) {
    super(port, options);
    this.key = options.key ?? newKey();
    const headers = [...(options.headers ?? UPGRADE), `Sec-WebSocket-Key: ${this.key}`];
    this.write(Buffer.concat([request("GET", API + "/live", { headers }), options.more ?? Buffer.alloc(0)]));
  }
  /** The status of the handshake; 0 if there was none. */
  async open(ms = patience.ms) {
    const a = await this.answer({ ms });
    return a?.status ?? 0;
  }
  frame(opcode, payload, options) {
    return this.write(frame(opcode, payload, options));
  }
  say(message) {
    return this.frame(TEXT, JSON.stringify(message));
  }
  /** The next frame that `wanted` likes; others are passed over. */
  async next(wanted = () => true, ms = patience.ms) {
    return this.until(() => {
      for (;;) {
        const f = parseFrame(this.bytes);
        if (!f) return null;
        this.bytes = this.bytes.subarray(f.used);
        if (wanted(f)) return f;
      }
    }, ms);
  }
  /** The next text that `wanted` likes, parsed. */
  async message(wanted = () => true, ms = patience.ms) {
    const f = await this.next((x) => x.opcode === TEXT && wanted(JSON.parse(x.payload)), ms);
    return f && JSON.parse(f.payload);
  }
  /** How the server closed it: the code, 0 without a close frame, -1 if it did not. */
  async closeCode(ms = patience.ms) {
    const f = await this.next((x) => x.opcode === CLOSE, ms);
    if (f) return f.payload.length >= 2 ? f.payload.readUInt16BE(0) : 1005;
    return this.closed ? 0 : -1;
  }
}
