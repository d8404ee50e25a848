/* Errors of the server in the user's language. */

import { isString, t } from '../strings';
import { ApiError } from './errors';

/** What to tell the user. The server's own words come behind where they say where something is wrong. */
export function errorText(e: unknown): string {
    if (!(e instanceof ApiError)) return t('api.internal', { message: e instanceof Error ? e.message : String(e) });
    const key = `api.${e.code}`;
    return t(isString(key) ? key : 'api.other', { message: e.message });
}
