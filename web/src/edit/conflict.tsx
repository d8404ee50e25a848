/* Asked when the tree was saved elsewhere since it was read here: nothing is lost without a word. */

import { Dialog } from '../app/dialogs';
import { t } from '../strings';
import { conflict, conflictOpen, settle, type Way } from './documents';

const WAYS: readonly Way[] = ['both', 'copy', 'ours', 'theirs'];

export function ConflictDialog() {
    return (
        <Dialog open={conflictOpen} title={t('edit.conflict')}>
            <p>{t('edit.conflict.about', { title: conflict.value?.doc.title ?? '' })}</p>
            <div class="ways">
                {WAYS.map((way) => (
                    <button
                        key={way}
                        type="button"
                        class={way === 'both' ? 'main-button' : 'soft'}
                        id={`way-${way}`}
                        onClick={() => void settle(way)}
                    >
                        {t(`edit.conflict.${way}`)}
                    </button>
                ))}
            </div>
        </Dialog>
    );
}
