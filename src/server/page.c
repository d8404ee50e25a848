/* The page inside the program; see page.h. */
#include "server/page.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/api/query.h"
#include "server/api/send.h"

static const char missing[] =
    "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Hexad</title>\n"
    "<h1>Hexad</h1>\n<p>This program was built without its page. <code>make run</code> builds the page and "
    "then "
    "the program with it.</p>\n<p>The interface for programs is there: <a "
    "href=\"/api/v1\">/api/v1</a>.</p>\n</html>\n";

static const struct page_file missing_page = {.path = "/index.html",
                                              .type = "text/html; charset=utf-8",
                                              .etag = "\"missing\"",
                                              .bytes = (const unsigned char *)missing,
                                              .size = sizeof missing - 1};

const struct page_file *page_find(const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (const struct page_file *f = page_files; f->path; f++)
        if (strcmp(f->path, path) == 0)
            return f;
    return !page_files[0].path && strcmp(path, "/index.html") == 0 ? &missing_page : NULL;
}

/* ---- Answers ---- */

/* Is this packing taken, by a list such as "gzip;q=0.5, br, *;q=0"? What would be taken rather does not
 * matter: all browsers take gzip. */
static bool takes(const char *accept, const char *packing)
{
    bool star = false;
    while (accept && *accept) {
        accept += strspn(accept, ", \t");
        size_t item = strcspn(accept, ","), name = strcspn(accept, ",; \t");
        const char *q = accept + name + strspn(accept + name, "; \t");
        bool none = strncasecmp(q, "q=", 2) == 0 && strtod(q + 2, NULL) <= 0;
        if (name == strlen(packing) && strncasecmp(accept, packing, name) == 0)
            return !none;
        if (name == 1 && *accept == '*')
            star = !none;
        accept += item;
    }
    return star;
}

static void answer_text(struct transport_answer *out, int status, const char *text)
{
    out->status = status;
    out->type = "text/plain; charset=utf-8";
    buf_text(&out->header, "Cache-Control: no-store\r\n");
    buf_text(&out->body, text);
}

/* "/?token=T" sets the cookie and comes back without it, so that the token does not stay in the address. */
static bool brings_token(const struct gate *g, const struct transport_request *q)
{
    char token[256];
    return g->token && gate_looks(g, q) && query_text(q->query, "token", token, sizeof token) &&
           gate_token_is(g, token);
}

bool page_admit(const struct gate *g, const struct transport_request *q, struct transport_answer *refusal)
{
    if (strcmp(q->method, "GET") != 0 && strcmp(q->method, "HEAD") != 0) {
        struct reply r = REPLY_EMPTY;
        reply_fail(&r, PROBLEM_BAD_METHOD, "the page is for GET");
        reply_take(&r, refusal);
        buf_text(&refusal->header, "Allow: GET, HEAD\r\n");
        return false;
    }
    if (gate_token(g, q) || brings_token(g, q))
        return true;
    char token[256];
    answer_text(refusal, 401, "This page asks for its token: open the address that hexad serve printed.\n");
    refusal->guess = query_text(q->query, "token", token, sizeof token) || gate_guesses(g, q);
    return false;
}

bool page_is_board(const struct transport_request *q)
{
    static const char name[] = "embed"; /* before anything else */
    size_t n = sizeof name - 1;
    return strcmp(q->path, "/") == 0 && q->query && strncmp(q->query, name, n) == 0 &&
           strchr("=&", q->query[n]);
}

static void answer_file(const struct page_file *f, const struct transport_request *q,
                        struct transport_answer *out)
{
    bool packed = f->gzip && takes(transport_header(q, "Accept-Encoding"), "gzip");
    const char *known = transport_header(q, "If-None-Match");
    bool same = known && strstr(known, f->etag);
    buf_format(&out->header, "ETag: %s\r\nVary: Accept-Encoding\r\nCache-Control: %s\r\n", f->etag,
               f->lasting ? "public, max-age=31536000, immutable" : "no-cache");
    out->status = same ? 304 : 200;
    if (same)
        return;
    if (packed)
        buf_text(&out->header, "Content-Encoding: gzip\r\n");
    out->type = f->type;
    out->fixed = packed ? f->gzip : f->bytes;
    out->fixed_len = packed ? f->gzip_size : f->size;
}

void page_answer(const struct gate *g, const struct transport_request *q, struct transport_answer *out)
{
    const struct page_file *f = page_find(q->path);
    if (brings_token(g, q)) {
        out->status = 303;
        buf_format(&out->header,
                   "Location: %s\r\nCache-Control: no-store\r\nSet-Cookie: " GATE_COOKIE
                   "=%s; Path=/; HttpOnly; SameSite=Strict\r\n",
                   f ? q->path : "/", g->token);
    } else if (f) {
        answer_file(f, q, out);
    } else {
        answer_text(out, 404, "There is no such page.\n");
    }
}
