/* Which lab and which root, whether it runs, and what one can do at the place that is looked at. */

import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { sideName } from '../analyse/parts';
import { Icon } from '../app/icons';
import { t } from '../strings';
import { exportHere, explore, pauseRoot, prune, removeLab, run, setPriority, suggest } from './actions';
import { openAdd } from './add-dialog';
import { complete, entered, position, suggestion } from './desk';
import { turnText } from './model';
import { connected, entry, labName, list, listFailed, pickLab, pickRoot, root, stale, view } from './state';
import { runWords, valueWords } from './words';

const waiting = signal(0);
const busy = computed(() => waiting.value > 0);
let last: Promise<unknown> = Promise.resolve();

/* One wish after the other: none is lost, none overtakes another. */
async function once(work: () => Promise<unknown>): Promise<void> {
    waiting.value++;
    last = last.then(work);
    await last;
    waiting.value--;
}

function Labs() {
    const all = list.value?.labs ?? [];
    const v = view.value;
    const state = v?.run ?? entry.value?.run;
    const here = state?.where === 'here';
    return (
        <div class="lab-bar">
            <label class="lab-pick">
                <span class="unseen">{t('lab.lab')}</span>
                <select id="lab-name" value={labName.value} onChange={(e) => pickLab(e.currentTarget.value)}>
                    {all.map((l) => (
                        <option key={l.name} value={l.name} disabled={l.error !== undefined}>
                            {l.name}
                        </option>
                    ))}
                </select>
            </label>
            {list.value?.kept && (
                <button
                    type="button"
                    class={here ? 'soft' : 'main-button'}
                    id="lab-run"
                    disabled={busy.value || !state || state.where === 'elsewhere' || state.ending || !v?.roots.length}
                    onClick={() => void once(() => run(!here))}
                >
                    <Icon name={here ? 'pause' : 'play'} /> {t(here ? 'lab.end' : 'lab.start')}
                </button>
            )}
        </div>
    );
}

/* What is being typed stays, whatever the lab tells meanwhile. */
function Priority({ now }: { now: number }) {
    const [draft, setDraft] = useState<string>();
    return (
        <input
            id="lab-priority"
            type="number"
            step="1"
            value={draft ?? now}
            onInput={(e) => setDraft(e.currentTarget.value)}
            onBlur={() => setDraft(undefined)}
            onChange={(e) => {
                const n = Math.round(Number(e.currentTarget.value));
                setDraft(undefined);
                if (Number.isFinite(n) && n !== now) void once(() => setPriority(n));
            }}
        />
    );
}

function Root() {
    const v = view.value!;
    const r = root.value;
    if (!r) return null;
    return (
        <>
            <div class="lab-bar">
                <label class="lab-pick">
                    <span class="unseen">{t('lab.root')}</span>
                    <select id="lab-root" value={r.name} onChange={(e) => pickRoot(e.currentTarget.value)}>
                        {v.roots.map((x) => (
                            <option key={x.name} value={x.name}>
                                {x.state === 'proved' ? '✓ ' : x.state === 'disproved' ? '✗ ' : ''}
                                {x.name}
                            </option>
                        ))}
                    </select>
                </label>
                {list.value?.kept && r.state === 'open' && (
                    <>
                        <button
                            type="button"
                            class="soft"
                            id="lab-rest"
                            disabled={busy.value}
                            onClick={() => void once(() => pauseRoot(!r.paused))}
                        >
                            {t(r.paused ? 'lab.resume' : 'lab.pause')}
                        </button>
                        <label class="lab-priority" title={t('lab.priority.about')}>
                            {t('lab.priority')} <Priority now={r.priority} />
                        </label>
                    </>
                )}
            </div>
            <p class={`lab-root-state ${r.state}`} role="status">
                {t('lab.claim', { side: sideName(r.attacker) })} <strong>{valueWords(r)}</strong>
                {r.paused && ` · ${t('lab.paused')}`}
            </p>
        </>
    );
}

