/* `hexad openings`: proved and weighed positions, and games, in one file. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/describe.h"
#include "cli/games/explore.h"
#include "cli/games/openings.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/manual.h"
#include "cli/verbs.h"
#include "connect/proof/cert_bytes.h"
#include "store/explorer/known.h"
#include "store/explorer/report_json.h"
#include "json/game.h"
#include "json/proof.h"

struct args {
    struct game_arg game;
    struct limits limit;
    const char *file, *collection;
    char *usual; /* the file, if none was given */
    bool json;
    int n;
    char **path;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->n = state->argc - state->next;
        a->path = state->argv + state->next;
        game_arg_take(&a->game, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

#define OPTION_FILE                                                                                 \
    {                                                                                               \
        "file", 'f', "FILE", 0,                                                                     \
            "the database (HEXAD_OPENINGS, or the page's: ~/.local/share/hexad/hexad.db.games)", 0, \
            TO_TEXT(struct args, file)                                                              \
    }

/* Which file: that of --file, of the environment, or the user's. */
static bool find_file(struct args *a, bool make, struct err *e)
{
    const char *set = getenv("HEXAD_OPENINGS");
    if (!a->file && set && *set && strcmp(set, "off") != 0)
        a->file = set;
    if (!a->file)
        a->file = a->usual = data_usual(".games", make);
    return a->file || err_set(e, "neither HOME nor XDG_DATA_HOME says where the database is: give --file");
}

/* ---- add ---- */

struct adding {
    struct args *args;
    struct explorer *explorer;
    struct deadline until;
    struct live live;
    size_t proofs, known, positions, weighed, refused;
    char **record; /* files that are neither certificates nor labs */
    int records;
    struct explore_added games;
};

enum kind { KIND_UNREADABLE, KIND_LAB, KIND_CERT, KIND_RECORD };

/* By its beginning. */
static enum kind kind_of(const char *path, struct err *e)
{
    char head[16] = "";
    if (strcmp(path, "-") == 0)
        return KIND_RECORD;
    FILE *f = fopen(path, "rb");
    size_t n = f ? fread(head, 1, sizeof head, f) : 0;
    if (!f) {
        err_set(e, "%s: cannot be opened", path);
        return KIND_UNREADABLE;
    }
    fclose(f);
    if (n == sizeof head && memcmp(head, "SQLite format 3", 16) == 0)
        return KIND_LAB;
    return n >= sizeof CERT_MAGIC - 1 && memcmp(head, CERT_MAGIC, sizeof CERT_MAGIC - 1) == 0 ? KIND_CERT
                                                                                              : KIND_RECORD;
}

/* "connect6-opening-p1" of "proofs/connect6-opening-p1.cert". */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    slash = slash ? slash + 1 : path;
    size_t len = strlen(slash);
    if (len > 5 && strcmp(slash + len - 5, ".cert") == 0)
        len -= 5;
    return mem_strndup(slash, len < KNOWN_NAME ? len : KNOWN_NAME - 1);
}

static enum explorer_answer add_cert(struct adding *a, const char *path, struct err *e)
{
    char *bytes, *name;
    size_t len;
    struct known_added added;
    if (!file_read(path, &bytes, &len, e))
        return EXPLORER_REFUSED;
    name = name_of(path);
    enum explorer_answer answer = explorer_prove(a->explorer, name, bytes, len, &a->until, &added, e);
    a->proofs += answer == EXPLORER_FINE && !added.known;
    a->known += answer == EXPLORER_FINE && added.known;
    a->positions += added.positions;
    free(name);
    free(bytes);
    return answer;
}

static enum explorer_answer add_lab(struct adding *a, const char *path, struct err *e)
{
    struct known_lab sum;
    enum explorer_answer answer = explorer_take_lab(a->explorer, path, &a->until, &sum, e);
    a->proofs += sum.proofs;
    a->known += sum.known;
    a->positions += sum.positions;
    a->weighed += sum.weighed;
    return answer;
}

