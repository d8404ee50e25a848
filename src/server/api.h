/* The answers of the routes, a file for each subject; docs/api.md says what goes in and comes out. */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/reply.h"

struct server;

void api_info(struct server *s, struct request *q, struct reply *r);
void api_status(struct server *s, struct request *q, struct reply *r);
void api_position(struct server *s, struct request *q, struct reply *r);
void api_threats(struct server *s, struct request *q, struct reply *r);
void api_move(struct server *s, struct request *q, struct reply *r);

void api_forcing(struct server *s, struct request *q, struct reply *r);
void api_trees_get(struct server *s, struct request *q, struct reply *r);
void api_trees_post(struct server *s, struct request *q, struct reply *r);
void api_tree_get(struct server *s, struct request *q, struct reply *r);
void api_tree_put(struct server *s, struct request *q, struct reply *r);
void api_tree_delete(struct server *s, struct request *q, struct reply *r);
void api_find(struct server *s, struct request *q, struct reply *r);
void api_import(struct server *s, struct request *q, struct reply *r);
void api_export(struct server *s, struct request *q, struct reply *r);

#endif
