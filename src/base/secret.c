/* Words that nobody can guess; see secret.h. */
#include "base/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool secret_make(char *out, size_t letters, struct err *e)
{
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32 of them */
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, out, letters);
    int failed = errno;
    if (fd >= 0)
        close(fd);
    if (n != (ssize_t)letters)
        return err_set(e, "/dev/urandom: %s", strerror(failed));
    for (size_t i = 0; i < letters; i++)
        out[i] = alphabet[(unsigned char)out[i] % 32];
    out[letters] = '\0';
    return true;
}
