/* Addresses: to listen on, and of clients. */
#ifndef SERVER_TRANSPORT_ADDRESS_H
#define SERVER_TRANSPORT_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/err.h"

/* What tells clients apart: an IPv4 address, or the first half of an IPv6 address (the rest is for each
 * household to choose, and to change). */
struct address {
    unsigned char bytes[16]; /* IPv6; an IPv4 address as ::ffff:a.b.c.d */
};

enum { ADDRESS_TEXT = 48 };

/* A number, written out; false: it is none. */
bool address_parse(const char *text, size_t len, struct address *out);
struct address address_of(const struct sockaddr *a);
/* The part that tells clients apart. */
struct address address_client(const struct address *a);
bool address_equal(const struct address *a, const struct address *b);
/* A number of it that others hardly have. */
uint64_t address_hash(const struct address *a);
bool address_is_loopback(const struct address *a);
const char *address_format(const struct address *a, char out[ADDRESS_TEXT]);

/* Where to listen: "127.0.0.1", "::1", or several with commas between; "localhost" is both of these. */
enum { ADDRESSES_MOST = 16 };
struct address_list {
    int count;
    struct sockaddr_storage at[ADDRESSES_MOST]; /* without a port */
    bool optional[ADDRESSES_MOST];              /* a machine without IPv6 has no ::1 */
};
bool address_list_parse(const char *text, struct address_list *out, struct err *e);
/* Are they all reached from this machine alone? False if there is something wrong with the text. */
bool address_list_is_loopback(const char *text);

#endif
