var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf;
var __hasOwnProp = Object.prototype.hasOwnProperty;
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from === "object" || typeof from === "function") {
    for (let key of __getOwnPropNames(from))
      if (!__hasOwnProp.call(to, key) && key !== except)
        __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  }
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
  mod
));

// test/harness.ts
var import_strict = __toESM(require("node:assert/strict"), 1);
var import_node_child_process = require("node:child_process");
var import_node_fs = require("node:fs");
var import_node_os = require("node:os");
var import_node_path = require("node:path");
var import_playwright_core = require("playwright-core");
var BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
var ROOT = (0, import_node_path.resolve)("/work/main/web/test", "..", "..");
function programPath() {
  const choices = [process.env.HEXAD, (0, import_node_path.join)(ROOT, "build", "gcc", "hexad"), (0, import_node_path.join)(ROOT, "build", "hexad")];
  const found = choices.find((v) => v && (0, import_node_fs.existsSync)(v));
  (0, import_strict.default)(found, "no hexad to test: build it or say HEXAD=program");
  return found;
}
async function startServer(more = []) {
  const folder = (0, import_node_fs.mkdtempSync)((0, import_node_path.join)((0, import_node_os.tmpdir)(), "hexad-page-"));
  const data = (0, import_node_path.join)(folder, "hexad.db");
  const child = (0, import_node_child_process.spawn)(programPath(), ["serve", "--port", "0", "--data", data, ...more], {
    stdio: ["ignore", "pipe", "pipe"]
  });
  let said = "";
  const url = await new Promise((found, failed) => {
    const late = setTimeout(() => failed(new Error(`hexad serve did not say its address:
${said}`)), 2e4);
    const listen = (part) => {
      said += part.toString();
      const address = /http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(said);
      if (!address) return;
      clearTimeout(late);
      found(address[0]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", (code) => failed(new Error(`hexad serve ended (${code}):
${said}`)));
  });
  const stop = async () => {
    const gone = new Promise((done) => child.once("exit", done));
    if (child.exitCode === null) {
      child.kill("SIGTERM");
      const hard = setTimeout(() => child.kill("SIGKILL"), 5e3);
      await gone;
      clearTimeout(hard);
    }
    (0, import_node_fs.rmSync)(folder, { recursive: true, force: true });
  };
  return { url, pid: child.pid, data, stop };
}
var TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml"
};
async function pageFromFolder(context, url, folder) {
  await context.route(`${url}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/api/")) return route.continue();
    const file = (0, import_node_path.join)(folder, pathname === "/" ? "index.html" : pathname.slice(1));
    if (!(0, import_node_fs.existsSync)(file)) return route.fulfill({ status: 404 });
    return route.fulfill({ body: (0, import_node_fs.readFileSync)(file), contentType: TYPES[(0, import_node_path.extname)(file)] ?? "text/plain" });
  });
}
async function openSite(more = []) {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((v) => (0, import_node_fs.existsSync)(v));
  (0, import_strict.default)(executablePath, "no Chromium found");
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  if (process.env.HEXAD_PAGE) args.push("--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets");
  const [server, browser] = await Promise.all([startServer(more), import_playwright_core.chromium.launch({ executablePath, args })]);
  const problems = [];
  const page = async (options = {}) => {
    const context = options.context ?? await browser.newContext({
      viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
      colorScheme: options.dark ? "dark" : "light",
      locale: options.language ?? "en-GB",
      reducedMotion: "reduce",
      hasTouch: options.touch ?? false,
      isMobile: options.touch ?? false,
      acceptDownloads: true,
      permissions: ["clipboard-read", "clipboard-write"]
    });
    if (!options.context) {
      if (process.env.HEXAD_PAGE) await pageFromFolder(context, server.url, process.env.HEXAD_PAGE);
      if (options.storage)
        await context.addInitScript((kept) => {
          for (const [key, value] of Object.entries(kept))
            if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
        }, options.storage);
    }
    const fresh = await context.newPage();
    fresh.setDefaultTimeout(1e4);
    fresh.on("request", (request) => {
      const own = /^(blob|data):/.test(request.url()) || request.url().startsWith(server.url);
      if (!own) problems.push(`a request to ${request.url()}`);
    });
    if (!options.allowErrors) {
      fresh.on("pageerror", (e) => problems.push(`an error on the page: ${e.stack ?? e.message}`));
      fresh.on("console", (m) => m.type() === "error" && problems.push(`on the console: ${m.text()}`));
    }
    await fresh.goto(`${server.url}/${options.at ?? ""}`);
    await fresh.locator(".cells").waitFor();
    return fresh;
  };
  const close = async () => {
    await browser.close();
    await server.stop();
    import_strict.default.deepEqual(problems, []);
  };
  return { server, browser, page, close };
}

// ../../../tmp/an/keys.ts
async function main() {
  const site = await openSite();
  try {
    const page = await site.page({ at: "#s=j10" });
    await page.locator("#tab-analyse").click();
    await page.keyboard.press("?");
    await page.waitForTimeout(300);
    await page.screenshot({ path: "/tmp/an/shots/keys.png" });
    await page.keyboard.press("Escape");
    const p2 = await site.page({ at: "#g=59,59,6,2,1&s=ad30ae31ac31" });
    await p2.locator("#tab-analyse").click();
    await p2.waitForTimeout(3e3);
    await p2.screenshot({ path: "/tmp/an/shots/59.png" });
    const p3 = await site.page({ at: "#g=3,3,3,1,1&s=b2" });
    await p3.locator("#tab-analyse").click();
    await p3.waitForTimeout(1500);
    await p3.screenshot({ path: "/tmp/an/shots/ttt.png" });
  } finally {
    await site.close().catch((e) => console.log(String(e).slice(0, 800)));
  }
}
main();
