/* How one stands: the rating's graph, what comes easily and what does not, and everything that was tried. */

import { signal } from '@preact/signals';
import { Icon } from '../app/icons';
import { t } from '../strings';
import { puzzleOf } from './collection';
import { byTheme, lastFailed } from './derive';
import { RatingGraph } from './graph';
import type { Attempt } from './items';
import { progress } from './keep';
import { start } from './run';
import { round, runText, signed, themeText } from './words';

const failedOnly = signal(false);
const PAGE = 40;
const shown = signal(PAGE);

function Themes() {
    const lines = byTheme(progress.value.attempts, puzzleOf);
    if (!lines.length) return null;
    return (
        <table class="pz-table">
            <caption>{t('puzzles.stats.themes')}</caption>
            <thead>
                <tr>
                    <th scope="col">{t('puzzles.theme')}</th>
                    <th scope="col">{t('puzzles.tries')}</th>
                    <th scope="col">{t('puzzles.share')}</th>
                </tr>
            </thead>
            <tbody>
                {lines.map(({ theme, tries, solved }) => (
                    <tr key={theme}>
                        <th scope="row">
                            <button type="button" class="pz-link" onClick={() => void start('theme', { theme })}>
                                {themeText(theme)}
                            </button>
                        </th>
                        <td>{tries}</td>
                        <td>
                            <span class="pz-share" style={{ '--share': solved / tries }} aria-hidden="true" />
                            {round((100 * solved) / tries)}%
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Entry({ a }: { a: Attempt }) {
    const puzzle = puzzleOf(a.puzzle);
    const gain = progress.value.gains.get(a.id);
    const fine = a.solved && !a.hints;
    return (
        <li>
            <button
                type="button"
                class="plain pz-entry"
                disabled={!puzzle}
                onClick={() => void start('single', { queue: [a.puzzle] })}
            >
                <span class={a.solved ? 'tone-good' : 'tone-bad'}>
                    <Icon name={fine ? 'check' : a.solved ? 'hint' : 'close'} />
                    <span class="unseen">{t(a.solved ? 'puzzles.solved.word' : 'puzzles.failed.word')}</span>
                </span>
                <span class="pz-entry-rating">{round(a.rating)}</span>
                <span class="pz-entry-run">{runText(a.run)}</span>
                <span class="pz-entry-gain">{gain !== undefined && signed(gain)}</span>
                <time dateTime={new Date(a.t).toISOString()}>
                    {new Date(a.t).toLocaleDateString([], { month: 'short', day: 'numeric' })}
                </time>
            </button>
        </li>
    );
}

function History() {
    const all = [...progress.value.attempts].reverse().filter((a) => !failedOnly.value || !a.solved);
    const missed = lastFailed(progress.value.attempts).filter((id) => puzzleOf(id));
    return (
        <>
            <div class="pz-bar">
                <h3>{t('puzzles.history')}</h3>
                <label class="pz-check">
                    <input
                        type="checkbox"
                        checked={failedOnly.value}
                        onChange={(e) => (failedOnly.value = e.currentTarget.checked)}
                    />
                    {t('puzzles.history.failed')}
                </label>
            </div>
            {missed.length > 0 && (
                <button
                    type="button"
                    class="soft pz-wide"
                    id="puzzles-replay"
                    onClick={() => void start('single', { queue: missed })}
                >
                    <Icon name="repeat" />
                    <span>{t('puzzles.replay', { n: missed.length })}</span>
                </button>
            )}
            <ol class="pz-history" id="puzzles-history">
                {all.slice(0, shown.value).map((a) => (
                    <Entry key={a.id} a={a} />
                ))}
            </ol>
            {all.length > shown.value && (
                <button type="button" class="soft pz-wide" onClick={() => (shown.value += PAGE)}>
                    {t('edit.library.more', { n: all.length - shown.value })}
                </button>
            )}
        </>
    );
}

export function Stats() {
    const { attempts, graph } = progress.value;
    if (!attempts.length) return null;
    return (
        <section class="panel pz-stats" aria-label={t('puzzles.stats')}>
            <h2>{t('puzzles.stats')}</h2>
            {graph.length > 0 && <RatingGraph />}
            <Themes />
            <History />
        </section>
    );
}
