/* Instructions of one function, counted by valgrind's callgrind: the program runs itself under it. The count
 * is the same on every machine with the same compiler. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "cli/bench/bench.h"

double bench_instructions(const char *function, const char *arguments)
{
    char self[4096];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len <= 0)
        return -1;
    self[len] = '\0';
    struct buf command = BUF_EMPTY;
    buf_format(
        &command,
        "valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=%s '%s' bench %s 2>&1",
        function, self, arguments);
    FILE *f = popen(buf_str(&command), "r");
    buf_free(&command);
    if (!f)
        return -1;
    char line[512];
    double collected = -1, units = 0;
    while (fgets(line, sizeof line, f)) {
        const char *at = strstr(line, "Collected :");
        if (at)
            collected = strtod(at + strlen("Collected :"), NULL);
        else if (line[0] != '=')
            units = strtod(line, NULL);
    }
    return pclose(f) == 0 && units > 0 ? collected / units : -1;
}
