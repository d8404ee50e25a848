/* Addresses; see address.h. */
#include "server/transport/address.h"

#include <arpa/inet.h>
#include <string.h>

static const unsigned char mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool is_four(const struct address *a)
{
    return memcmp(a->bytes, mapped, sizeof mapped) == 0;
}

bool address_parse(const char *text, size_t len, struct address *out)
{
    char copy[ADDRESS_TEXT];
    if (len == 0 || len >= sizeof copy)
        return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    memcpy(out->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, copy, out->bytes + sizeof mapped) == 1 ||
           inet_pton(AF_INET6, copy, out->bytes) == 1;
}

struct address address_of(const struct sockaddr *a)
{
    struct address out = {{0}};
    if (a->sa_family == AF_INET) {
        memcpy(out.bytes, mapped, sizeof mapped);
        memcpy(out.bytes + sizeof mapped, &((const struct sockaddr_in *)(const void *)a)->sin_addr, 4);
    } else if (a->sa_family == AF_INET6) {
        memcpy(out.bytes, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, 16);
    }
    return out;
}

struct address address_client(const struct address *a)
{
    struct address out = *a;
    if (!is_four(a) && !address_is_loopback(a))
        memset(out.bytes + 8, 0, 8);
    return out;
}

bool address_equal(const struct address *a, const struct address *b)
{
    return memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

uint64_t address_hash(const struct address *a)
{
    uint64_t high, low;
    memcpy(&high, a->bytes, sizeof high);
    memcpy(&low, a->bytes + 8, sizeof low);
    high = (high ^ low * 0xc2b2ae3d27d4eb4fu) * 0x9e3779b97f4a7c15u;
    return high ^ high >> 32;
}

bool address_is_loopback(const struct address *a)
{
    static const struct in6_addr one = IN6ADDR_LOOPBACK_INIT;
    return is_four(a) ? a->bytes[12] == 127 : memcmp(a->bytes, &one, sizeof a->bytes) == 0;
}

const char *address_format(const struct address *a, char out[ADDRESS_TEXT])
{
    bool four = is_four(a);
    inet_ntop(four ? AF_INET : AF_INET6, a->bytes + (four ? sizeof mapped : 0), out, ADDRESS_TEXT);
    return out;
}

/* ---- Where to listen ---- */

static void add(struct address_list *list, const struct address *a, bool optional)
{
    struct sockaddr_storage *to = &list->at[list->count];
    memset(to, 0, sizeof *to);
    if (is_four(a)) {
        struct sockaddr_in *four = (void *)to;
        four->sin_family = AF_INET;
        memcpy(&four->sin_addr, a->bytes + sizeof mapped, 4);
    } else {
        struct sockaddr_in6 *six = (void *)to;
        six->sin6_family = AF_INET6;
        memcpy(&six->sin6_addr, a->bytes, sizeof a->bytes);
    }
    list->optional[list->count++] = optional;
}

static bool add_word(struct address_list *list, const char *word, size_t len, struct err *e)
{
    struct address a;
    if (list->count > ADDRESSES_MOST - 2)
        return err_set(e, "too many addresses to listen on");
    if (len == strlen("localhost") && strncmp(word, "localhost", len) == 0) {
        address_parse("127.0.0.1", strlen("127.0.0.1"), &a);
        add(list, &a, false);
        address_parse("::1", strlen("::1"), &a);
        add(list, &a, true);
        return true;
    }
    if (!address_parse(word, len, &a))
        return err_set(e, "'%.*s' is not an address to listen on: neither IPv4 nor IPv6",
                       len < 60 ? (int)len : 60, word);
    add(list, &a, false);
    return true;
}

bool address_list_parse(const char *text, struct address_list *out, struct err *e)
{
    out->count = 0;
    for (;;) {
        size_t len = strcspn(text, ",");
        if (!add_word(out, text, len, e))
            return false;
        if (!text[len])
            return true;
        text += len + 1;
    }
}

bool address_list_is_loopback(const char *text)
{
    struct address_list list;
    struct err e;
    if (!address_list_parse(text, &list, &e))
        return false;
    for (int i = 0; i < list.count; i++) {
        struct address a = address_of((const struct sockaddr *)&list.at[i]);
        if (!address_is_loopback(&a))
            return false;
    }
    return true;
}
