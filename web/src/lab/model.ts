/* The tree of a lab as rows, and turns as words. Nothing here asks anybody. */

import type { LabTurn, LabTurns, LabView } from '../api/types';

/** Places are paths of edges; as a key, "12.44". */
export type Path = readonly number[];
export const keyOf = (path: Path) => path.join('.');
export const pathOf = (key: string): number[] => (key ? key.split('.').map(Number) : []);

export type Row =
    | {
          readonly kind: 'turn';
          readonly key: string;
          readonly path: Path;
          readonly level: number;
          readonly turn: LabTurn;
      }
    /** So many turns of the place above it are not shown. */
    | { readonly kind: 'more'; readonly key: string; readonly path: Path; readonly level: number; readonly n: number };

/** The rows of everything that is open, from the root down. */
export function rowsOf(view: LabView): Row[] {
    const places = new Map<string, LabTurns>((view.open ?? []).map((p) => [keyOf(p.path), p]));
    const rows: Row[] = [];
    const add = (path: Path, level: number) => {
        const place = places.get(keyOf(path));
        if (!place) return;
        for (const turn of place.turns) {
            const to = [...path, turn.edge];
            rows.push({ kind: 'turn', key: keyOf(to), path: to, level, turn });
            add(to, level + 1);
        }
        const n = place.all - place.turns.length;
        if (n > 0) rows.push({ kind: 'more', key: `${keyOf(path)}+`, path, level, n });
    };
    add([], 1);
    return rows;
}

/** Jobs that run at a time end in another order than they began in: a graph goes from job to job. */
export function byJob<T extends readonly [number, ...unknown[]]>(history: readonly T[]): T[] {
    return [...history].sort((a, b) => a[0] - b[0]);
}

/** The stones of a way as `hexad lab` takes them: "k11 l12 / j9 -". */
export function stonesText(line: readonly { turn: readonly string[]; kind: string }[]): string {
    return line.map((t) => [...t.turn, ...(t.kind === 'part' ? ['-'] : [])].join(' ')).join(' / ');
}

/** A turn as people read it; what was given up is a dash. */
export function turnText(turn: { turn: readonly string[]; kind: string }): string {
    return [...turn.turn, ...(turn.kind === 'part' ? ['–'] : [])].join(' ');
}

/** How much of the last ten minutes, or of the time since it began, a worker was busy: 0 to 1. */
export function busyShare(w: { first: number; recent_cpu: number }, now: number): number {
    const seconds = Math.max(1, Math.min(600, now - w.first));
    return Math.min(1, w.recent_cpu / seconds);
}

/** The same squares, in whatever order? */
export function sameTurn(a: readonly string[], b: readonly string[]): boolean {
    return a.length === b.length && a.every((s) => b.includes(s));
}
