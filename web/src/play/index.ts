/* Plugs playing into the page. */
import './play.css';
import { computed, effect } from '@preact/signals';
import { scene } from '../app/scene';
import { setStatus } from '../app/status';
import { addKeys, addPanel, addStart, mode, setOverlay } from '../app/store';
import { tentative } from '../app/press';
import { squareAt } from '../core/squares';
import { movesText, type Side } from '../core/rules';
import { t } from '../strings';
import { clocks, startClocks } from './clock';
import { counting, startCounting } from './count';
import { commit, pass, ready, startEntering } from './enter';
import * as g from './game';
import { hint, hinting, startMachines, thinking } from './machine';
import { clockText } from './model';
import { playerName, playerNames } from './names';
import { openNewGame } from './new-game';
import { PlayPanel } from './panel';

function text(): string {
    const { result } = g.game.value;
    if (result) return g.resultText(result);
    if (counting.value) return t('play.count');
    if (thinking.value) return t('play.thinking', { who: playerName(g.game.value.players[thinking.value]) });
    if (g.stuck.value) return t('play.silent');
    if (hinting.value) return t('play.hinting');
    const p = g.livePosition.value;
    const left = p.left - tentative.value.length;
    const two = g.isPerson('black') && g.isPerson('white');
    if (g.toMove.value.kind !== 'person') return t('play.waiting');
    if (ready.value) return t('play.confirm.hint', { stones: movesText(g.livePosition.value.rules, tentative.value) });
    const who = t(p.toMove === 'black' ? 'board.black' : 'board.white');
    if (two) return t(left === 1 ? 'status.turn.one' : 'status.turn', { who, n: left });
    if (tentative.value.length) return t(left === 1 ? 'play.more.one' : 'play.more', { n: left });
    return t(left === 1 ? 'play.yours.one' : 'play.yours', { n: left });
}

function sideStatus(side: Side) {
    const { players, clock, result } = g.game.value;
    const low = clocks.value[side] < 10;
    return {
        name: playerNames(players)[side],
        clock: clock.kind === 'none' ? null : clockText(clocks.value[side]),
        low: clock.kind !== 'none' && low,
        busy: thinking.value === side,
        on: result ? result.winner === side : g.livePosition.value.toMove === side,
    };
}

export function setup(): void {
    setStatus(
        computed(() =>
            mode.value === 'play' && g.game.value.live !== null && g.atLive.value
                ? {
                      text: text(),
                      over: g.game.value.result !== null,
                      black: sideStatus('black'),
                      white: sideStatus('white'),
                  }
                : null,
        ),
    );
    effect(() => {
        // A tab in the background says when it is one's turn.
        document.title = mode.value === 'play' && g.running.value && g.atLive.value ? `${text()} · Hexad` : 'Hexad';
    });
    addPanel({ id: 'play', modes: ['play'], order: 0, title: () => t('app.play'), component: PlayPanel, bare: true });
    const play = { modes: ['play'] as const };
    addKeys([
        { ...play, keys: ['n'], about: () => t('play.new'), run: openNewGame },
        { ...play, keys: ['Backspace', 'u'], about: () => t('play.takeback'), run: g.takeBack },
        {
            ...play,
            keys: ['Escape'],
            about: () => t('play.takeback.stone'),
            run: () => (tentative.peek().length ? g.takeBack() : false),
        },
        { ...play, keys: ['p'], about: () => t('play.confirm'), run: commit },
        { ...play, keys: ['Shift+p'], about: () => t('play.pass'), run: pass },
        { ...play, keys: ['h'], about: () => t('play.hint'), run: () => void hint() },
        { ...play, keys: ['Shift+r'], about: () => t('play.resign'), run: g.resign },
    ]);
    // Where to begin, for who never played.
    effect(() => {
        const p = g.livePosition.value;
        const first =
            g.running.value && p.stones === 0 && !p.go && g.toMove.value.kind === 'person' && !tentative.value.length;
        const { m, n } = p.rules;
        const at = squareAt(Math.floor((m - 1) / 2), Math.floor((n - 1) / 2));
        setOverlay(
            'start',
            first && m > 4 && !scene.value
                ? { modes: ['play'], marks: [{ at, kind: 'circle', tone: 'accent' }] }
                : null,
        );
    });
    addStart(() => {
        g.followTree();
        startEntering();
        startClocks();
        startMachines();
        startCounting();
    });
}
