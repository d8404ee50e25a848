/* Certificates in the other form; see rewrite.h. */
#include "cli/prove/rewrite.h"

#include <string.h>

#include "base/file.h"
#include "connect/proof/compact.h"

bool rewrite_compact(const char *from, const char *to, struct err *e)
{
    struct cert_reader *r = cert_reader_open(from, e);
    struct check_result result;
    struct buf bytes = BUF_EMPTY;
    if (!r)
        return false;
    bool ok =
        compact(r, NULL, &bytes, &result) == CHECK_ACCEPTED || err_set(e, "%s: %s", from, result.why.text);
    cert_reader_free(r);
    ok = ok && file_write(to, buf_str(&bytes), bytes.len, e);
    check_result_free(&result);
    buf_free(&bytes);
    return ok;
}

bool rewrite_expanded(const char *from, const char *to, struct err *e)
{
    struct cert_reader *r = cert_reader_open(from, e);
    struct cert_writer *w = r ? cert_writer_open(to, cert_reader_claim(r), e) : NULL;
    bool ok = w && expand(r, w, e);
    if (ok)
        ok = cert_writer_close(w, e);
    else
        cert_writer_abandon(w);
    cert_reader_free(r);
    return ok;
}

bool rewrite_can(bool compact_it, const char *cert, struct err *e)
{
    return !compact_it || (cert && strcmp(cert, "-") != 0) ||
           err_set(e, "--compact is about a file that --cert names");
}

bool rewrite_after(bool compact_it, const char *cert, struct err *e)
{
    return !compact_it || rewrite_compact(cert, cert, e);
}
