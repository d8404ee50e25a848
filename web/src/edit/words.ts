/* Numbers with their words. */

import { t } from '../strings';

export function stones(n: number): string {
    return n === 1 ? t('edit.nodes.one') : t('edit.nodes', { n });
}
