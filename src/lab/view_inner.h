/* The parts of a view: the places in sight (view.c), what they look like (view_rows.c), jobs and workers
 * (view_jobs.c). */
#ifndef LAB_VIEW_INNER_H
#define LAB_VIEW_INNER_H

#include "connect/board/position.h"
#include "lab/inner.h"
#include "lab/view.h"

enum { VIEW_OUT = 64 }; /* jobs in work that are told one by one */

/* A job that is out, and the way to it. */
struct view_out {
    int64_t job, node, created;
    int kind;
    struct lab_path path;
};

struct lab_view {
    struct db *ledger;
    struct rules rules;
    double patience;
    int64_t version;   /* of the file, as SQLite counts */
    bool extras;       /* it has the tables of those who look on */
    uint32_t *through; /* by edge: how many jobs its paths have */
    uint32_t *work;    /* by edge: how many of them are out */
    size_t through_room, work_room;
    int64_t counted; /* the last job of these */
    struct view_out *out;
    size_t outs, out_room;
    json_t *stats; /* what takes long to find, and when it was found and how long that took */
    double stats_at, stats_cost;
};

/* A root, or another place, seen as the root was given. */
struct spot {
    int64_t node;
    int symmetry; /* from the board as it was given to the node */
};

/* view.c: the node of a path; false if the path leads nowhere (any more). */
bool view_walk(struct lab_view *v, struct spot root, const struct lab_path *p, struct spot *out);
bool view_root(struct lab_view *v, const char *name, struct spot *out, int64_t *id,
               char found[LAB_VIEW_ROOT]);

/* view_rows.c */
json_t *view_node_json(struct lab_view *v, int64_t node);
/* The edge and the node it leads to, and where that is. */
json_t *view_edge_json(struct lab_view *v, struct spot from, uint32_t edge, struct spot *to);
/* The children of a place, the most proving first, at most so many. */
json_t *view_children_json(struct lab_view *v, struct spot at, int most, int *left);
json_t *view_position_json(struct lab_view *v, struct spot at);
/* The next edge of the most proving line, 0 at its end. */
uint32_t view_next(struct lab_view *v, int64_t node);
json_t *view_turn_json(const struct lab_view *v, const char *turn, int symmetry);
/* "open", "proved", "disproved" */
const char *view_state(int64_t state);

/* view_jobs.c: jobs since the last time, and those that are out. */
void view_count_jobs(struct lab_view *v);
json_t *view_out_json(struct lab_view *v);
json_t *view_stats_json(struct lab_view *v);
json_t *view_history_json(struct lab_view *v, int64_t root);
json_t *view_events_json(struct lab_view *v);

#endif
