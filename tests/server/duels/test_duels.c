/* Games between people over real sockets: played to the end, offered and agreed, followed, timed by a clock that the test drives,
 * and over a server that is killed. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/process.h"
#include "support/folder.h"
#include "json/limits.h"

static struct server *server;
static _Atomic double now;
static struct folder data;
static char file[100];

/* A game, and the keys of its two. */
struct two {
    char id[20], key[2][40];
};

static int port(void)
{
    return server_port(server);
}

static void wait_a_while(double seconds)
{
    atomic_store(&now, atomic_load(&now) + seconds);
}

static json_t *ask_at(int to, int status, const char *method, const char *path, const char *fmt, va_list args)
{
    char route[100], body[2000] = "";
    if (fmt)
        vsnprintf(body, sizeof body, fmt, args);
    for (char *c = body; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    snprintf(route, sizeof route, API "%s", path);
    return http_json(to, status, method, route, fmt ? body : NULL);
}

/* A body has ' for ". */
static json_t *ask(int status, const char *method, const char *path, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
static json_t *ask(int status, const char *method, const char *path, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    json_t *j = ask_at(port(), status, method, path, fmt, args);
    va_end(args);
    return j;
}

static void keep_key(struct two *t, const json_t *answer)
{
    const char *id, *key, *seat;
    assert_int_equal(json_unpack((json_t *)answer, "{s:s, s:s, s:s}", "id", &id, "key", &key, "seat", &seat),
                     0);
    snprintf(t->id, sizeof t->id, "%s", id);
    snprintf(t->key[strcmp(seat, "white") == 0], sizeof *t->key, "%s", key);
}

/* Ann makes it and has Black, Bob joins. */
static struct two begin(const char *game, const char *clock)
{
    struct two t;
    json_t *j = ask(201, "POST", "/duels", "{'game':%s,'clock':%s,'side':'black','name':'Ann'}", game, clock);
    keep_key(&t, j);
    json_decref(j);
    char path[60];
    snprintf(path, sizeof path, "/duels/%s/join", t.id);
    j = ask(200, "POST", path, "{'name':'Bob'}");
    keep_key(&t, j);
    json_decref(j);
    return t;
}

static json_t *look(const struct two *t)
{
    char path[60];
    snprintf(path, sizeof path, "/duels/%s", t->id);
    return ask(200, "GET", path, NULL);
}

/* `act` are the fields beside the key. */
static json_t *act(const struct two *t, int status, enum side who, const char *fields)
{
    char path[60];
    snprintf(path, sizeof path, "/duels/%s/act", t->id);
    return ask(status, "POST", path, "{'key':'%s',%s}", t->key[who], fields);
}

static void done(const struct two *t, enum side who, const char *fields)
{
    json_decref(act(t, 200, who, fields));
}

/* The words of a field of the answer, compactly; the answer is let go of. */
static void is(json_t *j, const char *field, const char *expected)
{
    char *text = json_dumps(json_object_get(j, field), JSON_COMPACT | JSON_ENCODE_ANY);
    for (char *c = text; c && *c; c++)
        *c = *c == '"' ? '\'' : *c;
    if (!text || strcmp(text, expected) != 0)
        fail_msg("'%s' is %s, not %s", field, text ? text : "missing", expected);
    free(text);
    json_decref(j);
}

static void refused(json_t *j, const char *part)
{
    const char *message = "";
    assert_int_equal(json_unpack(j, "{s:{s:s}}", "error", "message", &message), 0);
    if (!strstr(message, part))
        fail_msg("'%s' does not say '%s'", message, part);
    json_decref(j);
}

static double left(const struct two *t, const char *side)
{
    json_t *j = look(t);
    double s = -1;
    assert_int_equal(json_unpack(j, "{s:{s:{s:F}}}", "left", side, "seconds", &s), 0);
    json_decref(j);
    return s;
}

#define CONNECT  "{'rules':'connect6'}"
#define SMALL    "{'rules':[3,3,3,1,1]}"
#define NO_CLOCK "null"

/* ---- Games ---- */

static void two_play_a_game_to_its_end(void **state)
{
    (void)state;
    struct two t = begin(SMALL, NO_CLOCK);
    done(&t, BLACK, "'act':'move','stones':['a1'],'at':0");
    done(&t, WHITE, "'act':'move','stones':['b1'],'at':1");
    done(&t, BLACK, "'act':'move','stones':['a2']");
    done(&t, WHITE, "'act':'move','stones':['b2']");
    json_t *j = act(&t, 200, BLACK, "'act':'move','stones':['a3'],'at':4");
    is(json_incref(j), "moves", "['a1','b1','a2','b2','a3']");
    is(json_incref(j), "state", "'over'");
    is(json_incref(j), "to_move", "null");
    json_t *result = json_incref(json_object_get(j, "result"));
    is(json_incref(result), "outcome", "'black'");
    is(result, "how", "'board'");
    is(j, "offers", "{}");
    refused(act(&t, 409, WHITE, "'act':'move','stones':['c1']"), "the game is over");
    refused(act(&t, 409, WHITE, "'act':'resign'"), "the game is over");
}

static void turns_are_checked(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK);
    refused(act(&t, 409, WHITE, "'act':'move','stones':['j10','k10']"), "it is Black's turn");
    refused(act(&t, 400, BLACK, "'act':'move','stones':['j10','k10']"), "it has 1 stone, not 2");
    refused(act(&t, 400, BLACK, "'act':'move'"), "'stones' is missing");
    done(&t, BLACK, "'act':'move','stones':['j10'],'at':0");
    refused(act(&t, 400, WHITE, "'act':'move','stones':['k10']"), "it has 2 stones, not 1");
    refused(act(&t, 400, WHITE, "'act':'move','stones':['k10','j10']"), "stone 2");
    refused(act(&t, 400, WHITE, "'act':'move','stones':['k10','k10']"), "stone 2");
    refused(act(&t, 400, WHITE, "'act':'move','stones':[3,'k10']"), "stone 1");
    refused(act(&t, 409, WHITE, "'act':'move','stones':['k10','k11'],'at':0"), "the game has 1 moves, not 0");
    refused(act(&t, 400, WHITE, "'act':'think'"), "'act' must be");
    is(look(&t), "moves", "['j10']");
    is(act(&t, 200, WHITE, "'act':'move','stones':['k10','k11'],'at':1"), "moves", "['j10','k10','k11']");
}

static void keys_open_their_own_seats(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK), other = begin(CONNECT, NO_CLOCK);
    char path[60];
    snprintf(path, sizeof path, "/duels/%s/act", t.id);
    refused(ask(403, "POST", path, "{'key':'%s','act':'resign'}", other.key[BLACK]), "no seat");
    refused(ask(403, "POST", path, "{'key':'','act':'resign'}"), "no seat");
    snprintf(path, sizeof path, "/duels/%s/join", t.id);
    refused(ask(409, "POST", path, "{'name':'Cid'}"), "both seats are taken");
    refused(ask(404, "GET", "/duels/nobodyknows1", NULL), "no such game");
    refused(ask(404, "GET", "/duels/x", NULL), "no such game");
    json_t *j = look(&t);
    char *text = json_dumps(j, 0);
    assert_null(strstr(text, t.key[BLACK])); /* nobody is told a key */
    assert_null(strstr(text, t.key[WHITE]));
    free(text);
    json_decref(j);
}

