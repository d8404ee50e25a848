/* The routes of the server, one function each. */

import { type Options, request } from './http';
import type {
    Exported,
    Forcing,
    ForcingRequest,
    Game,
    Imported,
    Info,
    Match,
    MoveAnswer,
    MoveRequest,
    PositionAnswer,
    SavedTree,
    Threats,
    Tree,
    TreeList,
} from './types';

type Id = number | string;

const tree = (id: Id) => `/trees/${encodeURIComponent(String(id))}`;
const thinking = (seconds: number | undefined, o?: Options): Options => ({
    timeout: seconds === undefined ? 0 : seconds * 2 + 30,
    ...o,
});

export const api = {
    info: (o?: Options) => request<Info>('GET', '/info', undefined, o),

    position: (game: Game, o?: Options) => request<PositionAnswer>('POST', '/position', { game }, o),
    threats: (game: Game, o?: Options) => request<Threats>('POST', '/threats', { game }, o),
    forcing: (r: ForcingRequest, o?: Options) => request<Forcing>('POST', '/forcing', r, thinking(r.seconds, o)),
    move: (r: MoveRequest, o?: Options) => request<MoveAnswer>('POST', '/move', r, thinking(r.seconds, o)),

    trees: (query: { query?: string; limit?: number; offset?: number } = {}, o?: Options) => {
        const q = new URLSearchParams();
        for (const [key, value] of Object.entries(query)) if (value !== undefined) q.set(key, String(value));
        const text = q.toString();
        return request<TreeList>('GET', text ? `/trees?${text}` : '/trees', undefined, o);
    },
    treeNew: (title: string, t: Tree, o?: Options) =>
        request<{ id: Id; revision: number }>('POST', '/trees', { title, tree: t }, o),
    treeGet: (id: Id, o?: Options) => request<SavedTree>('GET', tree(id), undefined, o),
    /** Fails with the code "conflict" if somebody saved since `revision`. */
    treePut: (id: Id, title: string, t: Tree, revision: number, o?: Options) =>
        request<{ revision: number }>('PUT', tree(id), { title, tree: t, revision }, o),
    treeDelete: (id: Id, o?: Options) => request<void>('DELETE', tree(id), undefined, o),
    find: (game: Game, o?: Options) => request<{ matches: Match[] }>('POST', '/find', { game }, o),

    /** A text, or the bytes of a file in base64: the server finds out their character set. */
    import: (record: { text: string } | { base64: string }, name?: string, format?: string, o?: Options) =>
        request<Imported>('POST', '/import', { ...record, name, format }, o),
    export: (t: Tree, format: string, o?: Options) => request<Exported>('POST', '/export', { tree: t, format }, o),
};
