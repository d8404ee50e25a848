/* Which puzzle comes next. Pure: chance comes in as a number from 0 to 1. */

import type { Puzzle } from '../api';
import { rulesFrom, sameRules, type Rules } from '../core/rules';

export interface Wish {
    readonly rules: Rules;
    readonly theme?: string | null;
    /** The rating that is aimed at. */
    readonly rating: number;
    /** Not these, unless there are no others. */
    readonly except: ReadonlySet<string>;
}

export function ofGame(puzzles: readonly Puzzle[], rules: Rules): Puzzle[] {
    return puzzles.filter((p) => {
        const r = rulesFrom(p.game.rules);
        return !!r && sameRules(r, rules);
    });
}

/* So many of the nearest are in the draw. */
const DRAW = 24;

/** One of those nearest to the rating. */
export function near(puzzles: readonly Puzzle[], wish: Wish, chance: number): Puzzle | null {
    const fit = ofGame(puzzles, wish.rules).filter((p) => !wish.theme || p.themes.includes(wish.theme));
    const fresh = fit.filter((p) => !wish.except.has(p.id));
    const list = fresh.length ? fresh : fit;
    const away = (p: Puzzle) => Math.abs(p.rating - wish.rating);
    const nearest = [...list].sort((a, b) => away(a) - away(b) || (a.id < b.id ? -1 : 1)).slice(0, DRAW);
    return nearest[Math.min(nearest.length - 1, Math.floor(chance * nearest.length))] ?? null;
}

/** The rating that the nth puzzle of a streak or storm is to have: from easy to hard, ever more slowly. */
export function climbing(n: number, step: number): number {
    return 700 + step * n;
}

/* "win in 3" is 3; what is no length comes before them. */
const lengthOf = (theme: string) => Number(/^win in (\d+)$/.exec(theme)?.[1] ?? 0);

/** All themes that occur, the most frequent first; then the lengths, the shortest first. */
export function themesOf(puzzles: readonly Puzzle[]): { theme: string; n: number }[] {
    const count = new Map<string, number>();
    for (const p of puzzles) for (const theme of p.themes) count.set(theme, (count.get(theme) ?? 0) + 1);
    return [...count]
        .map(([theme, n]) => ({ theme, n }))
        .sort((a, b) => lengthOf(a.theme) - lengthOf(b.theme) || b.n - a.n || (a.theme < b.theme ? -1 : 1));
}
