/* Games of files as data, of whichever game: the one file that knows all of them; see data.h. */
#include "net/learn/connect.h"
#include "net/learn/go.h"

const struct data_game *data_game_of(const char *text, struct game_rules *rules, struct err *e)
{
    /* Texts that are no other game's are the Connect family's. */
    static const struct data_game *const games[] = {&data_go, &data_connect};
    bool mine = false;
    for (size_t i = 0; i < sizeof games / sizeof *games && !mine; i++)
        if (games[i]->kind->parse(text, rules, &mine, e))
            return games[i];
    return NULL;
}

struct data *data_load(const char *game, const struct data_filter *f, int n, char *const *path, int test_in,
                       struct buf *told, struct err *e)
{
    struct game_rules r;
    int columns, rows;
    const struct data_game *of = data_game_of(game, &r, e);
    void *source = of ? of->load(&r, f, n, path, told, e) : NULL;
    if (!source)
        return NULL;
    struct game *start = game_new(&r);
    start->kind->size(start, &columns, &rows);
    game_free(start);
    struct data *d = data_new(of, source, columns, rows, test_in);
    if (d->learns + d->tests > 0)
        return d;
    data_free(d);
    err_set(e, "no positions to learn from in these games");
    return NULL;
}
