// Requests at the edges of HTTP and beyond: each gets one clear answer, and nothing in it becomes a second request.
import { randomBytes } from "node:crypto";
import { API, request, sleep } from "./wire.mjs";

const HOST = "Host: 127.0.0.1";
const GAME = '{"game":{"rules":"connect6","stones":[]}}';
/** What would be a request of its own if a length were misread. */
const HIDDEN = `GET ${API}/hidden HTTP/1.1\r\n${HOST}\r\n\r\n`;
const post = (lines, body = "") => [`POST ${API}/position HTTP/1.1`, HOST, ...lines, "", body].join("\r\n");
const get = (path, ...lines) => [`GET ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
const many = (n) => Array.from({ length: n }, (_, i) => `X-${i}: ${i}`);
const chunked = (...chunks) => post(["Transfer-Encoding: chunked"], chunks.join(""));
const chunk = (text, end = "") => `${text.length.toString(16)}${end}\r\n${text}\r\n`;

/** Refused, with one answer, after which the connection ends: [what, bytes, statuses]. */
const REFUSED = [
  ["Content-Length with Transfer-Encoding", post(["Content-Length: 5", "Transfer-Encoding: chunked"], "0\r\n\r\n" + HIDDEN), 400],
  ["Transfer-Encoding with Content-Length", post(["Transfer-Encoding: chunked", "Content-Length: 5"], "0\r\n\r\n" + HIDDEN), 400],
  ["two Content-Lengths", post(["Content-Length: 0", "Content-Length: 41"], HIDDEN), 400],
  ["the same Content-Length twice", post([`Content-Length: ${GAME.length}`, `Content-Length: ${GAME.length}`], GAME + HIDDEN), 400],
  ["Content-Length: 0, 5", post(["Content-Length: 0, 5"], HIDDEN), 400],
  ["Content-Length: +5", post(["Content-Length: +5"], HIDDEN), 400],
  ["Content-Length: -5", post(["Content-Length: -5"], HIDDEN), 400],
  ["Content-Length: 0x5", post(["Content-Length: 0x5"], HIDDEN), 400],
  ["Content-Length: 5 5", post(["Content-Length: 5 5"], HIDDEN), 400],
  ["an empty Content-Length", post(["Content-Length:"], HIDDEN), 400],
  ["a Content-Length of 25 digits", post(["Content-Length: 1000000000000000000000000"], HIDDEN), 400, 413],
  ["a Content-Length of 2^64 + 5", post(["Content-Length: 18446744073709551621"], HIDDEN), 400, 413],
  ["Content-Length behind 100 headers", post([...many(100), `Content-Length: ${HIDDEN.length}`], HIDDEN), 431, 400],
  ["Transfer-Encoding: xchunked", post(["Transfer-Encoding: xchunked"], "0\r\n\r\n" + HIDDEN), 400, 501],
  ["Transfer-Encoding: chunked, identity", post(["Transfer-Encoding: chunked, identity"], "0\r\n\r\n" + HIDDEN), 400, 501],
  ["Transfer-Encoding: gzip, chunked", post(["Transfer-Encoding: gzip, chunked"], "0\r\n\r\n" + HIDDEN), 400, 501],
  ["Transfer-Encoding: identity", post(["Transfer-Encoding: identity"], HIDDEN), 400, 501],
  ["Transfer-Encoding twice", post(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "0\r\n\r\n" + HIDDEN), 400, 501],
  ["a space before the colon", post(["Transfer-Encoding : chunked"], "0\r\n\r\n" + HIDDEN), 400],
  ["a folded header", post(["X-A: b", " folded: c", "Content-Length: 0"], HIDDEN), 400],
  ["a folded Transfer-Encoding", post(["Transfer-Encoding:", " chunked"], "0\r\n\r\n" + HIDDEN), 400, 501],
  ["a header without a colon", post(["nonsense", "Content-Length: 0"], HIDDEN), 400],
  ["a header without a name", post([": x", "Content-Length: 0"], HIDDEN), 400],
  ["a space in a header's name", post(["X Y: z", "Content-Length: 0"], HIDDEN), 400],
  ["NUL in a header", post(["X-A: a\0b", "Content-Length: 0"], HIDDEN), 400],
  ["CR in a header", post(["X-A: a\rContent-Length: 5", "Content-Length: 0"], HIDDEN), 400],
  ["lines that end in LF", post(["Content-Length: 0"], HIDDEN).replace(/\r\n/g, "\n"), 400],
  ["one line that ends in LF", post(["X-A: b\nContent-Length: 5", "Content-Length: 0"], HIDDEN), 400],
  ["101 headers and more", get("/", HOST, ...many(2000)), 431, 400],
  ["a header of 100 KB", get("/", HOST, "X: " + "x".repeat(100000)), 431, 400],
  ["an address of 100 KB", get("/" + "x".repeat(100000), HOST), 414, 431, 400],
  ["two Hosts", get("/", HOST, HOST), 400],
  ["two Hosts, one foreign", get("/", HOST, "Host: evil.example"), 400, 403],
  ["no Host", get("/"), 400, 403],
  ["a foreign Host behind 80 headers", get("/", ...many(80), "Host: evil.example"), 403, 431, 400],
  ["HTTP/0.9", "GET /\r\n\r\n", 400, 505],
  ["HTTP/9.9", `GET / HTTP/9.9\r\n${HOST}\r\n\r\n`, 400, 505],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 505],
  ["a TLS hello", Buffer.concat([Buffer.from("16030100c8010000c40303", "hex"), randomBytes(192)]), 400],
  ["random bytes", randomBytes(3000), 400],
  ["NULs", Buffer.alloc(3000), 400],
  ["spaces before the method", ` GET / HTTP/1.1\r\n${HOST}\r\n\r\n`, 400],
  ["a control character in the address", get("/\x01", HOST), 400],
  ["NUL in the address", get("/\0", HOST), 400],
  ["CONNECT", `CONNECT evil.example:443 HTTP/1.1\r\n${HOST}\r\n\r\n`, 400, 403, 404, 405, 501],
  ["an unknown method", `BREW / HTTP/1.1\r\n${HOST}\r\n\r\n`, 400, 405, 501],
  ["a chunk size of 17 digits", chunked("FFFFFFFFFFFFFFFF1\r\n"), 400, 413],
  ["a chunk of 2^63 bytes", chunked("7fffffffffffffff\r\n"), 413, 400],
  ["a chunk size of -1", chunked("-1\r\n"), 400],
  ["a chunk size of 0x5", chunked("0x5\r\nhello\r\n0\r\n\r\n"), 400],
  ["no chunk size", chunked("\r\nhello\r\n0\r\n\r\n"), 400],
  ["a chunk without its end", chunked("5\r\nhelloo\r\n0\r\n\r\n"), 400],
  ["chunk sizes that end in LF", chunked("5\nhello\r\n0\r\n\r\n"), 400],
  ["a chunk extension of 100 KB", chunked("5;" + "x".repeat(100000) + "\r\nhello\r\n0\r\n\r\n"), 400, 413, 431],
  ["2,000 trailers", chunked(chunk(GAME), "0\r\n", many(2000).join("\r\n"), "\r\n\r\n"), 400, 413, 431],
  ["a body that is announced as too large", post(["Content-Length: 99999999999"], "{"), 413],
  ["the same, expecting 100", post(["Content-Length: 99999999999", "Expect: 100-continue"]), 413],
];

async function refused(scene, [what, bytes, ...wanted]) {
  const w = scene.wire();
  w.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  const a = await w.answer();
  if (!scene.among(what, a?.status, ...wanted)) return w.drop();
  scene.among(`${what}: Connection`, a.header("Connection"), "close");
  const second = await w.answer();
  scene.check(!second, `${what}: a second answer, ${second?.status}, instead of the end`);
  scene.check(w.closed, `${what}: the connection goes on instead of ending`);
}

/** Answered properly, and the connection goes on: [what, bytes, status]. */
const SERVED = [
  ["a body in chunks", chunked(chunk(GAME.slice(0, 7)), chunk(GAME.slice(7)), "0\r\n\r\n"), 200],
  ["chunks with an extension", chunked(chunk(GAME, ";a=b"), "0\r\n\r\n"), 200, 400],
  ["chunks with a trailer", chunked(chunk(GAME), "0\r\nX-Trailer: 1\r\n\r\n"), 200, 400],
  ["chunks with a Host behind them", chunked(chunk(GAME), "0\r\nHost: evil.example\r\n\r\n"), 200, 400],
  ["chunks with a length behind them", chunked(chunk(GAME), "0\r\nContent-Length: 7\r\n\r\n"), 200, 400],
  ["chunk sizes with zeros before", chunked("000" + chunk(GAME), "0000\r\n\r\n"), 200],
  ["chunks of a byte", chunked(...[...GAME].map((c) => chunk(c)), "0\r\n\r\n"), 200],
  ["spaces around Content-Length", post([`Content-Length:   ${GAME.length}  `], GAME), 200],
  ["zeros before Content-Length", post([`Content-Length: 000${GAME.length}`], GAME), 200, 400],
  ["a path that climbs", get("/../../../../etc/passwd", HOST), 404, 400],
  ["a path that climbs by %2e", get("/%2e%2e/%2e%2e/etc/passwd", HOST), 404, 400],
  ["a path that climbs by %2f", get("/..%2f..%2fetc%2fpasswd", HOST), 404, 400],
  ["a path that climbs out of the interface", get(API + "/trees/../../../etc/passwd", HOST), 404, 400],
  ["%00 in a path", get("/index.html%00.png", HOST), 404, 400],
  ["a % at the end", get("/%", HOST), 404, 400],
  ["CR LF in a path", get("/%0d%0aSet-Cookie:%20a=b", HOST), 404, 400],
  ["a query of 4,000 characters", get(API + "/trees?query=" + "%41".repeat(1300), HOST), 200, 400],
  ["a query with NUL", get(API + "/trees?query=a%00b", HOST), 200, 400],
  ["a query that is no UTF-8", get(API + "/trees?query=%ff%fe", HOST), 200, 400],
  ["a limit that is none", get(API + "/trees?limit=-1", HOST), 400],
  ["an offset of 10^30", get(API + "/trees?offset=1" + "0".repeat(30), HOST), 400, 200],
  ["an absolute address", get(`http://127.0.0.1${API}/info`, HOST), 200, 400, 404],
  ["an absolute address elsewhere", get(`http://evil.example${API}/info`, HOST), 400, 403, 404, 421],
  ["OPTIONS *", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n\r\n`, 204, 400, 404, 405],
  ["TRACE", `TRACE / HTTP/1.1\r\n${HOST}\r\nCookie: hexad_token=secret\r\n\r\n`, 400, 404, 405, 501],
  ["empty lines before a request", "\r\n\r\n" + get(API + "/info", HOST), 200, 400],
  ["Expect: something else", post([`Content-Length: ${GAME.length}`, "Expect: a-pony"], GAME), 417, 200, 400],
];

async function served(scene, [what, bytes, ...wanted]) {
  const w = scene.wire();
  w.write(Buffer.from(bytes, "latin1"));
  const a = await w.answer();
  if (!scene.among(what, a?.status, ...wanted)) return;
  scene.check(!/root:|PATH=/.test(a.text()), `${what}: ${a.text().slice(0, 80)} instead of nothing from outside`);
  scene.check(!/^(Set-Cookie|hexad_token)/im.test(a.head), `${what}: ${JSON.stringify(a.head)} instead of plain headers`);
  if (/^Connection: close$/im.test(a.head)) return;
  scene.among(`after ${what}`, (await w.ask("GET", API + "/info"))?.status, 200);
}

/** HEAD has no body, whatever it asks for: the bytes after its head are the next answer. */
async function heads(scene) {
  for (const path of ["/", "/nowhere", API, API + "/info", API + "/nowhere", API + "/trees/999", API + "/live", API + "/position"]) {
    const w = scene.wire();
    w.write(Buffer.concat([request("HEAD", path), request("GET", API + "/info")]));
    const a = await w.answer({ method: "HEAD" });
    if (!scene.check(a?.status >= 200, `HEAD ${path}: no answer`)) continue;
    if (/^Connection: close$/im.test(a.head)) {
      await w.ended();
      scene.check(w.bytes.length === 0, `HEAD ${path}: ${a.status} and ${w.bytes.length} bytes of body instead of none`);
    } else scene.among(`after HEAD ${path} (${a.status})`, (await w.answer())?.status, 200);
  }
}

async function expects(scene) {
  const w = scene.wire();
  w.write(post([`Content-Length: ${GAME.length}`, "Expect: 100-continue"]));
  const first = await w.answer();
  scene.among("Expect: 100-continue", first?.status, 100);
  w.write(GAME);
  scene.among("the body after 100", (await w.answer())?.status, 200);
}

async function old(scene) {
  const w = scene.wire();
  w.write(`GET ${API}/info HTTP/1.0\r\n${HOST}\r\n\r\n`);
  scene.among("HTTP/1.0", (await w.answer())?.status, 200);
  scene.check(await w.ended(), "HTTP/1.0: the connection goes on instead of ending");
}

/** Many requests at once on one connection: all are answered, in order. */
async function pipeline(scene) {
  const w = scene.wire();
  const count = scene.nightly ? 5000 : 500;
  const stones = (i) => ["a1", "c1", "e1", "g1", "i1"].slice(0, i % 6);
  const ask = (i) => request("POST", API + "/position", { body: { game: { rules: "connect6", stones: stones(i) } } });
  w.write(Buffer.concat(Array.from({ length: count }, (_, i) => ask(i))));
  for (let i = 0; i < count; i++) {
    const a = await w.answer();
    if (!scene.check(a?.status === 200, `request ${i + 1} of ${count} at once: ${a?.status ?? "no answer"} instead of 200`)) return;
    const n = JSON.parse(a.text()).stones;
    if (!scene.check(n === i % 6, `request ${i + 1} of ${count} at once: the answer to ${n} stones instead of ${i % 6}`)) return;
  }
}

/** Headers that do not end. */
async function endless(scene) {
  const w = scene.wire();
  w.write(`GET / HTTP/1.1\r\n${HOST}\r\n`);
  let sent = 0;
  for (const piece = Buffer.from("X-A: bcdefgh\r\n".repeat(5000)); sent < 64e6 && !w.closed; sent += piece.length)
    if (!(await w.push(piece, 500))) break;
  scene.check(sent < 8e6, `headers without an end: ${(sent / 1e6).toFixed(0)} MB were taken instead of 8 at most`);
  scene.lean("headers without an end", 32);
}

export default [
  {
    name: "requests that are none",
    async run(scene) {
      for (let i = 0; i < REFUSED.length; i += 12) await Promise.all(REFUSED.slice(i, i + 12).map((x) => refused(scene, x)));
    },
  },
  {
    name: "unusual requests",
    async run(scene) {
      for (let i = 0; i < SERVED.length; i += 12) await Promise.all(SERVED.slice(i, i + 12).map((x) => served(scene, x)));
      await heads(scene);
      await expects(scene);
      await old(scene);
      await pipeline(scene);
      await endless(scene);
      await sleep(100);
    },
  },
];
