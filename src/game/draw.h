/* How boards are drawn with characters, whatever the game. */
#ifndef GAME_DRAW_H
#define GAME_DRAW_H

enum diagram_style {
    DIAGRAM_PLAIN,   /* ASCII: x and o, the last turn in capitals */
    DIAGRAM_UNICODE, /* discs and lines */
    DIAGRAM_COLOUR,  /* discs, lines and terminal colours */
};

#endif
