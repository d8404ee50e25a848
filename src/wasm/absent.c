/* What the program has and the browser's engine has not: SQLite, and with it saved trees, which the page keeps itself,
 * collections of games, and books. */
#include "play/book/book.h"
#include "server/api/api.h"

static void not_here(struct reply *r)
{
    reply_fail(r, PROBLEM_NOT_FOUND, "the page keeps trees by itself where there is no server");
}

#define ABSENT(name)                                                \
    void name(struct server *s, struct request *q, struct reply *r) \
    {                                                               \
        (void)s;                                                    \
        (void)q;                                                    \
        not_here(r);                                                \
    }

ABSENT(api_openapi)
ABSENT(api_status)
ABSENT(api_trees_get)
ABSENT(api_trees_post)
ABSENT(api_tree_get)
ABSENT(api_tree_put)
ABSENT(api_tree_delete)
ABSENT(api_find)
ABSENT(api_labs_get)
ABSENT(api_labs_post)
ABSENT(api_lab_delete)
ABSENT(api_lab_view)
ABSENT(api_lab_roots)
ABSENT(api_lab_ask)
ABSENT(api_lab_run)
ABSENT(api_lab_export)
ABSENT(api_progress_get)
ABSENT(api_progress_put)
ABSENT(api_collections_get)
ABSENT(api_collections_post)
ABSENT(api_collection_put)
ABSENT(api_collection_delete)
ABSENT(api_collection_add)
ABSENT(api_game_get)
ABSENT(api_explore)
ABSENT(api_verdict)

bool book_open(const char *path, bool write, struct book **out, struct err *e)
{
    (void)path;
    (void)write;
    (void)out;
    return err_set(e, "there are no books here");
}

void book_close(struct book *b)
{
    (void)b;
}

bool book_turns(struct book *b, const struct position *p, struct book_turns *out, struct err *e)
{
    (void)b;
    (void)p;
    (void)out;
    return err_set(e, "there are no books here");
}

int book_advice(const struct book_turns *t, enum side side, uint64_t significant)
{
    (void)t;
    (void)side;
    (void)significant;
    return -1;
}

void book_turns_free(struct book_turns *t)
{
    (void)t;
}