/* What cannot be added is told about, and the rest is added. False if nothing more can be. */
static bool add_file(struct adding *a, char *path, struct err *e)
{
    struct err why;
    enum kind kind = kind_of(path, &why);
    enum explorer_answer answer = kind == KIND_UNREADABLE ? EXPLORER_REFUSED
                                  : kind == KIND_CERT     ? add_cert(a, path, &why)
                                  : kind == KIND_LAB      ? add_lab(a, path, &why)
                                                          : EXPLORER_FINE;
    if (kind == KIND_RECORD)
        a->record[a->records++] = path;
    if (answer == EXPLORER_FINE)
        return true;
    if (answer == EXPLORER_FULL || deadline_over(&a->until)) {
        *e = why;
        return err_prefix(e, "%s", path);
    }
    if (!strstr(why.text, path))
        err_prefix(&why, "%s", path);
    live_clear(&a->live);
    fprintf(stderr, "hexad openings add: %s\n", why.text);
    a->refused++;
    return true;
}

static bool add_all(struct adding *a, struct err *e)
{
    if (!find_file(a->args, true, e) || !explorer_open(a->args->file, true, 0, &a->explorer, e))
        return false;
    a->record = mem_alloc(((size_t)a->args->n + 1) * sizeof *a->record);
    bool ok = true;
    for (int i = 0; i < a->args->n && ok; i++) {
        if (a->live.on) {
            struct buf b = BUF_EMPTY;
            buf_format(&b, "%d of %d files: %s", i + 1, a->args->n, a->args->path[i]);
            live_draw(&a->live, buf_str(&b));
            buf_free(&b);
        }
        ok = add_file(a, a->args->path[i], e);
    }
    explorer_close_sealed(a->explorer);
    live_clear(&a->live);
    return ok;
}

static void print_added(const struct adding *a)
{
    if (a->args->json) {
        describe_print_json(json_pack("{s:I, s:I, s:I, s:I, s:I, s:{s:I, s:I, s:I, s:I}}", "proofs",
                                      (json_int_t)a->proofs, "known", (json_int_t)a->known, "positions",
                                      (json_int_t)a->positions, "weighed", (json_int_t)a->weighed, "refused",
                                      (json_int_t)a->refused, "games", "added", (json_int_t)a->games.added,
                                      "known", (json_int_t)a->games.known, "bad", (json_int_t)a->games.bad,
                                      "unreadable", (json_int_t)a->games.unreadable));
        return;
    }
    printf("%zu proofs added (%zu known before), %zu positions of them listed; %zu positions weighed",
           a->proofs, a->known, a->positions, a->weighed);
    if (a->records)
        printf("; %zu games added, %zu known before", a->games.added, a->games.known);
    putchar('\n');
}

static int run_add(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, limit),
        OPTION_FILE,
        {"collection", 'c', "NAME", 0, "the collection for games (default: the only one, or `games`)", 0,
         TO_TEXT(struct args, collection)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END};
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE...",
                                     "Adds what is known of positions: certificates (.cert), labs (.lab), "
                                     "and games (records). A certificate enters "
                                     "when the checker has accepted it, and only if a game can come to its "
                                     "position.\vOf a lab, every proved position "
                                     "is added with its certificate, and every open one with its numbers. "
                                     "What was there is not added again. Exit "
                                     "status 1: something was refused, or the time was over (the rest is "
                                     "added). 2: the database cannot be written.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args args = {.game = game_arg_init()};
    struct err e;
    cli_parse(&argp, options, argc, argv, &args);
    if (args.n == 0) {
        err_set(&e, "which files?");
        return cli_fail(argv[0], &e);
    }
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    struct adding a = {.args = &args, .live = live_new()};
    args.limit.stop = &watch.stop;
    a.until = limits_from_now(&args.limit, CPU_PROCESS);
    bool ok = add_all(&a, &e);
    bool over = deadline_over(&a.until);
    interrupt_done(&watch);
    if (ok && a.records && !over) {
        interrupt_hold();
        ok = explore_add_records(&args.game, args.file, args.collection, a.records, a.record, &a.games, &e);
    }
    free(a.record);
    if (ok || over)
        print_added(&a);
    int status = ok ? EXIT_FINE : cli_fail(argv[0], &e);
    free(args.usual);
    if (over)
        return EXIT_NO;
    return status != EXIT_FINE || (!a.refused && !a.games.bad && !a.games.unreadable) ? status : EXIT_NO;
}

/* ---- ask ---- */

