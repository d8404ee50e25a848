/* Words that nobody can guess: five bits a letter, from the system's source of chance. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include <stddef.h>

#include "base/err.h"

/* So many letters and digits that are told apart when somebody reads them out, and a zero byte. */
bool secret_make(char *out, size_t letters, struct err *e);

#endif
