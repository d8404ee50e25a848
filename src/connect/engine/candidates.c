/* The turns worth trying (SPEC 7; new-family §4.3): the best squares as first stones, for the i-th the
 * squares ordered anew and fewer of them as second stones, the one best square for every further stone;
 * doubles dropped, the likeliest turns kept.
 *
 * The evaluation scores stones as log-odds, so the score of a turn is the logarithm of its likelihood. While
 * the opponent has threats, every turn begins with a critical defence. */
#include <assert.h>
#include <string.h>

#include "connect/engine/search.h"

enum { WIDTH_MOST = 48, DEFENCES_MOST = 64, HISTORY_UNIT = 4096, UNSCORED = -30000 };

/* What one generation works with. */
struct candidate_gen {
    struct worker *w;
    enum side side;
    int most;
    const uint8_t *zone;
    const uint8_t *region; /* of all stones */
    bool more;             /* only turns that the root does not have */
    struct candidates *out;
};

static uint64_t stone_key(square s)
{
    return rng_mix(s + 0x9e3779b97f4a7c15u);
}

uint64_t candidate_key(const struct squares *turn, enum side side)
{
    uint64_t key = side;
    for (int i = 0; i < turn->n; i++)
        key += stone_key(turn->s[i]);
    return key;
}

/* Keeps a turn among the best; the list is kept in order. */
static void keep(struct candidate_gen *m, const struct squares *turn, int score)
{
    struct candidates *out = m->out;
    uint64_t set = candidate_key(turn, m->side);
    if (m->more && root_find(m->w, set))
        return;
    score += m->w->pair_history[set % PAIR_SLOTS] * m->w->engine->params.pair_weight / HISTORY_UNIT;
    int at = out->n;
    for (int i = 0; i < out->n; i++)
        if (out->c[i].set == set) {
            if (out->c[i].score >= score)
                return;
            at = i; /* the same turn, likelier in this order: moves up from here */
            break;
        }
    if (at == out->n) {
        if (out->n == m->most) {
            out->complete = false;
            if (out->c[out->n - 1].score >= score)
                return;
            at--;
        } else {
            out->n++;
        }
    }
    for (; at > 0 && out->c[at - 1].score < score; at--)
        out->c[at] = out->c[at - 1];
    out->c[at].score = score;
    out->c[at].set = set;
    out->c[at].turn = *turn;
}

/* The logarithm of the sum of the odds, by which scores become log-likelihoods. Far smaller odds do not
 * count. */
static int log_total(const struct eval_score *s, int n)
{
    int best = s[0].score;
    for (int i = 1; i < n; i++)
        if (s[i].score > best)
            best = s[i].score;
    /* Powers of e^(-1/8) in 2^-16; finer steps would not change the order of turns. */
    static const uint32_t odds[] = {65536, 57835, 51039, 45042, 39750, 35079, 30957, 27319,
                                    24109, 21276, 18776, 16570, 14623, 12905, 11388, 10050,
                                    8869,  7827,  6907,  6096,  5380,  4747,  4190,  3697,
                                    3263,  2879,  2541,  2243,  1979,  1747,  1541,  1360};
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        int step = (best - s[i].score) * 8 / EVAL_UNIT;
        sum += step < 32 ? odds[step] : step < 64 ? odds[step - 32] / 55 : 0;
    }
    int log = 0; /* of sum / 65536, in eighths, then scaled */
    for (uint64_t x = sum; x > 65536; x = x * odds[1] / 65536)
        log++;
    return best + log * EVAL_UNIT / 8;
}

/* The best `width` of the scored squares come first, in order. Returns how many there are. */
static int best_first(struct eval_score *s, int n, int width)
{
    int kept = 0;
    for (int i = 0; i < n; i++) {
        struct eval_score x = s[i];
        if (kept == width && s[kept - 1].score >= x.score)
            continue;
        int at = kept < width ? kept++ : kept - 1; /* what is there was passed over, or is x */
        for (; at > 0 && s[at - 1].score < x.score; at--)
            s[at] = s[at - 1];
        s[at] = x;
    }
    return kept;
}

/* Scores squares for the next stone; the likelihoods take all squares into account, the choice only those in
 * `zone` and in the region. */
