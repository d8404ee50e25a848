/* Learn from your games: after a review, the turns that lost a win or the game become puzzles of one's own. */

import { computed, signal } from '@preact/signals';
import { puzzleServer, type Puzzle } from '../api';
import { errorText } from '../api/text';
import { wholePath } from '../analyse/line';
import { gameOf } from '../analyse/wire';
import { Icon } from '../app/icons';
import { announce, toast, tree } from '../app/store';
import { positionAt } from '../core/tree';
import { t } from '../strings';
import { isPuzzle } from './items';
import { addItem, progress, startKeeping } from './keep';
import { replayable, startReplay } from './replay';
import { start } from './run';

const SECONDS = 20;

interface Found {
    readonly game: string;
    readonly state: 'looking' | 'done' | 'failed';
    readonly puzzles: readonly Puzzle[];
    readonly message?: string;
}

const found = signal<Found | null>(null);

/** The game of the line that is looked at, of the Connect family. */
const game = computed(() => (tree.value.rules.go ? null : gameOf(positionAt(tree.value, wholePath.value))));

async function look(): Promise<void> {
    const asked = game.peek();
    if (!asked) return;
    const key = JSON.stringify(asked);
    found.value = { game: key, state: 'looking', puzzles: [] };
    try {
        await startKeeping();
        const puzzles = (await puzzleServer.find(asked as Parameters<typeof puzzleServer.find>[0], SECONDS)).filter(
            isPuzzle,
        );
        const known = new Set(progress.peek().own.map((p) => p.id));
        for (const puzzle of puzzles) if (!known.has(puzzle.id)) addItem({ kind: 'own', puzzle });
        if (found.peek()?.game !== key) return;
        found.value = { game: key, state: 'done', puzzles };
        announce(t(puzzles.length === 1 ? 'puzzles.found.one' : 'puzzles.found', { n: puzzles.length }));
    } catch (e) {
        if (found.peek()?.game === key)
            found.value = { game: key, state: 'failed', puzzles: [], message: errorText(e) };
        else toast(errorText(e), { kind: 'error' });
    }
}

function text(f: Found | null): string {
    if (f?.state === 'looking') return t('puzzles.found.looking');
    if (f?.state === 'failed') return f.message ?? '';
    if (f?.state !== 'done') return t('puzzles.learn.about');
    if (!f.puzzles.length) return t('puzzles.found.none');
    return t(f.puzzles.length === 1 ? 'puzzles.found.one' : 'puzzles.found', { n: f.puzzles.length });
}

/** Under the review, once it is done. */
export function LearnPanel() {
    if (!game.value) return null;
    const f = found.value?.game === JSON.stringify(game.value) ? found.value : null;
    return (
        <section class="pz-learn" aria-label={t('puzzles.learn')}>
            {replayable.value.length > 0 && (
                <button type="button" class="main-button" id="puzzles-replay-mistakes" onClick={startReplay}>
                    <Icon name="repeat" />
                    <span>{t('replay.start', { n: replayable.value.length })}</span>
                </button>
            )}
            <p class="pz-note">{text(f)}</p>
            {f?.state === 'done' && f.puzzles.length > 0 ? (
                <button
                    type="button"
                    class="main-button"
                    id="puzzles-learn-start"
                    onClick={() => void start('own', { queue: f.puzzles.map((p) => p.id) })}
                >
                    <Icon name="puzzle" />
                    <span>{t('puzzles.learn.start')}</span>
                </button>
            ) : (
                <button
                    type="button"
                    class="soft"
                    id="puzzles-learn"
                    onClick={() => void look()}
                    disabled={f?.state === 'looking' || f?.state === 'done'}
                >
                    <Icon name="puzzle" />
                    <span>{t('puzzles.learn.find')}</span>
                </button>
            )}
        </section>
    );
}
