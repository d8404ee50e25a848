/* The page inside the program: the files that the web build made, put into a C source by tools/embed.c. */
#ifndef SERVER_PAGE_H
#define SERVER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "server/transport/gate.h"
#include "server/transport/request.h"

struct page_file {
    const char *path;                  /* "/index.html" */
    const char *type;                  /* of its contents, for the browser */
    const char *etag;                  /* in quotes; changes with the contents */
    bool lasting;                      /* its name changes with its contents: browsers may keep it for ever */
    const unsigned char *bytes, *gzip; /* gzip: NULL if there is no packed form */
    size_t size, gzip_size;
};

/* The last path is NULL. Made at build time; with no page there is nothing in it. */
extern const struct page_file page_files[];

/* Is the page for this request? False: the refusal says why not (a method, the token). */
bool page_admit(const struct gate *g, const struct transport_request *q, struct transport_answer *refusal);
/* Answers one that was admitted. */
void page_answer(const struct gate *g, const struct transport_request *q, struct transport_answer *out);

/* Is it the page as a board in other pages ("/?embed")? The page takes it for that, too (web/src/app/embed.ts). */
bool page_is_board(const struct transport_request *q);

/* The file of a path ("/" is /index.html), NULL if there is none. Without a built page, "/" is a few lines
 * that say how to build it. */
const struct page_file *page_find(const char *path);

#endif
