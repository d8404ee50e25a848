/* Writes what nets see of every position of the games of a record, bytes of 0 and 1, and says what the net inside expects in the
 * last one of each:
 *
 *     cc planes.c $(pkg-config --cflags --libs hexad) -o planes && ./planes games.sgf planes.bin
 */
#include <hexad_players.h>
#include <stdio.h>
#include <stdlib.h>

static hexad_error error;

static void need(bool fine)
{
    if (!fine) {
        fprintf(stderr, "planes: %s\n", error.text);
        exit(1);
    }
}

/* The net's chance of the side to move at the last open position; -1 where the net is of other games. */
static double expected(const hexad_game *game)
{
    char rules[HEXAD_RULES_TEXT];
    double chance = -1;
    hexad_state s;
    hexad_game *copy = hexad_game_copy(game, &error);
    need(copy && hexad_game_state(copy, &s, &error) == HEXAD_OK);
    if (s.outcome != HEXAD_OPEN)
        need(hexad_game_undo(copy, &error) == HEXAD_OK);
    hexad_evaluator *net = hexad_evaluator_new("net", hexad_game_rules(game, rules), &error);
    if (net) {
        const hexad_game *asked[] = {copy};
        need(hexad_evaluator_ask(net, asked, 1, &chance, NULL, &error) == HEXAD_OK);
    }
    hexad_evaluator_free(net);
    hexad_game_free(copy);
    return chance;
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    FILE *f = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!f) {
        fprintf(stderr, "usage: planes GAMES FILE\n");
        return 2;
    }
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    hexad_record *record = hexad_record_read(text, length, NULL, &error);
    need(record != NULL && (f = fopen(argv[2], "wb")) != NULL);
    for (size_t i = 0; i < hexad_record_count(record); i++) {
        hexad_state s;
        hexad_game *game = hexad_record_game(record, i, &error);
        if (!game) {
            fprintf(stderr, "planes: %s\n", error.text);
            continue;
        }
        need(hexad_game_state(game, &s, &error) == HEXAD_OK);
        int planes = hexad_game_plane_count(game);
        size_t size = (size_t)(s.played + 1) * (size_t)planes * (size_t)(s.columns * s.rows);
        uint8_t *bytes = malloc(size);
        need(bytes && hexad_game_planes(game, 0, s.played + 1, NULL, bytes, size, &error) == HEXAD_OK);
        fwrite(bytes, 1, size, f);
        printf("game %zu: %d positions of %d planes, %.3f\n", i, s.played + 1, planes, expected(game));
        free(bytes);
        hexad_game_free(game);
    }
    hexad_record_free(record);
    return fclose(f) == 0 ? 0 : 1;
}
