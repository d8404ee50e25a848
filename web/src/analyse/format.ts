/* Numbers as people read them at a glance. The words around them are in web/src/strings. */

/** 940, 12.3k, 4.56M: three figures, so that the width of a running count hardly changes. */
export function count(n: number): string {
    if (n < 1000) return String(Math.round(n));
    const units = ['k', 'M', 'G', 'T'];
    let x = n;
    let unit = '';
    for (const u of units) {
        if (x < 999.5) break;
        x /= 1000;
        unit = u;
    }
    return (x < 9.995 ? x.toFixed(2) : x < 99.95 ? x.toFixed(1) : x.toFixed(0)) + unit;
}

/** 0.4 s, 12 s, 3:05, 1:02:09. */
export function duration(seconds: number): string {
    if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
    const s = Math.round(seconds);
    if (s < 60) return `${s} s`;
    const two = (n: number) => String(n).padStart(2, '0');
    const minutes = Math.floor(s / 60);
    if (minutes < 60) return `${minutes}:${two(s % 60)}`;
    return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(s % 60)}`;
}

/** 63 %. Certainty is for found wins: an estimate is never shown as 0 or 100. */
export function percent(chance: number, certain = false): string {
    const p = Math.round(chance * 100);
    return `${certain ? p : Math.min(99, Math.max(1, p))}%`;
}

/** A proof or disproof number; null is infinite. */
export const numberText = (n: number | null) => (n === null ? '∞' : n.toLocaleString());