static json_t *answer_json(const struct position *p, const struct known_answer *k)
{
    json_t *j =
        json_pack("{s:o, s:s}", "rules", game_rules_json(&p->rules), "to_move", game_side(p->to_move));
    struct explorer_proof told = {.proved = k->what == KNOWN_PROVED,
                                  .weighed = k->what == KNOWN_WEIGHED,
                                  .attacker = k->attacker,
                                  .depth = k->depth,
                                  .turns = k->turns,
                                  .pn = k->pn,
                                  .dn = k->dn};
    snprintf(told.name, sizeof told.name, "%s", k->name);
    explorer_put_proof(j, &told);
    if (k->what == KNOWN_PROVED)
        json_object_set_new(j, "turn", game_squares_json(k->turn.s, k->turn.n));
    if (k->what == KNOWN_WEIGHED && k->chance >= 0)
        json_object_set_new(j, "chance", json_real(k->chance));
    game_put_opening(j, p);
    return j;
}

static void print_answer(const struct position *p, const struct known_answer *k)
{
    struct buf turn = BUF_EMPTY;
    char pn[PROOF_NUMBER_TEXT], dn[PROOF_NUMBER_TEXT];
    describe_opening(p, &turn);
    if (turn.len)
        printf("%s\n", buf_str(&turn) + 2);
    buf_free(&turn);
    describe_squares(k->turn.s, k->turn.n, &turn);
    if (k->what == KNOWN_PROVED && k->attacker == p->to_move)
        printf("proved: %s wins by %s, in %d turns at most (%s, %" PRIu64 " turns of the proof)\n",
               side_name(k->attacker), buf_str(&turn), k->depth, k->name, k->turns);
    else if (k->what == KNOWN_PROVED)
        printf("proved: %s wins, in %d turns at most%s%s (%s, %" PRIu64 " turns of the proof)\n",
               side_name(k->attacker), k->depth, turn.len ? "; resists longest: " : "", buf_str(&turn),
               k->name, k->turns);
    else if (k->what == KNOWN_WEIGHED)
        printf("not proved: %s to win, proof number %s, disproof number %s (%s)\n", side_name(k->attacker),
               proof_number_text(k->pn, pn), proof_number_text(k->dn, dn), k->name);
    else
        printf("nothing is known\n");
    buf_free(&turn);
}

/* Games of every collection of the user's file, together. */
static void print_games(const struct args *a, const struct position *p, json_t *j)
{
    struct explorer *x;
    struct explorer_collection *list;
    size_t count;
    if (access(a->file, R_OK) != 0 || !explorer_open(a->file, false, 0, &x, NULL))
        return;
    struct explorer_counts sum = {0};
    if (explorer_list(x, &list, &count, NULL) == EXPLORER_FINE) {
        for (size_t i = 0; i < count; i++) {
            struct explorer_report r;
            if (explorer_ask(x, list[i].id, p, 0, 0, 0, &r, NULL) != EXPLORER_FINE)
                continue;
            sum.black += r.counts.black;
            sum.draw += r.counts.draw;
            sum.white += r.counts.white;
            sum.open += r.counts.open;
            explorer_report_free(&r);
        }
        explorer_list_free(list, count);
    }
    explorer_close(x);
    if (j)
        json_object_set_new(j, "games", explorer_counts_json(&sum));
    else if (explorer_games(&sum))
        printf("%" PRIu64 " games: Black won %" PRIu64 ", drawn %" PRIu64 ", White won %" PRIu64 "\n",
               explorer_games(&sum), sum.black, sum.draw, sum.white);
}

static int run_ask(int argc, char **argv)
{
    static const struct option_row options[] = {OPTION_GAME(struct args, game),
                                                OPTION_LIMIT(struct args, limit), OPTION_FILE,
                                                OPTION_JSON(struct args, json, 0), OPTION_END};
    static const struct argp argp = {NULL,
                                     parse,
                                     "[GAME]",
                                     "Tells what is known of a position, turned and mirrored ones included: "
                                     "whether it is proved, by which proof, and "
                                     "the turn to play; or how far a lab is with it; and how recorded games "
                                     "went on. The database that is installed "
                                     "is asked, too. Exits with 1 if it is not proved.\v" GAME_ARG_DOC,
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.game = game_arg_init()};
    struct known *k;
    struct position *p;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    const char *named = a.file;
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    if (!find_file(&a, false, &e) || !data_known(named, &k, &e)) {
        position_free(p);
        return cli_fail(argv[0], &e);
    }
    struct known_answer answer;
    struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
    known_ask(k, p, &until, &answer);
    json_t *j = a.json ? answer_json(p, &answer) : NULL;
    if (!j)
        print_answer(p, &answer);
    print_games(&a, p, j);
    if (j)
        describe_print_json(j);
    known_free(k);
    position_free(p);
    free(a.usual);
    return answer.what == KNOWN_PROVED ? EXIT_FINE : EXIT_NO;
}

