/* The current position elsewhere: at other places of this tree (reached by other orders of stones, or turned and
 * mirrored), and in all saved trees. */

import { computed, effect, signal } from '@preact/signals';
import { alone } from '../api/host';
import { api, ApiError, type Game, type Match } from '../api';
import { errorText } from '../api/text';
import { goTo, mode, path, position, tree, turnTo } from '../app/store';
import { gameOf } from '../core/json';
import { betweenPlaces } from '../core/keys';
import { moveText } from '../core/rules';
import { chapterAt, goToChapter } from '../core/study';
import { nodeAt, nodesOn, type Path } from '../core/tree';
import { t } from '../strings';
import { bringHere } from './actions';
import { current, open } from './documents';
import { Sign, SignButton } from './icons';
import { nextSquares } from './next';
import { places } from './outline';
import { remember } from '../app/settings';

/** The stones of a line from where it leaves the line to the current place. */
function lineText(to: Path): string {
    const own = path.value;
    let fork = 0;
    while (fork < to.length && fork < own.length && to[fork] === own[fork]) fork++;
    const stones = nodesOn(tree.value, to)
        .slice(fork + 1)
        .flatMap((n) => (n.stone === null ? [t('edit.setup')] : [moveText(tree.value.rules, n.stone)]));
    const cut = stones.length > 8 ? ['…', ...stones.slice(-7)] : stones;
    return (fork ? '… ' : '') + cut.join(' ');
}

function InTree() {
    const found = places.value;
    if (!found) return null;
    const { own, others } = found;
    return (
        <>
            <h3>{t('edit.also')}</h3>
            <ul class="same-list">
                {others.map((p) => {
                    const turned = betweenPlaces(p, own) !== 0;
                    const further = nodeAt(tree.value, p.path)?.children.length ?? 0;
                    return (
                        <li key={p.id}>
                            <button type="button" class="jump" onClick={() => goTo(p.path)}>
                                <span class="same-line">{lineText(p.path)}</span>
                                {turned && <span class="tag">{t('edit.turned')}</span>}
                            </button>
                            {further > 0 && mode.value === 'edit' && (
                                <SignButton sign="merge" label={t('edit.bring')} press={() => bringHere(p, own)} />
                            )}
                        </li>
                    );
                })}
            </ul>
            {mode.value === 'edit' && nextSquares().others.length > 0 && (
                <p class="legend">
                    <span class="dot own" /> {t('edit.next.own')} <span class="dot other" /> {t('edit.next.other')}
                </p>
            )}
        </>
    );
}

/* The server looks for positions of the Connect family alone. */
const searchable = () => !tree.value.rules.go || alone.value;

/** Shall saved trees be searched at every step? */
const searching = remember('hexad.edit.search', false, (v) => typeof v === 'boolean');
interface Search {
    readonly state: 'off' | 'busy' | 'done';
    readonly matches: readonly Match[]; // while busy those of the question before
    readonly text: string; // why it failed
}

const NOTHING: Search = { state: 'off', matches: [], text: '' };
const search = signal<Search>(NOTHING);
/* Words typed and evaluations that arrive change the tree, but not what is asked. */
const question = computed(() => {
    const on = searching.value && mode.value === 'edit' && searchable();
    return on ? JSON.stringify(gameOf(tree.value, path.value)) : '';
});

/** Asks the server a moment after the last step, and drops the answer to a question that is no more. */
export function watchSearch(): void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked: AbortController | undefined;
    const ask = (game: Game) => {
        asked = new AbortController();
        api.find(game, { signal: asked.signal })
            .then(({ matches }) => (search.value = { state: 'done', matches, text: '' }))
            .catch((e: unknown) => {
                if (e instanceof ApiError && e.aborted) return;
                search.value = { state: 'done', matches: [], text: errorText(e) };
            });
    };
    effect(() => {
        clearTimeout(timer);
        asked?.abort();
        const game = question.value;
        void current.value?.revision; // a save may change the answer
        search.value = game ? { ...search.peek(), state: 'busy' } : NOTHING;
        if (game) timer = setTimeout(() => ask(JSON.parse(game) as Game), 200);
    });
}

function MatchRow({ match }: { match: Match }) {
    const chapter = match.chapter ?? 0;
    const here = match.id === current.value?.id;
    const go = () => {
        if (chapter !== chapterAt(tree.value)) turnTo(goToChapter(tree.value, chapter), match.path);
        else goTo(match.path);
    };
    return (
        <li>
            <button
                type="button"
                class="jump"
                onClick={() => (here ? go() : void open(match.id, match.path, undefined, chapter))}
            >
                <span class="same-title">{match.title}</span>
                {chapter > 0 && <span class="same-line">{t('chapter.n', { n: chapter + 1 })}</span>}
                <span class="same-line">{t('edit.stone', { n: match.path.length })}</span>
                {match.symmetry !== 0 && <span class="tag">{t('edit.turned')}</span>}
                {match.stones_order_differs && <span class="tag">{t('edit.order')}</span>}
                {here && <span class="tag">{t('edit.this')}</span>}
            </button>
        </li>
    );
}

function InSaved() {
    const found = search.value;
    return (
        <>
            <label class="field switch search-switch">
                <span class="field-label">{t('edit.find')}</span>
                <input
                    id="find"
                    type="checkbox"
                    role="switch"
                    checked={searching.value}
                    onChange={(e) => (searching.value = e.currentTarget.checked)}
                />
            </label>
            <div class={found.state === 'busy' ? 'found stale' : 'found'} aria-live="polite">
                {found.text && <p class="quiet">{found.text}</p>}
                {found.state === 'done' && !found.text && !found.matches.length && (
                    <p class="quiet">{t('edit.find.none')}</p>
                )}
                <ul class="same-list">
                    {found.matches.map((m) => (
                        <MatchRow key={`${m.id} ${m.chapter ?? 0} ${m.path.join()}`} match={m} />
                    ))}
                </ul>
            </div>
        </>
    );
}

export function SamePanel() {
    if (mode.value !== 'edit' && !places.value) return null;
    return (
        <section class="panel same-panel" id="panel-same" aria-label={t('edit.same')}>
            <h2>
                {places.value && <Sign name="twin" />} {t('edit.same')}
            </h2>
            {!places.value && <p class="quiet">{t(position.value.stones ? 'edit.alone' : 'edit.empty')}</p>}
            <InTree />
            {mode.value === 'edit' && searchable() && <InSaved />}
        </section>
    );
}
