/* The page inside the program; see page.h. */
#include "server/page.h"

#include <string.h>

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
