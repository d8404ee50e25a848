/* Messages between the processes of one training, by MPI: the one file that knows it.
 *
 * Open MPI's library is opened at run time, as oneDNN's is (dnnl.c): a program that was built with its header runs without it. Waiting
 * is polite: MPI's own waits keep a core busy, which the replicas need. */
#ifndef NET_LEARN_MPI_H
#define NET_LEARN_MPI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/clock.h"
#include "base/err.h"

struct mpi;

/* Joins the processes that mpirun has started. NULL with the reason: built without MPI, not there, or only one process. */
struct mpi *mpi_open(struct err *e);
/* Leaves them. Comes back when all others have left, too. */
void mpi_close(struct mpi *m);
/* Ends them all at once, this one as well. */
_Noreturn void mpi_end_all(struct mpi *m);

int mpi_rank(const struct mpi *m);
int mpi_size(const struct mpi *m);

/* A message that has come: from whom, of which kind, how long. */
struct mpi_mail {
    int from, kind;
    size_t size;
};

/* Waits for a message; false if the deadline came first. */
bool mpi_wait(struct mpi *m, const struct deadline *until, struct mpi_mail *out);
/* Takes the message that mpi_wait has told of into `to`, which has room for it. */
void mpi_take(struct mpi *m, const struct mpi_mail *mail, void *to);
/* Sends; false if the deadline came before it was taken. Nobody can be sent anything after that. */
bool mpi_send(struct mpi *m, int to, int kind, const void *bytes, size_t size, const struct deadline *until);

#endif