function Here() {
    const v = view.value!;
    const last = v.line?.at(-1);
    const kept = list.value?.kept;
    const attacks = position.value.toMove === root.value?.attacker;
    const turn = suggestion.value;
    return (
        <div class="lab-here" aria-busy={stale.value}>
            <p class="lab-line">
                {v.line?.length ? v.line.map(turnText).join(' / ') : t('nav.start')}
                {v.here && v.here.jobs > 0 && (
                    <span class="quiet">
                        {' '}
                        ·{' '}
                        {t('lab.here', {
                            n: v.here.jobs,
                            nodes: v.here.searched.toLocaleString(),
                            cpu: v.here.cpu.toFixed(1),
                        })}
                    </span>
                )}
            </p>
            <div class="lab-bar">
                {turn && kept && (
                    <button
                        type="button"
                        class="main-button"
                        id="lab-suggest"
                        disabled={busy.value || stale.value}
                        onClick={() => void once(suggest)}
                    >
                        {t('lab.suggest', { turn: turn.join(' ') })}
                    </button>
                )}
                {entered.value.length > 0 && (
                    <button type="button" class="soft" id="lab-clear" onClick={() => (entered.value = [])}>
                        {t('lab.clear')}
                    </button>
                )}
                {last && kept && v.here?.state === 'open' && (
                    <button
                        type="button"
                        class="soft"
                        id="lab-prune"
                        disabled={busy.value || stale.value}
                        onClick={() => void once(() => prune(!last.pruned))}
                    >
                        {t(last.pruned ? 'lab.unprune' : 'lab.prune')}
                    </button>
                )}
                {v.here?.state === 'proved' && (
                    <>
                        {kept && (
                            <button
                                type="button"
                                class="main-button"
                                id="lab-explore"
                                disabled={busy.value || stale.value}
                                onClick={() => void once(explore)}
                            >
                                {t('lab.explore')}
                            </button>
                        )}
                        <button
                            type="button"
                            class="soft"
                            id="lab-cert"
                            disabled={busy.value || stale.value}
                            onClick={() => void once(() => exportHere('cert'))}
                        >
                            {t('lab.cert')}
                        </button>
                        <button
                            type="button"
                            class="soft"
                            id="lab-sgf"
                            disabled={busy.value || stale.value}
                            onClick={() => void once(() => exportHere('sgf'))}
                        >
                            SGF
                        </button>
                    </>
                )}
            </div>
            {kept && v.here?.state === 'open' && !turn && (
                <p class="quiet">
                    {complete.value && !attacks
                        ? t('lab.suggest.defender', { side: sideName(position.value.toMove) })
                        : attacks
                          ? t('lab.suggest.how', { side: sideName(position.value.toMove) })
                          : t('lab.walk.how', { side: sideName(position.value.toMove) })}
                </p>
            )}
        </div>
    );
}

export function ControlPanel() {
    const v = view.value;
    const state = v?.run ?? entry.value?.run;
    if (!list.value) return <p class="quiet">{listFailed.value || t('lab.loading')}</p>;
    return (
        <div class="lab-control">
            {list.value.labs.length > 0 ? <Labs /> : <p>{t(list.value.kept ? 'lab.first' : 'lab.first.closed')}</p>}
            {state && (
                <p class="lab-run-state">
                    <span class={`lab-light ${state.where ?? 'off'}`} aria-hidden="true" />
                    {runWords(state, v?.roots ?? [], list.value.threads)}
                    {v && (
                        <span class="quiet">
                            {' '}
                            ·{' '}
                            {t('lab.size', {
                                n: v.stats.done.toLocaleString(),
                                nodes: v.nodes.toLocaleString(),
                                proved: v.stats.proved.toLocaleString(),
                            })}
                        </span>
                    )}
                    {!connected.value && <strong> · {t('lab.away')}</strong>}
                </p>
            )}
            {v && <Root />}
            {v?.here && <Here />}
            {list.value.kept && (
                <div class="lab-bar">
                    <button type="button" class="soft" id="lab-add" onClick={openAdd}>
                        <Icon name="plus" /> {t('lab.add')}
                    </button>
                    {labName.value && state && !state.where && (
                        <button
                            type="button"
                            class="plain lab-delete"
                            id="lab-delete"
                            onClick={() =>
                                confirm(t('lab.delete.sure', { name: labName.value })) && void removeLab(labName.value)
                            }
                        >
                            {t('lab.delete')}
                        </button>
                    )}
                </div>
            )}
        </div>
    );
}
