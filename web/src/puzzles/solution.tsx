/* The solution with its tree of defences, to be walked through. */

import { Icon, StoneIcon } from '../app/icons';
import { t } from '../strings';
import { solver, solving } from './solve';
import { choose, closeWalk, depthOf, nodesOf, walk, type Walk } from './walk';

/* Longer lists are folded. */
const SHOWN = 14;

function turnsText(n: number): string {
    return t(n === 1 ? 'puzzles.turns.one' : 'puzzles.turns', { n });
}

function Way({ w }: { w: Walk }) {
    const nodes = nodesOf(w.tree!, w.path);
    const other = solver.value === 'black' ? 'white' : 'black';
    return (
        <ol class="pz-way">
            {nodes.map((node, i) => (
                <li key={i}>
                    {i > 0 && (
                        <span class="pz-answer">
                            <StoneIcon side={other} />
                            {nodes[i - 1]!.answers[w.path[i - 1]!]!.turn.join(' ')}
                        </span>
                    )}
                    <button
                        type="button"
                        class="plain pz-step"
                        aria-current={i === nodes.length - 1 ? 'step' : undefined}
                        onClick={() => choose(w.path.slice(0, i))}
                    >
                        <StoneIcon side={solver.value} />
                        {node.turn.join(' ')}
                    </button>
                </li>
            ))}
        </ol>
    );
}

function Answers({ w }: { w: Walk }) {
    const nodes = nodesOf(w.tree!, w.path);
    const node = nodes[nodes.length - 1]!;
    const other = solver.value === 'black' ? 'white' : 'black';
    if (!node.answers.length)
        return (
            <p class="pz-note">
                {t(solving.value?.puzzle.kind === 'defence' ? 'puzzles.solved.holds' : 'puzzles.walk.end')}
            </p>
        );
    return (
        <>
            <h3>
                {t(node.answers.length === 1 ? 'puzzles.answers.one' : 'puzzles.answers', { n: node.answers.length })}
            </h3>
            <ul class="pz-answers">
                {node.answers.slice(0, SHOWN).map((a, i) => (
                    <li key={i}>
                        <button type="button" class="soft" onClick={() => choose([...w.path, i])}>
                            <StoneIcon side={other} />
                            <span>{a.turn.length ? a.turn.join(' ') : t('puzzles.anywhere')}</span>
                            <span class="pz-count">{turnsText(depthOf(a.next))}</span>
                        </button>
                    </li>
                ))}
                {node.answers.length > SHOWN && (
                    <li class="pz-note">{t('puzzles.answers.more', { n: node.answers.length - SHOWN })}</li>
                )}
            </ul>
        </>
    );
}

export function SolutionPanel() {
    const w = walk.value;
    if (!w) return null;
    return (
        <section class="panel pz-solution" aria-label={t('puzzles.solution')}>
            <div class="pz-bar">
                <h2>{t('puzzles.solution')}</h2>
                <button type="button" class="plain" aria-label={t('app.close')} onClick={closeWalk}>
                    <Icon name="close" />
                </button>
            </div>
            {w.state === 'loading' && <p class="pz-note">{t('puzzles.loading')}</p>}
            {w.state === 'failed' && <p class="pz-note">{w.message}</p>}
            {w.state === 'ready' && (
                <>
                    <Way w={w} />
                    <Answers w={w} />
                    {w.cut && <p class="pz-note">{t('puzzles.cut')}</p>}
                </>
            )}
        </section>
    );
}
