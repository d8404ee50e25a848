/* What the page and the worker with the engine say to each other. */

export type ToEngine =
    | {
          do: 'start';
          files: { script: string; thread: string };
          module: WebAssembly.Module;
          threads: number;
          hash: number;
      }
    | { do: 'ask'; id: number; method: string; path: string; query: string; body: string }
    | { do: 'gone'; id: number }
    | { do: 'live'; text: string }
    | { do: 'bench' };

export type FromEngine =
    | { is: 'ready' }
    | { is: 'answer'; id: number; status: number; text: string }
    | { is: 'live'; text: string }
    | { is: 'bench'; text: string }
    | { is: 'broken'; message: string };
