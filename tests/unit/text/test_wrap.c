/* SPDX-License-Identifier: MIT */
#include "aiio/wrap.h"

#include "aiio/buf.h"
#include "aiio/width.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* Lines as text: code in <>, emphasis in {}, other styles bare, | at ends. */
static void show(struct buf *out, const struct span *spans, int count)
{
    for (int i = 0; i < count; i++) {
        enum style style = spans[i].style;

        if (style == STYLE_CODE || style == STYLE_EMPHASIS)
            buf_add_char(out, style == STYLE_CODE ? '<' : '{');
        buf_add(out, spans[i].text);
        if (style == STYLE_CODE || style == STYLE_EMPHASIS)
            buf_add_char(out, style == STYLE_CODE ? '>' : '}');
    }
}

static void assert_markup(const char *text, const char *expected)
{
    struct arena arena = {0};
    struct buf out = {0};
    struct span *spans = NULL;
    int count = markup_spans(&arena, slice_of(text), STYLE_NORMAL, &spans);

    show(&out, spans, count);
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
    arena_release(&arena);
}

static void assert_box(const struct wrap_box *box, const char *text,
                       const char *expected)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};
    struct buf out = {0};

    wrap_text(&lines, box, slice_of(text));
    for (int i = 0; i < lines.count; i++) {
        show(&out, lines.items[i].spans, lines.items[i].count);
        buf_add_char(&out, '|');
        assert_true(lines.items[i].cells <= box->width);
    }
    assert_string_equal(buf_text(&out), expected);
    buf_release(&out);
    arena_release(&arena);
}

static void assert_wrap(int width, const char *text, const char *expected)
{
    struct wrap_box box = {.width = width, .bullet = "•"};

    assert_box(&box, text, expected);
}

static void code_and_emphasis_are_marked(void **state)
{
    (void)state;
    assert_markup("", "");
    assert_markup("run `ls -l` now", "run <ls -l> now");
    assert_markup("*all* of (*it*)", "{all} of ({it})");
    assert_markup("*a `b*` c*", "{a }<b*>{ c}");
    assert_markup("“*so*”", "“{so}”");
    assert_markup("`a` then ` alone", "<a> then ` alone");
    assert_markup("*`a` b*", "<a>{ b}");
    assert_markup("*a ``* b", "{a ``} b");
    assert_markup("„*so*“ «*so*»", "„{so}“ «{so}»");
    assert_markup("\xC2\xA0*so*.", "\xC2\xA0{so}.");
    assert_markup("\"*a*\" '*b*' [*c*]", "\"{a}\" '{b}' [{c}]");
    assert_markup("*two* and *three* words", "{two} and {three} words");
}

static void everything_else_is_literal(void **state)
{
    static const char *const literal[] = {
        "a*b",         "*.c",         "2 * 3 * 4",
        "*.c and *.h", "x<y",         "k<<<g,b>>>()",
        "a_b_c",       "`open",       "``",
        "**bold**",    "(*p)*q",      "f(*a, *b)",
        "*",           "a*",          "* item*s",
        "*half",       "*a*é",        "é*a*",
        "漢*a*",       "*\xC2\xA0x*", "*a\xE3\x80\x80*",
        "*a*٣",        ")*a*",        "”*a*",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(literal) / sizeof(literal[0]); i++)
        assert_markup(literal[i], literal[i]);
    assert_markup("`*.c` and `a*b`", "<*.c> and <a*b>");
}

static void a_nul_is_no_quote(void **state)
{
    struct arena arena = {0};
    struct span *spans = NULL;

    (void)state;
    assert_int_equal(
        markup_spans(&arena, SLICE("a\0*b*"), STYLE_NORMAL, &spans), 1);
    assert_int_equal(
        markup_spans(&arena, (struct slice){NULL, 0}, STYLE_NORMAL, &spans), 0);
    arena_release(&arena);
}

static void a_text_of_openers_takes_linear_time(void **state)
{
    struct arena arena = {0};
    struct buf text = {0};
    struct span *spans = NULL;

    (void)state;
    buf_add_repeat(&text, " *a", 1000000);
    buf_add_repeat(&text, "`", 1000001);
    assert_int_equal(
        markup_spans(&arena, buf_slice(&text), STYLE_NORMAL, &spans), 1);
    buf_clear(&text);
    buf_add_repeat(&text, " *a`", 1000001); /* pairs of backticks are code */
    assert_int_equal(
        markup_spans(&arena, buf_slice(&text), STYLE_NORMAL, &spans), 1000001);
    buf_release(&text);
    arena_release(&arena);
}

static void lines_break_at_spaces(void **state)
{
    (void)state;
    assert_wrap(10, "", "|");
    assert_wrap(10, "one two three four", "one two|three four|");
    assert_wrap(7, "one two three", "one two|three|");
    assert_wrap(5, "one    two", "one|two|");
    assert_wrap(9, "one  two ", "one  two|");
    assert_wrap(9, "a\n\nb", "a||b|");
    assert_wrap(9, "a\n", "a||");
    /* U+200B has no width: the space before it vanishes all the same. */
    assert_wrap(2,
                "ab \xE2\x80\x8B"
                "c",
                "ab|\xE2\x80\x8B"
                "c|");
    assert_wrap(2,
                "    \xE2\x80\x8B"
                "c",
                "|\xE2\x80\x8B"
                "c|");
}

static void lines_break_after_a_dash_or_slash_between_letters(void **state)
{
    (void)state;
    assert_wrap(6, "GPU-to-GPU", "GPU-|to-GPU|");
    assert_wrap(6, "read/write", "read/|write|");
    assert_wrap(6, "a --all", "a|--all|");
    assert_wrap(6, "ab 10-20", "ab|10-20|");
}

