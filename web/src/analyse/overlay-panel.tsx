/* What to show on the board beside the candidates: switches with their legends, and what was found. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { heatOpacity } from '../app/board-layers';
import { Icon, StoneIcon } from '../app/icons';
import { position } from '../app/store';
import { moveText, otherSide, type Side } from '../core/rules';
import { t } from '../strings';
import { adopt } from './adopt';
import * as forcing from './forcing';
import { percent } from './format';
import { heat, heatFailure, heatListed, heatWhy, showHeat } from './heat';
import { pointedDefence, showDefences, showThreats, threatFacts, threatsFailure } from './marks';
import { owners, showOwner } from './owner';
import { sideName } from './parts';
import { backRefuting, canRefute, refuting, startRefuting, stopRefuting, type Refuting } from './refute';
import { words } from './wire';

function Switch({
    id,
    label,
    about,
    on,
    children,
}: {
    id: string;
    label: string;
    /** What it shows, in a line. */
    about: string;
    on: Signal<boolean>;
    children?: ComponentChildren;
}) {
    return (
        <div class={`an-overlay ${on.value ? 'on' : ''}`}>
            <label class="an-switch switch" for={id}>
                <input
                    type="checkbox"
                    role="switch"
                    id={id}
                    checked={on.value}
                    onChange={(e) => (on.value = e.currentTarget.checked)}
                />
                <span class="an-switch-text">
                    {label}
                    <small>{about}</small>
                </span>
            </label>
            {on.value && <div class="an-overlay-body">{children}</div>}
        </div>
    );
}

type Sample = 'black' | 'white' | 'win' | 'defence' | 'zone' | 'heat';

/* The same shapes as on the board, in its units. */
function Swatch({ of }: { of: Sample }) {
    return (
        <svg class="an-swatch" viewBox="-1 -0.5 2 1" aria-hidden="true">
            {of === 'black' && <path d="M-0.9 0H0.9" class="line tone-black solid" />}
            {of === 'black' && <circle r="0.15" class="mark mark-dot tone-black" />}
            {of === 'white' && <path d="M-0.9 0H0.9" class="line tone-white dashed" />}
            {of === 'white' && <circle r="0.26" class="mark mark-circle tone-white" />}
            {of === 'win' && (
                <text y="0.3" font-size="0.8" text-anchor="middle" class="tone-good">
                    ★
                </text>
            )}
            {of === 'defence' && (
                <rect x="-0.46" y="-0.46" width="0.92" height="0.92" rx="0.12" class="mark mark-selected tone-warn" />
            )}
            {of === 'heat' &&
                [0.1, 0.4, 1].map((s, i) => (
                    <rect
                        key={s}
                        x={-0.95 + i * 0.65}
                        y="-0.3"
                        width="0.6"
                        height="0.6"
                        rx="0.12"
                        class="heat tone-good"
                        opacity={heatOpacity(s)}
                    />
                ))}
            {of === 'zone' && <rect x="-0.5" y="-0.5" width="1" height="1" fill="url(#hatch-accent)" />}
        </svg>
    );
}

function Legend({ of }: { of: readonly { sample: Sample; text: string }[] }) {
    return (
        <ul class="an-legend">
            {of.map(({ sample, text }) => (
                <li key={sample}>
                    <Swatch of={sample} />
                    <span>{text}</span>
                </li>
            ))}
        </ul>
    );
}

function ThreatsBody() {
    const f = threatFacts.value;
    if (threatsFailure.value) return <p class="an-error">{threatsFailure.value}</p>;
    if (!f) return <p class="an-note">…</p>;
    return (
        <Legend
            of={[
                { sample: 'black', text: `${t('analyse.threats.black')}: ${f.number.black}` },
                { sample: 'white', text: `${t('analyse.threats.white')}: ${f.number.white}` },
                ...(f.winning.length ? [{ sample: 'win' as const, text: t('analyse.threats.win') }] : []),
            ]}
        />
    );
}

const DEFENCES = 12;

