/* SPDX-License-Identifier: MIT */
#include "aiio/rng.h"

uint64_t fnv1a(uint64_t hash, struct slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        hash ^= (unsigned char)text.ptr[i];
        hash *= FNV1A_PRIME;
    }
    return hash;
}

struct rng rng_seed(uint64_t seed)
{
    return (struct rng){seed};
}

uint64_t rng_next(struct rng *rng)
{
    uint64_t z = rng->state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double rng_unit(struct rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

/* Draws above the largest multiple of n would favour small numbers. */
uint64_t rng_below(struct rng *rng, uint64_t n)
{
    uint64_t most = UINT64_MAX - UINT64_MAX % n, draw;

    do {
        draw = rng_next(rng);
    } while (draw >= most);
    return draw % n;
}
