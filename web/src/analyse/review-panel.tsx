/* The review of the whole game: start, progress and stop, and the list of mistakes with the better turns. */

import { Icon, StoneIcon } from '../app/icons';
import { goTo, path, tree } from '../app/store';
import { t } from '../strings';
import { scores } from './accuracy';
import { adoptAt } from './adopt';
import { mistakeTitle, SIGNS } from './badges';
import { percent } from './format';
import { steps, wholePath } from './line';
import { Choice, sideName } from './parts';
import { canReview, review, reviewing, REVIEW_SECONDS, reviewSeconds, startReview, stopReview } from './review';
import { afterReview } from './state';
import { mistakes, type Mistake } from './verdicts';
import { words } from './wire';

function stateText(): string {
    const r = review.value;
    if (!r) return t('analyse.review.about');
    if (r.state === 'failed') return r.message ?? '';
    return t(`analyse.review.${r.state}`, {
        at: r.at,
        n: r.state === 'checking' ? (r.checked ?? 0) + 1 : Math.min(r.at + 1, r.of),
        of: r.of,
    });
}

function Row({ m, index, number }: { m: Mistake; index: number; number: number }) {
    const turn = words(m.stones, tree.value.rules).join(' ');
    const here = path.value.length === index;
    const best = m.best && words(m.best, tree.value.rules).join(' ');
    const sign = SIGNS[m.grade];
    return (
        <li class={`an-mistake ${here ? 'on' : ''}`}>
            <button
                type="button"
                class="an-jump"
                title={mistakeTitle(m)}
                onClick={() => goTo(wholePath.peek().slice(0, index))}
            >
                <span class={`an-sign tone-${sign.tone}`} aria-hidden="true">
                    {sign.text}
                </span>
                <span class="unseen">{`${t(m.missed ? 'analyse.missed' : `analyse.${m.grade}`)}, ${sideName(m.side)}`}</span>
                <span class="an-turn-number">{number}</span>
                <StoneIcon side={m.side} />
                <span class="an-squares">{turn}</span>
                <span class="an-loss">−{percent(m.loss, true)}</span>
            </button>
            {best && (
                <button
                    type="button"
                    class="soft an-better"
                    title={t('analyse.better.adopt', { turn: best })}
                    aria-label={t('analyse.better.adopt', { turn: best })}
                    onClick={() => adoptAt(m.from, m.best!, m.bestLine ?? m.best!)}
                >
                    <Icon name="check" />
                    <span>{best}</span>
                </button>
            )}
        </li>
    );
}

function Mistakes() {
    const rows = steps.value.flatMap((s, index) => {
        const m = mistakes.value.get(s.node.id);
        return m ? [{ m, index, number: s.turn + 1 }] : [];
    });
    if (!rows.length) return review.value?.state === 'done' ? <p class="an-note">{t('analyse.review.clean')}</p> : null;
    return (
        <ol class="an-mistakes" aria-label={t('analyse.mistakes')}>
            {rows.map(({ m, index, number }) => (
                <Row key={index} m={m} index={index} number={number} />
            ))}
        </ol>
    );
}

const GRADES = ['dubious', 'mistake', 'blunder'] as const;

/* Both players: what their turns kept on average, and how many are marked. */
function Scores() {
    const list = scores.value;
    if (!list) return null;
    const { info } = tree.value;
    return (
        <table class="an-scores" id="analyse-scores">
            <thead>
                <tr>
                    <th scope="col">
                        <span class="unseen">{t('accuracy.player')}</span>
                    </th>
                    <th scope="col" title={t('accuracy.about')}>
                        {t('accuracy.title')}
                    </th>
                    {GRADES.map((g) => (
                        <th key={g} scope="col" title={t(`analyse.${g}`)}>
                            <span class={`tone-${SIGNS[g].tone}`} aria-hidden="true">
                                {SIGNS[g].text}
                            </span>
                            <span class="unseen">{t(`analyse.${g}`)}</span>
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {list.map((s) => (
                    <tr key={s.side} data-side={s.side}>
                        <th scope="row">
                            <StoneIcon side={s.side} />
                            <span class="an-player">{info[s.side] || sideName(s.side)}</span>
                        </th>
                        <td title={t('accuracy.turns', { n: s.turns })}>{percent(s.accuracy, true)}</td>
                        {GRADES.map((g) => (
                            <td key={g}>{s.counts[g]}</td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

export function ReviewPanel() {
    const r = review.value;
    const on = reviewing();
    const After = afterReview.value;
    const label = t(on ? 'analyse.forcing.stop' : r ? 'analyse.review.again' : 'analyse.review.start');
    return (
        <div class="an-review">
            <div class="an-bar">
                <button
                    type="button"
                    id="analyse-review"
                    class="soft"
                    onClick={on ? stopReview : startReview}
                    disabled={!on && !canReview()}
                >
                    <Icon name={on ? 'stop' : 'play'} />
                    <span>{label}</span>
                </button>
                <Choice
                    id="analyse-review-seconds"
                    label={t('analyse.review.per')}
                    value={reviewSeconds.value}
                    list={REVIEW_SECONDS}
                    text={(n) => t('app.time.s', { n })}
                    pick={(n) => (reviewSeconds.value = n)}
                />
            </div>
            {r && <progress class="an-review-progress" max={Math.max(1, r.of)} value={r.at} aria-label={stateText()} />}
            <p class="an-note" data-review={r?.state ?? 'none'}>
                {stateText()}
            </p>
            {!on && <Scores />}
            {r?.state === 'done' && After && <After />}
            <Mistakes />
        </div>
    );
}
