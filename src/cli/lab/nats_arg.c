/* Where the broker is; see nats_arg.h. */
#include "cli/lab/nats_arg.h"

enum { KEY_NATS = 0x2000, KEY_USER, KEY_CREDENTIALS, KEY_CA, KEY_CERT, KEY_KEY };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct grid_options *o = state->input;
    switch (key) {
    case KEY_NATS:
        o->url = arg;
        return 0;
    case KEY_USER:
        o->user = arg;
        return 0;
    case KEY_CREDENTIALS:
        o->credentials = arg;
        return 0;
    case KEY_CA:
        o->ca = arg;
        return 0;
    case KEY_CERT:
        o->cert = arg;
        return 0;
    case KEY_KEY:
        o->key = arg;
        return 0;
    case ARGP_KEY_END:
        if (!o->cert != !o->key)
            argp_error(state, "--nats-cert and --nats-key belong together");
        if (o->user && o->credentials)
            argp_error(state, "--nats-user and --nats-creds: one of them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"nats", KEY_NATS, "URL", 0,
     "the broker, nats://[user:password@]host:port (or tls://); several with commas", 0},
    {"nats-user", KEY_USER, "FILE", 0, "who we are to a broker of hexad lab serve-nats --workers", 0},
    {"nats-creds", KEY_CREDENTIALS, "FILE", 0, "credentials of NATS (JWT and seed)", 0},
    {"nats-ca", KEY_CA, "FILE", 0, "TLS: certificates of whom to trust", 0},
    {"nats-cert", KEY_CERT, "FILE", 0, "TLS: our certificate", 0},
    {"nats-key", KEY_KEY, "FILE", 0, "TLS: its key", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp nats_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
