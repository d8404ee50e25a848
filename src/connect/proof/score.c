/* Segments weighed by their stones; see score.h. */
#include "connect/proof/score.h"

/* What a segment is worth to its owner by its stones, and what taking it from the other side is. */
static int segment_worth(const struct rules *r, int count)
{
    static const int worth[] = {0, 1, 6, 24, 60, 100};
    int delta = rules_delta(r), i = count - (delta - 4);
    if (count == 0)
        return 0;
    return worth[i < 1 ? 1 : i > 5 ? 5 : i];
}

int score_square(const struct battle *b, square s)
{
    const struct rules *r = &b->position->rules;
    int score = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct span *span = &b->threats->segments->at[s][d];
        for (int id = span->first; id < span->first + span->count; id++) {
            uint16_t state = b->threats->state[id];
            int own = segment_count(state, b->attacker), other = segment_count(state, b->defender);
            if (other == 0)
                score += 4 * segment_worth(r, own) + 1;
            else if (own == 0)
                score += segment_worth(r, other);
        }
    }
    return score;
}

int score_board(const struct battle *b)
{
    const struct rules *r = &b->position->rules;
    int delta = rules_delta(r), score = 0;
    for (int c = 1; c < r->k; c++) {
        int worth = segment_worth(r, c);
        score += (c < delta ? worth : worth / 4) * threats_segments(b->threats, b->attacker, c);
        score -= worth / 2 * threats_segments(b->threats, b->defender, c);
    }
    return score;
}
