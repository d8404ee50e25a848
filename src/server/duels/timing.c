/* Clocks of games between people; see timing.h. */
#include "server/duels/timing.h"

int64_t timing_all(const struct timing_rules *r, const struct timing *t)
{
    return t->left + t->periods * r->period;
}

bool timing_after(const struct timing_rules *r, struct timing *t, int64_t used)
{
    if (used >= timing_all(r, t)) {
        *t = (struct timing){0, 0};
        return false;
    }
    if (used < t->left) {
        t->left -= used;
        return true;
    }
    used -= t->left;
    t->left = 0;
    t->periods -= (int)(used / r->period); /* there are some: `used` is less than all of them */
    return true;
}

bool timing_turn(const struct timing_rules *r, struct timing *t, int64_t used)
{
    bool fine = timing_after(r, t, used);
    if (fine && t->left > 0)
        t->left += r->increment;
    return fine;
}

int64_t timing_shown(const struct timing_rules *r, const struct timing *t, int64_t used, int *periods)
{
    struct timing now = *t;
    bool fine = timing_after(r, &now, used);
    *periods = now.periods;
    if (!fine)
        return 0;
    return now.left > 0 ? now.left : r->period - (used - t->left) % r->period;
}