static int choose(struct candidate_gen *m, const uint8_t *zone, int width, struct eval_score *out)
{
    struct worker *w = m->w;
    int n = eval_policy(w->e, w->scores);
    int total = log_total(w->scores, n), kept = 0, weight = w->engine->params.history_weight;
    for (int i = 0; i < n; i++) {
        struct eval_score x = w->scores[i];
        if ((zone && !zone[x.at]) || (m->region && !m->region[x.at]))
            continue;
        int score = x.score - total + w->stone_history[x.at][m->side] * weight / HISTORY_UNIT;
        w->scores[kept++] = (struct eval_score){x.at, (int16_t)(score < UNSCORED ? UNSCORED : score)};
    }
    if (m->region && !zone)
        kept = region_rest(w, kept, UNSCORED);
    kept = best_first(w->scores, kept, width);
    memcpy(out, w->scores, (size_t)kept * sizeof *out);
    return kept;
}

/* Completes the turn: `width` ways for this stone, fewer for the next. */
static void extend(struct candidate_gen *m, struct squares *turn, int score, int width, const uint8_t *zone)
{
    struct worker *w = m->w;
    if (w->p->to_move != m->side || w->p->outcome != OUTCOME_OPEN) {
        keep(m, turn, score);
        return;
    }
    if (worker_late(w, worker_policy_steps(w)))
        return;
    struct eval_score pick[WIDTH_MOST];
    bool later = turn->n > 0;
    int n = choose(m, zone, width, pick);
    m->out->complete = false;
    for (int i = 0; i < n; i++) {
        worker_put(w, pick[i].at);
        turn->s[turn->n++] = pick[i].at;
        extend(m, turn, score + pick[i].score, later ? 1 : width - i, NULL);
        turn->n--;
        worker_take(w);
    }
}

/* Turns that begin with a critical defence. */
static void defend(struct candidate_gen *m, int width)
{
    struct worker *w = m->w;
    int left = position_turn_length(w->p);
    threats_defences(w->t, side_other(m->side), left, DEFENCES_MOST, &w->defences);
    int n = eval_policy(w->e, w->scores), total = log_total(w->scores, n);
    int small = 0;
    for (size_t i = 0; i < w->defences.count; i++)
        small += w->defences.set[i].n < left;
    int share = small ? (width + small - 1) / small : 1;
    if (w->defences.cut)
        m->out->complete = false;
    /* The scores of the squares now, before the calls below use the buffer: */
    int16_t score[DEFENCES_MOST] = {0};
    for (size_t i = 0; i < w->defences.count; i++) {
        int sum = 0;
        worker_late(w, n * w->defences.set[i].n);
        for (int j = 0; j < w->defences.set[i].n; j++) {
            int x = -10 * EVAL_UNIT;
            for (int k = 0; k < n; k++)
                if (w->scores[k].at == w->defences.set[i].s[j])
                    x = w->scores[k].score - total;
            sum += x;
        }
        score[i] = (int16_t)(sum < -30000 ? -30000 : sum);
    }
    for (size_t i = 0; i < w->defences.count; i++) {
        struct squares turn = w->defences.set[i];
        if (m->region && !region_has(w, &turn))
            continue;
        int put = worker_put_turn(w, &turn);
        extend(m, &turn, score[i], share < 2 ? 2 : share, NULL);
        while (put--)
            worker_take(w);
    }
}

static void make(struct candidate_gen *m, int width)
{
    struct worker *w = m->w;
    struct candidates *out = m->out;
    struct squares turn = {.n = 0};
    assert(m->most <= CANDIDATES_MOST);
    out->n = 0;
    out->complete = true;
    if (width > WIDTH_MOST)
        width = WIDTH_MOST;
    if (threats_number(w->t, side_other(m->side)) > 0)
        defend(m, width);
    else
        extend(m, &turn, 0, width, m->zone);
    /* No square of the zone is worth a thought to the evaluation, or no defence is in the region. */
    if (out->n == 0 && !m->more)
        extend(m, &turn, 0, width, NULL);
}

void candidates_make(struct worker *w, int width, int most, const uint8_t *zone, struct candidates *out)
{
    struct candidate_gen m = {w, w->p->to_move, most, zone, NULL, false, out};
    make(&m, width);
}

void candidates_root(struct worker *w, int width, int most, const uint8_t *zone, bool more,
                     struct candidates *out)
{
    struct candidate_gen m = {w, w->p->to_move, most, zone, w->engine->limits.region, more, out};
    make(&m, width);
    out->complete = out->complete && !m.region;
}
