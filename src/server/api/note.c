/* What the people who run the server want to know; see note.h. */
#include "server/api/note.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "server/api/state.h"

#define AGAIN_SECONDS 10.0

void note(struct server *s, const char *message)
{
    pthread_mutex_lock(&s->noting);
    double now = clock_now();
    bool again =
        strncmp(message, s->noted.text, sizeof s->noted.text - 1) == 0 && now - s->noted_at < AGAIN_SECONDS;
    if (!again) {
        err_set(&s->noted, "%s", message);
        s->noted_at = now;
        if (s->log)
            log_note(s->log, message);
        else
            fprintf(stderr, "hexad: %s\n", message);
    }
    pthread_mutex_unlock(&s->noting);
}
