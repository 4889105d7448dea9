/* SPDX-License-Identifier: MIT */
/*
 * Four numbers at a time, written as one: the compilers' vectors (GCC and
 * clang; where the machine has none they are four plain numbers). exp and ln
 * are ours because the C library has them for one number only; both are
 * within 2 units in the last place. No operation is fused, so the bits are
 * the same with and without AVX.
 */
#ifndef AIIO_OPTIMIZE_LANES_H
#define AIIO_OPTIMIZE_LANES_H

#include <stdint.h>

enum { LANES = 4 };

typedef double lanes __attribute__((vector_size(8 * LANES)));
typedef float lanes_float __attribute__((vector_size(4 * LANES)));
typedef int64_t lanes_mask __attribute__((vector_size(8 * LANES)));
typedef uint64_t lanes_bits __attribute__((vector_size(8 * LANES)));

#define LANES_INLINE static inline __attribute__((always_inline))

LANES_INLINE lanes lanes_all(double x)
{
    return (lanes){x, x, x, x};
}

LANES_INLINE lanes lanes_of(lanes_float x)
{
    return __builtin_convertvector(x, lanes);
}

/* x where the mask is set, else 0. */
LANES_INLINE lanes lanes_only(lanes_mask mask, lanes x)
{
    return (lanes)(mask & (lanes_mask)x);
}

LANES_INLINE lanes lanes_select(lanes_mask mask, lanes yes, lanes no)
{
    return (lanes)((mask & (lanes_mask)yes) | (~mask & (lanes_mask)no));
}

LANES_INLINE lanes lanes_clamp(lanes x, double low, double high)
{
    x = lanes_select(x < low, lanes_all(low), x);
    return lanes_select(x > high, lanes_all(high), x);
}

LANES_INLINE lanes_mask lanes_within(lanes x, double low, double high)
{
    return (x >= low) & (x <= high);
}

/* e^x for |x| < 700: e^x = 2^n e^r, |r| <= ln 2 / 2, a Taylor sum for e^r. */
LANES_INLINE lanes lanes_exp(lanes x)
{
    const double shift = 0x1.8p52, ln2_high = 0x1.62e42feep-1,
                 ln2_low = 0x1.a39ef35793c76p-33;
    lanes k = x * 0x1.71547652b82fep0 + shift, n = k - shift;
    lanes r = x - n * ln2_high - n * ln2_low;
    lanes r2 = r * r, r4 = r2 * r2;
    lanes low = 1 + r + r2 * (1.0 / 2 + r * (1.0 / 6));
    lanes middle =
        (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
    lanes high = (1.0 / 40320 + r * (1.0 / 362880)) +
                 r2 * (1.0 / 3628800 + r * (1.0 / 39916800)) +
                 r4 * (1.0 / 479001600);
    lanes sum = low + r4 * (middle + r4 * high);

    return (lanes)((lanes_bits)sum + ((lanes_bits)k << 52));
}

/*
 * ln x for a normal x > 0: x = 2^e m, 1/sqrt 2 <= m < sqrt 2, and ln m by the
 * series of fdlibm's e_log.c in s = (m-1)/(m+1).
 */
LANES_INLINE lanes lanes_log(lanes x)
{
    const uint64_t root = 0x3fe6a09e00000000, one = 0x3ff0000000000000;
    const double ln2_high = 6.93147180369123816490e-01,
                 ln2_low = 1.90821492927058770002e-10;
    lanes_bits bits = (lanes_bits)x + (one - root);
    lanes e = (lanes)((bits >> 52) | 0x4330000000000000) - (0x1p52 + 1023);
    lanes f = (lanes)((bits & 0x000fffffffffffff) + root) - 1;
    lanes s = f / (2 + f), z = s * s, w = z * z, half = 0.5 * f * f;
    lanes even =
        w * (3.999999999940941908e-01 +
             w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
    lanes odd =
        z *
        (6.666666666666735130e-01 +
         w * (2.857142874366239149e-01 +
              w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));

    return s * (half + even + odd) + e * ln2_low - half + f + e * ln2_high;
}

#endif
