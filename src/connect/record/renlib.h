/* The bytes of RenLib's libraries, for its reader (renlib.c, which says what they are) and its writer. */
#ifndef CONNECT_RECORD_RENLIB_H
#define CONNECT_RECORD_RENLIB_H

enum {
    RENLIB_HEADER = 20,
    RENLIB_SIDE = 15,
    RENLIB_LINE = 8, /* the end of a line in a text */
    RENLIB_CENTRE = 0x78,
    RENLIB_VERSION_MOST = 304,
};

/* Flags of a node. */
enum {
    RENLIB_SIBLING = 0x80,
    RENLIB_LEAF = 0x40,
    RENLIB_OLD_COMMENT = 0x20,
    RENLIB_COMMENT = 0x08,
    RENLIB_NO_MOVE = 0x02,
    RENLIB_EXTENSION = 0x01,
};

enum { RENLIB_BOARD_TEXT = 0x01 }; /* in the second byte of an extension */

#endif