static void games_that_nobody_joined_are_cancelled(void **state)
{
    (void)state;
    struct two t;
    char path[60];
    json_t *j = ask(201, "POST", "/duels", "{'game':%s,'side':'white'}", CONNECT);
    keep_key(&t, j);
    json_decref(j);
    refused(act(&t, 409, WHITE, "'act':'resign'"), "waiting for its second player");
    done(&t, WHITE, "'act':'cancel'");
    snprintf(path, sizeof path, "/duels/%s", t.id);
    refused(ask(404, "GET", path, NULL), "no such game");
    struct two both = begin(CONNECT, NO_CLOCK);
    refused(act(&both, 409, WHITE, "'act':'cancel'"), "somebody has joined");
}

static void wishes_are_checked(void **state)
{
    (void)state;
    refused(ask(400, "POST", "/duels", "{'game':{'rules':'chess'}}"), "rules");
    refused(ask(400, "POST", "/duels", "{'name':'x'}"), "'game' is missing");
    refused(ask(400, "POST", "/duels", "{'game':%s,'side':'green'}", CONNECT), "'side'");
    refused(ask(400, "POST", "/duels", "{'game':%s,'clock':{}}", CONNECT), "'clock' has no time");
    refused(ask(400, "POST", "/duels", "{'game':%s,'clock':{'periods':3}}", CONNECT), "byo-yomi");
    refused(ask(400, "POST", "/duels", "{'game':%s,'clock':{'hours':3}}", CONNECT), "hours");
    refused(ask(400, "POST", "/duels", "{'game':%s,'clock':{'main':-1}}", CONNECT), "main");
    refused(ask(400, "POST", "/duels", "{'game':{'rules':[3,3,3,1,1],'stones':['a1','a2','b1','b2','c1']}}"),
            "over");
}

