/* The collections of games: made, filled from files, renamed, deleted. */
import { signal } from '@preact/signals';
import { api } from '../api';
import { errorText } from '../api/text';
import { Dialog } from '../app/dialogs';
import { announce } from '../app/store';
import { t } from '../strings';
import { chosen, collections, loadCollections, refresh } from './state';
import { stopUpload, upload, uploadFiles, uploadText } from './upload';

export const collectionsOpen = signal(false);
const files = signal<readonly File[]>([]);
const name = signal('');
/** The collection to add to; 0: a new one. */
const into = signal(0);
const failed = signal('');
/** The collection whose deletion was asked for once. */
const doomed = signal(0);

/** Opens the dialog with files that were chosen elsewhere. */
export function offerFiles(list: readonly File[]): void {
    files.value = list;
    name.value = list[0]?.name.replace(/\.[^.]*$/, '') ?? '';
    upload.value = null;
    failed.value = '';
    collectionsOpen.value = true;
}

async function attempt(what: () => Promise<unknown>): Promise<void> {
    failed.value = '';
    try {
        await what();
        await loadCollections();
        refresh();
    } catch (e) {
        failed.value = errorText(e);
    }
}

async function add(): Promise<void> {
    await attempt(async () => {
        const title = name.value.trim() || t('explore.unnamed');
        const id = into.value || (await api.collectionNew(title)).id;
        into.value = id;
        await uploadFiles(id, files.value);
        chosen.value = id;
        files.value = [];
        announce(uploadText(upload.peek()!));
    });
}

async function remove(id: number): Promise<void> {
    if (doomed.value !== id) {
        doomed.value = id;
        return;
    }
    doomed.value = 0;
    if (chosen.value === id) chosen.value = 0; // nothing is asked of it any more
    await attempt(() => api.collectionDelete(id));
}

function Progress() {
    const u = upload.value;
    if (!u) return null;
    return (
        <div class="ex-progress" role="status">
            <progress max={1} value={u.part} aria-label={t('explore.progress')} />
            <p>
                {u.running ? `${u.file}: ` : ''}
                {uploadText(u)}
            </p>
            {u.messages.length > 0 && (
                <ul class="ex-messages">
                    {u.messages.slice(0, 8).map((m, i) => (
                        <li key={i}>{m}</li>
                    ))}
                </ul>
            )}
        </div>
    );
}

function AddForm() {
    const running = upload.value?.running ?? false;
    const own = collections.value.filter((c) => !c.builtin);
    return (
        <form
            class="ex-add"
            onSubmit={(e) => {
                e.preventDefault();
                void add();
            }}
        >
            <label class="pick-file">
                <span>{t('explore.files')}</span>
                <input
                    id="explore-files"
                    type="file"
                    multiple
                    disabled={running}
                    onChange={(e) => offerFiles([...(e.currentTarget.files ?? [])])}
                />
            </label>
            {files.value.length > 0 && <p class="quiet">{t('explore.chosen', { n: files.value.length })}</p>}
            <div class="ex-into">
                <select
                    aria-label={t('explore.into')}
                    value={into.value}
                    disabled={running}
                    onChange={(e) => (into.value = Number(e.currentTarget.value))}
                >
                    <option value={0}>{t('explore.new')}</option>
                    {own.map((c) => (
                        <option key={c.id} value={c.id}>
                            {c.name}
                        </option>
                    ))}
                </select>
                {into.value === 0 && (
                    <input
                        id="explore-name"
                        type="text"
                        maxLength={200}
                        aria-label={t('explore.name')}
                        placeholder={t('explore.name')}
                        value={name.value}
                        onInput={(e) => (name.value = e.currentTarget.value)}
                    />
                )}
                {running ? (
                    <button type="button" class="soft" onClick={stopUpload}>
                        {t('analyse.forcing.stop')}
                    </button>
                ) : (
                    <button type="submit" class="main-button" id="explore-add" disabled={!files.value.length}>
                        {t('explore.add')}
                    </button>
                )}
            </div>
            <Progress />
        </form>
    );
}

function rename(id: number, old: string, text: string): void {
    if (text.trim() && text.trim() !== old) void attempt(() => api.collectionRename(id, text.trim()));
}

export function CollectionsDialog() {
    return (
        <Dialog open={collectionsOpen} title={t('explore.collections')}>
            <p class="quiet">{t('explore.about')}</p>
            <AddForm />
            {failed.value && (
                <p class="failed" role="alert">
                    {failed.value}
                </p>
            )}
            <ul class="ex-list">
                {collections.value
                    .filter((c) => !c.builtin)
                    .map((c) => (
                        <li key={c.id}>
                            <input
                                type="text"
                                aria-label={t('explore.name')}
                                value={c.name}
                                onChange={(e) => rename(c.id, c.name, e.currentTarget.value)}
                            />
                            <span class="quiet">{t('explore.count', { n: c.games })}</span>
                            <button
                                type="button"
                                class={doomed.value === c.id ? 'danger' : 'plain'}
                                onBlur={() => (doomed.value = 0)}
                                onClick={() => void remove(c.id)}
                            >
                                {t(doomed.value === c.id ? 'explore.delete.sure' : 'explore.delete')}
                            </button>
                        </li>
                    ))}
            </ul>
        </Dialog>
    );
}
