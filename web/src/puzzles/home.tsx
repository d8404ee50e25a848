/* The choice of what to solve, and how one stands. */

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../app/icons';
import { rulesFrom, sameRules, type RulesNumbers } from '../core/rules';
import { t, type StringKey } from '../strings';
import { ofGame, themesOf } from './choose';
import { collection, collectionState, daily, dayOf, loadCollection } from './collection';
import { bestOf, dailyStreak, dueAt, nextDue } from './derive';
import { dataOpen } from './data-dialog';
import { progress, syncState } from './keep';
import { start, waitingPuzzle, wantedRules } from './run';
import { round, themeText } from './words';

const themesShown = signal(false);

function Tile(props: {
    id: string;
    icon: IconName;
    name: string;
    about: ComponentChildren;
    press: () => void;
    disabled?: boolean;
    expanded?: boolean;
}) {
    return (
        <button
            type="button"
            id={`puzzles-${props.id}`}
            class="pz-tile"
            onClick={props.press}
            disabled={props.disabled}
            aria-expanded={props.expanded}
        >
            <Icon name={props.icon} />
            <span class="pz-tile-name">{props.name}</span>
            <span class="pz-tile-about">{props.about}</span>
        </button>
    );
}

function whenText(due: number): string {
    const hours = (due - Date.now()) / 3600000;
    if (hours < 1) return t('puzzles.again.soon');
    if (hours < 36) return t('puzzles.again.hours', { n: Math.round(hours) });
    return t('puzzles.again.days', { n: Math.round(hours / 24) });
}

function Tiles() {
    const p = progress.value;
    const today = dayOf(Date.now());
    const done = p.attempts.some((a) => a.run === 'daily' && a.solved && dayOf(a.t) === today);
    const days = dailyStreak(p.attempts, today, dayOf);
    const due = dueAt(p, Date.now()).length;
    const later = nextDue(p);
    const best = (n: number) => (n ? t('puzzles.best', { n }) : t('puzzles.never'));
    const dailyText = days ? t(days === 1 ? 'puzzles.daily.day' : 'puzzles.daily.days', { n: days }) : today;
    return (
        <div class="pz-tiles">
            <Tile
                id="daily"
                icon={done ? 'check' : 'calendar'}
                name={t('puzzles.run.daily')}
                about={dailyText}
                press={() => void start('daily')}
            />
            <Tile
                id="themes"
                icon="tag"
                name={t('puzzles.themes')}
                about={t('puzzles.themes.about')}
                press={() => (themesShown.value = !themesShown.value)}
                expanded={themesShown.value}
            />
            <Tile
                id="streak"
                icon="streak"
                name={t('puzzles.run.streak')}
                about={best(bestOf(p.results, 'streak'))}
                press={() => void start('streak')}
            />
            <Tile
                id="storm"
                icon="storm"
                name={t('puzzles.run.storm')}
                about={best(bestOf(p.results, 'storm'))}
                press={() => void start('storm')}
            />
            <Tile
                id="again"
                icon="repeat"
                name={t('puzzles.run.again')}
                about={due ? t('puzzles.again.due', { n: due }) : later ? whenText(later) : t('puzzles.again.none')}
                press={() => void start('again')}
                disabled={!due}
            />
            <Tile
                id="own"
                icon="review"
                name={t('puzzles.run.own')}
                about={p.own.length ? t('puzzles.own.n', { n: p.own.length }) : t('puzzles.own.none')}
                press={() => void start('own')}
                disabled={!p.own.length}
            />
        </div>
    );
}

function Themes() {
    if (!themesShown.value) return null;
    const rules = rulesFrom(wantedRules.value)!;
    return (
        <ul class="pz-chips" aria-label={t('puzzles.themes')}>
            {themesOf(ofGame(collection.value, rules)).map(({ theme, n }) => (
                <li key={theme}>
                    <button type="button" class="soft pz-chip" onClick={() => void start('theme', { theme })}>
                        <span>{themeText(theme)}</span>
                        <span class="pz-count">{n}</span>
                    </button>
                </li>
            ))}
        </ul>
    );
}

