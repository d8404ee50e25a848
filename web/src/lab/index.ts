/* The lab's part of the page, where there is a server. */

import { addKeys, addPanel, MODES } from '../app/store';
import { further } from '../proof/prove';
import { t } from '../strings';
import { suggest } from './actions';
import { AddDialog, openAdd } from './add-dialog';
import { ControlPanel } from './control-panel';
import { entered, setDesk, suggestion } from './desk';
import { GraphPanel } from './graph-panel';
import './lab.css';
import { setMap } from './map';
import { MapPanel } from './map-panel';
import { follow, followLab, setFollow } from './state';
import { TreePanel } from './tree-panel';
import { EventsPanel, WorkersPanel } from './workers-panel';

export function setup(): void {
    const modes = ['lab'] as const;
    addPanel({ id: 'lab-tree', modes, order: 10, dock: 'main', title: () => t('lab.tree'), component: TreePanel });
    addPanel({ id: 'lab', modes, order: 5, dock: 'always', title: () => t('app.lab'), component: ControlPanel });
    addPanel({ id: 'lab-graph', modes, order: 20, dock: 'tab', title: () => t('lab.graph'), component: GraphPanel });
    addPanel({ id: 'lab-map', modes, order: 25, dock: 'tab', title: () => t('lab.map'), component: MapPanel });
    addPanel({ id: 'lab-work', modes, order: 30, dock: 'tab', title: () => t('lab.work'), component: WorkersPanel });
    addPanel({ id: 'lab-events', modes, order: 40, dock: 'tab', title: () => t('lab.events'), component: EventsPanel });
    addPanel({ id: 'lab-add', modes: MODES, order: 99, title: () => '', component: AddDialog, bare: true });
    addKeys([
        { modes, keys: ['w'], about: () => t('lab.follow'), run: () => setFollow(!follow.peek()) },
        {
            modes,
            keys: ['p', 'Enter'],
            about: () => t('lab.suggest.key'),
            run: () => (suggestion.peek() ? void suggest() : false),
        },
        {
            modes,
            keys: ['Escape', 'Backspace'],
            about: () => t('lab.clear'),
            run: () => {
                if (!entered.peek().length) return false;
                entered.value = [];
                return true;
            },
        },
    ]);
    further.value = () => void openAdd();
    setDesk();
    setMap();
    followLab();
}
