/* What the lab says of turns and nodes. */

import { numberText, percent } from '../analyse/format';
import type { LabEvent, LabNode, LabRoot, LabRun, LabTurn } from '../api';
import { t } from '../strings';

/** The value in a few signs: proved, disproved, or the two numbers. */
export function valueText(n: Pick<LabNode, 'state' | 'pn' | 'dn'>): string {
    return n.state === 'open' ? `${numberText(n.pn)} / ${numberText(n.dn)}` : t(`lab.state.${n.state}`);
}

/** The same in words. */
export function valueWords(n: Pick<LabNode, 'state' | 'pn' | 'dn'>): string {
    if (n.state !== 'open') return t(`lab.state.${n.state}`);
    return t('lab.numbers', { pn: numberText(n.pn), dn: numberText(n.dn) });
}

export const chanceText = (x: LabTurn) =>
    x.mate ? t('lab.mate', { n: x.mate }) : x.chance === undefined ? '' : percent(x.chance);

export function runWords(run: LabRun, roots: readonly LabRoot[], threads: number): string {
    if (run.where === 'here') return run.ending ? t('lab.run.ending') : t('lab.run.here', { n: threads });
    if (run.where === 'elsewhere') return t('lab.run.elsewhere');
    if (run.why) return t('lab.run.why', { why: run.why });
    if (!roots.length) return t('lab.run.empty');
    if (roots.every((r) => r.state !== 'open')) return t('lab.run.settled');
    return t(run.stuck ? 'lab.run.stuck' : 'lab.run.rests');
}

const KINDS = [
    'add',
    'suggest',
    'prune',
    'unprune',
    'pause',
    'resume',
    'priority',
    'refused',
    'poisoned',
    'quarantine',
    'stuck',
];

export function eventWords(e: LabEvent): string {
    const kind = KINDS.includes(e.kind) ? t(`lab.event.${e.kind as 'add'}`) : e.kind;
    const rest = [e.name ?? e.root, e.stones, e.priority === undefined ? undefined : String(e.priority), e.text];
    return [kind, ...rest.filter(Boolean)].join(' · ');
}
