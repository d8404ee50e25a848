/* The tree as a file in each format the server writes. */

import { effect, signal } from '@preact/signals';
import { api, ApiError, type Exported, type Format } from '../api';
import { errorText } from '../api/text';
import { copyText } from '../app/copy';
import { Dialog, Switch } from '../app/dialogs';
import { path, tree } from '../app/store';
import { makeMain } from '../core/edits';
import { goSgf } from '../core/sgf';
import { chapterTrees } from '../core/study';
import { isMainLine, type Tree } from '../core/tree';
import { t } from '../strings';
import { exportOpen } from './dialogs';
import { toWire } from './documents';
import { fileName, saveBytes } from './files';
import { filming, saveFilm } from './pictures';
import { SignButton } from './icons';

const formats = signal<readonly Format[]>([]);
const format = signal('sgf');
const thisLine = signal(false);
const written = signal<{ file: Exported | null; text: string }>({ file: null, text: '' });

/* Go is written here, and in one format. */
function goFile(text: string): Exported {
    return { text, extension: 'sgf', mime: 'application/x-go-sgf' };
}

/* The page makes films by itself. */
const GIF = 'gif';
const FILM: Format = { name: GIF, extension: '.gif', mime: 'image/gif', about: 'GIF', write: true };
const SGF: Format = { name: 'sgf', extension: '.sgf', mime: 'application/x-go-sgf', about: 'SGF', write: true };

const isBytes = (name: string) => name === GIF || name === 'renlib';

/* Those that hold the game on the board: RenLib's is for five in a row on 15x15. */
function formatsHere(): readonly Format[] {
    const { m, n, k, p, q, go } = tree.value.rules;
    if (go) return [SGF, FILM];
    const five = m === 15 && n === 15 && k === 5 && p === 1 && q === 1;
    return [...formats.value.filter((f) => five || f.name !== 'renlib'), FILM];
}

function chosenFormat(): string {
    return formatsHere().some((f) => f.name === format.value) ? format.value : 'sgf';
}

/** Shall the file have all chapters of the study? */
const whole = signal(true);

/* Of a study with games of both kinds each chapter is written by who can. */
export async function writtenAs(what: Tree, named: string, stop: AbortSignal, all: boolean): Promise<Exported> {
    const { study: _study, ...alone } = what;
    const study = all ? what : alone;
    const list = chapterTrees(study);
    if (named === 'renlib') return api.export(toWire(alone), named, { signal: stop });
    if (!list.some((c) => c.rules.go)) return api.export(toWire(study), named, { signal: stop });
    const texts: string[] = [];
    for (const c of list)
        texts.push(c.rules.go ? goSgf(c) : ((await api.export(toWire(c), 'sgf', { signal: stop })).text ?? ''));
    return goFile(texts.join(''));
}

/** Writes the tree anew while the dialog is open, for every change of what is asked. */
export function watchExport(): void {
    let asked: AbortController | undefined;
    effect(() => {
        asked?.abort();
        if (!exportOpen.value) return;
        const what = thisLine.value ? makeMain(tree.value, path.value).tree : tree.value;
        const named = chosenFormat();
        const all = whole.value;
        asked = new AbortController();
        const { signal: stop } = asked;
        const go = chapterTrees(what).every((c) => c.rules.go);
        const ready =
            formats.peek().length || go
                ? Promise.resolve()
                : api.info({ signal: stop }).then((info) => void (formats.value = info.formats.filter((f) => f.write)));
        ready
            .then(() => (named === GIF ? null : writtenAs(what, named, stop, all)))
            .then((file) => (written.value = { file, text: '' }))
            .catch((e: unknown) => {
                if (!(e instanceof ApiError && e.aborted)) written.value = { file: null, text: errorText(e) };
            });
    });
}

function formatText(name: string): string {
    if (name === 'contest' || name === 'plain') return t(`edit.format.${name}`);
    return name === 'renlib' ? 'RenLib' : name.toUpperCase();
}

export function saveFile(file: Exported): void {
    const part = file.base64 === undefined ? (file.text ?? '') : bytesOf(file.base64);
    saveBytes([part], file.mime, fileName(file.extension));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
}

export function ExportDialog() {
    const { file, text } = written.value;
    const here = formatsHere();
    const chosen = chosenFormat();
    return (
        <Dialog open={exportOpen} title={t('edit.export')}>
            <div class="field" role="group" aria-label={t('edit.format')}>
                <div class="segmented" id="formats">
                    {here.map((f) => (
                        <button
                            key={f.name}
                            type="button"
                            aria-pressed={f.name === chosen}
                            title={f.about}
                            onClick={() => (format.value = f.name)}
                        >
                            {formatText(f.name)}
                        </button>
                    ))}
                </div>
            </div>
            {chosen === 'renlib' && <p class="quiet">{t('export.renlib')}</p>}
            {chosen === GIF && <p class="quiet">{t('export.gif')}</p>}
            {['contest', 'plain'].includes(chosen) && <p class="quiet">{t('edit.export.line')}</p>}
            {!isMainLine(path.value) && (
                <Switch label={t('edit.export.this')} on={thisLine.value} flip={(on) => (thisLine.value = on)} />
            )}
            {tree.value.study && !isBytes(chosen) && (
                <Switch label={t('chapter.export')} on={whole.value} flip={(on) => (whole.value = on)} />
            )}
            {text ? (
                <p class="failed" role="alert">
                    {text}
                </p>
            ) : isBytes(chosen) ? null : (
                <textarea
                    id="exported"
                    rows={8}
                    readOnly
                    aria-label={t('edit.export.text')}
                    value={file?.text ?? ''}
                    spellcheck={false}
                />
            )}
            <div class="dialog-foot">
                <SignButton
                    sign="copy"
                    text
                    label={t('edit.copy')}
                    press={() => void copyText(file?.text ?? '')}
                    disabled={!file || isBytes(chosen)}
                    id="copy-file"
                />
                <SignButton
                    sign="read"
                    text
                    label={t('edit.download')}
                    press={() => (chosen === GIF ? void saveFilm() : file && saveFile(file))}
                    disabled={chosen === GIF ? filming.value : !file}
                    id="download"
                    kind="main-button"
                />
            </div>
        </Dialog>
    );
}
