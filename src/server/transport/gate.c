/* Who may talk to the server; see gate.h. */
#include "server/transport/gate.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/transport/address.h"

enum { HOST_MOST = 256 };

void gate_init(struct gate *g, const char *address, const char *token, const char *name)
{
    g->loopback = address_list_is_loopback(address);
    g->token = token ? mem_strdup(token) : NULL;
    g->name = name ? mem_strdup(name) : NULL;
    if (gethostname(g->machine, sizeof g->machine) != 0)
        g->machine[0] = '\0';
    g->machine[sizeof g->machine - 1] = '\0';
}

void gate_done(struct gate *g)
{
    free(g->token);
    free(g->name);
}

/* Cuts "name:port" or "[address]:port" down to the name; false if it is neither. */
static bool host_name(const char *host, char out[HOST_MOST])
{
    const char *port;
    size_t len;
    if (host[0] == '[') {
        port = strchr(host, ']');
        if (!port)
            return false;
        port++;
    } else {
        port = host + strcspn(host, ":");
    }
    len = (size_t)(port - host);
    if (len == 0 || len >= HOST_MOST ||
        (*port && (*port != ':' || strspn(port + 1, "0123456789") != strlen(port + 1))))
        return false;
    memcpy(out, host, len);
    out[len] = '\0';
    return true;
}

/* An address written out cannot be made to point elsewhere. */
static bool is_address(const char *name, bool loopback_only)
{
    struct in_addr four;
    struct in6_addr six;
    size_t len = strlen(name);
    if (inet_pton(AF_INET, name, &four) == 1)
        return !loopback_only || ntohl(four.s_addr) >> 24 == 127;
    if (name[0] != '[' || name[len - 1] != ']')
        return false;
    char inner[HOST_MOST];
    memcpy(inner, name + 1, len - 2);
    inner[len - 2] = '\0';
    return inet_pton(AF_INET6, inner, &six) == 1 && (!loopback_only || IN6_IS_ADDR_LOOPBACK(&six));
}

bool gate_host(const struct gate *g, const char *host)
{
    char name[HOST_MOST];
    if (!host || !host_name(host, name))
        return false;
    if (strcasecmp(name, "localhost") == 0 || is_address(name, g->loopback))
        return true;
    if (g->name && strcasecmp(name, g->name) == 0)
        return true;
    return !g->loopback && g->machine[0] && strcasecmp(name, g->machine) == 0;
}

bool gate_origin(const char *origin, const char *host)
{
    if (!origin)
        return true;
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t n = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], n) == 0)
            return host && strcasecmp(origin + n, host) == 0;
    }
    return false;
}

bool gate_foreign(const char *site)
{
    return site && strcasecmp(site, "same-origin") != 0 && strcasecmp(site, "none") != 0;
}

/* Compares without telling by the time it takes how much of it was right. */
static bool same_secret(const char *a, size_t len, const char *secret)
{
    size_t n = strlen(secret);
    unsigned char differ = len != n;
    for (size_t i = 0; i < len; i++)
        differ |= (unsigned char)(a[i] ^ secret[n ? i % n : 0]);
    return !differ;
}

bool gate_token_is(const struct gate *g, const char *token)
{
    return !g->token || same_secret(token, strlen(token), g->token);
}

/* The value of our cookie among "a=b; c=d". */
static const char *cookie_value(const char *cookies, size_t *len)
{
    size_t n = strlen(GATE_COOKIE);
    for (const char *at = cookies; *at;) {
        at += strspn(at, "; ");
        size_t size = strcspn(at, ";");
        if (size > n && strncmp(at, GATE_COOKIE, n) == 0 && at[n] == '=') {
            *len = size - n - 1;
            return at + n + 1;
        }
        at += size;
    }
    return NULL;
}

bool gate_shows(const struct gate *g, const char *authorization, const char *cookie)
{
    static const char bearer[] = "Bearer ";
    if (!g->token)
        return true;
    if (authorization && strncasecmp(authorization, bearer, sizeof bearer - 1) == 0)
        return gate_token_is(g, authorization + sizeof bearer - 1);
    size_t len = 0;
    const char *value = cookie ? cookie_value(cookie, &len) : NULL;
    return value && same_secret(value, len, g->token);
}

bool gate_looks(const struct gate *g, const struct transport_request *q)
{
    return !q->suspect || !g->token || strlen(g->token) >= GATE_LONG;
}

bool gate_token(const struct gate *g, const struct transport_request *q)
{
    if (!gate_looks(g, q))
        return false;
    if (gate_shows(g, transport_header(q, "Authorization"), NULL))
        return true;
    for (int i = 0; i < q->headers; i++)
        if (strcasecmp(q->header[i].name, "Cookie") == 0 && gate_shows(g, NULL, q->header[i].value))
            return true;
    return false;
}

bool gate_guesses(const struct gate *g, const struct transport_request *q)
{
    size_t len;
    if (!g->token)
        return false;
    for (int i = 0; i < q->headers; i++)
        if (strcasecmp(q->header[i].name, "Authorization") == 0 ||
            (strcasecmp(q->header[i].name, "Cookie") == 0 && cookie_value(q->header[i].value, &len)))
            return true;
    return false;
}