function DefencesBody() {
    const f = threatFacts.value;
    const side = position.value.toMove;
    if (!f) return <p class="an-note">…</p>;
    if (!f.number[otherSide(side)]) return <p class="an-note">{t('analyse.defences.none')}</p>;
    if (!f.defences.length) return <p class="an-note">{t('analyse.defences.lost', { side: sideName(side) })}</p>;
    return (
        <>
            <p class="an-note">{t('analyse.defences.need', { side: sideName(side), n: f.defences.length })}</p>
            <Legend of={[{ sample: 'defence', text: t('analyse.defences.legend') }]} />
            <ul class="an-defences" onPointerLeave={() => (pointedDefence.value = null)}>
                {f.defences.slice(0, DEFENCES).map((d) => (
                    <li key={d.join()}>
                        <button
                            type="button"
                            class="soft"
                            aria-label={t('analyse.defence.adopt', { turn: words(d).join(' ') })}
                            onPointerEnter={() => (pointedDefence.value = d)}
                            onFocus={() => (pointedDefence.value = d)}
                            onBlur={() => (pointedDefence.value = null)}
                            onClick={() => ((pointedDefence.value = null), adopt(d))}
                        >
                            {words(d).join(' ')}
                        </button>
                    </li>
                ))}
                {f.defences.length > DEFENCES && (
                    <li class="an-note">{t('analyse.defences.more', { n: f.defences.length - DEFENCES })}</li>
                )}
            </ul>
        </>
    );
}

function HeatBody() {
    const f = heat.value;
    const why = heatWhy.value ?? heatFailure.value;
    if (why) return <p class={heatWhy.value ? 'an-note' : 'an-error'}>{why}</p>;
    if (!f) return <p class="an-note">…</p>;
    const side = position.value.toMove;
    return (
        <>
            <p class="an-note">{t('analyse.heat.value', { side: sideName(side), percent: percent(f.chance) })}</p>
            <Legend of={[{ sample: 'heat', text: t('analyse.heat.legend') }]} />
            <ol class="an-heat" aria-label={t('analyse.heat.list')}>
                {heatListed(f).map((v) => (
                    <li key={v.at}>
                        <b>{moveText(position.value.rules, v.at)}</b> {percent(v.share)}
                    </li>
                ))}
            </ol>
        </>
    );
}

function foundText(f: forcing.Found | null): string {
    switch (f?.answer) {
        case undefined:
            return '…';
        case 'win':
            return t('analyse.forcing.win', { n: f!.depth });
        case 'failed':
            return f!.message ?? '';
        default:
            return t(`analyse.forcing.${f!.answer as 'none' | 'unknown' | 'searching'}`);
    }
}

function FoundRow({ side, found }: { side: Side; found: forcing.Found | null }) {
    const passes = side !== position.value.toMove;
    return (
        <li class={`an-found ${found?.answer ?? ''}`} data-side={side}>
            <StoneIcon side={side} />
            <span class="an-found-text">
                <b>{sideName(side)}</b> {foundText(found)}
                {passes && <small> {t('analyse.forcing.pass')}</small>}
            </span>
            {found?.answer === 'win' && found.line.length > 0 && (
                <button type="button" class="soft an-show-me" onClick={() => forcing.showMe(found)}>
                    <Icon name="play" />
                    <span>{t('analyse.forcing.show')}</span>
                </button>
            )}
            {found?.answer === 'unknown' && (
                <button type="button" class="soft" onClick={() => forcing.searchLonger(side)}>
                    {t('analyse.forcing.longer')}
                </button>
            )}
            {found?.answer === 'searching' && (
                <button
                    type="button"
                    class="plain"
                    onClick={forcing.stopAll}
                    aria-label={t('analyse.forcing.stop')}
                    title={t('analyse.forcing.stop')}
                >
                    <Icon name="stop" />
                </button>
            )}
        </li>
    );
}

