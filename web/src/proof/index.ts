/* The proof explorer, in Analyse. */

import { showProof } from '../analyse/state';
import { showPanel } from '../app/dock';
import { addDrop, addPanel, MODES } from '../app/store';
import { t } from '../strings';
import { ProofList, watchList } from './list-dialog';
import { ProofPanel } from './panel';
import './proof.css';
import { followProve } from './prove';
import { followProof, openFile, openNamed } from './state';

export function setup(): void {
    showProof.value = (name) => void openNamed(name).then((ok) => ok && showPanel('proof'));
    addPanel({
        id: 'proof',
        modes: ['analyse'],
        order: 55,
        dock: 'tab',
        title: () => t('proof.title'),
        component: ProofPanel,
        family: true,
    });
    addPanel({ id: 'proof-list', modes: MODES, order: 99, title: () => '', component: ProofList, bare: true });
    addDrop((what) => {
        const file = typeof what === 'string' ? undefined : what.find((f) => f.name.endsWith('.cert'));
        return file ? openFile(file).then(() => true) : false;
    });
    followProof();
    followProve();
    watchList();
}
