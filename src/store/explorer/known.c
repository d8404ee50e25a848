/* Several opening databases, and what lies between the positions that they list; see known.h. */
#include "store/explorer/known.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/guide.h"
#include "store/explorer/inner.h"
#include "store/explorer/known_key.h"

enum { GUIDES = 8, FILES_MOST = 16 };

/* A part of a proof that was looked at: `turns` of them from `at` on. Where it begins does not say what it proves: a
 * position and the first defence in it begin at the same place. The guide's claim does. */
struct part {
    struct explorer *x;
    int64_t proof, at, turns;
    struct guide *guide;
};

struct known {
    struct {
        struct explorer *x;
        bool own;
    } file[FILES_MOST];
    atomic_size_t files;     /* those before it stay as they are: read without a lock */
    pthread_mutex_t arrival; /* of files that are awaited */
    char *awaited[FILES_MOST];
    size_t waiting;
    double looked;            /* for them, the last time */
    pthread_mutex_t lock;     /* of the parts */
    struct part part[GUIDES]; /* used last, first */
    size_t parts;
};

struct known *known_new(void)
{
    struct known *k = mem_zero(1, sizeof *k);
    atomic_init(&k->files, 0);
    pthread_mutex_init(&k->arrival, NULL);
    pthread_mutex_init(&k->lock, NULL);
    return k;
}

