// Fails in as many ways as there are kinds: `shop KIND`, built with AddressSanitizer and UBSan.
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cart {
    int *rows;
    int count;
};

static int first(struct cart *cart, int at) { return cart->rows[at]; }

static int deep(int n) {
    volatile char wide[4096];
    wide[n % 4096] = (char)n;
    return deep(n + 1) + wide[0];
}

static int run(const char *kind, struct cart *cart) {
    volatile int zero = cart->count - 3;
    if (!strcmp(kind, "null_value")) return first(zero ? cart : NULL, 1);
    if (!strcmp(kind, "buffer_overflow")) return first(cart, 3);
    if (!strcmp(kind, "division_by_zero")) return 6 / zero;
    if (!strcmp(kind, "deep_recursion")) return deep(0);
    if (!strcmp(kind, "assertion")) assert(cart->count == 4);
    if (!strcmp(kind, "number_overflow")) return INT_MAX + cart->count;
    if (!strcmp(kind, "use_after_free")) {
        free(cart->rows);
        return first(cart, 0);
    }
    if (!strcmp(kind, "double_free")) {
        free(cart->rows);
        free(cart->rows);
    }
    if (!strcmp(kind, "leak")) {
        char *lost = malloc(100 + cart->count);
        lost[0] = 1;
        return lost[0];
    }
    return 0;
}

int main(int count, char **given) {
    struct cart cart = {malloc(3 * sizeof(int)), 3};
    memset(cart.rows, 0, 3 * sizeof(int));
    return count > 1 ? run(given[1], &cart) : 2;
}
