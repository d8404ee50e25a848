/* Errors of the server in the user's language. */

import { strings, t, type StringKey } from '../strings';
import { ApiError } from './errors';

/** What to tell the user. The server's own words come behind where they say where something is wrong. */
export function errorText(e: unknown): string {
    if (!(e instanceof ApiError)) return t('api.internal', { message: e instanceof Error ? e.message : String(e) });
    const key = `api.${e.code}`;
    return t((key in strings ? key : 'api.other') as StringKey, { message: e.message });
}
