/* The map of a root beside the board: how many turns of the defender are settled, and what is known of the one entered. */

import { t } from '../strings';
import { words } from '../analyse/wire';
import { numberText } from '../analyse/format';
import { entered } from './desk';
import { asked, map, mapFailed, mappable, shown, wanted, TONES, type State } from './map';

const STATES = Object.keys(TONES) as State[];

function Counts() {
    const m = map.value!;
    return (
        <table class="lab-map-counts">
            <caption class="unseen">{t('lab.map')}</caption>
            <tbody>
                {STATES.filter((s) => m.turns[s]).map((s) => (
                    <tr key={s} class={TONES[s]}>
                        <th scope="row">{t(`lab.map.${s}`)}</th>
                        <td>{m.turns[s].toLocaleString()}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Asked() {
    const known = asked.value;
    if (!known) return null;
    const { state, reply } = known;
    const numbers = reply?.pn === undefined ? '' : ` · ${numberText(reply.pn)} / ${numberText(reply.dn ?? null)}`;
    return (
        <p id="lab-map-turn" role="status">
            <strong>{words(entered.value).join(' ')}</strong>: {t(`lab.map.${state}`)}
            {numbers}
            {reply?.answer && ` · ${t('lab.map.answer', { turn: reply.answer.join(' ') })}`}
        </p>
    );
}

export function MapPanel() {
    if (!mappable.value) return <p class="quiet">{t('lab.map.none')}</p>;
    return (
        <div class="lab-map">
            <label class="lab-follow">
                <input
                    type="checkbox"
                    id="lab-map-show"
                    checked={wanted.value}
                    onChange={(e) => (wanted.value = e.currentTarget.checked)}
                />
                {t('lab.map.show')}
            </label>
            {wanted.value && mapFailed.value && <p class="failed">{mapFailed.value}</p>}
            {shown.value && (
                <>
                    <Counts />
                    <Asked />
                    {map.value!.cut && <p class="quiet">{t('lab.map.cut')}</p>}
                    <p class="quiet">{t('lab.map.about')}</p>
                </>
            )}
        </div>
    );
}