/* ---- Offers ---- */

static void a_takeback_is_agreed_on(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK);
    refused(act(&t, 409, BLACK, "'act':'offer','what':'takeback'"), "Black has not played yet");
    done(&t, BLACK, "'act':'move','stones':['j10']");
    done(&t, WHITE, "'act':'move','stones':['k10','k11']");
    is(act(&t, 200, WHITE, "'act':'offer','what':'takeback'"), "offers", "{'takeback':'white'}");
    refused(act(&t, 409, WHITE, "'act':'accept','what':'takeback'"), "the other player does not offer that");
    is(act(&t, 200, BLACK, "'act':'decline','what':'takeback'"), "offers", "{}");
    done(&t, WHITE, "'act':'offer','what':'takeback'");
    is(act(&t, 200, BLACK, "'act':'accept','what':'takeback'"), "moves", "['j10']");
    done(&t, WHITE, "'act':'move','stones':['k12','k13']");
    done(&t, BLACK, "'act':'offer','what':'takeback'"); /* White has answered: both turns go */
    is(act(&t, 200, WHITE, "'act':'accept','what':'takeback'"), "moves", "[]");
    is(look(&t), "to_move", "'black'");
    done(&t, BLACK, "'act':'move','stones':['a1']"); /* a turn ends what was offered */
    done(&t, BLACK, "'act':'offer','what':'takeback'");
    is(act(&t, 200, WHITE, "'act':'move','stones':['a2','a3']"), "offers", "{}");
}

static void a_draw_is_agreed_on(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK);
    done(&t, WHITE, "'act':'offer','what':'draw'");
    json_t *j = act(&t, 200, BLACK, "'act':'offer','what':'draw'"); /* both want it */
    is(j, "result", "{'outcome':'draw','how':'agreed','text':''}");
}

static void a_finished_game_is_taken_back(void **state)
{
    (void)state;
    struct two t = begin("{'rules':'go9'}", NO_CLOCK);
    done(&t, BLACK, "'act':'move','stones':['E5']");
    done(&t, WHITE, "'act':'move','stones':['pass']");
    json_t *j = act(&t, 200, BLACK, "'act':'move','stones':['pass']");
    json_t *result = json_incref(json_object_get(j, "result"));
    json_decref(j);
    is(json_incref(result), "how", "'board'");
    is(result, "outcome", "'black'");
    done(&t, WHITE, "'act':'offer','what':'takeback'");
    j = act(&t, 200, BLACK, "'act':'accept','what':'takeback'");
    is(json_incref(j), "moves", "['E5']");
    is(j, "state", "'playing'");
}

static void who_resigns_may_play_again_with_the_other_colour(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, "{'black':{'main':60},'white':{'main':600}}"), next = t;
    refused(act(&t, 409, BLACK, "'act':'offer','what':'rematch'"), "the game is playing");
    is(act(&t, 200, WHITE, "'act':'resign'"), "result", "{'outcome':'black','how':'resigned','text':''}");
    done(&t, WHITE, "'act':'offer','what':'rematch'");
    json_t *j = act(&t, 200, BLACK, "'act':'accept','what':'rematch'");
    snprintf(next.id, sizeof next.id, "%s", json_string_value(json_object_get(j, "next")));
    json_decref(j);
    /* Bob has Black now, and his ten minutes. */
    memcpy(next.key[BLACK], t.key[WHITE], sizeof *next.key);
    memcpy(next.key[WHITE], t.key[BLACK], sizeof *next.key);
    is(look(&next), "players", "{'black':{'name':'Bob','here':false},'white':{'name':'Ann','here':false}}");
    assert_true(left(&next, "black") == 600);
    done(&next, BLACK, "'act':'move','stones':['j10']");
    refused(act(&t, 409, BLACK, "'act':'offer','what':'rematch'"), "there is a next game already");
}

/* ---- Other games ---- */

