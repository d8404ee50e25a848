/* The archive: games of the collections by player, date, result, opening and the position on the board. */
import { computed, effect, signal } from '@preact/signals';
import { api, ApiError, type ExploredGame } from '../api';
import { errorText } from '../api/text';
import { Dialog, Switch } from '../app/dialogs';
import { position } from '../app/store';
import { t } from '../strings';
import { FilterFields, NO_FILTER, wishOf, type Filter } from './filter';
import { GameList, openGame } from './games';
import { collections, loadCollections, openings, question } from './state';

export const archiveOpen = signal(false);

const PAGE = 50;
const filter = signal<Filter>(NO_FILTER);
const collection = signal(0);
const opening = signal('');
/** Only games with the position on the board. */
const here = signal(false);
const found = signal<{ key: string; total: number; games: readonly ExploredGame[] } | null>(null);
const failed = signal('');

const asked = computed(() =>
    JSON.stringify({
        ...wishOf(filter.value),
        ...(collection.value && { collection: collection.value }),
        ...(opening.value && { opening: opening.value }),
        ...(here.value && !position.value.go && { game: question.value }),
    }),
);

let abort: AbortController | null = null;

/** Asks for the games behind those that are there. */
async function ask(key: string, before: readonly ExploredGame[]): Promise<void> {
    abort?.abort();
    abort = new AbortController();
    const wish = JSON.parse(key) as Parameters<typeof api.gamesSearch>[0];
    try {
        const r = await api.gamesSearch({ ...wish, limit: PAGE, skip: before.length }, { signal: abort.signal });
        found.value = { key, total: r.total, games: [...before, ...r.games] };
        failed.value = '';
    } catch (e) {
        if (e instanceof ApiError && e.aborted) return;
        found.value = { key, total: 0, games: [] };
        failed.value = errorText(e);
    }
}

/** Asks while the dialog is open, a moment after what is asked for was changed. */
export function watchArchive(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    effect(() => {
        if (!archiveOpen.value) return;
        void loadCollections().catch((e: unknown) => (failed.value = errorText(e)));
    });
    effect(() => {
        const key = asked.value;
        clearTimeout(timer);
        if (archiveOpen.value) timer = setTimeout(() => void ask(key, []), 150);
    });
}

function Results() {
    const r = found.value;
    if (!r) return null;
    return (
        <>
            <p class="quiet" role="status">
                {t(r.total === 1 ? 'explore.count.one' : 'explore.count', { n: r.total })}
            </p>
            <GameList
                games={r.games}
                open={(id) => {
                    archiveOpen.value = false;
                    void openGame(id);
                }}
            />
            {r.games.length < r.total && (
                <button type="button" class="soft" id="archive-more" onClick={() => void ask(r.key, r.games)}>
                    {t('edit.library.more', { n: r.total - r.games.length })}
                </button>
            )}
        </>
    );
}

export function ArchiveDialog() {
    const own = collections.value.filter((c) => !c.builtin);
    return (
        <Dialog open={archiveOpen} title={t('archive.title')} wide>
            <div class="ex-archive" data-found={found.value?.total} aria-busy={found.value?.key !== asked.value}>
                <FilterFields of={filter} id="archive" />
                <div class="ex-filter">
                    <label class="info-field">
                        <span>{t('archive.opening')}</span>
                        <select
                            id="archive-opening"
                            value={opening.value}
                            onChange={(e) => (opening.value = e.currentTarget.value)}
                        >
                            <option value="">{t('archive.any')}</option>
                            {openings.value.map((name) => (
                                <option key={name} value={name}>
                                    {name}
                                </option>
                            ))}
                        </select>
                    </label>
                    <label class="info-field">
                        <span>{t('archive.collection')}</span>
                        <select
                            id="archive-collection"
                            value={collection.value}
                            onChange={(e) => (collection.value = Number(e.currentTarget.value))}
                        >
                            <option value={0}>{t('archive.all')}</option>
                            {own.map((c) => (
                                <option key={c.id} value={c.id}>
                                    {c.name} ({c.games})
                                </option>
                            ))}
                        </select>
                    </label>
                </div>
                {!position.value.go && (
                    <Switch label={t('archive.here')} on={here.value} flip={(on) => (here.value = on)} />
                )}
                {failed.value && (
                    <p class="failed" role="alert">
                        {failed.value}
                    </p>
                )}
                {own.length ? <Results /> : <p class="quiet">{t('archive.none')}</p>}
            </div>
        </Dialog>
    );
}
