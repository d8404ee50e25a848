/* What a node carries beside its stone: helpers of tree.c and the readers. */
#ifndef GAME_NOTES_H
#define GAME_NOTES_H

#include "game/tree.h"

/* A clean copy of a text (text.h), NULL if there is nothing in it. */
char *notes_text(const char *text, bool one_line);

/* The same text, or both NULL? */
bool notes_same_text(const char *a, const char *b);

/* Room for one more element behind `count`: doubles the array when the count is a power of two, so that it
 * needs no capacity beside it (most nodes have one element at most, and there may be millions of nodes).
 * Returns the array. */
void *notes_room(void *array, size_t count, size_t size);

void notes_free(struct notes *n);

/* NULL is the same as notes with nothing in them. */
bool notes_equal(const struct notes *a, const struct notes *b);

/* node_add_property for a value that ends at a length, of any id. False if the node has too many. */
bool notes_add_property(struct tree_node *n, const char *id, const char *value, size_t len);

/* Is this an id that files may have: a capital, then capitals and digits? */
bool notes_is_id(const char *id);

#endif
