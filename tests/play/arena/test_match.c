/* Matches: which game is which, the same games on any number of threads, journals, resuming, the sequential
 * stop. */
#include "support/boards.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "play/arena/child.h"
#include "play/arena/match.h"
#include "play/arena/report.h"

#define BOT TEST_SOURCE "/tests/play/arena/bots/"

static char *scratch(const char *name)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "/tmp/hexad-match-%d-%s", (int)getpid(), name);
    unlink(buf_str(&b));
    return buf_take(&b);
}

static char *read_text(const char *path)
{
    char *text = NULL;
    size_t len;
    struct err e;
    if (!file_read(path, &text, &len, &e))
        fail_msg("%s", e.text);
    return text;
}

static struct match_setup describe(const char *game, long rounds, const char *const *players,
                                   const char *openings)
{
    struct match_setup s;
    struct err e;
    setup_init(&s);
    s.rules = test_any(game);
    s.rounds = rounds;
    s.seed = 7;
    s.time.hang = PATIENCE; /* nobody here is about hanging */
    for (; *players; players++)
        if (!setup_add_player(&s, *players, &e))
            fail_msg("%s", e.text);
    if (!openings_read(openings, &s.rules, &s.openings, &e) || !setup_check(&s, &e))
        fail_msg("%s", e.text);
    return s;
}

static void finish(struct match *m)
{
    struct err e;
    while (!match_wait(m, 10))
        ;
    match_stop(m);
    if (match_failed(m, &e))
        fail_msg("%s", e.text);
}

static void run(struct match *m, int threads)
{
    match_start(m, threads);
    finish(m);
}

static void every_game_has_its_place(void **state)
{
    (void)state;
    const char *const four[] = {"random", "adjacent", "random", "x=random", NULL};
    struct match_setup s = describe("gomoku", 3, four, "h8\na1 b2\n");
    assert_string_equal(s.player[2].name, "random#2");
    assert_int_equal(setup_meetings(&s), 6);
    assert_int_equal(setup_games(&s), 36);
    int black[4] = {0}, met[4][4] = {{0}};
    for (long i = 0; i < 36; i++) {
        struct scheduled g = setup_game(&s, i);
        black[g.black]++;
        met[g.black][g.white]++;
        assert_true(g.black != g.white);
        assert_int_equal(g.round, i / 12);
        assert_int_equal(g.opening->n, g.round == 1 ? 2 : 1);
        if (i % 2) {
            struct scheduled before = setup_game(&s, i - 1);
            assert_true(before.black == g.white && before.white == g.black && before.opening == g.opening);
            assert_true(before.seed != g.seed);
        }
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(black[i], 9);
        for (int j = 0; j < 4; j++)
            assert_int_equal(met[i][j], i == j ? 0 : 3);
    }
    s.gauntlet = true;
    assert_int_equal(setup_meetings(&s), 3);
    for (int i = 0; i < 3; i++) {
        int first, second;
        setup_meeting(&s, i, &first, &second);
        assert_true(first == 0 && second == i + 1);
    }
    setup_free(&s);
}

static void setups_survive_json(void **state)
{
    (void)state;
    const char *const two[] = {"a=random", "b=gtp:cmd=(x y,z)", NULL};
    struct match_setup s = describe("connect6", 5, two, "j10\nj10 a1 a2\n"), t;
    struct err e;
    s.seed = UINT64_MAX - 1;
    s.time = (struct turn_clock){1.5, 2.25, 0.125, 3, 0.25};
    s.adjudicate = s.test = true;
    s.sprt = (struct sprt){-3, 4.5, 0.01, 0.02};
    s.sgf = mem_strdup("some/where");
    json_t *j = setup_to_json(&s);
    setup_init(&t);
    if (!setup_from_json(j, &t, &e))
        fail_msg("%s", e.text);
    json_t *again = setup_to_json(&t);
    assert_true(json_equal(j, again));
    assert_true(t.seed == s.seed);
    json_decref(again);
    setup_free(&t);
    /* Whatever is missing or wrong is said, and nothing crashes. */
    const char *key;
    json_t *value;
    json_object_foreach(j, key, value)
    {
        json_t *broken = json_deep_copy(j);
        json_object_set_new(broken, key, json_pack("[i]", -1));
        setup_init(&t);
        e.text[0] = '\0';
        assert_false(setup_from_json(broken, &t, &e));
        assert_true(e.text[0]);
        setup_free(&t);
        json_decref(broken);
    }
    json_decref(j);
    setup_free(&s);
}

