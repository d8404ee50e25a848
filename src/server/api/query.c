/* Queries; see query.h. */
#include "server/api/query.h"

#include <string.h>

#include "base/text.h"
#include "server/transport/request.h"

bool query_text(const char *query, const char *name, char *out, size_t room)
{
    size_t n = strlen(name);
    for (const char *at = query; at && *at;) {
        size_t len = strcspn(at, "&");
        if (len > n && strncmp(at, name, n) == 0 && at[n] == '=') {
            size_t size = len - n - 1;
            if (size >= room)
                return false;
            memcpy(out, at + n + 1, size);
            out[size] = '\0';
            return transport_decode(out, true);
        }
        at += len + (at[len] == '&');
    }
    return false;
}

static bool has_word(const char *words, const char *word, size_t len)
{
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t n = strcspn(at, " ");
        if (n == len && strncmp(at, word, len) == 0)
            return true;
        at += n;
    }
    return false;
}

bool query_only(const char *query, const char *names, struct err *e)
{
    for (const char *at = query; at && *at;) {
        size_t len = strcspn(at, "&"), n = strcspn(at, "=&");
        if (len > 0 && !has_word(names, at, n)) {
            char quote[TEXT_QUOTE];
            return err_set(e, "the query has '%s', which is not known here", text_quote(at, n, quote));
        }
        at += len + (at[len] == '&');
    }
    return true;
}
