/* Glicko-2 (Glickman 2013), one game at a time, for players and for puzzles. */

export interface Rating {
    readonly rating: number;
    readonly deviation: number;
    readonly volatility: number;
}

export const NEWCOMER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

const SCALE = 173.7178;
const TAU = 0.5;
const MOST_DEVIATION = 350;
/* A rating that is all but certain would not move any more, and people want to see that they get better. */
const LEAST_DEVIATION = 45;
/** A rating period: after so long without a game the deviation has grown by one volatility. */
const PERIOD_MS = 24 * 3600 * 1000;

function g(phi: number): number {
    return 1 / Math.sqrt(1 + (3 * phi * phi) / (Math.PI * Math.PI));
}

/** The share that the first is expected to win of the second. */
export function expected(a: Rating, b: Rating): number {
    return 1 / (1 + Math.exp((-g(b.deviation / SCALE) * (a.rating - b.rating)) / SCALE));
}

/* The volatility after a period, by the iteration of the paper (Illinois). */
function newVolatility(sigma: number, phi: number, v: number, delta: number): number {
    const a = Math.log(sigma * sigma);
    const f = (x: number) => {
        const e = Math.exp(x);
        const d = phi * phi + v + e;
        return (e * (delta * delta - d)) / (2 * d * d) - (x - a) / (TAU * TAU);
    };
    let low = a;
    let high: number;
    if (delta * delta > phi * phi + v) high = Math.log(delta * delta - phi * phi - v);
    else {
        let k = 1;
        while (f(a - k * TAU) < 0) k++;
        high = a - k * TAU;
    }
    let [fLow, fHigh] = [f(low), f(high)];
    for (let i = 0; i < 100 && Math.abs(high - low) > 1e-6; i++) {
        const next = low + ((low - high) * fLow) / (fHigh - fLow);
        const fNext = f(next);
        if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh];
        else fLow /= 2;
        [high, fHigh] = [next, fNext];
    }
    return Math.exp(low / 2);
}

/** The rating after results of one period, `score` 0 to 1 each. */
export function rated(r: Rating, games: readonly { of: Rating; score: number }[]): Rating {
    const phi = r.deviation / SCALE;
    let inverse = 0;
    let sum = 0;
    for (const { of, score } of games) {
        const weight = g(of.deviation / SCALE);
        const e = expected(r, of);
        inverse += weight * weight * e * (1 - e);
        sum += weight * (score - e);
    }
    if (!inverse) return r;
    const v = 1 / inverse;
    const volatility = newVolatility(r.volatility, phi, v, v * sum);
    const before = Math.sqrt(phi * phi + volatility * volatility);
    const after = 1 / Math.sqrt(1 / (before * before) + 1 / v);
    return { rating: r.rating + SCALE * after * after * sum, deviation: SCALE * after, volatility };
}

/** The rating after a pause: less certain. */
export function rested(r: Rating, ms: number): Rating {
    const phi = r.deviation / SCALE;
    const deviation = SCALE * Math.sqrt(phi * phi + (Math.max(0, ms) / PERIOD_MS) * r.volatility * r.volatility);
    return { ...r, deviation: Math.min(MOST_DEVIATION, deviation) };
}

/** Both after one meeting. */
export function meet(player: Rating, puzzle: Rating, solved: boolean): { player: Rating; puzzle: Rating } {
    const score = solved ? 1 : 0;
    const floor = (r: Rating): Rating => ({
        ...r,
        deviation: Math.min(MOST_DEVIATION, Math.max(LEAST_DEVIATION, r.deviation)),
    });
    return {
        player: floor(rated(player, [{ of: puzzle, score }])),
        puzzle: floor(rated(puzzle, [{ of: player, score: 1 - score }])),
    };
}
