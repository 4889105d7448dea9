/* SPDX-License-Identifier: MIT */
#include "aiio/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Vectors of the reference implementation by Sebastiano Vigna. */
static void splitmix64_gives_the_reference_numbers(void **state)
{
    static const uint64_t expected[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };
    struct rng rng = rng_seed(1234567);

    (void)state;
    for (size_t i = 0; i < 5; i++)
        assert_true(rng_next(&rng) == expected[i]);
}

/* Vectors of RFC 9923. */
static void fnv1a_gives_the_reference_hashes(void **state)
{
    (void)state;
    assert_true(fnv1a(FNV1A_START, SLICE("")) == UINT64_C(0xcbf29ce484222325));
    assert_true(fnv1a(FNV1A_START, SLICE("a")) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(fnv1a(FNV1A_START, SLICE("foobar")) ==
                UINT64_C(0x85944171f73967e8));
    assert_true(fnv1a(fnv1a(FNV1A_START, SLICE("foo")), SLICE("bar")) ==
                UINT64_C(0x85944171f73967e8));
}

/* 6457827717110365317 >> 11 = 3153236189995295; over 2^53
   (9007199254740992) that is 0.35007954…. */
static void unit_is_the_top_53_bits(void **state)
{
    struct rng rng = rng_seed(1234567);
    double u = rng_unit(&rng);

    (void)state;
    assert_true(u > 0.350079 && u < 0.350080);
}

static void below_stays_below_and_reaches_every_number(void **state)
{
    struct rng rng = rng_seed(1);
    int seen[7] = {0};

    (void)state;
    for (int i = 0; i < 7000; i++) {
        uint64_t n = rng_below(&rng, 7);

        assert_true(n < 7);
        seen[n]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(seen[i], 850, 1150);
    assert_true(rng_below(&rng, 1) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splitmix64_gives_the_reference_numbers),
        cmocka_unit_test(fnv1a_gives_the_reference_hashes),
        cmocka_unit_test(unit_is_the_top_53_bits),
        cmocka_unit_test(below_stays_below_and_reaches_every_number),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
