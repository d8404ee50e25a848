/* Messages by MPI; see mpi.h. */
#include "net/learn/mpi.h"

#include <stdlib.h>

#ifdef HEXAD_MPI
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"

#define FUNCTIONS(F)       \
    F(Init_thread)         \
    F(Finalize)            \
    F(Abort)               \
    F(Comm_rank)           \
    F(Comm_size)           \
    F(Comm_set_errhandler) \
    F(Iprobe)              \
    F(Get_count)           \
    F(Recv)                \
    F(Isend)               \
    F(Test)

struct mpi {
#define POINTER(name) __typeof__(&MPI_##name) name;
    FUNCTIONS(POINTER)
#undef POINTER
    /* What the header has as names of variables in the library. */
    MPI_Comm world;
    MPI_Datatype byte;
    MPI_Errhandler returns;
    int rank, size;
};

static bool find(void *library, const char *name, void *out)
{
    void *f = dlsym(library, name);
    memcpy(out, &f, sizeof f);
    return f != NULL;
}

/* Its parts are libraries that look for each other's names, so that these must be seen by all. */
static bool open_library(struct mpi *m, struct err *e)
{
    void *library = dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);
    if (!library)
        return err_set(e, "libmpi.so.40 is not there (Debian: openmpi-bin)");
    bool all = find(library, "ompi_mpi_comm_world", &m->world) && find(library, "ompi_mpi_byte", &m->byte) &&
               find(library, "ompi_mpi_errors_return", &m->returns);
#define FIND(name) all = all && find(library, "MPI_" #name, &m->name);
    FUNCTIONS(FIND)
#undef FIND
    return all || err_set(e, "libmpi.so.40 lacks functions");
}

struct mpi *mpi_open(struct err *e)
{
    static const char alone[] =
        "one process alone: mpirun -n 3 hexad … is one that keeps the parameters and two that learn";
    struct mpi *m = mem_zero(1, sizeof *m);
    int level;
    /* Those who start processes tell them so: nobody did, and the library need not be asked. */
    if (!getenv("OMPI_COMM_WORLD_SIZE") && !getenv("PMIX_RANK") && !getenv("PMI_RANK")) {
        free(m);
        err_set(e, "%s", alone);
        return NULL;
    }
    if (!open_library(m, e)) {
        free(m);
        return NULL;
    }
    /* On failure the library ends the process with a message of its own. */
    m->Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level);
    m->Comm_rank(m->world, &m->rank);
    m->Comm_size(m->world, &m->size);
    m->Comm_set_errhandler(m->world, m->returns);
    if (m->size > 1)
        return m;
    err_set(e, "%s", alone);
    mpi_close(m);
    return NULL;
}

void mpi_close(struct mpi *m)
{
    if (!m)
        return;
    m->Finalize();
    free(m);
}

_Noreturn void mpi_end_all(struct mpi *m)
{
    m->Abort(m->world, EXIT_FAILURE);
    abort();
}

int mpi_rank(const struct mpi *m)
{
    return m->rank;
}

int mpi_size(const struct mpi *m)
{
    return m->size;
}

/* Sleeps a little longer every time. */
static void rest(long *nanoseconds)
{
    enum { LEAST = 10000, MOST = 500000 };
    *nanoseconds = *nanoseconds == 0 ? LEAST : *nanoseconds * 2 > MOST ? MOST : *nanoseconds * 2;
    nanosleep(&(struct timespec){0, *nanoseconds}, NULL);
}

bool mpi_wait(struct mpi *m, const struct deadline *until, struct mpi_mail *out)
{
    MPI_Status status;
    for (long pause = 0;; rest(&pause)) {
        int there = 0, bytes = 0;
        m->Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, m->world, &there, &status);
        if (there) {
            m->Get_count(&status, m->byte, &bytes);
            *out = (struct mpi_mail){status.MPI_SOURCE, status.MPI_TAG, (size_t)bytes};
            return true;
        }
        if (until && deadline_over(until))
            return false;
    }
}

void mpi_take(struct mpi *m, const struct mpi_mail *mail, void *to)
{
    m->Recv(to, (int)mail->size, m->byte, mail->from, mail->kind, m->world, MPI_STATUS_IGNORE);
}

bool mpi_send(struct mpi *m, int to, int kind, const void *bytes, size_t size, const struct deadline *until)
{
    MPI_Request request;
    m->Isend(bytes, (int)size, m->byte, to, kind, m->world, &request);
    for (long pause = 0;; rest(&pause)) {
        int done = 0;
        m->Test(&request, &done, MPI_STATUS_IGNORE);
        if (done || (until && deadline_over(until)))
            return done;
    }
}

#else

struct mpi *mpi_open(struct err *e)
{
    err_set(e, "built without MPI (Debian: libopenmpi-dev)");
    return NULL;
}

void mpi_close(struct mpi *m)
{
    (void)m;
}

_Noreturn void mpi_end_all(struct mpi *m)
{
    (void)m;
    abort();
}

int mpi_rank(const struct mpi *m)
{
    (void)m;
    return 0;
}

int mpi_size(const struct mpi *m)
{
    (void)m;
    return 1;
}

bool mpi_wait(struct mpi *m, const struct deadline *until, struct mpi_mail *out)
{
    (void)m, (void)until, (void)out;
    return false;
}

void mpi_take(struct mpi *m, const struct mpi_mail *mail, void *to)
{
    (void)m, (void)mail, (void)to;
}

bool mpi_send(struct mpi *m, int to, int kind, const void *bytes, size_t size, const struct deadline *until)
{
    (void)m, (void)to, (void)kind, (void)bytes, (void)size, (void)until;
    return false;
}

#endif
