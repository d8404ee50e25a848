/* The nets inside the program; see builtin.h. Made by `hexad net export --format c:q8` (bench/results/net.md says of what). */
#include "net/builtin.h"

#include <string.h>

static const unsigned char connect6_net[] = {
#include "net/net_connect6.inc"
};

/* The browser's engine plays no Go, and everybody would have to load it. */
#ifndef HEXAD_WITHOUT_GO
static const unsigned char go_net[] = {
#include "net/net_go.inc"
};
#endif

static const struct builtin {
    const char *game;
    const unsigned char *bytes;
    size_t size;
} builtins[] = {
    {"connect6", connect6_net, sizeof connect6_net},
#ifndef HEXAD_WITHOUT_GO
    {"go", go_net, sizeof go_net},
#endif
};

const char *net_builtin_game(int number)
{
    return number < (int)(sizeof builtins / sizeof *builtins) ? builtins[number].game : NULL;
}

bool net_builtin(const char *game, struct net_file *out, struct err *e)
{
    *out = (struct net_file){.net = NULL};
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (strcmp(builtins[i].game, game) == 0)
            return net_file_read((const char *)builtins[i].bytes, builtins[i].size, out, e);
    return err_set(e, "no net for %s is in the program", game);
}

bool net_open(const char *path, const char *game, struct net_file *out, struct err *e)
{
    static const char inside[] = "builtin";
    size_t len = sizeof inside - 1;
    if (strncmp(path, inside, len) != 0 || (path[len] && path[len] != ':'))
        return net_file_load(path, out, e);
    return net_builtin(path[len] ? path + len + 1 : game, out, e);
}