void known_free(struct known *k)
{
    if (!k)
        return;
    for (size_t i = 0; i < k->parts; i++)
        guide_free(k->part[i].guide);
    for (size_t i = 0; i < k->files; i++)
        if (k->file[i].own)
            explorer_close(k->file[i].x);
    for (size_t i = 0; i < k->waiting; i++)
        free(k->awaited[i]);
    pthread_mutex_destroy(&k->arrival);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

void known_add(struct known *k, struct explorer *x, bool own)
{
    size_t n = k->files;
    if (n < FILES_MOST) {
        k->file[n].x = x;
        k->file[n].own = own;
        k->files = n + 1;
    } else if (own) {
        explorer_close(x);
    }
}

void known_await(struct known *k, const char *path)
{
    if (k->waiting < FILES_MOST)
        k->awaited[k->waiting++] = mem_strdup(path);
}

/* Takes in what has come, looking once a second. Whoever asks while another looks goes on without. */
static void look_out(struct known *k)
{
    if (pthread_mutex_trylock(&k->arrival) != 0)
        return;
    bool due = k->waiting && clock_now() >= k->looked + 1;
    for (size_t i = due ? k->waiting : 0; i-- > 0;) {
        struct explorer *x;
        if (access(k->awaited[i], R_OK) != 0 || !explorer_open(k->awaited[i], false, 0, &x, NULL))
            continue;
        known_add(k, x, true);
        free(k->awaited[i]);
        k->awaited[i] = k->awaited[--k->waiting];
    }
    if (due)
        k->looked = clock_now();
    pthread_mutex_unlock(&k->arrival);
}

bool known_empty(const struct known *k)
{
    return k->files == 0;
}

/* ---- Parts of proofs ---- */

/* Copies the turns of a part into a certificate of its own. */
static bool cut_out(const struct buf *whole, const struct known_row *row, const struct position *start,
                    enum side attacker, struct buf *out)
{
    struct cert_reader *r = cert_reader_bytes(whole->text, whole->len, NULL);
    struct squares turn;
    bool ok = r != NULL;
    for (int64_t i = 0; ok && i < row->at; i++)
        ok = cert_read(r, &turn, NULL) == CERT_TURN;
    struct cert_claim claim = {.position = start, .attacker = attacker};
    struct cert_writer *w = ok ? cert_writer_to(out, &claim) : NULL;
    for (int64_t i = 0; ok && i < row->turns; i++) {
        ok = cert_read(r, &turn, NULL) == CERT_TURN;
        if (ok)
            cert_write_turn(w, turn.s, turn.n);
    }
    if (w && ok)
        ok = cert_writer_close(w, NULL);
    else if (w)
        cert_writer_abandon(w);
    cert_reader_free(r);
    return ok;
}

static struct guide *open_part(struct explorer *x, const struct known_row *row, const struct position *start,
                               enum side attacker, const struct deadline *until)
{
    struct buf whole = BUF_EMPTY, bytes = BUF_EMPTY;
    struct guide *g = NULL;
    struct explorer_db *d = explorer_hold(x);
    bool ok = known_bytes(d, row->proof, &whole);
    explorer_release(d);
    ok = ok && cut_out(&whole, row, start, attacker, &bytes);
    struct cert_reader *r = ok ? cert_reader_bytes(bytes.text, bytes.len, NULL) : NULL;
    if (r) {
        /* It was accepted as a part of the whole; now its tree is wanted. */
        struct check_result result;
        (void)guide_open(r, until, &g, &result);
        check_result_free(&result);
    }
    cert_reader_free(r);
    buf_free(&whole);
    buf_free(&bytes);
    return g;
}

/* Is it this part of this file, and a proof that the attacker wins from this start? */
static bool is_part(const struct part *a, const struct explorer *x, const struct known_row *row,
                    const struct position *start, enum side attacker)
{
    return a->x == x && a->proof == row->proof && a->at == row->at && a->turns == row->turns &&
           cert_claims(guide_claim(a->guide), start, attacker);
}

static struct guide *find_part(struct known *k, struct explorer *x, const struct known_row *row,
                               const struct position *start, enum side attacker, const struct deadline *until)
{
    size_t i = 0;
    while (i < k->parts && !is_part(&k->part[i], x, row, start, attacker))
        i++;
    struct part found = {x, row->proof, row->at, row->turns, NULL};
    if (i < k->parts) {
        found = k->part[i];
    } else {
        found.guide = open_part(x, row, start, attacker, until);
        if (!found.guide)
            return NULL;
        if (k->parts == GUIDES)
            guide_free(k->part[--k->parts].guide);
        i = k->parts++;
    }
    memmove(k->part + 1, k->part, i * sizeof *k->part);
    k->part[0] = found;
    return found.guide;
}

/* ---- Following the game through them ---- */

/* A place in the game from which a part of a proof is followed. */
struct start {
    struct explorer *x;
    enum side attacker;
    struct known_row row;
    struct position *position; /* of the part, as the certificate has it */
    int turn;                  /* of the game: the next one to follow */
    bool defended;             /* it has the loser's last turn in it already */
    int to_key;                /* from the game's orientation to the key's */
};

/* The turns of a game; `*count` is -1 if it is none that can be followed. The caller frees them. */
static struct squares *turns_of(const struct position *p, int *count)
{
    struct squares *turn = mem_alloc(((size_t)p->plies + 1) * sizeof *turn);
    int n = 0;
    for (int i = 0; i < p->plies; i++) {
        const struct ply *y = &p->ply[i];
        if (y->at == SQUARE_NONE ||
            (i > 0 && y->side == p->ply[i - 1].side && turn[n - 1].n == RULES_MAX_TURN)) {
            *count = -1;
            return turn;
        }
        if (i == 0 || y->side != p->ply[i - 1].side)
            turn[n++].n = 0;
        turn[n - 1].s[turn[n - 1].n++] = y->at;
    }
    *count = n;
    return turn;
}

/* Is `q`, at the beginning of the game's turn `at`, a place to start from? */
static bool start_at(struct explorer *x, enum side attacker, const struct position *q,
                     const struct squares *turn, int at, struct start *out)
{
    struct buf key = BUF_EMPTY;
    struct squares part = {0, {0}};
    enum side side;
    bool defended = false;
    *out = (struct start){.x = x, .attacker = attacker, .turn = at};
    known_key(q, attacker, &key, &out->to_key);
    struct explorer_db *d = explorer_hold(x);
    bool found = false;
    if (q->to_move != attacker) {
        struct squares next = symmetry_squares(&q->rules, out->to_key, turn);
        found = defended = known_part(d, &key, &q->rules, &next, &part, &out->row);
    }
    found = found || known_row(d, &key, &q->rules, &out->row);
    explorer_release(d);
    if (found)
        out->position = known_key_position(buf_str(&key), key.len, out->row.symmetry, &side);
    buf_free(&key);
    if (!out->position)
        return false;
    if (defended) {
        struct squares there = symmetry_squares(&q->rules, symmetry_inverse(out->row.symmetry), &part);
        if (!position_play_part(out->position, &there, NULL) || out->position->outcome != OUTCOME_OPEN)
            return false; /* a damaged row may say anything */
        out->defended = true;
        out->turn++;
    }
    return true;
}

/* Goes along the rest of the game; the line stands at its end afterwards. */
static bool go_along(const struct guide *g, struct guide_line *l, const struct start *s,
                     const struct rules *r, const struct squares *turn, int turns,
                     const struct deadline *until)
{
    int back = symmetry_inverse(s->row.symmetry), i = s->turn;
    bool expected = l->first.n > 0; /* the proof has played, and the game must have played the same */
    struct squares answer = l->first;
    for (; i < turns; i++) {
        struct squares now = symmetry_squares(r, symmetry_then(s->to_key, back), &turn[i]);
        if (expected) {
            if (!squares_same(&now, &answer))
                return false;
            expected = false;
        } else {
            if (!guide_play(g, l, &now, until, NULL) || l->step[l->steps - 1].why == GUIDE_OPEN)
                return false;
            answer = l->step[l->steps - 1].answer;
            expected = true;
        }
    }
    return true;
}

/* The turn of the loser's that has the most turns of the proof behind it, and can be played. */
static struct squares longest(const struct guide *g, const struct guide_line *l, const struct start *s,
                              const struct position *p)
{
    struct squares best = {0, {0}};
    uint32_t most = 0;
    struct guide_defence d;
    for (uint32_t cursor = 0; guide_next(g, l->at, &cursor, &d);) {
        struct squares there = symmetry_squares(
            &p->rules, symmetry_then(s->row.symmetry, symmetry_inverse(s->to_key)), &d.squares);
        bool fits = !d.unplaced && d.turns > most;
        for (int i = 0; i < there.n && fits; i++)
            fits = position_legal_square(p, there.s[i]);
        if (fits) {
            best = there;
            most = d.turns;
        }
    }
    return best;
}

static void tell(const struct guide *g, const struct guide_line *l, const struct start *s,
                 const struct position *p, struct known_answer *out)
{
    bool wins = p->to_move == s->attacker;
    int played = (int)l->steps + (l->first.n > 0) - (wins ? 1 : 0), depth = s->row.depth - played;
    const struct squares *answer = l->steps ? &l->step[l->steps - 1].answer : &l->first;
    struct known_answer a = {.what = KNOWN_PROVED, .attacker = s->attacker, .chance = -1};
    a.depth = depth > 0 ? depth : 1;
    a.turns = l->at == GUIDE_START ? guide_turns(g) : guide_size(g, l->at) - (wins ? 0 : 1);
    a.turn = wins ? symmetry_squares(&p->rules, symmetry_then(s->row.symmetry, symmetry_inverse(s->to_key)),
                                     answer)
                  : longest(g, l, s, p);
    for (int i = 0; i < a.turn.n; i++)
        if (!position_legal_square(p, a.turn.s[i]))
            return;
    if (wins && known_ends(p, &a.turn))
        a.depth = 1;
    struct explorer_db *d = explorer_hold(s->x);
    known_name(d, s->row.proof, a.name, sizeof a.name);
    explorer_release(d);
    *out = a;
}

static bool follow(struct known *k, struct start *s, const struct position *p, const struct squares *turn,
                   int turns, const struct deadline *until, struct known_answer *out)
{
    struct guide *g = find_part(k, s->x, &s->row, s->position, s->attacker, until);
    if (!g)
        return false;
    struct guide_line l;
    guide_start(g, &l);
    /* A line that the proof has won while the game goes on is none of the game's. */
    bool ok = go_along(g, &l, s, &p->rules, turn, turns, until) &&
              (l.steps || l.first.n || p->to_move != s->attacker);
    if (ok)
        tell(g, &l, s, p, out);
    guide_line_free(&l);
    return ok;
}

/* Back through the game, turn by turn, to the last position from which a listed part goes on. */
static void ask_game(struct known *k, struct explorer *x, const struct position *p,
                     const struct deadline *until, struct known_answer *out)
{
    int turns;
    struct squares *turn = turns_of(p, &turns);
    struct position *q = position_copy(p);
    struct explorer_db *d = explorer_hold(x);
    bool found = !known_game(d, &p->rules); /* nothing is to be found */
    explorer_release(d);
    for (int i = turns - 1; i >= 0 && !found && !deadline_over(until); i--) {
        for (int j = 0; j < turn[i].n; j++)
            position_undo(q);
        for (int side = 0; side < 2 && !found; side++) {
            struct start s;
            if (start_at(x, side ? WHITE : BLACK, q, &turn[i], i, &s)) {
                found = true; /* wherever it leads: what comes earlier has this in it */
                pthread_mutex_lock(&k->lock);
                (void)follow(k, &s, p, turn, turns, until, out);
                pthread_mutex_unlock(&k->lock);
            }
            position_free(s.position);
        }
    }
    position_free(q);
    free(turn);
}

/* ---- Questions ---- */

void known_look(struct known *k, const struct position *p, struct known_answer *out)
{
    *out = (struct known_answer){.what = KNOWN_NOTHING, .chance = -1};
    look_out(k);
    for (size_t i = 0; i < k->files && out->what != KNOWN_PROVED; i++) {
        struct known_answer one;
        if (explorer_look(k->file[i].x, p, &one, NULL) == EXPLORER_FINE && one.what > out->what)
            *out = one;
    }
}

static void ask_start(struct known *k, const struct position *p, const struct deadline *until,
                      struct known_answer *out)
{
    known_look(k, p, out);
    for (size_t i = 0; i < k->files && out->what != KNOWN_PROVED && !deadline_over(until); i++)
        if (k->file[i].x->openings)
            ask_game(k, k->file[i].x, p, until, out);
}

/* In the middle of a turn: what of the turn is left, if its beginning was the one to play. */
static void leave_rest(const struct position *p, int placed, struct known_answer *out)
{
    struct squares rest = {0, {0}};
    int met = 0;
    for (int i = 0; i < out->turn.n; i++) {
        bool there = false;
        for (int j = 0; j < placed; j++)
            there |= p->ply[p->plies - 1 - j].at == out->turn.s[i];
        met += there;
        if (!there)
            rest.s[rest.n++] = out->turn.s[i];
    }
    if (met < placed)
        rest.n = 0;
    out->turn = rest;
    if (rest.n == 0 && out->attacker == p->to_move)
        out->what = KNOWN_NOTHING; /* it has left the proof */
}

void known_ask(struct known *k, const struct position *p, const struct deadline *until,
               struct known_answer *out)
{
    struct position *q = position_copy(p);
    int placed = position_undo_part(q);
    *out = (struct known_answer){.what = KNOWN_NOTHING, .chance = -1};
    if (q->outcome == OUTCOME_OPEN)
        ask_start(k, q, until, out);
    if (out->what == KNOWN_PROVED && placed)
        leave_rest(p, placed, out);
    position_free(q);
}

/* ---- For players ---- */

/* A proof may have to be followed through a large part: no longer than this. */
#define BOOK_SECONDS 2.0

static bool book_ask(void *context, const struct position *p, const struct deadline *by,
                     struct chooser_known *out)
{
    struct deadline until = deadline_in(BOOK_SECONDS, 0, CPU_THREAD, NULL);
    struct known_answer a;
    if (by)
        until = deadline_first(&until, by);
    known_ask(context, p, &until, &a);
    if (a.what != KNOWN_PROVED)
        return false;
    *out = (struct chooser_known){.wins = a.attacker == p->to_move, .turn = a.turn, .depth = a.depth};
    snprintf(out->proof, sizeof out->proof, "%s", a.name);
    return true;
}

struct chooser_book known_book(struct known *k)
{
    return (struct chooser_book){book_ask, k};
}
