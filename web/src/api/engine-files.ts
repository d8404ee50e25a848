/* Where the engine for this browser lies: the page's own address has it, if it was built with one (`make page`). */

export interface EngineFiles {
    /** The script of the worker. */
    worker: string;
    /** The engine without threads, and with them: addresses without ".js" and ".wasm". */
    one: string;
    many: string;
}

export interface Housing {
    /** Is there a server behind the same address? */
    server: boolean;
    engine: EngineFiles | null;
}

/** What index.html says: <meta name="hexad-host" content="server, engine" data-worker=… >. */
export function readHousing(): Housing {
    if (typeof document === 'undefined') return { server: true, engine: null };
    const meta = document.querySelector<HTMLMetaElement>('meta[name="hexad-host"]');
    const words = (meta?.content ?? 'server').split(/[\s,]+/);
    const at = (name: string) => {
        const file = meta?.dataset[name];
        return file ? new URL(file, document.baseURI).href : '';
    };
    const engine = words.includes('engine') && at('worker') && at('one');
    return {
        server: words.includes('server') || !engine,
        engine: engine ? { worker: at('worker'), one: at('one'), many: at('many') } : null,
    };
}
