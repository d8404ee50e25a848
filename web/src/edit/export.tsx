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
import { SignButton } from './icons';

const formats = signal<readonly Format[]>([]);
const format = signal('sgf');
const thisLine = signal(false);
const written = signal<{ file: Exported | null; text: string }>({ file: null, text: '' });

/* Go is written here, and in one format. */
function goFile(text: string): Exported {
    return { text, extension: 'sgf', mime: 'application/x-go-sgf' };
}

/** Shall the file have all chapters of the study? */
const whole = signal(true);

/* Of a study with games of both kinds each chapter is written by who can. */
export async function writtenAs(what: Tree, named: string, stop: AbortSignal, all: boolean): Promise<Exported> {
    const { study: _study, ...alone } = what;
    const study = all ? what : alone;
    const list = chapterTrees(study);
    if (!list.some((c) => c.rules.go)) return api.export(toWire(study), named, { signal: stop });
    const texts: string[] = [];
    for (const c of list)
        texts.push(c.rules.go ? goSgf(c) : (await api.export(toWire(c), 'sgf', { signal: stop })).text);
    return goFile(texts.join(''));
}

/** Writes the tree anew while the dialog is open, for every change of what is asked. */
export function watchExport(): void {
    let asked: AbortController | undefined;
    effect(() => {
        asked?.abort();
        if (!exportOpen.value) return;
        const what = thisLine.value ? makeMain(tree.value, path.value).tree : tree.value;
        const named = format.value;
        const all = whole.value;
        asked = new AbortController();
        const { signal: stop } = asked;
        const go = chapterTrees(what).every((c) => c.rules.go);
        const ready =
            formats.peek().length || go
                ? Promise.resolve()
                : api.info({ signal: stop }).then((info) => void (formats.value = info.formats.filter((f) => f.write)));
        ready
            .then(() => writtenAs(what, named, stop, all))
            .then((file) => (written.value = { file, text: '' }))
            .catch((e: unknown) => {
                if (!(e instanceof ApiError && e.aborted)) written.value = { file: null, text: errorText(e) };
            });
    });
}

export function ExportDialog() {
    const { file, text } = written.value;
    const go = tree.value.rules.go !== undefined;
    return (
        <Dialog open={exportOpen} title={t('edit.export')}>
            <div class="field" role="group" aria-label={t('edit.format')} hidden={go}>
                <div class="segmented" id="formats">
                    {formats.value.map((f) => (
                        <button
                            key={f.name}
                            type="button"
                            aria-pressed={f.name === format.value}
                            title={f.about}
                            onClick={() => (format.value = f.name)}
                        >
                            {f.name === 'sgf'
                                ? 'SGF'
                                : t(f.name === 'contest' ? 'edit.format.contest' : 'edit.format.plain')}
                        </button>
                    ))}
                </div>
            </div>
            {format.value !== 'sgf' && !go && <p class="quiet">{t('edit.export.line')}</p>}
            {!isMainLine(path.value) && (
                <Switch label={t('edit.export.this')} on={thisLine.value} flip={(on) => (thisLine.value = on)} />
            )}
            {tree.value.study && (
                <Switch label={t('chapter.export')} on={whole.value} flip={(on) => (whole.value = on)} />
            )}
            {text ? (
                <p class="failed" role="alert">
                    {text}
                </p>
            ) : (
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
                    press={() => file && void copyText(file.text)}
                    disabled={!file}
                    id="copy-file"
                />
                <SignButton
                    sign="read"
                    text
                    label={t('edit.download')}
                    press={() => file && saveBytes([file.text], file.mime, fileName(file.extension))}
                    disabled={!file}
                    id="download"
                    kind="main-button"
                />
            </div>
        </Dialog>
    );
}
