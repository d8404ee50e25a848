/* Words and controls that several panels use. */

import type { Outcome, Side } from '../core/rules';
import { t } from '../strings';
import { percent } from './format';
import type { View } from './judge';

export const sideName = (side: Side) => t(side === 'black' ? 'analyse.black' : 'analyse.white');

function viewText(v: View): string {
    if (v.mate) return t(v.mate > 0 ? 'analyse.black.wins' : 'analyse.white.wins', { n: Math.abs(v.mate) });
    return t('analyse.black.chance', { percent: percent(v.chance) });
}

/** The words for a position: what is thought of it, or how the game ended. */
export function wordsFor(view: View | undefined, outcome: Outcome): string {
    if (outcome === 'draw') return t('status.draw');
    if (outcome !== 'open') return t(`status.${outcome}.won`);
    return view ? viewText(view) : t('analyse.graph.unknown');
}

/** A short list to choose from; a `quiet` label is for screen readers only. */
export function Choice(props: {
    id: string;
    label: string;
    value: number;
    list: readonly number[];
    text: (n: number) => string;
    pick: (n: number) => void;
    quiet?: boolean;
}) {
    return (
        <label class="an-choice" for={props.id}>
            <span class={props.quiet ? 'unseen' : ''}>{props.label}</span>
            <select id={props.id} value={props.value} onChange={(e) => props.pick(Number(e.currentTarget.value))}>
                {props.list.map((n) => (
                    <option key={n} value={n}>
                        {props.text(n)}
                    </option>
                ))}
            </select>
        </label>
    );
}
