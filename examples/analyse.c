/* Reads a game, finds the best turn, and if it wins, proves so and writes the certificate:
 *
 *     cc analyse.c $(pkg-config --cflags --libs hexad) -o analyse && ./analyse game.sgf win.cert
 */
#include <hexad.h>
#include <stdio.h>
#include <stdlib.h>

static hexad_error error;

static void need(bool fine)
{
    if (!fine) {
        fprintf(stderr, "analyse: %s\n", error.text);
        exit(1);
    }
}

static void print_squares(const char *what, const hexad_square *at, int count)
{
    char text[HEXAD_TEXT];
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %s", hexad_square_text(at[i], text));
    printf("\n");
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    char rules[HEXAD_RULES_TEXT];
    FILE *f = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!f) {
        fprintf(stderr, "usage: analyse GAME CERTIFICATE\n");
        return 2;
    }
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    hexad_record *record = hexad_record_read(text, length, NULL, &error);
    need(record != NULL);
    hexad_game *game = hexad_record_game(record, 0, &error);
    need(game != NULL);

    hexad_engine *engine = hexad_engine_new(hexad_game_rules(game, rules), 0, 1, &error);
    hexad_limits limits = {.seconds = 2};
    static hexad_report report; /* 33 KB */
    need(engine && hexad_engine_think(engine, game, &limits, &report, &error) == HEXAD_OK);
    print_squares("best turn", report.line[0].stones.at, report.line[0].turn);

    hexad_question question = {.order = 2, .file = argv[2]};
    hexad_win win;
    hexad_proof *proof;
    hexad_verdict verdict = HEXAD_STOPPED;
    need(hexad_game_solve(game, &question, &limits, &win, &proof, &error) == HEXAD_OK);
    if (proof) {
        print_squares("winning turn", win.turn.at, win.turn.count);
        need(hexad_proof_check(proof, NULL, &verdict, &error) == HEXAD_OK);
        printf("%s: %s\n", verdict == HEXAD_ACCEPTED ? "proved" : "not proved", hexad_proof_claim(proof));
    }
    hexad_proof_free(proof);
    hexad_engine_free(engine);
    hexad_game_free(game);
    hexad_record_free(record);
    return verdict == HEXAD_ACCEPTED ? 0 : 1;
}
