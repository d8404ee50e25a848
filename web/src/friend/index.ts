/* Games with people over the server. */
import './friend.css';
import { computed, effect } from '@preact/signals';
import { addKeys, addPanel, addStart, MODES } from '../app/store';
import { scene } from '../app/scene';
import { playFriend } from '../play/new-game';
import { t } from '../strings';
import { commit, duelScene, unenter } from './board';
import { JoinDialog, MakeDialog, openMake } from './dialogs';
import { readLink } from './keys';
import { DuelList, DuelPanel } from './panel';
import { follow, start } from './state';

/* A link leaves the address at once: it may be a key, and the rest of the page reads its own there. */
function takeLink(): ReturnType<typeof readLink> {
    const link = readLink(location.hash);
    if (link) history.replaceState(history.state, '', location.pathname + location.search);
    return link;
}

export function setup(): void {
    const first = takeLink();
    const play = { modes: ['play'] as const };
    addPanel({ id: 'duel', ...play, order: -10, title: () => t('friend.title'), component: DuelPanel, bare: true });
    addPanel({ id: 'duels', ...play, order: 5, title: () => t('friend.own'), component: DuelList, bare: true });
    addPanel({ id: 'duel-join', modes: MODES, order: 99, title: () => '', component: JoinDialog, bare: true });
    addPanel({ id: 'duel-make', modes: MODES, order: 99, title: () => '', component: MakeDialog, bare: true });
    playFriend.value = openMake;
    // Keys of the local game are not for this one: they are taken before it gets them.
    const on = computed(() => scene.value === duelScene);
    const taken = (keys: readonly string[], run: () => void) => ({
        ...play,
        keys,
        about: () => t('friend.title'),
        covers: true as const,
        run: () => (on.peek() ? run() : false),
    });
    addKeys([
        taken(['Escape', 'Backspace', 'u'], () => void unenter()),
        taken(['p'], commit),
        taken(['h', 'Shift+r', 'n'], () => {}),
    ]);
    effect(() => {
        document.documentElement.classList.toggle('duel-on', on.value);
    });
    addEventListener('hashchange', () => {
        const link = takeLink();
        if (link) void follow(link);
    });
    addStart(() => {
        start();
        if (first) void follow(first);
    });
}
