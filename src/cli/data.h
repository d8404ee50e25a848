/* Where the program's data are: the user's, and what is installed with it. */
#ifndef CLI_DATA_H
#define CLI_DATA_H

#include "base/buf.h"
#include "store/explorer/known.h"

/* $XDG_DATA_HOME/hexad/hexad.db, ~/.local/share/hexad/hexad.db, with `ending` behind it; never in the current folder. NULL
 * if nobody says where home is. With `make` the folders above it are made. The caller frees it. */
char *data_usual(const char *ending, bool make);

/* The folder of the program and `path` behind it; "" if nobody knows. The caller frees it. */
char *data_beside(const char *path);

/* The opening databases that commands ask: the one that is installed, and the user's, or `file` instead of his. HEXAD_OPENINGS in the
 * environment is as `file`; "off" there or in `file`: none. A file that was named must be there: false with a message if
 * not. The caller frees it. */
bool data_known(const char *file, struct known **out, struct err *e);

/* The one that is installed: its path, or NULL if there is none. The caller frees it. */
char *data_installed_openings(void);

#endif