static void go_is_played_with_a_handicap(void **state)
{
    (void)state;
    struct two t = begin("{'rules':'go:9,komi=0.5,handicap=2'}", NO_CLOCK);
    is(look(&t), "to_move", "'white'");
    done(&t, WHITE, "'act':'move','stones':['E5']");
    refused(act(&t, 400, BLACK, "'act':'move','stones':['E5']"), "stone 1");
    done(&t, BLACK, "'act':'move','stones':['pass']");
    json_t *j = act(&t, 200, WHITE, "'act':'move','stones':['pass']");
    is(json_incref(j), "state", "'over'");
    assert_non_null(json_string_value(json_object_get(json_object_get(j, "result"), "text")));
    json_decref(j);
}

static void games_begin_from_any_position(void **state)
{
    (void)state;
    struct two t = begin("{'rules':'gomoku','setup':{'black':['a1'],'white':['b1'],'to_move':'white'},"
                         "'stones':['h8']}",
                         NO_CLOCK);
    is(look(&t), "to_move", "'black'");
    is(act(&t, 200, BLACK, "'act':'move','stones':['h9'],'at':0"), "moves", "['h9']");
    done(&t, BLACK, "'act':'offer','what':'takeback'");
    is(act(&t, 200, WHITE, "'act':'accept','what':'takeback'"), "moves", "[]");
}

/* ---- Clocks ---- */

static void the_server_counts_the_time(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, "{'main':60,'increment':5}");
    wait_a_while(10);
    assert_true(left(&t, "black") == 60); /* the first turn is free */
    done(&t, BLACK, "'act':'move','stones':['j10']");
    wait_a_while(20);
    assert_true(left(&t, "white") == 40 && left(&t, "black") == 60);
    done(&t, WHITE, "'act':'move','stones':['k10','k11']");
    assert_true(left(&t, "white") == 45);
    wait_a_while(59);
    is(look(&t), "state", "'playing'");
    assert_true(left(&t, "black") == 1);
    wait_a_while(1.5);
    for (bool over = false; !over; usleep(2000)) { /* nobody does anything: the server sees it */
        json_t *j = look(&t);
        over = strcmp(json_string_value(json_object_get(j, "state")), "over") == 0;
        json_decref(j);
    }
    is(look(&t), "result", "{'outcome':'white','how':'time','text':''}");
    assert_true(left(&t, "black") == 0);
    refused(act(&t, 409, WHITE, "'act':'offer','what':'takeback'"), "the game is over");
}

static void byo_yomi_goes_period_by_period(void **state)
{
    (void)state;
    struct two t = begin("{'rules':'go9'}", "{'black':{'main':10,'periods':2,'period':5},'white':null}");
    done(&t, BLACK, "'act':'move','stones':['E5']");
    wait_a_while(1000); /* White has all the time there is */
    done(&t, WHITE, "'act':'move','stones':['E6']");
    wait_a_while(16.5);
    json_t *j = look(&t);
    is(j, "left", "{'black':{'seconds':3.5,'periods':1,'main':false,'runs':true},'white':null}");
    done(&t, BLACK, "'act':'move','stones':['E4']");
    done(&t, WHITE, "'act':'move','stones':['E3']");
    wait_a_while(5);
    is(act(&t, 409, BLACK, "'act':'move','stones':['D4']"), "error",
       "{'code':'conflict','message':'the game is over'}");
    is(look(&t), "result", "{'outcome':'white','how':'time','text':''}");
}

static void an_adjourned_game_goes_on_days_later(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, "{'main':60}");
    done(&t, BLACK, "'act':'move','stones':['j10']");
    wait_a_while(20);
    done(&t, BLACK, "'act':'offer','what':'adjourn'");
    is(act(&t, 200, WHITE, "'act':'accept','what':'adjourn'"), "state", "'adjourned'");
    wait_a_while(3.0 * 24 * 3600);
    assert_true(left(&t, "white") == 40);
    refused(act(&t, 409, WHITE, "'act':'move','stones':['k10','k11']"), "the game is adjourned");
    done(&t, WHITE, "'act':'offer','what':'resume'");
    is(act(&t, 200, BLACK, "'act':'accept','what':'resume'"), "state", "'playing'");
    wait_a_while(5);
    assert_true(left(&t, "white") == 35);
}

/* ---- Those who follow ---- */

