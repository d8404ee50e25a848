/* The engine's evaluation (connect/eval/eval.h) as an evaluator (game/evaluator.h). */
#ifndef CONNECT_GAME_EVALUATOR_H
#define CONNECT_GAME_EVALUATOR_H

#include "game/evaluator.h"

/* For every game of the Connect family. */
struct evaluator *connect_evaluator(void);

#endif
