/* `hexad net`: nets that predict moves. */
#include "cli/commands.h"
#include "cli/net/net_verbs.h"
#include "cli/verbs.h"

static const struct command verbs[] = {
    {"train", "train a net on games, or go on with a training", net_train},
    {"measure", "how often a net finds the moves of games, and the winner", net_measure},
    {"show", "what a net or a training is, layer by layer; its learning curve", net_show},
    {"export", "a net as ONNX, for other programs", net_export},
    {"shapes", "learn what shapes are worth in playouts of Go", net_shapes},
    {NULL, NULL, NULL},
};

int command_net(int argc, char **argv)
{
    return verbs_run(verbs, "Nets that predict moves: training, measuring, exporting.", argc, argv);
}
