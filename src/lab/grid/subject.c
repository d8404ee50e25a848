/* Subjects; see subject.h. */
#include "lab/grid/subject.h"

#include <stdio.h>
#include <string.h>

const char *const grid_role_name[] = {[GRID_WORKER] = "worker", [GRID_COORDINATOR] = "coordinator"};

bool grid_name_is_fine(const char *name, size_t most)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t n = strspn(name, letters);
    return n > 0 && n <= most && !name[n];
}

void grid_subject_to(char out[GRID_SUBJECT], const char *worker, const char *coordinator)
{
    snprintf(out, GRID_SUBJECT, "hexad.to.%s.%s", worker, coordinator);
}

void grid_subject_from(char out[GRID_SUBJECT], const char *worker, const char *coordinator)
{
    snprintf(out, GRID_SUBJECT, "hexad.from.%s.%s", worker, coordinator);
}

void grid_subject_here(char out[GRID_SUBJECT], enum grid_role role, const char *name)
{
    snprintf(out, GRID_SUBJECT, "hexad.here.%s.%s", grid_role_name[role], name);
}

/* The last two of four tokens, of which the first two are these. */
static bool split(const char *subject, const char *before, char a[GRID_NAME], char b[GRID_NAME])
{
    size_t n = strlen(before);
    if (strncmp(subject, before, n) != 0)
        return false;
    subject += n;
    size_t first = strcspn(subject, ".");
    if (first >= GRID_NAME || subject[first] != '.' || strlen(subject + first + 1) >= GRID_NAME)
        return false;
    memcpy(a, subject, first);
    a[first] = '\0';
    strcpy(b, subject + first + 1);
    return grid_name_is_fine(a, GRID_NAME - 1) && grid_name_is_fine(b, GRID_NAME - 1);
}

bool grid_subject_pair(const char *subject, char worker[GRID_NAME], char coordinator[GRID_NAME])
{
    return split(subject, "hexad.to.", worker, coordinator) ||
           split(subject, "hexad.from.", worker, coordinator);
}

bool grid_subject_sign(const char *subject, enum grid_role *role, char name[GRID_NAME])
{
    char word[GRID_NAME];
    if (!split(subject, "hexad.here.", word, name))
        return false;
    for (int i = 0; i < 2; i++)
        if (strcmp(word, grid_role_name[i]) == 0) {
            *role = (enum grid_role)i;
            return true;
        }
    return false;
}