static json_t *news(int fd)
{
    json_t *j = ws_json(fd, PATIENCE), *duel = json_incref(json_object_get(j, "duel"));
    if (!duel)
        fail_msg("%s", json_dumps(j, 0));
    json_decref(j);
    return duel;
}

/* The next news in which the game has so many moves. */
static json_t *news_of(int fd, int plies)
{
    for (;;) {
        json_t *j = news(fd);
        if (json_integer_value(json_object_get(j, "plies")) == plies)
            return j;
        json_decref(j);
    }
}

static int follow(const struct two *t, const char *key)
{
    char text[200];
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    snprintf(text, sizeof text, "{\"do\":\"duel\",\"id\":7,\"duel\":\"%s\"%s%s%s}", t->id,
             key ? ",\"key\":\"" : "", key ? key : "", key ? "\"" : "");
    ws_send(fd, text);
    return fd;
}

static void players_and_watchers_are_told(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK);
    int ann = follow(&t, t.key[BLACK]), watcher = follow(&t, NULL);
    json_t *j = ws_json(ann, PATIENCE);
    is(json_incref(j), "seat", "'black'");
    is(j, "id", "7");
    j = ws_json(watcher, PATIENCE);
    is(j, "seat", "null");
    done(&t, BLACK, "'act':'move','stones':['j10']");
    is(news_of(ann, 1), "moves", "['j10']");
    is(news_of(watcher, 1), "moves", "['j10']");
    /* One who comes back has missed nothing. */
    close(ann);
    done(&t, WHITE, "'act':'move','stones':['k10','k11']");
    is(news_of(watcher, 3), "moves", "['j10','k10','k11']");
    ann = follow(&t, t.key[BLACK]);
    is(news_of(ann, 3), "moves", "['j10','k10','k11']");
    for (bool here = false; !here;) { /* the watcher sees her come */
        j = news(watcher);
        here = json_is_true(json_object_get(json_object_get(json_object_get(j, "players"), "black"), "here"));
        json_decref(j);
    }
    close(ann);
    close(watcher);
    WAIT_UNTIL(duels_counts(server->duels).followers == 0);
}

static void who_follows_nothing_is_told_why(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK), none = {.id = "nobodyknows1"};
    int fd = follow(&t, "wrong");
    refused(ws_json(fd, PATIENCE), "no seat");
    close(fd);
    fd = follow(&none, NULL);
    refused(ws_json(fd, PATIENCE), "no such game");
    ws_send(fd, "{\"do\":\"duel\",\"id\":7,\"duels\":3}");
    refused(ws_json(fd, PATIENCE), "duels");
    close(fd);
}

static void a_stopped_follower_is_told_no_more(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, NO_CLOCK);
    int fd = follow(&t, NULL);
    json_decref(news(fd));
    ws_send(fd, "{\"do\":\"stop\",\"id\":7}");
    WAIT_UNTIL(duels_counts(server->duels).followers == 0);
    done(&t, BLACK, "'act':'move','stones':['j10']");
    char *text = ws_read(fd, 0.2);
    assert_null(text);
    close(fd);
}

static void ones_own_games_are_listed(void **state)
{
    (void)state;
    struct two a = begin(CONNECT, NO_CLOCK), b = begin("{'rules':'go9'}", "{'main':60}");
    json_t *j = ask(200, "POST", "/duels/list",
                    "{'duels':[{'id':'%s','key':'%s'},{'id':'%s','key':'%s'},{'id':'nobodyknows1','key':'x'},"
                    "{'id':'%s','key':'%s'}]}",
                    a.id, a.key[WHITE], b.id, b.key[BLACK], a.id, b.key[BLACK]);
    json_t *list = json_object_get(j, "duels");
    assert_int_equal(json_array_size(list), 2); /* only those whose key one has */
    is(json_incref(json_array_get(list, 0)), "seat", "'white'");
    is(json_incref(json_array_get(list, 1)), "rules", "'go9'");
    is(json_incref(json_array_get(list, 1)), "clocked", "true");
    json_decref(j);
}

/* ---- The end of a server, and the next ---- */

static void start_server(void)
{
    server = serving_start(&(struct server_options){.data = file, .clock = &now});
}

