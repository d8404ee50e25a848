/* Prints the tree of a record, indented, and writes the engine's answer to the end of the main line into it as a variation with a
 * comment:
 *
 *     cc variations.c $(pkg-config --cflags --libs hexad) -o variations && ./variations game.sgf >annotated.sgf
 */
#include <hexad.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hexad_error error;

static void need(bool fine)
{
    if (!fine) {
        fprintf(stderr, "variations: %s\n", error.text);
        exit(1);
    }
}

/* The next in the order of the file, and how deep it lies. */
static const hexad_node *next(const hexad_node *n, int *depth)
{
    const hexad_node *down = hexad_node_child(n);
    if (down) {
        (*depth)++;
        return down;
    }
    while (n && !hexad_node_next(n)) {
        n = hexad_node_parent(n);
        (*depth)--;
    }
    return n ? hexad_node_next(n) : NULL;
}

static void print_tree(const hexad_node *root)
{
    int depth = 0;
    for (const hexad_node *n = root; n; n = next(n, &depth)) {
        hexad_square at;
        hexad_colour colour;
        char text[HEXAD_TEXT];
        if (hexad_node_stone(n, &at, &colour))
            fprintf(stderr, "%*s%s %s  %s\n", depth, "", colour == HEXAD_BLACK ? "B" : "W",
                    hexad_square_text(at, text), hexad_node_comment(n));
    }
}

static const hexad_node *line_end(const hexad_node *n)
{
    while (hexad_node_child(n))
        n = hexad_node_child(n);
    return n;
}

/* The turn that the engine likes best there, added behind the node. */
static void annotate(hexad_record *record, const hexad_node *at)
{
    static hexad_report report; /* 34 KB */
    char rules[HEXAD_RULES_TEXT], turn[HEXAD_SQUARES_MOST * (HEXAD_TEXT + 1)] = "", text[HEXAD_TEXT],
                                                                          said[80];
    hexad_limits limits = {.nodes = 20000};
    hexad_game *game = hexad_record_game_at(record, 0, at, &error);
    need(game != NULL);
    hexad_engine *engine = hexad_engine_new(hexad_game_rules(game, rules), 0, 1, &error);
    need(engine && hexad_engine_think(engine, game, &limits, &report, &error) == HEXAD_OK);
    for (int i = 0; i < report.line[0].turn; i++) {
        strcat(turn, hexad_square_text(report.line[0].stones.at[i], text));
        strcat(turn, " ");
    }
    at = hexad_record_add(record, 0, at, turn, &error);
    snprintf(said, sizeof said, "%.0f%%", report.line[0].chance * 100);
    need(at && hexad_record_set_comment(record, 0, at, said, &error) == HEXAD_OK);
    hexad_engine_free(engine);
    hexad_game_free(game);
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!f) {
        fprintf(stderr, "usage: variations GAME\n");
        return 2;
    }
    size_t length = fread(text, 1, sizeof text, f);
    fclose(f);
    hexad_record *record = hexad_record_read(text, length, NULL, &error);
    need(record != NULL);
    const hexad_node *root = hexad_record_root(record, 0, &error);
    need(root != NULL);
    print_tree(root);
    annotate(record, line_end(root));
    char *sgf = hexad_record_write(record, 0, "sgf", NULL, &error);
    need(sgf != NULL);
    fputs(sgf, stdout);
    hexad_free(sgf);
    hexad_record_free(record);
    return 0;
}
