/* The panel of the variation tree: what to do to it, and the tree. */

import { mode, node, path, tree } from '../app/store';
import { countNodes, isMainLine } from '../core/tree';
import { t } from '../strings';
import { stones } from './words';
import { deleteHere, makeMainHere, mergeSame, moveHere, promoteHere } from './actions';
import { SignButton } from './icons';
import { foldAll, folded, rows, unfoldAll } from './outline';
import { TreeView } from './tree-view';

function TreeBar() {
    const main = isMainLine(path.value);
    const empty = path.value.length === 0 && node.value.children.length === 0;
    const canFold = rows.value.some((r) => r.foldable);
    return (
        <div class="tree-bar" role="group" aria-label={t('edit.tree.tools')}>
            <SignButton sign="up" label={t('edit.up')} press={() => moveHere(-1)} disabled={main} id="move-up" />
            <SignButton
                sign="down"
                label={t('edit.down')}
                press={() => moveHere(1)}
                disabled={!path.value.length}
                id="move-down"
            />
            <SignButton sign="promote" label={t('edit.promote')} press={promoteHere} disabled={main} id="promote" />
            <SignButton sign="main" label={t('edit.main')} press={makeMainHere} disabled={main} id="make-main" />
            <SignButton sign="merge" label={t('edit.merge')} press={mergeSame} disabled={empty} id="merge" />
            <SignButton sign="delete" label={t('edit.delete')} press={deleteHere} disabled={empty} id="delete" />
            <span class="count">{stones(countNodes(tree.value.root) - 1)}</span>
            <SignButton
                sign={folded.value.size ? 'unfold' : 'fold'}
                label={t(folded.value.size ? 'edit.unfold' : 'edit.fold')}
                press={folded.value.size ? unfoldAll : foldAll}
                disabled={!canFold}
                id="fold"
            />
        </div>
    );
}

export function TreePanel() {
    return (
        <section class="panel tree-panel" id="panel-tree" aria-label={t('edit.tree')}>
            {mode.value === 'edit' ? <TreeBar /> : <h2>{t('edit.tree')}</h2>}
            <TreeView />
        </section>
    );
}
