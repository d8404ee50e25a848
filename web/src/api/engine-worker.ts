/* The worker with the engine: src/wasm, by emscripten. Its answers go back to the page as they come. */

import type { FromEngine, ToEngine } from './engine-protocol';

interface Engine {
    _malloc(bytes: number): number;
    _free(at: number): void;
    _wasm_start(threads: number, hash: number): void;
    _wasm_ask(id: number, method: number, path: number, query: number, body: number, length: number): void;
    _wasm_gone(id: number): void;
    _wasm_live(text: number, length: number): void;
    _wasm_work(): void;
    _wasm_bench(): void;
    stringToUTF8(text: string, at: number, room: number): void;
    lengthBytesUTF8(text: string): number;
}

type Start = Extract<ToEngine, { do: 'start' }>;
declare function importScripts(...urls: string[]): void;
declare function hexadEngine(options: Record<string, unknown>): Promise<Engine>;

const say = (m: FromEngine) => postMessage(m);
const BENCH = -2;
const LIVE = -1;

/** The engine told something: an answer by the number of its question, or one of the numbers above. */
function tell(what: number, status: number, text: string): void {
    if (what === LIVE) say({ is: 'live', text });
    else if (what === BENCH) say({ is: 'bench', text });
    else say({ is: 'answer', id: what, status, text });
}

async function start(m: Start): Promise<Engine> {
    importScripts(m.files.script);
    const engine = await hexadEngine({
        tell,
        mainScriptUrlOrBlob: m.files.script,
        locateFile: (name: string) => (name.endsWith('.worker.js') ? m.files.thread : name),
        instantiateWasm: (
            imports: WebAssembly.Imports,
            done: (i: WebAssembly.Instance, m: WebAssembly.Module) => void,
        ) => {
            void WebAssembly.instantiate(m.module, imports).then((instance) => done(instance, m.module));
            return {};
        },
        onAbort: (why: unknown) => say({ is: 'broken', message: String(why) }),
    });
    engine._wasm_start(m.threads, m.hash);
    return engine;
}

function put(engine: Engine, text: string): { at: number; length: number } {
    const length = engine.lengthBytesUTF8(text);
    const at = engine._malloc(length + 1);
    engine.stringToUTF8(text, at, length + 1);
    return { at, length };
}

/** Calls with texts, and frees them afterwards. */
function withTexts(engine: Engine, texts: string[], call: (...t: { at: number; length: number }[]) => void): void {
    const all = texts.map((t) => put(engine, t));
    call(...all);
    for (const t of all) engine._free(t.at);
}

function obey(engine: Engine, m: Exclude<ToEngine, Start>): void {
    if (m.do === 'ask')
        withTexts(engine, [m.method, m.path, m.query, m.body], (method, path, query, body) =>
            engine._wasm_ask(m.id, method!.at, path!.at, query!.at, body!.at, body!.length),
        );
    else if (m.do === 'gone') engine._wasm_gone(m.id);
    else if (m.do === 'live') withTexts(engine, [m.text], (text) => engine._wasm_live(text!.at, text!.length));
    else engine._wasm_bench();
    engine._wasm_work();
}

let engine: Promise<Engine> | undefined;

addEventListener('message', (e: MessageEvent<ToEngine>) => {
    const m = e.data;
    const failed = (error: unknown) =>
        say({ is: 'broken', message: error instanceof Error ? `${error.message}` : String(error) });
    if (m.do === 'start') {
        engine = start(m);
        engine.then(() => say({ is: 'ready' })).catch(failed);
    } else engine?.then((x) => obey(x, m)).catch(failed);
});
