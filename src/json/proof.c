/* Proofs in JSON, from the tables of their counts; see proof.h. */
#include "json/proof.h"

#include <stdio.h>
#include <string.h>

#include "json/game.h"

/* As what is declared in the table: whole numbers or times. */
static void put_whole(json_t *j, const char *name, double value)
{
    json_object_set_new(j, name, json_integer((json_int_t)value));
}

static void put_time(json_t *j, const char *name, double value)
{
    json_object_set_new(j, name, json_real(value));
}

#define PUT(type, field, name) \
    _Generic((type)0, double : put_time, default : put_whole)(j, name, (double)r->field);

json_t *proof_check_json(const struct check_result *r)
{
    json_t *j = json_object();
    CHECK_COUNTS(PUT)
    return j;
}

json_t *proof_solve_json(const struct solve_result *r)
{
    static const char *const status[] = {"won", "unknown", "stopped"};
    json_t *j = json_pack("{s:s}", "status", status[r->status]);
    SOLVE_EFFORT(PUT)
    if (r->status != SOLVE_WON) {
        json_object_set_new(j, "why", json_string(r->why));
        return j;
    }
    SOLVE_COUNTS(PUT)
    json_object_update_new(j, json_pack("{s:o, s:i, s:s, s:b}", "turn",
                                        game_squares_json(r->turn.s, r->turn.n), "order", r->order, "kind",
                                        solve_kind(r), "holds_on_infinite", r->infinite));
    return j;
}

json_t *proof_defences_json(const struct defences_result *r)
{
    json_t *j = json_object();
    DEFENCES_COUNTS(PUT)
    return j;
}

static bool is_number(int64_t n)
{
    return n >= 0 && n < PROOF_NUMBER_INFINITE;
}

json_t *proof_number_json(int64_t n)
{
    return is_number(n) ? json_integer((json_int_t)n) : json_null();
}

const char *proof_number_text(int64_t n, char out[PROOF_NUMBER_TEXT])
{
    if (is_number(n))
        snprintf(out, PROOF_NUMBER_TEXT, "%d", (int)n);
    else
        strcpy(out, "∞");
    return out;
}
