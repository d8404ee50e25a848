/* The tournaments of the server beside the board, if there are any. */
import { signal } from '@preact/signals';
import { alone, type TournamentEntry } from '../api';
import { Button } from '../app/frame';
import { t } from '../strings';
import { openMake } from './make';
import { kept, list, moves, show, shown } from './state';

const FEW = 3;
const all = signal(false);

export function TournamentsPanel() {
    if (alone.value || !list.value.length) return null;
    // Those that are being played come first, and the one that was looked at last.
    const rank = (v: TournamentEntry) => (moves(v.state) ? 2 : v.name === shown.value ? 1 : 0);
    const sorted = [...list.value].sort((a, b) => rank(b) - rank(a));
    const seen = all.value ? sorted : sorted.slice(0, FEW);
    return (
        <section class="panel tours" aria-label={t('tour.title')}>
            <div class="game-head">
                <h2>{t('tour.title')}</h2>
                {kept.value && <Button icon="plus" text label={t('tour.new')} press={openMake} id="tour-new" />}
            </div>
            <ul>
                {seen.map((v) => (
                    <li key={v.name}>
                        <button
                            type="button"
                            class="jump"
                            data-tournament={v.name}
                            disabled={v.error !== undefined}
                            onClick={() => show(v.name)}
                        >
                            <span class="entry-title">{v.name}</span>
                            <span class="entry-about">
                                {v.error ??
                                    `${t(`tour.state.${v.state!}`)} · ${t('tour.progress', { n: v.played!, all: v.planned! })}`}
                            </span>
                        </button>
                    </li>
                ))}
            </ul>
            {list.value.length > FEW && !all.value && (
                <Button text label={t('tour.all', { n: list.value.length })} press={() => (all.value = true)} />
            )}
        </section>
    );
}
