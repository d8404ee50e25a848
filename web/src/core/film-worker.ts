/* The worker that makes a game's animated picture, so that the page goes on meanwhile. */

import { film, type FilmOptions } from './film';
import type { Position } from './rules';
import type { Square } from './squares';

export interface FilmOrder {
    shots: { position: Position; marked: Square[] }[];
    options: FilmOptions;
}

addEventListener('message', (e: MessageEvent<FilmOrder>) => {
    const bytes = film(e.data.shots, e.data.options);
    (postMessage as (v: unknown, transfer: Transferable[]) => void)(bytes, [bytes.buffer]);
});
