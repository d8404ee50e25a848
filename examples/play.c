/* Two players, any of `hexad arena --players`, play a game with each other, which is written as SGF:
 *
 *     cc play.c $(pkg-config --cflags --libs hexad) -o play && ./play gomoku engine:level=4 sequences
 *
 * Go has no records here: its stones are listed. */
#include <hexad_players.h>
#include <stdio.h>
#include <stdlib.h>

static hexad_error error;

static void need(bool fine)
{
    if (!fine) {
        fprintf(stderr, "play: %s\n", error.text);
        exit(1);
    }
}

static void list_stones(const hexad_game *game, int stones)
{
    for (int i = 0; i < stones; i++) {
        hexad_square at;
        char text[HEXAD_TEXT];
        need(hexad_game_stone(game, i, &at, NULL, &error) == HEXAD_OK);
        printf("%s%s", i ? " " : "", hexad_game_square_text(game, at, text));
    }
    printf("\n");
}

static void write_game(const hexad_game *game, char **names)
{
    hexad_record *record = hexad_record_new(game, &error);
    need(record && hexad_record_set_info(record, 0, "PB", names[0], &error) == HEXAD_OK &&
         hexad_record_set_info(record, 0, "PW", names[1], &error) == HEXAD_OK);
    char *sgf = hexad_record_write(record, 0, "sgf", NULL, &error);
    need(sgf != NULL);
    fputs(sgf, stdout);
    hexad_free(sgf);
    hexad_record_free(record);
}

int main(int argc, char **argv)
{
    hexad_player *player[2];
    hexad_state s;
    if (argc != 4) {
        fprintf(stderr, "usage: play GAME BLACK WHITE\n");
        return 2;
    }
    hexad_game *game = hexad_game_new(argv[1], &error);
    need(game != NULL);
    for (int i = 0; i < 2; i++)
        need((player[i] = hexad_player_new(argv[2 + i], argv[1], 1, &error)) != NULL);
    for (;;) {
        hexad_squares turn;
        hexad_limits limits = {.nodes = 20000};
        need(hexad_game_state(game, &s, &error) == HEXAD_OK);
        if (s.outcome != HEXAD_OPEN)
            break;
        hexad_player *who = player[s.to_move == HEXAD_WHITE];
        need(hexad_player_turn(who, game, &limits, &turn, &error) == HEXAD_OK);
        for (int i = 0; i < turn.count; i++)
            need(hexad_game_play(game, turn.at[i], &error) == HEXAD_OK);
    }
    char *how = hexad_game_describe(game, &error);
    need(how != NULL);
    fprintf(stderr, "%s\n", how);
    if (s.k)
        write_game(game, argv + 2);
    else
        list_stones(game, s.played);
    hexad_free(how);
    hexad_game_free(game);
    hexad_player_free(player[0]);
    hexad_player_free(player[1]);
    return 0;
}
