/* Asks a puzzle of the collection, by its name or the first of at least this rating, and judges the answer:
 *
 *     cc puzzle.c $(pkg-config --cflags --libs hexad) -o puzzle && ./puzzle 1200
 */
#include <hexad_players.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hexad_error error;

static void need(bool fine)
{
    if (!fine) {
        fprintf(stderr, "puzzle: %s\n", error.text);
        exit(1);
    }
}

static hexad_game *find(const char *wanted, hexad_puzzle *puzzle)
{
    hexad_game *game;
    hexad_puzzles *all = hexad_puzzles_new();
    int rating = atoi(wanted);
    for (;;) {
        need(hexad_puzzles_next(all, puzzle, &game, &error) == HEXAD_OK);
        if (!game || strcmp(puzzle->id, wanted) == 0 || (rating > 0 && puzzle->rating >= rating))
            break;
        hexad_game_free(game);
    }
    hexad_puzzles_free(all);
    return game;
}

/* Reads a turn, by playing it on a copy. */
static bool read_turn(const hexad_game *game, hexad_squares *turn)
{
    char line[200];
    hexad_state before, after;
    if (!fgets(line, sizeof line, stdin))
        exit(1);
    hexad_game *copy = hexad_game_copy(game, &error);
    need(copy && hexad_game_state(copy, &before, &error) == HEXAD_OK);
    bool read = hexad_game_play_text(copy, line, &error) == HEXAD_OK &&
                hexad_game_state(copy, &after, &error) == HEXAD_OK;
    for (turn->count = 0; read && before.played + turn->count < after.played; turn->count++)
        need(hexad_game_stone(copy, before.played + turn->count, &turn->at[turn->count], NULL, &error) ==
             HEXAD_OK);
    hexad_game_free(copy);
    return read && turn->count > 0;
}

int main(int argc, char **argv)
{
    static const char *const words[] = {"right: it wins", "it wins, but not so fast", "right: it holds",
                                        "wrong: it is refuted", "neither proved nor refuted"};
    hexad_puzzle puzzle;
    hexad_squares turn;
    hexad_judgement said;
    hexad_game *game = argc == 2 ? find(argv[1], &puzzle) : NULL;
    if (!game) {
        fprintf(stderr, argc == 2 ? "puzzle: there is no such puzzle\n" : "usage: puzzle NAME|RATING\n");
        return 2;
    }
    char *board = hexad_game_draw(game, &error);
    need(board != NULL);
    printf("%s%s, rated %d: ", board, puzzle.id, puzzle.rating);
    if (puzzle.defence)
        printf("do not lose\n");
    else
        printf("win in %d\n", puzzle.turns);
    while (!read_turn(game, &turn))
        printf("%s\n", error.text);
    need(hexad_puzzle_judge(game, puzzle.defence, puzzle.turns, &turn, NULL, &said, NULL, &error) ==
         HEXAD_OK);
    printf("%s\n", words[said]);
    hexad_free(board);
    hexad_game_free(game);
    return said == HEXAD_PUZZLE_WINS || said == HEXAD_PUZZLE_HOLDS ? 0 : 1;
}
