/* The analysis part of the page. */

import { batch, effect, signal } from '@preact/signals';
import { addKeys, addPanel, position, setOverlay } from '../app/store';
import { t } from '../strings';
import './analyse.css';
import { adopt } from './adopt';
import { candidateOverlay, lineOverlay } from './candidates';
import { follow, toggle } from './follow';
import { followForcing, show, showForcing, stopShow } from './forcing';
import { GraphPanel } from './graph-panel';
import { displayed, leaveElsewhere, LivePanel } from './live-panel';
import { followMarks, showDefences, showThreats } from './marks';
import { OverlayPanel } from './overlay-panel';
import { followReview } from './review';
import { ReviewPanel } from './review-panel';
import { inTab, pointed, shown } from './state';

function addPanels(): void {
    const modes = ['analyse'] as const;
    addPanel({ id: 'engine', modes, order: 10, title: () => t('analyse.title'), component: LivePanel });
    addPanel({ id: 'graph', modes, order: 20, title: () => t('analyse.graph'), component: GraphPanel });
    addPanel({ id: 'overlays', modes, order: 30, title: () => t('analyse.overlays'), component: OverlayPanel });
    addPanel({ id: 'review', modes, order: 40, title: () => t('analyse.review'), component: ReviewPanel });
}

function play(index: number): boolean {
    const c = shown.peek()?.lines[index];
    if (c) adopt(c.turn);
    return Boolean(c);
}

function addAnalysisKeys(): void {
    const modes = ['analyse'] as const;
    const flip = (s: { value: boolean }) => () => void (s.value = !s.value);
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
        {
            keys: ['Escape'],
            modes,
            about: () => t('analyse.forcing.close.show'),
            run: () => (show.peek() ? stopShow() : false),
        },
    ]);
}

/* Candidates on the board, or the line that is pointed at in their place. A win that is played through has the board
 * for itself. */
function drawCandidates(): void {
    const media = matchMedia('(max-width: 620px)');
    const narrow = signal(media.matches);
    media.addEventListener('change', () => (narrow.value = media.matches));
    effect(() => {
        const thought = shown.value;
        const p = position.value;
        const line = pointed.value === null ? undefined : displayed.value[pointed.value];
        const small = narrow.value || Math.max(p.rules.m, p.rules.n) > 24;
        const open = inTab.value && p.outcome === 'open' && !show.value;
        batch(() => {
            setOverlay('candidates', open && thought && !line ? candidateOverlay(thought, p.toMove, small) : null);
            setOverlay('preview', open && line ? lineOverlay(p, line.line) : null);
        });
    });
}

export function setup(): void {
    addPanels();
    addAnalysisKeys();
    follow();
    followMarks();
    followForcing();
    followReview();
    drawCandidates();
    leaveElsewhere();
}
