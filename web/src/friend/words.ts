/* What clocks are called. */
import type { Duel, DuelClock } from '../api';
import { t } from '../strings';

const time = (s: number) => (s % 60 || !s ? t('play.seconds', { n: s }) : t('play.minutes', { n: s / 60 }));

function one(c: DuelClock | null): string {
    if (!c) return t('friend.noclock');
    const parts: string[] = [];
    if (c.main) parts.push(time(c.main));
    if (c.increment) parts.push(t('play.increment', { n: c.increment }));
    if (c.periods) parts.push(t('friend.byoyomi', { n: c.periods, time: time(c.period) }));
    return parts.join(' ');
}

/** The clocks of a game in a line. */
export function clockWords(d: Duel): string {
    if (!d.clock) return t('friend.noclock');
    const black = one(d.clock.black);
    const white = one(d.clock.white);
    if (black === white) return black;
    return `${t('board.black')}: ${black} · ${t('board.white')}: ${white}`;
}
