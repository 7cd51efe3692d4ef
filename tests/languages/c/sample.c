#include <stdio.h>
#include "a/b.h"

#define LIMIT 10
#define GUARD
#define SQUARE(x) ((x) * (x))
#define TRACE(fmt, ...)            \
    printf(fmt, __VA_ARGS__)

struct point { int x; int y; };
union word { int i; char c[4]; };
enum color { RED, GREEN };
struct later;
typedef struct point point_t;
typedef struct { int z; } depth, *depth_ptr;
typedef struct node { struct node *next; } node_t;
typedef enum { ON, OFF } state;
typedef unsigned long ulong_t;
typedef int (*compare_fn)(const void *, const void *);
typedef int triple[3];

static const int MAX_SIZE = 4;
static const char *const NAMES[] = {"a", "b"};
int lower_case = 1;

int proto(int a, int b);
extern char *proto_pointer(void);
#ifdef EXTRA
int in_ifdef(void);
#else
int in_else(void);
#endif

int plain(int a) {
    const int LOCAL = 2;
    extern int outer(int);
    return SQUARE(a) + outer(LOCAL);
}

static char **two_stars(char *s, ...) { return 0; }

int (parenthesized)(void) { return 0; }

int (*returns_pointer(int which))(char) { return 0; }

void calls(struct point *p, struct point s, int (*fp)(int)) {
    plain(1);
    s.op(1, 2);
    p->op();
    p->in.ner->op(3);
    (plain)(1);
    (*fp)(1);
    (*p->op)(4);
    fp(5);
    int lock(int);
}
