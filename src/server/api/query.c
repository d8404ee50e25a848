/* Queries; see query.h. */
#include "server/api/query.h"

#include <string.h>

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
