/* The analysis part of the page. */

import { batch, effect, signal } from '@preact/signals';
import { h } from 'preact';
import { showPanel } from '../app/dock';
import { addKeys, addPanel, position, setOverlay } from '../app/store';
import { t } from '../strings';
import './analyse.css';
import { adopt } from './adopt';
import { candidateOverlay, lineOverlay } from './candidates';
import { followExact } from './exact';
import { follow, toggle } from './follow';
import { followForcing, show, showForcing, stopShow } from './forcing';
import { GraphPanel } from './graph-panel';
import { followHeat, heatOn, showHeat } from './heat';
import { displayed, leaveElsewhere, LivePanel } from './live-panel';
import { followMarks, showDefences, showThreats } from './marks';
import { OverlayPanel } from './overlay-panel';
import { followOwner } from './owner';
import { followRefuting, refuting, stopRefuting } from './refute';
import { followRegion, stopMarking, toggleMarking } from './region';
import { followReview } from './review';
import { ReviewPanel } from './review-panel';
import { inTab, pointed, shown } from './state';

/* How the game went, and where it went wrong. */
function GamePanel() {
    return h('div', { class: 'an-game' }, h(GraphPanel, null), h(ReviewPanel, null));
}

function addPanels(): void {
    const modes = ['analyse'] as const;
    addPanel({ id: 'engine', modes, order: 10, dock: 'main', title: () => t('analyse.title'), component: LivePanel });
    addPanel({ id: 'graph', modes, order: 20, dock: 'tab', title: () => t('analyse.graph'), component: GamePanel });
    const title = () => t(position.value.go ? 'analyse.overlays.go' : 'analyse.overlays');
    const overlays = { title, component: OverlayPanel };
    addPanel({ id: 'overlays', modes, order: 30, dock: 'tab', ...overlays });
}

function play(index: number): boolean {
    const c = shown.peek()?.lines[index];
    if (c) adopt(c.turn);
    return Boolean(c);
}

function addAnalysisKeys(): void {
    const modes = ['analyse'] as const;
    const flip = (s: { value: boolean }) => () => {
        s.value = !s.value;
        showPanel('overlays');
    };
    addKeys([
        { keys: ['a'], modes, about: () => t('analyse.toggle'), run: toggle },
        {
            keys: ['Shift+a', 'Shift+b', 'Shift+c', 'Shift+d', 'Shift+e'],
            modes,
            about: () => t('analyse.adopt.nth'),
            run: (e) => play(e.key.toLowerCase().charCodeAt(0) - 97),
        },
        { keys: ['v'], modes, about: () => t('analyse.threats'), run: flip(showThreats) },
        { keys: ['d'], modes, about: () => t('analyse.defences'), run: flip(showDefences) },
        { keys: ['w'], modes, about: () => t('analyse.forcing'), run: flip(showForcing) },
        { keys: ['h'], modes, about: () => t('analyse.heat'), run: flip(showHeat) },
        { keys: ['g'], modes, about: () => t('analyse.region'), run: toggleMarking },
        {
            keys: ['Escape'],
            modes,
            about: () => t('analyse.forcing.close.show'),
            run: () => (refuting.peek() ? stopRefuting() : show.peek() ? stopShow() : stopMarking()),
        },
    ]);
}

/* Candidates on the board, or the line that is pointed at in their place. A win that is played through has the board
 * for itself, and so has what the net expects: letters and percents on the same squares could not be read. */
function drawCandidates(): void {
    const media = matchMedia('(max-width: 620px)');
    const narrow = signal(media.matches);
    media.addEventListener('change', () => (narrow.value = media.matches));
    effect(() => {
        const thought = shown.value;
        const p = position.value;
        const line = pointed.value === null ? undefined : displayed.value[pointed.value];
        const small = narrow.value || Math.max(p.rules.m, p.rules.n) > 24;
        const open = inTab.value && p.outcome === 'open' && !show.value && !refuting.value;
        batch(() => {
            const candidates = open && thought && !line && !heatOn.value;
            setOverlay('candidates', candidates ? candidateOverlay(thought, p.toMove, small) : null);
            setOverlay('preview', open && line ? lineOverlay(p, line.line) : null);
        });
    });
}

export function setup(): void {
    addPanels();
    addAnalysisKeys();
    follow();
    followMarks();
    followHeat();
    followOwner();
    followForcing();
    followRefuting();
    followExact();
    followReview();
    followRegion();
    drawCandidates();
    leaveElsewhere();
}
