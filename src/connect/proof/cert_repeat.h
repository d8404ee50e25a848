/* What a reader of version 3 remembers: definitions, and where in them it reads. */
#ifndef CONNECT_PROOF_CERT_REPEAT_H
#define CONNECT_PROOF_CERT_REPEAT_H

#include "connect/proof/cert.h"

/* An item inside a definition, or a reference. */
struct cert_kept {
    uint32_t at;     /* its stones in the pool; of a reference: the definition */
    uint32_t begins; /* the definition that begins here, or CERT_NO_DEFINITION */
    uint8_t stones;  /* 0: an unsolved mark */
    bool refers;
};

struct cert_definition {
    uint32_t first, end; /* in the list of what was kept; end 0: it has not ended */
    uint64_t items;      /* with those of its references */
};

/* Where it reads in what was kept. */
struct cert_frame {
    uint32_t next, end;
};

struct cert_repeat {
    struct cert_kept *kept;
    size_t count, room;
    square *pool;
    size_t squares, square_room;
    struct cert_definition *definition;
    size_t definitions, definition_room;
    uint32_t *open; /* definitions that have begun and not ended */
    size_t opens, open_room;
    struct cert_frame *frame; /* references within references */
    size_t frames, frame_room;
    bool fresh; /* a definition has just begun: its first item comes */
};

void cert_repeat_free(struct cert_repeat *s);

/* ---- while the file is read ---- */

/* False if one has just begun: a definition begins with an item of its own. */
bool cert_repeat_begin(struct cert_repeat *s);
/* False if none is open, or the last one is empty. */
bool cert_repeat_end(struct cert_repeat *s);
/* An item that was read outside references (no stones: an unsolved mark), which is kept if a definition is open. */
void cert_repeat_keep(struct cert_repeat *s, const struct squares *turn);
/* The next items are those of the definition at this distance. False if there is none that has ended, or one has just begun. */
bool cert_repeat_refer(struct cert_repeat *s, uint64_t distance);

/* ---- while it is repeated ---- */

/* The next item that is repeated, not taken yet; NULL if the next one is in the file. */
const struct cert_kept *cert_repeat_next(struct cert_repeat *s);
void cert_repeat_take(struct cert_repeat *s);
/* Takes all of the definition that begins with the next item. */
void cert_repeat_skip(struct cert_repeat *s, uint32_t definition);

#endif
