/* SPDX-License-Identifier: MIT */
#include "aiio/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void growing_keeps_what_is_there_and_zeroes_the_rest(void **state)
{
    int *numbers = NULL;
    size_t capacity = 0;

    (void)state;
    mem_grow((void **)&numbers, &capacity, 1, sizeof(*numbers));
    numbers[0] = 42;
    mem_grow((void **)&numbers, &capacity, 1000, sizeof(*numbers));
    assert_true(capacity >= 1000);
    assert_int_equal(numbers[0], 42);
    for (size_t i = 1; i < capacity; i++)
        assert_int_equal(numbers[i], 0);
    mem_free(numbers);
}

static bool is_zero(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i])
            return false;
    }
    return true;
}

static void
an_arena_gives_zeroed_aligned_memory_also_after_a_reset(void **state)
{
    struct arena arena = {0};

    (void)state;
    for (int round = 0; round < 3; round++) {
        for (size_t n = 0; n < 300; n++) {
            unsigned char *bytes = arena_alloc(&arena, n, 17);

            assert_non_null(bytes);
            assert_int_equal((uintptr_t)bytes % 16, 0);
            assert_true(is_zero(bytes, n * 17));
            memset(bytes, 0xAB, n * 17);
        }
        assert_true(arena.used_bytes >= 17u * 299 * 300 / 2);
        arena_reset(&arena);
        assert_int_equal(arena.used_bytes, 0);
    }
    arena_release(&arena);
    assert_null(arena.block);
    arena_release(&arena);
}

static void an_arena_copies_and_formats_text(void **state)
{
    struct arena arena = {0};

    (void)state;
    assert_string_equal(arena_string(&arena, (struct slice){"abcdef", 3}),
                        "abc");
    assert_string_equal(arena_string(&arena, (struct slice){NULL, 0}), "");
    assert_string_equal(arena_printf(&arena, "%d of %s", 3, "four"),
                        "3 of four");
    arena_release(&arena);
}

static void too_much_memory_aborts_with_a_line(void **state)
{
    char words[64] = "";
    int ends[2], ended = 0;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        mem_new(SIZE_MAX / 2, 16);
        _exit(0);
    }
    close(ends[1]);
    assert_true(read(ends[0], words, sizeof(words) - 1) > 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &ended, 0), child);
    assert_true(WIFSIGNALED(ended) && WTERMSIG(ended) == SIGABRT);
    assert_string_equal(words, "aiio-study: out of memory\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(growing_keeps_what_is_there_and_zeroes_the_rest),
        cmocka_unit_test(
            an_arena_gives_zeroed_aligned_memory_also_after_a_reset),
        cmocka_unit_test(an_arena_copies_and_formats_text),
        cmocka_unit_test(too_much_memory_aborts_with_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
