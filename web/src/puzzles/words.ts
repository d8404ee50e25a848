/* Names of themes, modes and the like, in the user's language. */

import type { Puzzle } from '../api';
import { squaresText, type Square } from '../core/squares';
import { t, type StringKey } from '../strings';
import type { RunKind } from './items';

const THEMES: Record<string, StringKey> = {
    defence: 'puzzles.theme.defence',
    'double threats': 'puzzles.theme.double',
    'single threats': 'puzzles.theme.single',
    'counter-threats': 'puzzles.theme.counter',
    tempting: 'puzzles.theme.tempting',
    'only turn': 'puzzles.theme.only',
    'free stone': 'puzzles.theme.free',
    edge: 'puzzles.theme.edge',
    small: 'puzzles.theme.small',
    crowded: 'puzzles.theme.crowded',
};

/** The theme as people read it; one that is not known is its own name. */
export function themeText(theme: string): string {
    const length = /^win in (\d+)$/.exec(theme);
    if (length) return t('puzzles.theme.win', { n: length[1]! });
    const key = THEMES[theme];
    return key ? t(key) : theme;
}

export function runText(kind: RunKind, theme?: string | null): string {
    return kind === 'theme' && theme ? themeText(theme) : t(`puzzles.run.${kind}`);
}

export const round = (n: number) => String(Math.round(n));

export const signed = (n: number) => (n < 0 ? `−${-n}` : `+${n}`);

export const turnText = (turn: readonly Square[]) => squaresText(turn);

export function puzzleTitle(p: Puzzle): string {
    return `${p.kind === 'defence' ? t('puzzles.theme.defence') : t('puzzles.theme.win', { n: p.turns })} · ${round(p.rating)}`;
}
