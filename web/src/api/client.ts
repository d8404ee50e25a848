/* The routes of the server, one function each. */

import { type Options, request } from './http';
import type {
    Checked,
    CollectionAdded,
    CollectionMade,
    Collections,
    Counted,
    Duel,
    DuelActRequest,
    DuelKey,
    DuelList,
    DuelMakeRequest,
    DuelSeat,
    Exact,
    ExploreRequest,
    Explored,
    Exported,
    Forcing,
    ForcingRequest,
    GameGiven,
    GamesFound,
    GamesSearchRequest,
    Imported,
    Info,
    LabAddRequest,
    LabAskRequest,
    LabExport,
    LabExportRequest,
    LabList,
    LabMade,
    LabNoted,
    LabRunning,
    LabSight,
    LabView,
    Matches,
    MoveAnswer,
    MoveRequest,
    OpeningsMap,
    Policy,
    PositionAnswer,
    ProofFile,
    ProofList,
    ProofWalk,
    Revision,
    SavedTree,
    Threats,
    TitledTree,
    Tournament,
    TournamentGamesRequest,
    TournamentGames,
    TournamentGameWhole,
    TournamentList,
    TournamentMade,
    TournamentNewRequest,
    TournamentRunning,
    Tree,
    TreeList,
    TreeSaved,
    VerdictAnswer,
} from './types';

type Id = number | string;

/** A tree, and the chapters behind it if there are any. */
export interface Study {
    tree: Tree;
    chapters?: Tree[];
}

const parts = ({ tree: first, chapters }: Study): Study => ({ tree: first, ...(chapters && { chapters }) });

const tree = (id: Id) => `/trees/${encodeURIComponent(String(id))}`;
const lab = (name: string) => `/labs/${encodeURIComponent(name)}`;
const duel = (id: string) => `/duels/${encodeURIComponent(id)}`;
const tournament = (name: string) => `/tournaments/${encodeURIComponent(name)}`;
const proof = (name: string) => `/proofs/${encodeURIComponent(name)}`;
const thinking = (seconds: number | undefined, o?: Options): Options => ({
    timeout: seconds === undefined ? 0 : seconds * 2 + 30,
    ...o,
});