static void a_server_that_ends_takes_the_game_up_again(void **state)
{
    (void)state;
    struct two t = begin(CONNECT, "{'main':600,'increment':1}");
    done(&t, BLACK, "'act':'move','stones':['j10']");
    wait_a_while(100);
    server_stop(server);
    wait_a_while(5000); /* nobody's */
    start_server();
    is(look(&t), "moves", "['j10']");
    wait_a_while(50); /* nor is this: neither player is back */
    assert_true(left(&t, "white") == 500);
    int fd = follow(&t, t.key[BLACK]);
    json_decref(news(fd));
    wait_a_while(20);
    assert_true(left(&t, "white") == 480);
    close(fd);
    done(&t, WHITE, "'act':'move','stones':['k10','k11'],'at':1");
    assert_true(left(&t, "white") == 481);
}

/* What was answered is there after kill -9, and no clock has run longer than its turn; bench/duels.mjs measures how exact they are. */
static void a_killed_server_has_lost_nothing(void **state)
{
    (void)state;
    struct folder f = folder_new();
    char path[100], route[100], body[200];
    snprintf(path, sizeof path, "%s/x.db", f.path);
    const char *const args[] = {"--data", path, NULL};
    struct two t = {.id = ""};
    struct process p = process_start(args);
    json_t *j = http_json(p.port, 201, "POST", API "/duels",
                          "{\"game\":{\"rules\":\"gomoku\"},\"clock\":{\"main\":6000},\"side\":\"black\"}");
    keep_key(&t, j);
    json_decref(j);
    snprintf(route, sizeof route, API "/duels/%s/join", t.id);
    j = http_json(p.port, 200, "POST", route, "{}");
    keep_key(&t, j);
    json_decref(j);
    double used[2] = {0, 0};
    for (int i = 0; i < 4; i++) {
        double began = clock_now();
        snprintf(route, sizeof route, API "/duels/%s/act", t.id);
        snprintf(body, sizeof body, "{\"key\":\"%s\",\"act\":\"move\",\"stones\":[\"h%d\"],\"at\":%d}",
                 t.key[i % 2], i + 1, i);
        json_decref(http_json(p.port, 200, "POST", route, body));
        usleep(600000);
        assert_int_equal(kill(p.pid, SIGKILL), 0);
        assert_int_equal(waitpid(p.pid, NULL, 0), p.pid);
        used[!(i % 2)] += clock_now() - began;
        p = process_start(args);
        snprintf(route, sizeof route, API "/duels/%s", t.id);
        j = http_json(p.port, 200, "GET", route, NULL);
        assert_int_equal(json_integer_value(json_object_get(j, "plies")), i + 1);
        for (int side = 0; side < 2; side++) {
            json_t *of = json_object_get(json_object_get(j, "left"), side ? "white" : "black");
            double lost = 6000 - json_number_value(json_object_get(of, "seconds"));
            assert_true(lost >= 0 && lost <= used[side]);
        }
        json_decref(j);
    }
    process_end(&p, SIGTERM);
    folder_remove(&f);
}

static int start(void **state)
{
    (void)state;
    atomic_store(&now, 1000);
    data = folder_new();
    snprintf(file, sizeof file, "%s/x.db", data.path);
    start_server();
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    folder_remove(&data);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_play_a_game_to_its_end),
        cmocka_unit_test(turns_are_checked),
        cmocka_unit_test(keys_open_their_own_seats),
        cmocka_unit_test(games_that_nobody_joined_are_cancelled),
        cmocka_unit_test(wishes_are_checked),
        cmocka_unit_test(a_takeback_is_agreed_on),
        cmocka_unit_test(a_draw_is_agreed_on),
        cmocka_unit_test(a_finished_game_is_taken_back),
        cmocka_unit_test(who_resigns_may_play_again_with_the_other_colour),
        cmocka_unit_test(go_is_played_with_a_handicap),
        cmocka_unit_test(games_begin_from_any_position),
        cmocka_unit_test(the_server_counts_the_time),
        cmocka_unit_test(byo_yomi_goes_period_by_period),
        cmocka_unit_test(an_adjourned_game_goes_on_days_later),
        cmocka_unit_test(players_and_watchers_are_told),
        cmocka_unit_test(who_follows_nothing_is_told_why),
        cmocka_unit_test(a_stopped_follower_is_told_no_more),
        cmocka_unit_test(ones_own_games_are_listed),
        cmocka_unit_test(a_server_that_ends_takes_the_game_up_again),
        cmocka_unit_test(a_killed_server_has_lost_nothing),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
