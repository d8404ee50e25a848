/* `hexad puzzle`: puzzles made, listed, shown, checked, taken in. */
#include "cli/commands.h"
#include "cli/puzzle/puzzle.h"
#include "cli/verbs.h"

static const struct command verbs[] = {
    {"make", "make puzzles from games", puzzle_make},
    {"list", "list puzzles", puzzle_list},
    {"show", "show a puzzle, and its solution", puzzle_show},
    {"check", "prove puzzles again", puzzle_check},
    {"import", "work out puzzles from elsewhere, and convert collections", puzzle_import},
    {"try", "let the engine's levels solve puzzles", puzzle_try},
    {NULL, NULL, NULL},
};

int command_puzzle(int argc, char **argv)
{
    return verbs_run(verbs, "Puzzles: forced wins and only defences, with proofs.", argc, argv);
}