export const api = {
    info: (o?: Options) => request<Info>('GET', '/info', undefined, o),

    position: (game: GameGiven, o?: Options) => request<PositionAnswer>('POST', '/position', { game }, o),
    threats: (game: GameGiven, o?: Options) => request<Threats>('POST', '/threats', { game }, o),
    /** The end of a game of Go. */
    count: (game: GameGiven, o?: Options) => request<Counted>('POST', '/count', { game }, o),
    policy: (game: GameGiven, o?: Options) => request<Policy>('POST', '/policy', { game }, o),
    forcing: (r: ForcingRequest, o?: Options) => request<Forcing>('POST', '/forcing', r, thinking(r.seconds, o)),
    move: (r: MoveRequest, o?: Options) => request<MoveAnswer>('POST', '/move', r, thinking(r.seconds, o)),

    exact: (game: GameGiven, seconds?: number, o?: Options) =>
        request<Exact>('POST', '/exact', { game, seconds }, thinking(seconds, o)),
    /** A certificate, in base64. */
    check: (base64: string, o?: Options) => request<Checked>('POST', '/check', { base64 }, thinking(60, o)),

    trees: (query: { query?: string; limit?: number; offset?: number } = {}, o?: Options) => {
        const q = new URLSearchParams();
        for (const [key, value] of Object.entries(query)) if (value !== undefined) q.set(key, String(value));
        const text = q.toString();
        return request<TreeList>('GET', text ? `/trees?${text}` : '/trees', undefined, o);
    },
    treeNew: (title: string, s: Study, o?: Options) => request<TreeSaved>('POST', '/trees', { title, ...parts(s) }, o),
    treeGet: (id: Id, o?: Options) => request<SavedTree>('GET', tree(id), undefined, o),
    /** Fails with the code "conflict" if somebody saved since `revision`. */
    treePut: (id: Id, title: string, s: Study, revision: number, o?: Options) =>
        request<Revision>('PUT', tree(id), { title, ...parts(s), revision }, o),
    treeDelete: (id: Id, o?: Options) => request<void>('DELETE', tree(id), undefined, o),
    find: (game: GameGiven, o?: Options) => request<Matches>('POST', '/find', { game }, o),

    collections: (o?: Options) => request<Collections>('GET', '/collections', undefined, o),
    collectionNew: (name: string, o?: Options) => request<CollectionMade>('POST', '/collections', { name }, o),
    collectionRename: (id: number, name: string, o?: Options) =>
        request<void>('PUT', `/collections/${id}`, { name }, o),
    collectionDelete: (id: number, o?: Options) => request<void>('DELETE', `/collections/${id}`, undefined, o),
    collectionAdd: (id: number, record: { text: string } | { base64: string }, o?: Options) =>
        request<CollectionAdded>('POST', `/collections/${id}/games`, record, o),
    collectionGame: (id: number, o?: Options) => request<TitledTree>('GET', `/games/${id}`, undefined, o),
    gamesSearch: (r: GamesSearchRequest, o?: Options) => request<GamesFound>('POST', '/games/search', r, o),
    explore: (r: ExploreRequest, o?: Options) => request<Explored>('POST', '/explore', r, o),
    verdict: (game: GameGiven, seconds: number, o?: Options) =>
        request<VerdictAnswer>('POST', '/explore/verdict', { game, seconds }, thinking(seconds, o)),
    proofs: (o?: Options) => request<ProofList>('GET', '/proofs', undefined, o),
    /** Has a certificate checked and kept. */
    proofNew: (base64: string, name: string, o?: Options) =>
        request<ProofWalk>('POST', '/proofs', { base64, name }, { timeout: 600, ...o }),
    proofGet: (name: string, o?: Options) => request<ProofFile>('GET', proof(name), undefined, o),
    proofDelete: (name: string, o?: Options) => request<void>('DELETE', proof(name), undefined, o),
    /** Where these turns of the defender lead; the zone is that of the null or semi-null move `part`. */
    proofWalk: (name: string, line: string[][], part: string[], o?: Options) =>
        request<ProofWalk>('POST', `${proof(name)}/walk`, { line, part }, { timeout: 600, ...o }),

    labs: (o?: Options) => request<LabList>('GET', '/labs', undefined, o),
    labNew: (name: string, rules: GameGiven['rules'], o?: Options) =>
        request<LabMade>('POST', '/labs', { name, rules }, o),
    labDelete: (name: string, o?: Options) => request<void>('DELETE', lab(name), undefined, o),
    labView: (name: string, sight: LabSight, o?: Options) => request<LabView>('POST', `${lab(name)}/view`, sight, o),
    labAdd: (name: string, root: LabAddRequest, o?: Options) =>
        request<LabNoted>('POST', `${lab(name)}/roots`, root, { timeout: 120, ...o }),
    /** What a person wants; noted if somebody runs the lab. */
    labAsk: (name: string, what: LabAskRequest['what'], of: Omit<LabAskRequest, 'what'>, o?: Options) =>
        request<LabNoted>('POST', `${lab(name)}/ask`, { what, ...of }, { timeout: 120, ...o }),
    labRun: (name: string, run: boolean, o?: Options) => request<LabRunning>('POST', `${lab(name)}/run`, { run }, o),
    labMap: (name: string, root: string, o?: Options) =>
        request<OpeningsMap>('POST', `${lab(name)}/map`, { root }, { timeout: 120, ...o }),
    labExport: (name: string, of: LabExportRequest, o?: Options) =>
        request<LabExport>('POST', `${lab(name)}/export`, of, { timeout: 300, ...o }),

    tournaments: (o?: Options) => request<TournamentList>('GET', '/tournaments', undefined, o),
    tournamentNew: (r: TournamentNewRequest, o?: Options) => request<TournamentMade>('POST', '/tournaments', r, o),
    tournamentGet: (name: string, o?: Options) => request<Tournament>('GET', tournament(name), undefined, o),
    tournamentDelete: (name: string, o?: Options) => request<void>('DELETE', tournament(name), undefined, o),
    tournamentRun: (name: string, run: boolean, o?: Options) =>
        request<TournamentRunning>('POST', `${tournament(name)}/run`, { run }, o),
    tournamentGames: (name: string, of: TournamentGamesRequest, o?: Options) =>
        request<TournamentGames>('POST', `${tournament(name)}/games`, of, o),
    tournamentGame: (name: string, number: number, o?: Options) =>
        request<TournamentGameWhole>('GET', `${tournament(name)}/games/${number}`, undefined, o),

    duelMake: (r: DuelMakeRequest, o?: Options) => request<DuelSeat>('POST', '/duels', r, o),
    duelGet: (id: string, o?: Options) => request<Duel>('GET', duel(id), undefined, o),
    duelJoin: (id: string, name: string, o?: Options) => request<DuelSeat>('POST', `${duel(id)}/join`, { name }, o),
    duelAct: (id: string, act: DuelActRequest, o?: Options) => request<Duel>('POST', `${duel(id)}/act`, act, o),
    duelList: (duels: DuelKey[], o?: Options) => request<DuelList>('POST', '/duels/list', { duels }, o),

    /** A text, or the bytes of a file in base64: the server finds out their character set. */
    import: (record: { text: string } | { base64: string }, name?: string, format?: string, o?: Options) =>
        request<Imported>('POST', '/import', { ...record, name, format }, o),
    export: (s: Study, format: string, o?: Options) => request<Exported>('POST', '/export', { ...parts(s), format }, o),
};
