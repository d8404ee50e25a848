/* Turns the files of a folder into a C source: embed FOLDER OUT.c; or one file into an array of this name and its size: embed
 * FILE OUT.c NAME.
 * A file NAME.gz beside NAME is its packed
 * form. The table is that of src/server/page.h. A folder that does not exist gives an empty table. */
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 1000, PATH = 1024 };

struct file {
    char path[PATH]; /* "/a/b.js", below the folder */
    int bytes, gzip; /* numbers of the arrays; gzip -1: none */
    uint64_t hash;
    size_t size, gzip_size;
};

struct list {
    FILE *out;
    int count, arrays;
    struct file file[MOST];
};

static void fail(const char *what)
{
    fprintf(stderr, "embed: %s: %s\n", what, errno ? strerror(errno) : "too many files, or too long a name");
    exit(1);
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static const char *type_of(const char *path)
{
    static const char *const types[][2] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".json", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".ico", "image/x-icon"},
        {".txt", "text/plain; charset=utf-8"},
        {".map", "application/json"},
        {".woff2", "font/woff2"},
        {".wasm", "application/wasm"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_with(path, types[i][0]))
            return types[i][1];
    return "application/octet-stream";
}

/* Does the name hold eight or more characters of a hash before its ending, "main-3F2A9C1B.js"? */
static bool is_lasting(const char *path)
{
    const char *dash = strrchr(path, '-'), *dot = strrchr(path, '.');
    if (!dash || !dot || dot - dash < 9)
        return false;
    for (const char *c = dash + 1; c < dot; c++)
        if (!(*c >= '0' && *c <= '9') && !(*c >= 'A' && *c <= 'Z') && !(*c >= 'a' && *c <= 'z'))
            return false;
    return true;
}

/* Writes the bytes of a file as an array; returns its number. */
static int write_array(struct list *l, const char *path, size_t *size, uint64_t *hash)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        fail(path);
    fprintf(l->out, "static const unsigned char bytes_%d[] = {", l->arrays);
    *size = 0;
    *hash = 14695981039346656037u; /* FNV-1a: only to tell versions of a file apart */
    for (int c; (c = getc(in)) != EOF; ++*size) {
        fprintf(l->out, *size % 40 ? "%d," : "\n%d,", c);
        *hash = (*hash ^ (uint64_t)c) * 1099511628211u;
    }
    fprintf(l->out, "0};\n");
    if (ferror(in))
        fail(path);
    fclose(in);
    return l->arrays++;
}

static void add(struct list *l, const char *folder, const char *below)
{
    char path[2 * PATH], packed[2 * PATH + 4];
    struct stat s;
    uint64_t unused;
    if (l->count == MOST)
        fail(below);
    struct file *f = &l->file[l->count++];
    snprintf(f->path, sizeof f->path, "%s", below);
    snprintf(path, sizeof path, "%s%s", folder, below);
    snprintf(packed, sizeof packed, "%s.gz", path);
    f->bytes = write_array(l, path, &f->size, &f->hash);
    f->gzip = stat(packed, &s) == 0 ? write_array(l, packed, &f->gzip_size, &unused) : -1;
}

static int not_hidden(const struct dirent *d)
{
    return d->d_name[0] != '.';
}

static void walk(struct list *l, const char *folder, const char *below)
{
    char path[2 * PATH];
    struct dirent **list;
    snprintf(path, sizeof path, "%s%s", folder, below);
    int n = scandir(path, &list, not_hidden, alphasort);
    if (n < 0 && errno == ENOENT)
        return;
    if (n < 0)
        fail(path);
    for (int i = 0; i < n; i++) {
        char inner[PATH];
        struct stat s;
        if (snprintf(inner, sizeof inner, "%s/%s", below, list[i]->d_name) >= PATH)
            fail(below);
        snprintf(path, sizeof path, "%s%s", folder, inner);
        if (stat(path, &s) != 0)
            fail(path);
        if (S_ISDIR(s.st_mode))
            walk(l, folder, inner);
        else if (!ends_with(inner, ".gz"))
            add(l, folder, inner);
        free(list[i]);
    }
    free(list);
}

/* One file as bytes: NAME and NAME_size. */
static int embed_one(const char *path, const char *to, const char *name)
{
    FILE *in = fopen(path, "rb"), *out = in ? fopen(to, "w") : NULL;
    size_t size = 0;
    if (!out)
        fail(in ? to : path);
    fprintf(out, "/* Made by tools/embed.c. */\n#include <stddef.h>\nextern const unsigned char %s[];\n",
            name);
    fprintf(out, "extern const size_t %s_size;\nconst unsigned char %s[] = {", name, name);
    for (int c; (c = getc(in)) != EOF; size++)
        fprintf(out, size % 40 ? "%d," : "\n%d,", c);
    fprintf(out, "0};\nconst size_t %s_size = %zu;\n", name, size);
    if (ferror(in))
        fail(path);
    fclose(in);
    if (fclose(out) != 0)
        fail(to);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 4)
        return embed_one(argv[1], argv[2], argv[3]);
    if (argc != 3) {
        fprintf(stderr, "Usage: embed FOLDER OUT.c, embed FILE OUT.c NAME\n");
        return 2;
    }
    struct list *l = calloc(1, sizeof *l);
    FILE *out = l ? fopen(argv[2], "w") : NULL;
    if (!out)
        fail(argv[2]);
    l->out = out;
    fprintf(out, "/* Made by tools/embed.c from the files of the page. */\n#include \"server/page.h\"\n\n");
    walk(l, argv[1], "");
    fprintf(out, "const struct page_file page_files[] = {\n");
    for (int i = 0; i < l->count; i++) {
        const struct file *f = &l->file[i];
        char gzip[32] = "0";
        if (f->gzip >= 0)
            snprintf(gzip, sizeof gzip, "bytes_%d", f->gzip);
        fprintf(out, "    {\"%s\", \"%s\", \"\\\"%016llx\\\"\", %d, bytes_%d, %s, %zu, %zu},\n", f->path,
                type_of(f->path), (unsigned long long)f->hash, is_lasting(f->path), f->bytes, gzip, f->size,
                f->gzip_size);
    }
    fprintf(out, "    {0, 0, 0, 0, 0, 0, 0, 0},\n};\n");
    if (fclose(out) != 0)
        fail(argv[2]);
    free(l);
    return 0;
}
