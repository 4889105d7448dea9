/* SPDX-License-Identifier: MIT */
/*
 * Seeded random numbers and the hash that seeds them: the same seed gives the
 * same numbers on every machine. SplitMix64 after Steele, Lea and Flood,
 * "Fast Splittable Pseudorandom Number Generators" (2014); FNV-1a after
 * Fowler, Noll and Vo (RFC 9923).
 */
#ifndef AIIO_RNG_H
#define AIIO_RNG_H

#include "aiio/slice.h"

struct rng {
    uint64_t state;
};

#define FNV1A_START UINT64_C(0xcbf29ce484222325)
#define FNV1A_PRIME UINT64_C(0x100000001b3)

uint64_t fnv1a(uint64_t hash, struct slice text);

struct rng rng_seed(uint64_t seed);
uint64_t rng_next(struct rng *rng);
double rng_unit(struct rng *rng); /* [0, 1), the top 53 bits of rng_next */
/* 0 … n - 1 without bias; n > 0. */
uint64_t rng_below(struct rng *rng, uint64_t n);

#endif
