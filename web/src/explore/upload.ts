/* Files of games into a collection, piece by piece, with progress; it can be stopped, and what was added stays. */
import { signal } from '@preact/signals';
import { api, ApiError } from '../api';
import { errorText } from '../api/text';
import { t } from '../strings';
import { pieces, textOf, type Piece } from './split';

export interface Upload {
    readonly file: string;
    /** Of all files, 0 to 1. */
    readonly part: number;
    readonly added: number;
    readonly known: number;
    readonly bad: number;
    readonly messages: readonly string[];
    readonly running: boolean;
}

export const upload = signal<Upload | null>(null);
let stop: AbortController | null = null;

export function stopUpload(): void {
    stop?.abort();
}

function base64(bytes: Uint8Array): string {
    let text = '';
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
}

/** Adds the games of the files. True: all were read, though some games may be bad. */
export async function uploadFiles(collection: number, files: readonly File[]): Promise<boolean> {
    stop = new AbortController();
    const { signal: given } = stop;
    const size = files.reduce((sum, f) => sum + f.size, 0) || 1;
    let before = 0;
    let sum: Upload = { file: '', part: 0, added: 0, known: 0, bad: 0, messages: [], running: true };
    const tell = (more: Partial<Upload>) => (upload.value = sum = { ...sum, ...more });
    const complain = (file: string, why: readonly string[]) =>
        tell({ messages: [...sum.messages, ...why.map((w) => `${file}: ${w}`)].slice(0, 50) });
    const send = async (file: File, record: { text: string } | { base64: string }, part: number) => {
        const r = await api.collectionAdd(collection, record, { signal: given, timeout: 0 });
        tell({ added: sum.added + r.added, known: sum.known + r.known, bad: sum.bad + r.bad });
        complain(file.name, r.messages);
        tell({ part: (before + part * file.size) / size });
    };
    for (const file of files) {
        tell({ file: file.name });
        try {
            const bytes = new Uint8Array(await file.arrayBuffer());
            const text = textOf(bytes);
            const list: Iterable<Piece> | null = text === null ? null : pieces(text);
            if (!list) await send(file, { base64: base64(bytes) }, 1);
            else for (const piece of list) await send(file, { text: piece.text }, piece.part);
        } catch (e) {
            if (e instanceof ApiError && e.aborted) break;
            complain(file.name, [errorText(e)]);
            tell({ bad: sum.bad + 1 });
            if (e instanceof ApiError && e.status !== 400 && e.status !== 413) break;
        }
        before += file.size;
    }
    tell({ running: false, part: given.aborted ? sum.part : 1 });
    return !given.aborted && sum.messages.length === 0;
}

export function uploadText(u: Upload): string {
    return t('explore.added', { added: u.added, known: u.known, bad: u.bad });
}
