/* Whatever comes from a broker: heads, signs of life, pieces of results in any order; and the file of a user. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/grid/outbox.h"
#include "lab/grid/user.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was read is written and read again as the same. */
static void read_sign(const char *subject, const char *text, size_t len)
{
    struct grid_sign s, again;
    struct buf b = BUF_EMPTY;
    if (!grid_sign_read(subject, text, len, &s, NULL))
        return;
    grid_sign_write(&s, &b);
    if (!grid_sign_read(subject, b.text, b.len, &again, NULL) || s.helds != again.helds ||
        strcmp(s.lab, again.lab) != 0)
        abort();
    buf_free(&b);
}

static void read_head(const char *text, size_t len)
{
    struct grid_head h, again;
    struct buf b = BUF_EMPTY;
    const char *body;
    if (!grid_head_read(text, len, &h, &body, NULL))
        return;
    grid_head_write(&h, &b);
    if (!grid_head_read(b.text, b.len, &again, &body, NULL) || h.what != again.what || h.job != again.job)
        abort();
    buf_free(&b);
}

static void read_user(const char *text, size_t len)
{
    struct grid_user u;
    if (grid_user_parse(text, len, &u, NULL) && !grid_name_is_fine(u.name, GRID_NAME - 1))
        abort();
}

static bool say_job(void *ctx, const char *worker, const struct grid_held *of, const struct buf *line)
{
    (void)ctx;
    (void)worker;
    (void)of;
    (void)line;
    return true;
}

static void say_want(void *ctx, const char *worker, const struct grid_held *of, const char *try, size_t at)
{
    (void)ctx;
    (void)worker;
    (void)of;
    (void)at;
    if (!grid_name_is_fine(try, GRID_ID - 1))
        abort();
}

static void say_drop(void *ctx, const char *worker, const struct grid_held *of)
{
    (void)ctx;
    (void)worker;
    (void)of;
}

/* Messages with zero bytes between them, of two workers in turns, to a coordinator with jobs out; their first byte is
 * how much later they come. */
static void feed(const char *text, size_t len)
{
    static const char *const worker[] = {"a", "b"};
    static const char *const sign[] = {"hexad.here.worker.a", "hexad.here.worker.b"};
    static const char idle[] = "{\"hexad\":2,\"state\":\"idle\"}";
    struct outbox_options o = {.wire = {NULL, say_job, say_want, say_drop}, .coordinator = "c", .lab = "l"};
    struct outbox *box = outbox_new(&o);
    struct outbox_result r;
    double now = 1;
    int turn = 0;
    for (int64_t id = 1; id <= 3; id++) {
        struct buf line = BUF_EMPTY;
        if (id < 3)
            outbox_sign(box, sign[id - 1], idle, sizeof idle - 1, now);
        buf_text(&line, "a job");
        outbox_add(box, id, &line, now);
    }
    for (const char *at = text; at < text + len; turn++) {
        size_t n = strnlen(at, len - (size_t)(at - text));
        if (n) {
            now += (unsigned char)at[0] / 16.0;
            outbox_message(box, worker[turn % 2], at + 1, n - 1, now);
            outbox_sign(box, sign[turn % 2], at + 1, n - 1, now);
        }
        outbox_look(box, now);
        if (turn % 5 == 4 && outbox_take(box, &r)) {
            if (r.line > r.bytes.len)
                abort();
            buf_free(&r.bytes);
            outbox_failed(box, &r, turn % 2, "no", now);
        }
        if (outbox_bytes(box) > OUTBOX_BYTES_MOST)
            abort();
        at += n + 1;
    }
    outbox_free(box);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    char name[GRID_NAME];
    memcpy(text, data, size);
    text[size] = '\0';
    read_sign("hexad.here.worker.w", text, size);
    read_sign("hexad.here.coordinator.c", text, size);
    read_head(text, size);
    read_user(text, size);
    (void)grid_sign_then(text, size, name);
    feed(text, size);
    free(text);
    return 0;
}
