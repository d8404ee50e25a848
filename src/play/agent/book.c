/* book: what won in recorded games (connect-k-agents §3.3, Opening Book).
 *
 * If the book knows the position, its advice is played (book_advice: the best share of wins among turns seen
 * at least s times, else the most wins among the rarer); otherwise, and in the middle of a turn, another
 * agent chooses. Beyond the paper, positions equal under the symmetries of the board are one (play/book/key.h). */
#include "play/book/book.h"
#include "play/agent/kinds.h"

/* In the browser there is no book. */
#ifdef HEXAD_WITHOUT_BOOKS
#define USUAL_FILE NULL
#else
#define USUAL_FILE BOOK_BUILTIN
#endif

enum { OPTION_FILE, OPTION_FALLBACK, OPTION_S };
static const struct bot_option options[] = {
    {"file", OPTION_PATH, USUAL_FILE, 0, 0, NULL,
     "a book of `hexad book learn`; that in the program is of Connect6"},
    {"fallback", OPTION_TEXT, "sequences", 0, 0, NULL, "the agent that plays without advice"},
    {"s", OPTION_WHOLE, "4", 1, 1e9, NULL, "games that make a turn significant"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

struct book_agent {
    struct bot bot;
    struct book *book;
    struct bot *fallback;
    uint64_t significant;
    struct book_turns turns;
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    struct book_agent *b = (struct book_agent *)a;
    b->significant = (uint64_t)v[OPTION_S].number;
    b->fallback = agent_player(v[OPTION_FALLBACK].text, game, a->seed, e);
    if (!b->fallback)
        return err_prefix(e, "book: fallback");
    return book_open(v[OPTION_FILE].text, false, &b->book, e) || err_prefix(e, "book");
}

static void done(struct bot *a)
{
    struct book_agent *b = (struct book_agent *)a;
    bot_free(b->fallback);
    book_close(b->book);
    book_turns_free(&b->turns);
}

static void choose(struct bot *a, struct game *game, struct squares *out)
{
    struct threats *t = connect_threats(game);
    struct book_agent *b = (struct book_agent *)a;
    int advice = -1;
    /* A book that cannot be read any more is one without advice: the game goes on. */
    if (book_turns(b->book, t->position, &b->turns, NULL))
        advice = book_advice(&b->turns, t->position->to_move, b->significant);
    if (advice < 0) {
        bot_delegate(a, b->fallback, game, out);
        return;
    }
    *out = b->turns.turn[advice].squares;
    a->work.book = true;
}

const struct bot_kind agent_book = {
    .name = "book",
    .about = "what won in recorded games, else another agent's choice",
    .options = options,
    .size = sizeof(struct book_agent),
    .init = init,
    .done = done,
    .choose = choose,
};
