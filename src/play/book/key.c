/* Keys and frames of the book; see key.h. */
#include "play/book/key.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The first byte of a key. */
enum { WHOLE_BOARD, STONES_ALONE };

/* The columns and rows that have stones. */
struct box {
    int left, bottom, right, top;
};

static struct box box_of(const struct position *p)
{
    struct box b = {RULES_MAX_SIDE, RULES_MAX_SIDE, -1, -1};
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY) {
            int col = square_col(s), row = square_row(s);
            b.left = col < b.left ? col : b.left;
            b.right = col > b.right ? col : b.right;
            b.bottom = row < b.bottom ? row : b.bottom;
            b.top = row > b.top ? row : b.top;
        }
    return b;
}

/* Far enough from every edge? */
static bool is_free(const struct position *p, const struct box *b)
{
    int margin = p->rules.k - 1;
    return p->stones > 0 && b->left >= margin && b->bottom >= margin && b->right < p->rules.m - margin &&
           b->top < p->rules.n - margin;
}

/* The box seen through a symmetry. */
static struct box turn_box(const struct rules *r, int symmetry, const struct box *b)
{
    square x = symmetry_square(r, symmetry, square_at(b->left, b->bottom));
    square y = symmetry_square(r, symmetry, square_at(b->right, b->top));
    int x0 = square_col(x), y0 = square_row(x), x1 = square_col(y), y1 = square_row(y);
    return (struct box){x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0};
}

/* Side to move, stones left, the size of the box, two bits for each of its squares. */
static size_t pack(const struct position *p, int symmetry, const struct box *b, uint8_t *out)
{
    int width = b->right - b->left + 1, height = b->top - b->bottom + 1;
    size_t size = 5 + (size_t)(width * height + 3) / 4, i = 0;
    out[0] = STONES_ALONE;
    out[1] = (uint8_t)p->to_move;
    out[2] = (uint8_t)p->left;
    out[3] = (uint8_t)width;
    out[4] = (uint8_t)height;
    memset(out + 5, 0, size - 5);
    int inverse = symmetry_inverse(symmetry);
    for (int row = b->bottom; row <= b->top; row++)
        for (int col = b->left; col <= b->right; col++, i++) {
            uint8_t cell = p->cell[symmetry_square(&p->rules, inverse, square_at(col, row))];
            out[5 + i / 4] |= (uint8_t)(cell << (6 - 2 * (i % 4)));
        }
    return size;
}

void book_key(const struct position *p, struct book_key *out)
{
    struct box box = box_of(p);
    out->frame = (struct book_frame){p->rules, 0, 0, 0};
    if (!is_free(p, &box)) {
        out->bytes[0] = WHOLE_BOARD;
        out->size = 1 + position_packed_size(&p->rules);
        out->frame.symmetry = position_canonical(p, out->bytes + 1);
        return;
    }
    out->size = 0;
    for (int symmetry = 0; symmetry < symmetry_count(&p->rules); symmetry++) {
        uint8_t bytes[BOOK_KEY_MOST];
        struct box turned = turn_box(&p->rules, symmetry, &box);
        size_t size = pack(p, symmetry, &turned, bytes);
        if (out->size == 0 || memcmp(bytes, out->bytes, size) < 0) {
            out->size = size;
            memcpy(out->bytes, bytes, size);
            out->frame = (struct book_frame){p->rules, symmetry, turned.left, turned.bottom};
        }
    }
}

static int compare_points(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] != y[0] ? x[0] - y[0] : x[1] - y[1];
}

void book_label(const struct book_frame *f, const struct squares *s, struct buf *out)
{
    int point[RULES_MAX_TURN][2];
    for (int i = 0; i < s->n; i++) {
        square at = symmetry_square(&f->rules, f->symmetry, s->s[i]);
        point[i][0] = square_col(at) - f->col;
        point[i][1] = square_row(at) - f->row;
    }
    qsort(point, (size_t)s->n, sizeof *point, compare_points);
    for (int i = 0; i < s->n; i++)
        buf_format(out, "%s%d,%d", i ? " " : "", point[i][0], point[i][1]);
}

/* Reads a small whole number and what must follow it. */
static bool read_number(const char **at, int *out, const char *follow)
{
    char *end;
    long v = strtol(*at, &end, 10);
    if (end == *at || v < -RULES_MAX_SIDE || v > RULES_MAX_SIDE || (*end && !strchr(follow, *end)))
        return false;
    *at = *end ? end + 1 : end;
    *out = (int)v;
    return true;
}

bool book_label_squares(const struct book_frame *f, const char *label, struct squares *out)
{
    /* The inverse maps the board that the frame sees (its sides swapped, if so) onto the real one. */
    int inverse = symmetry_inverse(f->symmetry);
    out->n = 0;
    while (*label) {
        int col, row;
        if (out->n == RULES_MAX_TURN || !read_number(&label, &col, ",") || !*label ||
            !read_number(&label, &row, " "))
            return false;
        col += f->col;
        row += f->row;
        if (!square_on_board(&f->rules, col, row))
            return false;
        out->s[out->n++] = symmetry_square(&f->rules, inverse, square_at(col, row));
    }
    return out->n > 0;
}
