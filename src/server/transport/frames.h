/* Bytes of a WebSocket become messages, and messages frames.
 *
 * wslay reads single frames; what a message is, how large it may be and what is answered to a ping or a close
 * is settled here, so that nothing is kept that was not counted. No sockets in here: a fuzzer feeds it. */
#ifndef SERVER_TRANSPORT_FRAMES_H
#define SERVER_TRANSPORT_FRAMES_H

#include <stdbool.h>
#include <stdint.h>
#include <wslay/wslay.h>

#include "base/buf.h"

enum {
    CLOSE_NORMAL = 1000,
    CLOSE_GOING = 1001,
    CLOSE_PROTOCOL = 1002,
    CLOSE_UNSUPPORTED = 1003,
    CLOSE_NO_CODE = 1005,
    CLOSE_NO_TEXT = 1007,
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
};

enum frames_event {
    FRAMES_MORE,    /* all bytes are used */
    FRAMES_MESSAGE, /* `message` is whole; feeding goes on once it was taken */
    FRAMES_CLOSE,   /* the other end closes, with `code` */
    FRAMES_BAD,     /* it must be closed, with `code` and `fault` */
};

struct frames {
    size_t most; /* bytes of a message */
    wslay_frame_context_ptr wslay;
    const char *in;
    size_t in_len;
    struct buf message, control; /* control: a ping's or close's contents */
    bool text, frame;            /* a message has begun; a frame has */
    uint64_t left, seen;         /* bytes of the frame that are to come; whole frames so far */
    int code;
    const char *fault;
};

bool frames_init(struct frames *f, size_t most);
void frames_done(struct frames *f);

/* Takes bytes, all but those behind a message or a close; to be called again with `len` 0 until it says
 * FRAMES_MORE, as some may be left inside. Frames that must be answered (pings) are answered into `out`. */
enum frames_event frames_feed(struct frames *f, const char *bytes, size_t len, size_t *used, struct buf *out);

/* Appends a frame: a whole message of text, a ping, or a close. */
void frames_put_text(struct buf *out, const char *text, size_t len);
void frames_put_ping(struct buf *out);
void frames_put_close(struct buf *out, int code, const char *reason);

/* The answer to the key of a handshake; false if the key is not 16 bytes in base64. */
enum { FRAMES_ACCEPT = 29 };
bool frames_accept(const char *key, char out[FRAMES_ACCEPT]);

#endif