static void wide_characters_break_between_each_other(void **state)
{
    (void)state;
    assert_wrap(5, "漢字漢字", "漢字|漢字|");
    assert_wrap(4, "漢字。漢", "漢|字。|漢|"); /* no full stop begins a line */
    assert_wrap(3, "a漢b", "a漢|b|");
}

static void a_word_wider_than_the_box_breaks_at_a_cluster(void **state)
{
    (void)state;
    assert_wrap(4, "abcdefghij", "abcd|efgh|ij|");
    assert_wrap(4, "x abcdefg", "x|abcd|efg|");
    assert_wrap(1, "abc", "a|b|c|");
    assert_wrap(2, "ae\xCC\x81o", "ae\xCC\x81|o|");
}

static void code_keeps_its_spaces_and_stays_whole_if_it_can(void **state)
{
    (void)state;
    assert_wrap(10, "run `ls  -l a`", "run|<ls  -l a>|");
    /* Eight cells each: the space is code, and so it stays. */
    assert_wrap(8, "`kubectl get pods`", "<kubectl >|<get pods>|");
}

static void bullets_hang(void **state)
{
    struct wrap_box box = {.width = 10, .indent = 2, .bullet = "•"};
    struct wrap_box plain = {.width = 9, .plain = true};

    (void)state;
    assert_wrap(9, "- one two three\n- x", "• one two|  three|• x|");
    assert_box(&box, "- one two\nx", "  • one|    two|  x|");
    assert_box(&plain, "- *a* `b`", "- *a* `b`|");
}

static void what_stands_first_is_padded_to_the_indent(void **state)
{
    struct wrap_box box = {
        .width = 10,
        .indent = 3,
        .first = {{"A", 1}, STYLE_KEY},
    };
    struct wrap_box label = {
        .width = 10,
        .indent = 1,
        .first = {{"label: ", 7}, STYLE_KEY},
    };

    (void)state;
    assert_box(&box, "one two three", "A  one two|   three|");
    assert_box(&box, "", "A|");
    assert_box(&label, "word on", "label: | word on|");
    assert_box(&label, "on on on", "label: on| on on|");
}

/* Whatever the width: no line is too wide and no letter is lost. */
static void nothing_is_lost_at_any_width(void **state)
{
    static const char text[] =
        "A *GPU-to-GPU* `nccl all reduce` 漢字。漢字 e\xCC\x81"
        "e/f 😀😀\n- bullet 🇩🇪 text/with-dashes\n\n  two spaces";
    struct wrap_box box = {.indent = 5, .bullet = "•"};

    (void)state;
    for (box.width = 2; box.width < 90; box.width++) {
        struct arena arena = {0};
        struct lines lines = {.arena = &arena};
        int cells = 0;

        wrap_text(&lines, &box, SLICE(text));
        for (int i = 0; i < lines.count; i++) {
            const struct line *line = &lines.items[i];

            assert_true(line->cells <= box.width);
            for (int k = 0; k < line->count; k++) {
                const struct slice run = line->spans[k].text;

                cells += text_cells(run);
                for (size_t c = 0; c < run.len; c++)
                    cells -= run.ptr[c] == ' ';
            }
        }
        /* By hand, spaces aside: A 1, GPU-to-GPU 10, nccl all reduce 13,
           six of two cells 10 + 。 among them, é 1, e/f 3, two emoji 4;
           bullet mark 1, bullet 6, flag 2, text/with-dashes 16; 9. */
        assert_int_equal(cells,
                         1 + 10 + 13 + 10 + 1 + 3 + 4 + 1 + 6 + 2 + 16 + 9);
        arena_release(&arena);
    }
}

static void lines_hold_many_spans_and_pad(void **state)
{
    struct arena arena = {0};
    struct lines lines = {.arena = &arena};

    (void)state;
    for (int i = 0; i < 100; i++)
        lines_printf(&lines, STYLE_DIM, "%d", i % 10);
    assert_int_equal(lines.count, 1);
    assert_int_equal(lines.items[0].count, 100);
    assert_int_equal(lines.items[0].cells, 100);
    for (int i = 0; i < 100; i++)
        assert_int_equal(lines.items[0].spans[i].text.ptr[0], '0' + i % 10);
    for (int i = 0; i < 100; i++)
        lines_add(&lines);
    lines_span(&lines, STYLE_RIGHT, SLICE("漢"));
    lines_pad(&lines, 5);
    lines_pad(&lines, 3);
    assert_int_equal(lines.count, 101);
    assert_int_equal(lines.items[100].cells, 5);
    assert_true(slice_is(lines.items[100].spans[1].text, "   "));
    assert_int_equal(lines.items[0].cells, 100);
    arena_release(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_and_emphasis_are_marked),
        cmocka_unit_test(everything_else_is_literal),
        cmocka_unit_test(a_nul_is_no_quote),
        cmocka_unit_test(a_text_of_openers_takes_linear_time),
        cmocka_unit_test(lines_break_at_spaces),
        cmocka_unit_test(lines_break_after_a_dash_or_slash_between_letters),
        cmocka_unit_test(wide_characters_break_between_each_other),
        cmocka_unit_test(a_word_wider_than_the_box_breaks_at_a_cluster),
        cmocka_unit_test(code_keeps_its_spaces_and_stays_whole_if_it_can),
        cmocka_unit_test(bullets_hang),
        cmocka_unit_test(what_stands_first_is_padded_to_the_indent),
        cmocka_unit_test(nothing_is_lost_at_any_width),
        cmocka_unit_test(lines_hold_many_spans_and_pad),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
