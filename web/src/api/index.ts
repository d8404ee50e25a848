/* The server, as the rest of the page sees it. */

import { Live } from './live';

export { api, type Study } from './client';
export { ApiError } from './errors';
export { alone, host } from './host';
export { progressServer, puzzleServer } from './puzzles';
export type * from './puzzles';
export { Live } from './live';
export type { AnalyseRequest, Followers, Job, LiveState, Proved, ProveRequest, ReviewRequest } from './live';
export type * from './types';

/** The page's one connection for searches that report while they run. */
export const live = new Live();
