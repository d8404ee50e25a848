/* The parts of lab_check: the graph (audit.c), and what the rows around it claim (audit_rows.c). */
#ifndef LAB_AUDIT_H
#define LAB_AUDIT_H

#include "lab/inner.h"

struct audit {
    struct lab *l;
    void (*say)(void *ctx, const char *text);
    void *ctx;
    size_t faults;
};

void audit_fault(struct audit *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Types of all columns, jobs, results, certificates, workers, and what is told to those who look on. */
void audit_rows(struct audit *a);

#endif