function ShowBar({ s }: { s: forcing.Show }) {
    const button = (
        icon: 'first' | 'previous' | 'next' | 'close' | 'play' | 'pause',
        label: string,
        press: () => void,
        off = false,
    ) => (
        <button type="button" class="plain" onClick={press} aria-label={label} title={label} disabled={off}>
            <Icon name={icon} />
        </button>
    );
    return (
        <div class="an-show" role="group" aria-label={t('analyse.forcing')}>
            <div class="an-show-bar">
                {button('first', t('analyse.forcing.first'), () => forcing.stepShow(-s.turns), s.step === 0)}
                {button('previous', t('analyse.forcing.back'), () => forcing.stepShow(-1), s.step === 0)}
                <span class="an-show-step">{t('analyse.forcing.step', { n: s.step, of: s.turns })}</span>
                {button('next', t('analyse.forcing.next'), () => forcing.stepShow(1), s.step === s.turns)}
                {button(
                    s.playing ? 'pause' : 'play',
                    t(s.playing ? 'analyse.pause' : 'analyse.forcing.play'),
                    forcing.playShow,
                )}
                {button('close', t('analyse.forcing.close'), forcing.stopShow)}
            </div>
            {s.found.zone.length > 0 && <Legend of={[{ sample: 'zone', text: t('analyse.forcing.zone') }]} />}
            {canRefute(s) && (
                <button type="button" class="soft" id="refute" onClick={() => startRefuting(s)}>
                    {t('analyse.refute')}
                </button>
            )}
            {s.found.side === position.value.toMove && (
                <button
                    type="button"
                    class="soft"
                    onClick={() => adopt(s.found.line.slice(0, position.value.left), s.found.line)}
                >
                    {t('analyse.forcing.adopt')}
                </button>
            )}
        </div>
    );
}

function RefuteBar({ r }: { r: Refuting }) {
    return (
        <div class="an-show an-refute" role="group" aria-label={t('analyse.refute')} data-state={r.state}>
            <p role="status">{r.message}</p>
            <div class="an-show-bar">
                <button
                    type="button"
                    class="soft"
                    onClick={backRefuting}
                    disabled={r.turns.length < 2 && !r.entered.length}
                >
                    {t('analyse.refute.back')}
                </button>
                <button type="button" class="soft" onClick={stopRefuting}>
                    {t('analyse.forcing.close')}
                </button>
                <button
                    type="button"
                    class="soft"
                    onClick={() => {
                        const line = r.turns.flat();
                        stopRefuting();
                        adopt(line.slice(0, position.value.left), line);
                    }}
                >
                    {t('analyse.forcing.adopt')}
                </button>
            </div>
        </div>
    );
}

function ForcingBody() {
    const s = forcing.show.value;
    if (position.value.outcome !== 'open') return <p class="an-note">{t('analyse.over')}</p>;
    return (
        <>
            <ul class="an-founds">
                {forcing.found.value.map((f) => (
                    <FoundRow key={f.side} {...f} />
                ))}
            </ul>
            {s && <ShowBar s={s} />}
            {refuting.value && <RefuteBar r={refuting.value} />}
        </>
    );
}

/* Of Go: threats, defences and forcing wins are the Connect family's. */
function GoOverlays() {
    return (
        <div class="an-overlays">
            <Switch id="analyse-owner" label={t('analyse.owner')} about={t('analyse.owner.short')} on={showOwner}>
                <p class="an-note">{t(owners.value ? 'analyse.owner.about' : 'analyse.owner.none')}</p>
            </Switch>
            <Switch id="analyse-heat" label={t('analyse.heat')} about={t('analyse.heat.about')} on={showHeat}>
                <HeatBody />
            </Switch>
        </div>
    );
}

export function OverlayPanel() {
    if (position.value.go) return <GoOverlays />;
    return (
        <div class="an-overlays">
            <Switch
                id="analyse-threats"
                label={t('analyse.threats')}
                about={t('analyse.threats.about')}
                on={showThreats}
            >
                <ThreatsBody />
            </Switch>
            <Switch
                id="analyse-defences"
                label={t('analyse.defences')}
                about={t('analyse.defences.about')}
                on={showDefences}
            >
                <DefencesBody />
            </Switch>
            <Switch id="analyse-heat" label={t('analyse.heat')} about={t('analyse.heat.about')} on={showHeat}>
                <HeatBody />
            </Switch>
            <Switch
                id="analyse-forcing"
                label={t('analyse.forcing')}
                about={t('analyse.forcing.about')}
                on={forcing.showForcing}
            >
                <ForcingBody />
            </Switch>
        </div>
    );
}
