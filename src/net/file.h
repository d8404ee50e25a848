/* Nets in files: a head of lines, then the parameters, then a checksum (docs/net.md). */
#ifndef NET_FILE_H
#define NET_FILE_H

#include "base/buf.h"
#include "net/net.h"

/* How numbers are stored: floats; halves, which keep 11 bits; or eights: 8 bits of each, relative to the largest of its block
 * of NET_BLOCK, which is a half. */
enum net_numbers { NET_F32, NET_F16, NET_Q8, NET_NUMBERS };
enum { NET_BLOCK = 32 };

enum { NET_GAME = 40, NET_FILE_PARAMETERS_MOST = 1 << 24 };

/* A net with its parameters, and the game whose positions it has learned to see. */
struct net_file {
    struct net *net;
    float *parameter;
    char game[NET_GAME];
};

/* Their name in files and on the command line; and the type of a name, NET_NUMBERS if there is none. */
const char *net_numbers_name(enum net_numbers type);
enum net_numbers net_numbers_find(const char *name);

/* Appends it. Nothing is lost by halves that a test can see, and by eights next to nothing (bench/results/net.md). */
void net_file_write(const struct net_file *f, enum net_numbers type, struct buf *out);

/* Reads what was written; anything else is refused with the reason. Free with net_file_done. */
bool net_file_read(const char *bytes, size_t len, struct net_file *out, struct err *e);
bool net_file_load(const char *path, struct net_file *out, struct err *e);
void net_file_done(struct net_file *f);

/* ---- For files that hold more than a net ---- */

/* Lines of a head, `name value`, up to an empty line; and what follows them, to the checksum. */
struct net_head {
    const char *text, *rest;
    size_t len, rest_len; /* the head's without the empty line */
};

/* Finds the head after a first line that must be `magic`, and checks the checksum at the end. The net that the head
 * describes, to be freed, and the game; NULL with a message. */
struct net *net_head_open(const char *bytes, size_t len, const char *magic, struct net_head *head,
                          char game[NET_GAME], struct err *e);
/* The value of a line, cut to the room; false if there is none. */
bool net_head_text(const struct net_head *h, const char *name, char *out, size_t room);
bool net_head_number(const struct net_head *h, const char *name, double least, double most, double *out,
                     struct err *e);
/* The lines that it reads, the magic one included. */
void net_head_write(const char *magic, const char *game, const struct net *n, struct buf *out);

void net_numbers_write(const float *x, size_t n, enum net_numbers type, struct buf *out);
/* False if one is no finite number. */
bool net_numbers_read(const char *bytes, size_t n, enum net_numbers type, float *x);
/* Appends the checksum of all in the buffer. */
void net_checksum_write(struct buf *out);

uint16_t net_half(float x);
float net_from_half(uint16_t h);

#endif
