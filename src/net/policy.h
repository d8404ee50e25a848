/* What a net says of a position of the Connect family: how likely each square is to be the next stone, and who wins. */
#ifndef NET_POLICY_H
#define NET_POLICY_H

#include "connect/threat/threats.h"
#include "net/file.h"

struct net_policy;

/* The net of a file, or with "builtin" the one inside the program, for a game. Its k, p and kind of rows must be those
 * that the net was trained for; the board may have another size if the net can see any. */
struct net_policy *net_policy_new(const char *path, const struct rules *r, struct err *e);
void net_policy_free(struct net_policy *p);

/* A square and its share of all. */
struct net_choice {
    square at;
    float share;
};

/* Players of this rating on both sides from now on; 0: not known. At first NET_POLICY_RATING, the moves of the strongest. A net
 * without ratings takes no notice. */
enum { NET_POLICY_RATING = 2400 };
void net_policy_rate(struct net_policy *p, int rating);

/* Asks about the position, which is open and not empty of squares. Writes every empty square, the likeliest first (of
 * equals the lower one), and returns how many; `out` has room for all. `chance` (may be NULL): of the side to move to
 * win, 0.5 if the net does not say. */
int net_policy_ask(struct net_policy *p, struct threats *t, struct net_choice *out, float *chance);

/* The net itself. */
const struct net_file *net_policy_file(const struct net_policy *p);

#endif
