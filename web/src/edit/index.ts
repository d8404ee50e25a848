/* Plugs the editor into the page: panels, tools, keys, what is read at the start. */

import './edit.css';
import { effect } from '@preact/signals';
import { addDrop, addPanel, addStart, mode, setOverlay, tool } from '../app/store';
import { t } from '../strings';
import { EditDialogs } from './all-dialogs';
import { watchAsks } from './asks';
import { AskPanel } from './ask-panel';
import { watchDocuments } from './documents';
import { watchExport } from './export';
import { FilePanel } from './file-panel';
import { importAll } from './import';
import { addEditKeys } from './keys';
import { watchLibrary } from './library';
import { nextOverlay } from './next';
import { NotesPanel } from './notes';
import { watchTwins } from './outline';
import { SamePanel, watchSearch } from './same-panel';
import { ToolBar } from './tool-bar';
import { addTools } from './tools';
import { TreePanel } from './tree-panel';
import { startWork } from './work';

export function setup(): void {
    addPanel({ id: 'file', modes: ['edit'], order: 10, title: () => t('edit.file'), component: FilePanel, bare: true });
    addPanel({ id: 'tools', modes: ['edit'], order: 20, title: () => t('edit.tools'), component: ToolBar, bare: true });
    addPanel({ id: 'asks', modes: ['edit'], order: 30, title: () => t('edit.ask'), component: AskPanel, bare: true });
    addPanel({
        id: 'tree',
        modes: ['analyse', 'edit'],
        order: 60,
        dock: 'always',
        title: () => t('edit.tree'),
        component: TreePanel,
        bare: true,
    });
    addPanel({
        id: 'notes',
        modes: ['analyse', 'edit'],
        order: 70,
        dock: 'tab',
        title: () => t('edit.notes'),
        component: NotesPanel,
        bare: true,
    });
    addPanel({
        id: 'same',
        modes: ['analyse', 'edit'],
        order: 80,
        dock: 'tab',
        title: () => t(mode.value === 'analyse' ? 'edit.same.short' : 'edit.same'),
        component: SamePanel,
        bare: true,
    });
    addPanel({
        id: 'edit-dialogs',
        modes: ['play', 'analyse', 'edit'],
        order: 99,
        title: () => '',
        component: EditDialogs,
        bare: true,
    });
    addTools();
    addEditKeys();
    addDrop((what) => importAll(typeof what === 'string' ? [what] : what).then(() => true));
    addStart(start);
}

function start(): void {
    watchDocuments();
    startWork();
    watchTwins();
    watchAsks();
    watchSearch();
    watchLibrary();
    watchExport();
    effect(() => {
        if (mode.value !== 'edit') tool.value = null;
    });
    effect(() => setOverlay('edit.next', nextOverlay()));
}
