/* Messages and frames; see frames.h. */
#include "server/transport/frames.h"

#include <string.h>

enum { CONTROL_MOST = 125, FIN = 0x80 };

/* wslay asks for bytes: those of the feed that is going on. */
static ssize_t take(uint8_t *out, size_t len, int flags, void *context)
{
    struct frames *f = context;
    (void)flags;
    size_t n = len < f->in_len ? len : f->in_len;
    if (n == 0)
        return -1;
    memcpy(out, f->in, n);
    f->in += n;
    f->in_len -= n;
    return (ssize_t)n;
}

bool frames_init(struct frames *f, size_t most)
{
    *f = (struct frames){.most = most};
    struct wslay_frame_callbacks callbacks = {.recv_callback = take};
    return wslay_frame_context_init(&f->wslay, &callbacks, f) == 0;
}

void frames_done(struct frames *f)
{
    wslay_frame_context_free(f->wslay);
    buf_free(&f->message);
    buf_free(&f->control);
}

static enum frames_event bad(struct frames *f, int code, const char *fault)
{
    f->code = code;
    f->fault = fault;
    return FRAMES_BAD;
}

/* ---- Frames to the client ---- */

static void put_frame(struct buf *out, int opcode, const char *bytes, size_t len)
{
    buf_char(out, (char)(FIN | opcode));
    if (len <= CONTROL_MOST) {
        buf_char(out, (char)len);
    } else {
        int size = len < 65536 ? 2 : 8;
        buf_char(out, size == 2 ? 126 : 127);
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8)
            buf_char(out, (char)((uint64_t)len >> shift));
    }
    buf_bytes(out, bytes, len);
}

void frames_put_text(struct buf *out, const char *text, size_t len)
{
    put_frame(out, WSLAY_TEXT_FRAME, text, len);
}

void frames_put_ping(struct buf *out)
{
    put_frame(out, WSLAY_PING, "", 0);
}

void frames_put_close(struct buf *out, int code, const char *reason)
{
    char bytes[CONTROL_MOST];
    size_t len = reason ? strlen(reason) : 0;
    len = len < sizeof bytes - 2 ? len : sizeof bytes - 2;
    bytes[0] = (char)(code >> 8);
    bytes[1] = (char)code;
    memcpy(bytes + 2, reason ? reason : "", len);
    put_frame(out, WSLAY_CONNECTION_CLOSE, bytes, code == CLOSE_NO_CODE ? 0 : len + 2);
}

/* ---- UTF-8 ---- */

/* The length of the character at `s`, 0 if there is none. */
static size_t character(const unsigned char *s, size_t left)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (s[0] < 0x80)
        return 1;
    size_t n = s[0] >= 0xf0 && s[0] < 0xf8 ? 4 : s[0] >= 0xe0 ? 3 : s[0] >= 0xc0 ? 2 : 0;
    if (n == 0 || n > left || s[0] >= 0xf8)
        return 0;
    unsigned c = s[0] & (0xffu >> (n + 1));
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3fu);
    }
    return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : n;
}

static bool is_text(const char *bytes, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t n = character((const unsigned char *)bytes + i, len - i);
        if (n == 0)
            return false;
        i += n;
    }
    return true;
}

/* ---- Frames from the client ---- */

/* May a frame of this kind come now? */
static enum frames_event check_frame(struct frames *f, const struct wslay_frame_iocb *c)
{
    if (!c->mask)
        return bad(f, CLOSE_PROTOCOL, "frames of a client must be masked");
    if (c->rsv)
        return bad(f, CLOSE_PROTOCOL, "a reserved bit is set");
    if (c->opcode == WSLAY_PING || c->opcode == WSLAY_PONG || c->opcode == WSLAY_CONNECTION_CLOSE)
        return FRAMES_MORE;
    if (c->opcode == WSLAY_BINARY_FRAME)
        return bad(f, CLOSE_UNSUPPORTED, "messages are texts");
    if (c->opcode != WSLAY_TEXT_FRAME && c->opcode != WSLAY_CONTINUATION_FRAME)
        return bad(f, CLOSE_PROTOCOL, "a frame of an unknown kind");
    if ((c->opcode == WSLAY_TEXT_FRAME) == f->text)
        return bad(f, CLOSE_PROTOCOL, "a message in pieces whose order is wrong");
    if (c->payload_length > f->most || f->message.len + c->payload_length > f->most)
        return bad(f, CLOSE_TOO_LARGE, "the message is too large");
    return FRAMES_MORE;
}

/* A code that a close frame may have. */
static bool code_is_fine(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static enum frames_event take_close(struct frames *f)
{
    const unsigned char *bytes = (const unsigned char *)buf_str(&f->control);
    f->code = CLOSE_NO_CODE;
    if (f->control.len == 1)
        return bad(f, CLOSE_PROTOCOL, "a close frame of one byte");
    if (f->control.len >= 2) {
        f->code = bytes[0] << 8 | bytes[1];
        if (!code_is_fine(f->code))
            return bad(f, CLOSE_PROTOCOL, "a close frame with a code that there is not");
        if (!is_text((const char *)bytes + 2, f->control.len - 2))
            return bad(f, CLOSE_NO_TEXT, "a close frame whose reason is not UTF-8");
    }
    return FRAMES_CLOSE;
}

/* A frame has come whole. */
static enum frames_event end_frame(struct frames *f, const struct wslay_frame_iocb *c, struct buf *out)
{
    f->frame = false;
    f->seen++;
    switch (c->opcode) {
    case WSLAY_PONG:
        return FRAMES_MORE;
    case WSLAY_PING:
        put_frame(out, WSLAY_PONG, buf_str(&f->control), f->control.len);
        return FRAMES_MORE;
    case WSLAY_CONNECTION_CLOSE:
        return take_close(f);
    default:
        f->text = !c->fin;
        if (!c->fin)
            return FRAMES_MORE;
        return is_text(buf_str(&f->message), f->message.len)
                   ? FRAMES_MESSAGE
                   : bad(f, CLOSE_NO_TEXT, "a message that is not UTF-8");
    }
}

/* Bytes of a frame, or its beginning. */
static enum frames_event take_part(struct frames *f, const struct wslay_frame_iocb *c, struct buf *out)
{
    bool control = wslay_is_ctrl_frame(c->opcode);
    if (!f->frame) {
        enum frames_event e = check_frame(f, c);
        if (e != FRAMES_MORE)
            return e;
        f->frame = true;
        f->left = c->payload_length;
        if (control)
            f->control.len = 0;
    }
    buf_bytes(control ? &f->control : &f->message, c->data, c->data_length);
    f->left -= c->data_length;
    return f->left == 0 ? end_frame(f, c, out) : FRAMES_MORE;
}

enum frames_event frames_feed(struct frames *f, const char *bytes, size_t len, size_t *used, struct buf *out)
{
    enum frames_event e = FRAMES_MORE;
    f->in = bytes;
    f->in_len = len;
    if (!f->text && !f->frame)
        f->message.len = 0; /* it was taken */
    while (e == FRAMES_MORE) {
        struct wslay_frame_iocb c;
        ssize_t n = wslay_frame_recv(f->wslay, &c);
        if (n == WSLAY_ERR_WANT_READ && f->in_len == 0)
            break;
        if (n == WSLAY_ERR_WANT_READ)
            continue;
        e = n < 0 ? bad(f, CLOSE_PROTOCOL, "this is no frame") : take_part(f, &c, out);
    }
    *used = len - f->in_len;
    f->in = NULL;
    f->in_len = 0;
    return e;
}
