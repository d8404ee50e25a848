/* The parts of `hexad openings`. */
#ifndef CLI_GAMES_OPENINGS_H
#define CLI_GAMES_OPENINGS_H

int openings_map(int argc, char **argv);

#endif