/* ---- list, check ---- */

static bool open_existing(struct args *a, struct explorer **x, struct err *e)
{
    return find_file(a, false, e) && explorer_open(a->file, false, 0, x, e);
}

static int run_list(int argc, char **argv)
{
    static const struct option_row options[] = {OPTION_GAME(struct args, game),
                                                OPTION_LIMIT(struct args, limit), OPTION_FILE,
                                                OPTION_JSON(struct args, json, 0), OPTION_END};
    static const struct argp argp = {NULL, parse, NULL, "Lists the proofs of the database, by name.",
                                     NULL, NULL,  NULL};
    struct args a = {.game = game_arg_init()};
    struct known_proof *list;
    struct explorer *x;
    size_t count;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = open_existing(&a, &x, &e);
    if (ok) {
        ok = explorer_proofs(x, &list, &count, &e) == EXPLORER_FINE;
        explorer_close(x);
    }
    free(a.usual);
    if (!ok)
        return cli_fail(argv[0], &e);
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct known_proof *p = &list[i];
        if (a.json)
            json_array_append_new(all, json_pack("{s:s, s:s, s:I, s:I, s:I, s:s}", "name", p->name, "claim",
                                                 p->claim, "turns", (json_int_t)p->turns, "bytes",
                                                 (json_int_t)p->bytes, "positions", (json_int_t)p->positions,
                                                 "sha256", p->sha256));
        else
            printf("%s: %s\n  %" PRIu64 " turns, %" PRIu64 " bytes, %zu positions listed\n", p->name,
                   p->claim, p->turns, p->bytes, p->positions);
    }
    if (a.json)
        describe_print_json(json_pack("{s:o}", "proofs", all));
    else
        json_decref(all);
    explorer_proofs_free(list, count);
    return EXIT_FINE;
}

static void say(void *ctx, const char *text)
{
    (void)ctx;
    printf("%s\n", text);
}

static int run_check(int argc, char **argv)
{
    static const struct option_row options[] = {OPTION_GAME(struct args, game),
                                                OPTION_LIMIT(struct args, limit), OPTION_FILE, OPTION_END};
    static const struct argp argp = {NULL,
                                     parse,
                                     NULL,
                                     "Checks every certificate of the database again, and that it lists the "
                                     "positions that they prove and no others. "
                                     "Exits with 1 if something is wrong.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.game = game_arg_init()};
    struct explorer *x;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    size_t faults = SIZE_MAX;
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
    if (open_existing(&a, &x, &e)) {
        faults = explorer_check(x, &until, say, NULL, &e);
        explorer_close(x);
    }
    interrupt_done(&watch);
    free(a.usual);
    if (faults == SIZE_MAX)
        return cli_fail(argv[0], &e);
    printf("%zu faults\n", faults);
    return faults ? EXIT_NO : EXIT_FINE;
}

static const struct command verbs[] = {
    {"add", "add certificates, labs and games", run_add},
    {"ask", "what is known of a position", run_ask},
    {"list", "list the proofs", run_list},
    {"check", "check every proof again", run_check},
    {"map", "every reply to a position, and what a lab knows of it", openings_map},
    {NULL, NULL, NULL},
};

/* Words that meant something here before; false if this is none of them. */
static bool moved(int argc, char **argv, struct err *e)
{
    const char *word = argc > 1 ? argv[1] : "--help";
    bool asked = manual_word(word) || strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0;
    if (strcmp(word, "db") == 0)
        err_set(e, "the database stands alone here, without 'db': `hexad openings %.60s`",
                argc > 2 ? argv[2] : "--help");
    else if (!asked && !verbs_find(verbs, word))
        err_set(
            e,
            "there is no '%.60s'; `hexad openings --help` lists what there is; openings for matches are made "
            "by `hexad arena openings`",
            word);
    else
        return false;
    return true;
}

int command_openings(int argc, char **argv)
{
    struct err e;
    if (moved(argc, argv, &e))
        return cli_fail(argv[0], &e);
    return verbs_run(
        verbs,
        "The opening database holds proved positions with their proofs, positions that labs have "
        "weighed, and games. (Openings for matches are made by `hexad arena openings`.)",
        argc, argv);
}
