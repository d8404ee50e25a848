/* Keys that work in every part of the page. */
import { t } from '../strings';
import { focusBoard } from './board-cells';
import { keysOpen, settingsOpen } from './dialogs';
import { rotate } from './frame';
import * as nav from './nav';
import { recentOpen } from './recent';
import { set, settings } from './settings';
import { MODES, addKeys, mode, orientation, type Mode } from './store';
import { zoomBy } from './zoom';

/* The digits above 3 are tools in Edit. */
const TAB_KEYS: Record<Mode, string> = { play: '1', analyse: '2', edit: '3', puzzles: 'q', lab: 'y' };

function show(m: Mode): void {
    mode.value = m;
}

export function addFrameKeys(): void {
    addKeys([
        { keys: ['?'], about: () => t('keys.keys'), run: () => void (keysOpen.value = true) },
        ...MODES.map((m) => ({ keys: [TAB_KEYS[m]], about: () => t(`app.${m}`), run: () => show(m) })),
        { keys: ['b'], about: () => t('keys.focus'), run: focusBoard },
        { keys: ['ArrowLeft', ','], about: () => t('nav.previous'), run: nav.previousTurn },
        { keys: ['ArrowRight', '.'], about: () => t('nav.next'), run: nav.nextTurn },
        { keys: ['Shift+ArrowLeft', '<'], about: () => t('nav.previous.stone'), run: nav.previousStone },
        { keys: ['Shift+ArrowRight', '>'], about: () => t('nav.next.stone'), run: nav.nextStone },
        { keys: ['Home'], about: () => t('nav.first'), run: nav.firstPlace },
        { keys: ['End'], about: () => t('nav.last'), run: nav.lastPlace },
        { keys: ['+', '-'], about: () => t('nav.zoom'), run: (e) => zoomBy(e.key === '+' ? 1 : -1) },
        { keys: ['r'], about: () => t('nav.rotate'), run: rotate },
        { keys: ['f'], about: () => t('nav.flip'), run: () => void (orientation.value ^= 1) },
        { keys: ['m'], about: () => t('app.numbers'), run: () => set('numbers', !settings.value.numbers) },
        { keys: ['c'], about: () => t('app.coordinates'), run: () => set('coordinates', !settings.value.coordinates) },
        { keys: ['o'], about: () => t('recent.title'), run: () => void (recentOpen.value = true) },
        { keys: ['s'], about: () => t('app.settings'), run: () => void (settingsOpen.value = true) },
    ]);
}
