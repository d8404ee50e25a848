/* What can go wrong between page and server, as one kind of error with a code the page has words for. */

/** Codes of the server (docs/api.md), and those of the page itself: unreachable, timeout, aborted, bad_answer. */
export type ErrorCode = string;

export class ApiError extends Error {
    constructor(
        readonly code: ErrorCode,
        message: string,
        readonly status = 0,
        /** Anything else the server's error says, e.g. the revision that stands in the way. */
        readonly details: Record<string, unknown> = {},
    ) {
        super(message);
        this.name = 'ApiError';
    }

    /** Was it the page that gave up, so that there is nothing to tell the user? */
    get aborted(): boolean {
        return this.code === 'aborted';
    }
}

/** The error in an answer of the server, whatever the answer looks like. */
export function errorOf(body: unknown, status: number): ApiError {
    const error = isObject(body) && isObject(body.error) ? body.error : {};
    const code = typeof error.code === 'string' ? error.code : codeOfStatus(status);
    const message = typeof error.message === 'string' ? error.message : '';
    return new ApiError(code, message || code, status, error);
}

function codeOfStatus(status: number): ErrorCode {
    switch (status) {
        case 401:
            return 'unauthorised';
        case 403:
            return 'forbidden';
        case 404:
            return 'not_found';
        case 409:
            return 'conflict';
        case 413:
            return 'too_large';
        case 503:
            return 'busy';
        default:
            return status >= 500 ? 'internal' : 'bad_request';
    }
}

export function isObject(x: unknown): x is Record<string, unknown> {
    return typeof x === 'object' && x !== null && !Array.isArray(x);
}
