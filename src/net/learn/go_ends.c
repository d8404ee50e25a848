/* The ends of games; see go_ends.h. */
#include "net/learn/go_ends.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "go/final.h"

enum {
    ROUNDS = 24, /* playouts, for each side to move first */
    SLACK = 12, /* half points by which they may miss the record's score: prisoners, handicap, moves inside */
};

enum knows { UNSCORED, OPEN, KNOWN, UNKNOWN };

struct end {
    int16_t score, won; /* half points: without komi, and with it */
    uint8_t knows;
    uint8_t *owner;
};

struct go_ends {
    struct end *end;
    size_t ends, room;
    int points;
    pthread_mutex_t lock; /* of what is found out */
};

struct go_ends *go_ends_new(int points)
{
    struct go_ends *s = mem_zero(1, sizeof *s);
    s->points = points;
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void go_ends_free(struct go_ends *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->ends; i++)
        free(s->end[i].owner);
    pthread_mutex_destroy(&s->lock);
    free(s->end);
    free(s);
}

static uint8_t *keep(const uint8_t *owner, int points)
{
    uint8_t *kept = mem_zero((size_t)points, 1);
    return memcpy(kept, owner, (size_t)points);
}

/* Does a count in half points, Black's, say the same as the record? */
static bool agrees(const struct end *x, int score)
{
    return (score > 0) == (x->won > 0) && (score < 0) == (x->won < 0) && abs(score - x->won) <= SLACK;
}

void go_ends_add(struct go_ends *s, const struct go_record *r, const struct go *g)
{
    struct end x = {.knows = UNSCORED};
    uint8_t owner[GO_POINTS];
    int count;
    if (r->result.by == GO_BY_POINTS && r->result.points <= 2 * s->points + abs(r->rules.komi)) {
        x.won = (int16_t)(r->result.outcome == OUTCOME_WHITE ? -r->result.points : r->result.points);
        x.score = (int16_t)(x.won + r->rules.komi);
        x.knows = OPEN;
    }
    if (x.knows == OPEN && go_record_count(r, g, &count) && agrees(&x, count)) {
        for (int p = 0; p < s->points; p++)
            owner[p] = r->territory[p] != CELL_EMPTY ? r->territory[p] : g->cell[p];
        x.owner = keep(owner, s->points);
        x.knows = KNOWN;
    }
    s->end = mem_grow(s->end, &s->room, s->ends + 1, sizeof *s->end);
    s->end[s->ends++] = x;
}

bool go_ends_known(struct go_ends *s, size_t game, struct go_end *out)
{
    pthread_mutex_lock(&s->lock);
    const struct end *x = &s->end[game];
    *out = (struct go_end){x->knows != UNSCORED, x->score, x->owner};
    bool known = x->knows != OPEN;
    pthread_mutex_unlock(&s->lock);
    return known;
}

/* Two threads may find out the same at the same time, and one of them for nothing. */
bool go_ends_find(struct go_ends *s, size_t game, const struct go *g, struct go_end *out)
{
    struct go_final f;
    struct rng r;
    rng_seed(&r, g->hash);
    go_final_by(g, ROUNDS, &r, &f);
    pthread_mutex_lock(&s->lock);
    struct end *x = &s->end[game];
    int komi = x->score - x->won; /* the record's; the board may have another */
    if (x->knows == OPEN && agrees(x, f.score + g->rules.komi - komi))
        x->owner = keep(f.owner, s->points);
    if (x->knows == OPEN)
        x->knows = x->owner ? KNOWN : UNKNOWN;
    pthread_mutex_unlock(&s->lock);
    go_ends_known(s, game, out);
    return out->owner != NULL;
}