static int by_line(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The lines of a journal in order, the times cut out: what must not depend on threads and interruptions. */
static char *essence(const char *path)
{
    char *text = read_text(path), *rest, *lines[5000];
    size_t n = 0;
    for (char *at = strtok_r(text, "\n", &rest); at; at = strtok_r(NULL, "\n", &rest)) {
        char *seconds = strstr(at, "\"seconds\":[");
        if (seconds)
            memset(seconds, '.', strcspn(seconds, "]"));
        lines[n++] = at;
    }
    qsort(lines + 1, n - 1, sizeof *lines, by_line);
    struct buf b = BUF_EMPTY;
    for (size_t i = 0; i < n; i++) {
        /* Times differ in length too. */
        for (const char *c = lines[i]; *c; c++)
            if (*c != '.' || c[1] != '.')
                buf_char(&b, *c);
        buf_char(&b, '\n');
    }
    free(text);
    return buf_take(&b);
}

static const char *const fast[] = {"adjacent", "random", "bot=gtp:cmd=" BOT "gtp.sh,start=600", NULL};
#define OPENINGS "h8\na1\nc3\n"

static char *play_to_journal(const char *name, int threads)
{
    struct match_setup s = describe("gomoku", 4, fast, OPENINGS);
    char *path = scratch(name);
    struct match *m = match_new(&s, path, NULL);
    assert_non_null(m);
    run(m, threads);
    match_free(m);
    setup_free(&s);
    return path;
}

static void games_do_not_depend_on_the_threads(void **state)
{
    (void)state;
    char *one = play_to_journal("one", 1), *four = play_to_journal("four", 4);
    char *a = essence(one), *b = essence(four);
    assert_string_equal(a, b);
    free(a);
    free(b);
    unlink(one);
    unlink(four);
    free(one);
    free(four);
}

static void totals_are_right(void **state)
{
    (void)state;
    char *path = play_to_journal("totals", 2);
    struct match_setup s;
    setup_init(&s);
    struct err e;
    struct match *m = match_resume(path, &s, &e);
    if (!m)
        fail_msg("%s", e.text);
    struct standing now = match_standing(m);
    assert_int_equal(now.played, 24);
    long games = 0, pairs = 0;
    for (int i = 0; i < now.meetings; i++) {
        const struct tally *t = &now.tally[i];
        for (int c = 0; c < 2; c++)
            games += t->win[c] + t->draw[c] + t->loss[c];
        long points = 0;
        for (int c = 0; c < PENTA; c++) {
            pairs += t->penta[c];
            points += c * t->penta[c];
        }
        assert_int_equal(points, 2 * (t->win[0] + t->win[1]) + t->draw[0] + t->draw[1]);
    }
    assert_int_equal(games, 24);
    assert_int_equal(pairs, 12);
    standing_free(&now);
    match_free(m);
    setup_free(&s);
    unlink(path);
    free(path);
}

/* Cuts the journal after some lines, half a line more, and goes on. */
static void an_interrupted_match_ends_the_same(void **state)
{
    (void)state;
    char *whole = play_to_journal("whole", 2), *part = scratch("part");
    char *text = read_text(whole), *expected = essence(whole);
    for (int kept = 1; kept <= 21; kept += 10) {
        char *at = text;
        for (int i = 0; i < kept; i++)
            at = strchr(at, '\n') + 1;
        struct err e;
        assert_true(file_write(part, text, (size_t)(at - text) + 25, &e));
        struct match_setup s;
        setup_init(&s);
        struct match *m = match_resume(part, &s, &e);
        if (!m)
            fail_msg("%s", e.text);
        /* Somebody interrupts at once, and it is resumed once more. */
        match_start(m, 2);
        match_wait(m, 0.01);
        match_stop(m);
        match_free(m);
        setup_free(&s);
        setup_init(&s);
        m = match_resume(part, &s, &e);
        assert_non_null(m);
        run(m, 2);
        struct standing now = match_standing(m);
        assert_int_equal(now.played, now.planned);
        assert_false(now.stopped);
        standing_free(&now);
        match_free(m);
        setup_free(&s);
        char *got = essence(part);
        assert_string_equal(got, expected);
        free(got);
    }
    free(expected);
    free(text);
    unlink(whole);
    unlink(part);
    free(whole);
    free(part);
}

static void bad_journals_are_refused(void **state)
{
    (void)state;
    char *whole = play_to_journal("good", 2), *bad = scratch("bad"), *text = read_text(whole);
    size_t first = strcspn(text, "\n") + 1, second = strcspn(text + first, "\n") + 1;
    struct buf twice = BUF_EMPTY, noise = BUF_EMPTY, far = BUF_EMPTY;
    buf_bytes(&twice, text, first + second);
    buf_bytes(&twice, text + first, second);
    buf_bytes(&noise, text, first);
    buf_text(&noise, "}{\n");
    buf_text(&noise, text + first);
    buf_bytes(&far, text, first);
    buf_text(&far,
             "{\"number\":24,\"winner\":\"black\",\"end\":\"row\",\"turns\":[1,1],\"seconds\":[0.0,0.0],"
             "\"stones\":\"\"}\n");
    const struct {
        const char *text, *why;
    } cases[] = {
        {"", "no match in it"},
        {"{}\n", "no description of a match"},
        {"[1]\n", "line 1"},
        {buf_str(&twice), "comes twice"},
        {buf_str(&noise), "line 2 is no line of a journal"},
        {buf_str(&far), "game 24 of a match of 24 games"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e;
        struct match_setup s;
        setup_init(&s);
        assert_true(file_write(bad, cases[i].text, strlen(cases[i].text), &e));
        assert_null(match_resume(bad, &s, &e));
        if (!strstr(e.text, cases[i].why))
            fail_msg("%s, expected %s", e.text, cases[i].why);
        setup_free(&s);
    }
    buf_free(&twice);
    buf_free(&noise);
    buf_free(&far);
    free(text);
    unlink(whole);
    unlink(bad);
    free(whole);
    free(bad);
}

static void a_journal_has_one_writer(void **state)
{
    (void)state;
    char *path = play_to_journal("lock", 2);
    struct match_setup s, t;
    struct err e;
    setup_init(&s);
    setup_init(&t);
    struct match *m = match_resume(path, &s, &e);
    assert_non_null(m);
    assert_null(match_resume(path, &t, &e));
    assert_non_null(strstr(e.text, "another match is writing to it"));
    assert_null(match_new(&s, path, &e));
    assert_non_null(strstr(e.text, "is there already"));
    match_free(m);
    setup_free(&s);
    setup_free(&t);
    unlink(path);
    free(path);
}

static void a_test_stops_the_match(void **state)
{
    (void)state;
    const char *const unequal[] = {"sequences", "random", NULL};
    long played[2];
    for (int threads = 1; threads <= 3; threads += 2) {
        struct match_setup s = describe("gomoku", 5000, unequal, OPENINGS);
        s.test = true;
        s.sprt = (struct sprt){0, 100, 0.05, 0.05};
        struct match *m = match_new(&s, NULL, NULL);
        run(m, threads);
        struct standing now = match_standing(m);
        assert_int_equal(now.verdict, SPRT_ELO1);
        assert_true(now.llr >= 2.94 && now.played < 1000);
        assert_false(now.stopped);
        played[threads / 2] = now.played;
        json_t *j = report_json(&s, &now);
        assert_string_equal(json_string_value(json_object_get(json_object_get(j, "sprt"), "accepted")),
                            "elo1");
        json_decref(j);
        standing_free(&now);
        match_free(m);
        setup_free(&s);
    }
    /* The decision is taken on pairs in their order: more threads do not change it. */
    assert_int_equal(played[0], played[1]);
}

static void a_broken_disk_stops_the_match(void **state)
{
    (void)state;
    const char *const two[] = {"random", "adjacent", NULL};
    struct match_setup s = describe("gomoku", 50, two, OPENINGS);
    s.sgf = mem_strdup("/no/such/folder/games");
    struct match *m = match_new(&s, NULL, NULL);
    struct err e = {""};
    match_start(m, 2);
    while (!match_wait(m, 10))
        ;
    match_stop(m);
    assert_true(match_failed(m, &e));
    assert_non_null(strstr(e.text, "/no/such/folder/games"));
    match_free(m);
    setup_free(&s);
}

static void reports_can_be_made_at_any_time(void **state)
{
    (void)state;
    const char *const three[] = {"random", "adjacent", "bot=gtp:cmd=" BOT "gtp.sh exit C,start=600", NULL};
    struct match_setup s = describe("gomoku", 6, three, "h8\nc3\n");
    struct match *m = match_new(&s, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        struct standing now = match_standing(m);
        struct buf b = BUF_EMPTY;
        report_text(&s, &now, &b);
        report_live(&s, &now, &b);
        json_t *j = report_json(&s, &now);
        assert_int_equal(json_integer_value(json_object_get(j, "played")), i * 36);
        if (i) {
            /* In every second round the first stone is in column C: 3 rounds of 4 games of the bot. */
            assert_non_null(strstr(buf_str(&b), "bot lost 12 by crash"));
            assert_non_null(strstr(buf_str(&b), "random - adjacent\n  12 games:"));
            assert_non_null(strstr(buf_str(&b), "\npoints against "));
            json_t *cross = json_object_get(j, "cross");
            for (size_t one = 0; one < 3; one++)
                for (size_t other = 0; other < 3; other++) {
                    double points = json_real_value(json_array_get(json_array_get(cross, one), other)),
                           lost = json_real_value(json_array_get(json_array_get(cross, other), one));
                    assert_true(one == other ? points == 0 : points + lost == 12);
                }
            assert_true(json_real_value(json_array_get(json_array_get(cross, 0), 2)) >= 6);
        }
        json_decref(j);
        buf_free(&b);
        standing_free(&now);
        if (!i)
            run(m, 2);
    }
    match_free(m);
    setup_free(&s);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

int main(void)
{
    child_adopt();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_its_place),
        cmocka_unit_test(setups_survive_json),
        cmocka_unit_test(games_do_not_depend_on_the_threads),
        cmocka_unit_test(totals_are_right),
        cmocka_unit_test(an_interrupted_match_ends_the_same),
        cmocka_unit_test(bad_journals_are_refused),
        cmocka_unit_test(a_journal_has_one_writer),
        cmocka_unit_test(a_test_stops_the_match),
        cmocka_unit_test(a_broken_disk_stops_the_match),
        cmocka_unit_test(reports_can_be_made_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
