/* Numbers and games with their words. */

import { CONNECT6, rulesText, sameRules, type Rules } from '../core/rules';
import { t } from '../strings';

export function stones(n: number): string {
    return n === 1 ? t('edit.nodes.one') : t('edit.nodes', { n });
}

export function gameText(r: Rules): string {
    if (r.go) return t('game.go', { size: `${r.m}×${r.n}` });
    return sameRules(r, CONNECT6) ? t('preset.connect6') : rulesText(r);
}
