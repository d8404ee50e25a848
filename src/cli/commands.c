/* The table of commands: what `hexad --help` lists and `hexad NAME` runs. */
#include "cli/commands.h"

const struct command commands[] = {
    {"play", "play a game in the terminal", command_play},
    {"serve", "serve the page to play, analyse and edit in the browser", command_serve},
    {"show", "show the board of a game", command_show},
    {"analyze", "find the best turns of a position", command_analyze},
    {"threats", "count the threats of both sides and what stops them", command_threats},
    {"convert", "turn a record of one format into another", command_convert},
    {"games", "list the games of record files and check them", command_games},
    {"arena", "play matches between players and tell who is stronger", command_arena},
    {"openings", "make openings for matches", command_openings},
    {"gtp", "let programs that speak GTP use the engine", command_gtp},
    {"contest", "the same for referees of Connect6 contests", command_contest},
    {"gomocup", "the same for managers of Gomocup games", command_gomocup},
    {"force", "find a win by threats that have to be answered", command_force},
    {"solve", "find a forced win and prove it", command_solve},
    {"verify", "list the defences that are not proved losing", command_verify},
    {"check", "accept or reject a certificate", command_check},
    {"proof", "look at the proof in a certificate", command_proof},
    {"exact", "the exact value of a small position", command_exact},
    {"book", "learn from records, and show what was learned", command_book},
    {"perft", "count the turns of a game", command_perft},
    {"theory", "fairness, drawn games, Maker-Breaker boards", command_theory},
    {"tune", "learn the weights of the evaluation from games", command_tune},
    {"bench", "measure the program itself", command_bench},
    {NULL, NULL, NULL},
};
