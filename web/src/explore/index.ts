/* The opening explorer, among the panels of the analysis. */
import './explore.css';
import { effect } from '@preact/signals';
import { addKeys, addPanel, position, setOverlay } from '../app/store';
import { t } from '../strings';
import { ArchiveDialog, archiveOpen, watchArchive } from './archive';
import { CollectionsDialog } from './collections';
import { ExplorePanel } from './panel';
import { followPosition, pointed } from './state';

export function setup(): void {
    const modes = ['analyse'] as const;
    addPanel({
        id: 'explore',
        modes,
        order: 50,
        dock: 'tab',
        title: () => t('explore.title'),
        component: ExplorePanel,
        family: true,
    });
    addPanel({
        id: 'explore-dialogs',
        modes: ['play', 'analyse', 'edit'],
        order: 98,
        title: () => '',
        component: CollectionsDialog,
        bare: true,
    });
    addPanel({
        id: 'archive',
        modes: ['play', 'analyse', 'edit'],
        order: 98,
        title: () => '',
        component: ArchiveDialog,
        bare: true,
    });
    addKeys([
        {
            modes: ['analyse', 'edit'],
            keys: ['/'],
            about: () => t('archive.title'),
            run: () => void (archiveOpen.value = true),
        },
    ]);
    watchArchive();
    followPosition();
    effect(() => {
        const turn = pointed.value;
        const side = position.value.toMove;
        const stones = turn?.filter((s) => !position.value.cells[s]).map((at) => ({ at, side, faint: true }));
        setOverlay('explore', stones ? { modes, stones, order: 20 } : null);
    });
}
