/* The board as a picture and the game as a film, to keep, copy and send. */

import { signal } from '@preact/signals';
import { copyText } from '../app/copy';
import { settings } from '../app/settings';
import { announce, node, path, position, toast, tree } from '../app/store';
import { boardSvg } from '../core/drawing';
import type { FilmOrder } from '../core/film-worker';
import { lastTurn, type Position } from '../core/rules';
import { linkOf } from '../core/link';
import { lineEnd, positionAt } from '../core/tree';
import { t } from '../strings';
import { fileName, saveBytes } from './files';
import { SignButton } from './icons';

function svg(p: Position): string {
    const { coordinates, numbers } = settings.value;
    return boardSvg(p, { coordinates, numbers, notes: node.value });
}

/** The picture in pixels, twice as fine as on the screen. */
async function png(): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg(position.value))}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done, failed) =>
        canvas.toBlob((b) => (b ? done(b) : failed(new Error('no picture'))), 'image/png'),
    );
}

/** The game on this line, a picture after every turn. */
function shots(): FilmOrder['shots'] {
    const end = lineEnd(tree.value, path.value);
    const all: FilmOrder['shots'] = [];
    for (let i = 0; i <= end.length; i++) {
        const p = positionAt(tree.value, end.slice(0, i));
        const turn = (of: Position) => of.moves[of.moves.length - 1]?.turn ?? -1;
        const before = all[all.length - 1];
        const shot = { position: p, marked: lastTurn(p).map((m) => m.at) };
        if (before && before.position.moves.length && turn(before.position) === turn(p)) all[all.length - 1] = shot;
        else all.push(shot);
    }
    return all;
}

export const filming = signal(false);

/** The game on this line as a film, saved as a file. */
export async function saveFilm(): Promise<void> {
    const address = document.querySelector<HTMLMetaElement>('meta[name="hexad-film"]')!.content;
    filming.value = true;
    const worker = new Worker(new URL(address, document.baseURI), { type: 'module' });
    try {
        const bytes = await new Promise<Uint8Array<ArrayBuffer>>((done, failed) => {
            worker.onmessage = (e: MessageEvent<Uint8Array<ArrayBuffer>>) => done(e.data);
            worker.onerror = (e) => failed(new Error(e.message));
            worker.postMessage({ shots: shots(), options: {} } satisfies FilmOrder);
        });
        saveBytes([bytes], 'image/gif', fileName('gif'));
    } catch (e) {
        toast(e instanceof Error ? e.message : String(e), { kind: 'error' });
    } finally {
        worker.terminate();
        filming.value = false;
    }
}

async function copyPicture(): Promise<void> {
    try {
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': png() })]);
        announce(t('edit.copied'));
        toast(t('edit.copied'));
    } catch {
        toast(t('edit.copy.failed'), { kind: 'error' });
    }
}

/** Lines for the HTML of another page, which show this game there. */
function embedText(): string {
    const address = `${location.origin}${location.pathname}?embed${linkOf(tree.value, path.value)}`;
    return `<iframe src="${address.replace(/&/g, '&amp;')}" width="480" height="540" style="border:0" title="Hexad"></iframe>`;
}

export function Pictures() {
    return (
        <div class="pictures" role="group" aria-label={t('edit.picture')}>
            <h3>{t('edit.picture')}</h3>
            <div class="file-bar">
                <SignButton
                    sign="read"
                    text
                    label="PNG"
                    press={() => void png().then((b) => saveBytes([b], 'image/png', fileName('png')))}
                    id="picture-png"
                />
                <SignButton
                    sign="read"
                    text
                    label="SVG"
                    press={() => saveBytes([svg(position.value)], 'image/svg+xml', fileName('svg'))}
                    id="picture-svg"
                />
                <SignButton
                    sign="read"
                    text
                    label={t('edit.picture.gif')}
                    press={() => void saveFilm()}
                    disabled={filming.value}
                    id="picture-gif"
                />
            </div>
            <div class="file-bar">
                <SignButton
                    sign="copy"
                    text
                    label={t('edit.picture.copy')}
                    press={() => void copyPicture()}
                    id="picture-copy"
                />
                <SignButton
                    sign="copy"
                    text
                    label={t('edit.embed')}
                    press={() => void copyText(embedText())}
                    id="copy-embed"
                />
            </div>
        </div>
    );
}
