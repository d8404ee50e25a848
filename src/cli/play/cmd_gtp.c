/* `hexad gtp`: the engine as a GTP program. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/engine_arg.h"
#include "play/games/games.h"
#include "play/protocol/game_gtp.h"
#include "play/protocol/gtp.h"

struct args {
    struct seat_arg seat;
    bool no_files;
};

static bool obey(void *g, char *text)
{
    return gtp_line(g, text);
}

static bool obey_other(void *g, char *text)
{
    return game_gtp_line(g, text);
}

static int converse_about_another(const struct args *a, const char *who)
{
    struct err e;
    struct game_gtp_options o = {.rules = a->seat.game.game,
                                 .make = games_player,
                                 .player = a->seat.player ? a->seat.player
                                                          : games_find(a->seat.game.game.kind)->usual,
                                 .limits = a->seat.engine.limits.work,
                                 .seed = a->seat.engine.seed,
                                 .files = !a->no_files,
                                 .ponder = a->seat.engine.ponder};
    struct game_gtp *g = game_gtp_new(&o, stdout, &e);
    if (!g)
        return cli_fail(who, &e);
    seat_converse(obey_other, g);
    game_gtp_free(g);
    return EXIT_FINE;
}

int command_gtp(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_SEAT(struct args, seat),
        {"no-files", 0, NULL, 0, "loadsgf and printsgf may not touch files", 0,
         TO_FLAG(struct args, no_files)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        NULL,
        "Speaks GTP 2 on standard input and output. One stone to a play; genmove gives stone "
        "after stone of one planned turn. `list_commands` tells what it knows, "
        "`hexad-rules 15 15 5 1 1` changes the game. With --game go it plays Go, as docs/go.md says; "
        "--player lets any player of ours choose the moves.",
        NULL,
        NULL,
        NULL};
    struct args a = {.seat = seat_arg_init()};
    a.seat.game.any = true;
    cli_parse(&argp, options, argc, argv, &a);
    if (game_arg_other(&a.seat.game))
        return converse_about_another(&a, argv[0]);
    struct gtp_options o = {.files = !a.no_files};
    struct err e;
    if (!seat_arg_options(&a.seat, &o.seat, &e))
        return cli_fail(argv[0], &e);
    struct gtp *g = gtp_new(&o, stdout);
    seat_converse(obey, g);
    gtp_free(g);
    engine_arg_done(&a.seat.engine);
    return EXIT_FINE;
}
