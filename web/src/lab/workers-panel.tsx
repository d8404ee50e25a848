/* Who works where, and what each of the workers has done for its time; and what happened. */

import type { LabOut, LabWorker } from '../api';
import { t } from '../strings';
import { busyShare } from './model';
import { go, pickRoot, rootName, view } from './state';
import { eventWords } from './words';

const short = (n: number) =>
    n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e4 ? `${(n / 1e3).toFixed(0)}k` : n.toLocaleString();

function visit(job: LabOut): void {
    if (job.root && job.root !== view.peek()?.root) pickRoot(job.root);
    else if (!rootName.peek() && job.root) rootName.value = job.root;
    go(job.path);
}

function Job({ job, now }: { job: LabOut; now: number }) {
    const where = (job.turns ?? []).map((turn) => turn.join(' ') || '–').join(' / ') || t('nav.start');
    return (
        <li>
            <button type="button" class="jump lab-job" onClick={() => visit(job)}>
                <span class="entry-title">
                    {job.worker ?? t('lab.somebody')} · {t(`lab.kind.${job.kind}`)}
                </span>
                <span class="entry-about">
                    {where} · {t('lab.seconds', { n: Math.max(0, now - job.since) })}
                </span>
            </button>
        </li>
    );
}

function Worker({ w, now }: { w: LabWorker; now: number }) {
    const wasted = w.failed + w.void;
    return (
        <tr class={w.quarantined ? 'bad' : ''}>
            <th scope="row">
                {w.worker}
                {w.quarantined && <span class="lab-sign bad" title={w.quarantined}>{` ${t('lab.quarantined')}`}</span>}
            </th>
            <td>{w.jobs.toLocaleString()}</td>
            <td>{short(w.nodes)}</td>
            <td>{t('lab.seconds', { n: w.cpu >= 100 ? Math.round(w.cpu).toLocaleString() : w.cpu.toFixed(1) })}</td>
            <td>{w.recent_jobs ? `${Math.round(100 * busyShare(w, now))}%` : '–'}</td>
            <td>{wasted || '–'}</td>
        </tr>
    );
}

export function WorkersPanel() {
    const v = view.value;
    if (!v) return <p class="quiet">{t('lab.none')}</p>;
    const { stats, out } = v;
    const all = stats.workers.reduce((n, w) => n + w.jobs, 0);
    const lost = stats.workers.reduce((n, w) => n + w.failed + w.void, 0) + stats.dropped;
    return (
        <div class="lab-workers">
            <h3>{t('lab.out', { n: out.all })}</h3>
            {out.jobs.length > 0 && (
                <ul class="lab-jobs-list">
                    {out.jobs.map((j) => (
                        <Job key={j.job} job={j} now={Math.round(Date.now() / 1000)} />
                    ))}
                </ul>
            )}
            <h3>{t('lab.workers')}</h3>
            {stats.workers.length > 0 ? (
                <div class="lab-scroll" tabIndex={0} role="region" aria-label={t('lab.workers')}>
                    <table class="lab-table">
                        <thead>
                            <tr>
                                <th scope="col">{t('lab.worker')}</th>
                                <th scope="col">{t('lab.head.jobs')}</th>
                                <th scope="col">{t('lab.worker.nodes')}</th>
                                <th scope="col">{t('lab.worker.cpu')}</th>
                                <th scope="col" title={t('lab.worker.busy.about')}>
                                    {t('lab.worker.busy')}
                                </th>
                                <th scope="col" title={t('lab.worker.wasted.about')}>
                                    {t('lab.worker.wasted')}
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {stats.workers.map((w) => (
                                <Worker key={w.worker} w={w} now={stats.time} />
                            ))}
                        </tbody>
                    </table>
                </div>
            ) : (
                <p class="quiet">{t('lab.workers.none')}</p>
            )}
            {all > 0 && (
                <p class="quiet">
                    {t('lab.efficiency', {
                        percent: Math.round((100 * (all + stats.dropped - lost)) / (all + stats.dropped)),
                        dropped: stats.dropped,
                    })}
                </p>
            )}
        </div>
    );
}

export function EventsPanel() {
    const v = view.value;
    if (!v) return <p class="quiet">{t('lab.none')}</p>;
    return (
        <div class="lab-events">
            {v.asked > 0 && <p class="quiet">{t('lab.asked', { n: v.asked })}</p>}
            {v.events.length === 0 && <p class="quiet">{t('lab.events.none')}</p>}
            <ol>
                {v.events.map((e) => (
                    <li key={e.id} class={['refused', 'poisoned', 'quarantine', 'stuck'].includes(e.kind) ? 'bad' : ''}>
                        <time dateTime={new Date(e.time * 1000).toISOString()}>
                            {new Date(e.time * 1000).toLocaleTimeString()}
                        </time>{' '}
                        {eventWords(e)}
                        {!e.done && <span class="quiet"> {t('lab.event.waits')}</span>}
                    </li>
                ))}
            </ol>
        </div>
    );
}
