/*
 * Ring buffer with a worker.
 * Not the doc of anything: an include follows.
 */
#include "ring.h"

/* How full a ring may be. */
#define RING_MAX 64
/// Wraps an index.
#define WRAP(i) ((i) & (RING_MAX - 1))

/**
 * What a ring is doing.
 */
enum ring_state {
    RING_IDLE, /* not the doc of the next one */
    RING_BUSY = RING_IDLE + 4,
};
enum { PLAIN_A, PLAIN_B };
typedef enum { MODE_READ, MODE_WRITE } ring_mode;

struct ring;
typedef int (*ring_cb)(struct ring *r, int event);

//! One ring.
struct ring {
    struct slot *slots;
    union tag tag;
    ring_mode mode;
    const ring_cb *handlers, fallback;
    unsigned long head : 4, tail;
    struct { int inner_count; } stats;
    ring_cb table[RING_MAX];
    int (*poll)(struct ring *owner, int budget);
};

int ring_total;
static struct ring *current_ring, spare_ring;
extern const char *ring_name;
struct ring ring_defaults = {.mode = MODE_READ, .tail = RING_MAX};

// Adds to a ring,
// in two rows.
int ring_add(struct ring *r, int value)
{
    int size = 0, *cursor = &size;
    ring_total++;
    r->tail = value;
    r->stats.inner_count += size;
    --r->stats.inner_count;
    current_ring = r;
    *cursor = ring_total;
    r->slots[value] = ring_defaults.tag;
    return WRAP(r->head);
}

static int shadow(int ring_total, ring_cb cb)
{
    for (int spare_ring = 0; spare_ring < 3; spare_ring++) {
        int local_copy = ring_total;
        cb(current_ring, local_copy);
    }
    return spare_ring.head ? PLAIN_A : sizeof(ring_name);
}

int classify(int a, int b)
{
    if (a && b || !a) {
        return 1;
    } else if (b > 2) {
        while (b--) {
            if (a == b)
                break;
            else
                continue;
        }
    } else {
        do {
            b += a ? 1 : (b ? 2 : 3);
        } while (b < RING_MAX && a);
    }
    switch (a) {
    case RING_IDLE:
    case RING_BUSY:
        b = 1;
        break;
    default:
        b = ring_add(0, a);
    }
    return b;
}

static void jumps(int n)
{
    int i;
again:
    for (i = 0; i < n; i++) {
        if (i == 2)
            goto out;
        if (i == 3)
            goto again;
    }
out:
    ring_total = i;
}

#ifdef CONFIG_RING
__attribute__((noinline, cleanup(jumps))) static ring_mode *conditional(void)
{
#if RING_MAX > 32
    struct ring tmp;
#elif defined(OTHER)
    ring_cb handler = shadow;
#else
    struct { int x; } anonymous;
#endif
    asm volatile("nop" : [res] "=r"(ring_total) : [in] "r"(PLAIN_B));
    return ring_register(&ring_defaults, shadow);
}
#endif

static int __must_check annotated(int x) { return x; }

int old_style(a, b)
    int a;
    char *b;
{
    return a + *b;
}

struct ring *find_ring(const char *name, ring_cb, ...);
void reset_rings(void);
#ifndef NO_RINGS
extern ring_mode **ring_modes(int);
ring_cb *ring_handlers, last_handler = shadow;
#endif

static int walk(struct ring **rings, unsigned long limits[4], void *opaque, int (*visit)(struct ring *seen))
{
    extern ring_mode hidden_prototype(int);
    const struct ring **cursor = rings, *first = *rings;
    for (struct ring *step = *rings; step; step = 0) {
        struct slot table[2];
    }
    return visit(first);
}

void on_reset(int (*done)(void), void *data);