const GAMES: readonly (readonly [RulesNumbers, 'preset.connect6' | 'preset.gomoku'])[] = [
    [[19, 19, 6, 2, 1], 'preset.connect6'],
    [[15, 15, 5, 1, 1], 'preset.gomoku'],
];

/* Which game, where there are puzzles of several. */
function Games() {
    const there = GAMES.filter(([numbers]) => ofGame(collection.value, rulesFrom(numbers)!).length);
    if (there.length < 2) return null;
    const now = rulesFrom(wantedRules.value)!;
    return (
        <div class="segmented pz-games" role="group" aria-label={t('play.game')}>
            {there.map(([numbers, name]) => (
                <button
                    key={name}
                    type="button"
                    aria-pressed={sameRules(now, rulesFrom(numbers)!)}
                    onClick={() => (wantedRules.value = numbers)}
                >
                    {t(name)}
                </button>
            ))}
        </div>
    );
}

function Standing() {
    const { player, graph } = progress.value;
    const sure = player.deviation < 110;
    return (
        <div class="pz-standing">
            <div>
                <span class="pz-label">{t('puzzles.rating')}</span>
                <span class="pz-rating" id="puzzles-rating">
                    {round(player.rating)}
                    {!sure && '?'}
                </span>
                <span class="pz-deviation">± {round(player.deviation)}</span>
            </div>
            <p class="pz-sync" data-sync={syncState.value}>
                {graph.length ? t(`puzzles.sync.${syncState.value}`) : t('puzzles.rating.about')}
            </p>
        </div>
    );
}

export interface Lessons {
    readonly titles: readonly StringKey[];
    readonly start: (n: number) => void;
}

/* The lessons in their order, with a sign at those that are done. */
function LessonList({ titles, start }: Lessons) {
    const done = progress.value.lessons;
    return (
        <div class="pz-lessons">
            <h2>{t('lesson.title')}</h2>
            <ol>
                {titles.map((title, n) => (
                    <li key={title}>
                        <button
                            type="button"
                            class="soft pz-lesson"
                            id={n ? `puzzles-lesson-${n + 1}` : 'puzzles-lesson'}
                            onClick={() => start(n)}
                        >
                            <span>
                                {n + 1}. {t(title)}
                            </span>
                            {done.has(n) && <Icon name="check" />}
                            {done.has(n) && <span class="unseen">{t('puzzles.done')}</span>}
                        </button>
                    </li>
                ))}
            </ol>
        </div>
    );
}

export function Home({ lessons }: { lessons: Lessons | null }) {
    const state = collectionState.value;
    return (
        <section class="panel pz-home" aria-label={t('app.puzzles')}>
            <div class="pz-head">
                <Standing />
                <button
                    type="button"
                    class="plain"
                    id="puzzles-data"
                    aria-label={t('puzzles.data')}
                    title={t('puzzles.data')}
                    onClick={() => (dataOpen.value = true)}
                >
                    <Icon name="settings" />
                </button>
            </div>
            <Games />
            <button
                type="button"
                class="main-button pz-go"
                id="puzzles-rated"
                onClick={() => void start('rated')}
                disabled={state !== 'ready'}
            >
                <Icon name="puzzle" />
                <span>{t('puzzles.start')}</span>
            </button>
            {waitingPuzzle.value && <p class="pz-note">{t('puzzles.waiting')}</p>}
            {state === 'failed' && (
                <p class="pz-note">
                    {t('puzzles.offline')}{' '}
                    <button type="button" class="soft" onClick={() => void loadCollection()}>
                        {t('app.retry')}
                    </button>
                </p>
            )}
            {state === 'ready' && !collection.value.length && <p class="pz-note">{t('puzzles.none')}</p>}
            <Tiles />
            <Themes />
            {lessons && <LessonList {...lessons} />}
            {daily.value && <p class="unseen">{t('puzzles.daily.board')}</p>}
        </section>
    );
}
