/* Requests and answers; see request.h. */
#include "server/transport/request.h"

#include <string.h>
#include <strings.h>

const char *transport_header(const struct transport_request *q, const char *name)
{
    for (int i = 0; i < q->headers; i++)
        if (strcasecmp(q->header[i].name, name) == 0)
            return q->header[i].value;
    return NULL;
}

int transport_headers(const struct transport_request *q, const char *name)
{
    int n = 0;
    for (int i = 0; i < q->headers; i++)
        n += strcasecmp(q->header[i].name, name) == 0;
    return n;
}

static bool lists(const char *value, const char *word)
{
    size_t len = strlen(word);
    while (*value) {
        value += strspn(value, ", \t");
        size_t n = strcspn(value, ","), used = n;
        while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t'))
            n--;
        if (n == len && strncasecmp(value, word, n) == 0)
            return true;
        value += used;
    }
    return false;
}

bool transport_header_lists(const struct transport_request *q, const char *name, const char *word)
{
    for (int i = 0; i < q->headers; i++)
        if (strcasecmp(q->header[i].name, name) == 0 && lists(q->header[i].value, word))
            return true;
    return false;
}

static int digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

bool transport_decode(char *text, bool plus)
{
    char *out = text;
    for (; *text; text++) {
        if (*text == '%') {
            int high = digit(text[1]), low = high < 0 ? -1 : digit(text[2]);
            if (low < 0 || (high == 0 && low == 0))
                return false;
            *out++ = (char)(16 * high + low);
            text += 2;
        } else {
            *out++ = plus && *text == '+' ? ' ' : *text;
        }
    }
    *out = '\0';
    return true;
}

void transport_answer_free(struct transport_answer *a)
{
    buf_free(&a->header);
    buf_free(&a->body);
}
