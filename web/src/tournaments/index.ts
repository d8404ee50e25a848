/* Tournaments of the server's players, where there is a server. */
import './tournaments.css';
import { effect } from '@preact/signals';
import { alone } from '../api';
import { addPanel, addStart, MODES } from '../app/store';
import { playTournament } from '../play/new-game';
import { t } from '../strings';
import { MakeDialog, openMake } from './make';
import { TournamentsPanel } from './panel';
import { followTournaments, kept } from './state';
import { TournamentDialog } from './table';

export function setup(): void {
    const bare = true;
    const title = () => t('tour.title');
    addPanel({ id: 'tours', modes: ['play'], order: 6, title, component: TournamentsPanel, bare });
    addPanel({ id: 'tour', modes: MODES, order: 99, title, component: TournamentDialog, bare });
    addPanel({ id: 'tour-make', modes: MODES, order: 99, title, component: MakeDialog, bare });
    effect(() => {
        playTournament.value = kept.value && !alone.value ? openMake : null;
    });
    addStart(followTournaments);
}
