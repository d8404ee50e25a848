/* Where there is no SQLite, there are no books: in libhexad and in the browser this is compiled in the place of the rest. */
#include "play/book/book.h"

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
