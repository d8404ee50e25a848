/* How fast the engine in the browser is beside the program, one thread, in turns, the best of some runs each:
 *
 *   HEXAD_SPEED=15 node test/run.mjs speed
 *
 * prints the table of bench/results/wasm.md: by the clock for every part, and processor time for all of them. Without the variable it does nothing: what measures needs patience. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { programPath } from './harness';
import { openAlone, PAGE_ALONE } from './static';

const runs = Number(process.env.HEXAD_SPEED ?? 0);

interface Part {
    what: string;
    game: string;
    nodes: number;
    seconds: number;
}

interface Bench {
    bench: number;
    parts: Part[];
}

class Best {
    readonly seconds = new Map<string, number>();
    readonly nodes = new Map<string, number>();
    note(b: Bench): void {
        for (const p of b.parts) {
            const name = `${p.what} ${p.game}`;
            this.seconds.set(name, Math.min(p.seconds, this.seconds.get(name) ?? Infinity));
            this.nodes.set(name, p.nodes);
        }
    }
    sum(word: string): number {
        return [...this.seconds].reduce((sum, [name, s]) => (name.startsWith(word) ? sum + s : sum), 0);
    }
}

const row = (name: string, nodes: number | string, native: number, browser: number) =>
    console.log(
        `| ${name} | ${nodes} | ${native.toFixed(3)} | ${browser.toFixed(3)} | ${Math.round((100 * native) / browser)}% |`,
    );

test('the engine in the browser and the program', { skip: !runs || !PAGE_ALONE }, async () => {
    const site = await openAlone();
    const page = await site.page();
    await page.evaluate(async () => {
        const meta = document.querySelector<HTMLMetaElement>('meta[name="hexad-host"]')!;
        const at = (name: string) => new URL(meta.dataset[name]!, document.baseURI).href;
        const worker = new Worker(at('worker'));
        const module = await WebAssembly.compile(await (await fetch(`${at('one')}.wasm`)).arrayBuffer());
        const files = { script: `${at('one')}.js`, thread: '' };
        const ready = new Promise((done) => (worker.onmessage = (e) => e.data.is === 'ready' && done(null)));
        worker.postMessage({ do: 'start', files, module, threads: 1, hash: 64 });
        await ready;
        (window as any).bench = () =>
            new Promise<string>((done) => {
                worker.onmessage = (e) => done(e.data.text);
                worker.postMessage({ do: 'bench' });
            });
    });
    const [native, browser] = [new Best(), new Best()];
    const session = await page.context().browser()!.newBrowserCDPSession();
    /* Processor time of the page's process so far. */
    const spent = async () =>
        (await session.send('SystemInfo.getProcessInfo')).processInfo
            .filter((p) => p.type === 'renderer')
            .reduce((sum, p) => sum + p.cpuTime, 0);
    let [nativeCpu, browserCpu] = [Infinity, Infinity];
    for (let i = 0; i < runs; i++) {
        const said = execFileSync('sh', ['-c', '"$0" bench --json; times', programPath()], { encoding: 'utf8' });
        const here = JSON.parse(said.slice(0, said.lastIndexOf('}') + 1)) as Bench;
        // The last line of `times` is the children's: user and system, minutes and seconds.
        const [user, system] = [
            ...said
                .trim()
                .split('\n')
                .at(-1)!
                .matchAll(/(\d+)m([\d.]+)s/g),
        ];
        nativeCpu = Math.min(nativeCpu, Number(user![2]) + Number(system![2]));
        const before = await spent();
        const there = JSON.parse(await page.evaluate(() => (window as any).bench() as Promise<string>)) as Bench;
        browserCpu = Math.min(browserCpu, (await spent()) - before);
        assert.equal(there.bench, here.bench);
        native.note(here);
        browser.note(there);
    }
    await site.close();
    for (const [name, seconds] of native.seconds)
        row(name, native.nodes.get(name)!, seconds, browser.seconds.get(name)!);
    row('the three of the engine', '', native.sum('engine'), browser.sum('engine'));
    row('everything', '', native.sum(''), browser.sum(''));
    row('everything, processor time', '', nativeCpu, browserCpu);
});
