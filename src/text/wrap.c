/* SPDX-License-Identifier: MIT */
#include "aiio/wrap.h"

#include "aiio/width.h"

#include <string.h>
#include <utf8proc.h>

/* One cluster of the text, with what decides about breaks beside it. */
struct atom {
    const char *ptr;
    uint32_t bytes;
    uint16_t cells;
    uint16_t style;
};

struct wrap {
    struct lines *lines;
    struct atom *atoms;
    size_t count, capacity;
    int width;
    int indent; /* of the lines that follow */
};

enum break_kind { BREAK_NONE, BREAK_IN_CODE, BREAK_GOOD };

/* ---- clusters ------------------------------------------------------------ */

static void add_atoms(struct wrap *wrap, struct span span)
{
    struct slice rest = span.text;

    while (rest.len > 0) {
        struct grapheme cluster = grapheme_first(rest);

        mem_grow((void **)&wrap->atoms, &wrap->capacity, wrap->count + 1,
                 sizeof(*wrap->atoms));
        wrap->atoms[wrap->count++] = (struct atom){
            rest.ptr,
            (uint32_t)cluster.bytes,
            (uint16_t)cluster.cells,
            (uint16_t)span.style,
        };
        rest.ptr += cluster.bytes;
        rest.len -= cluster.bytes;
    }
}

static bool is_char(const struct atom *atom, char c)
{
    return atom->bytes == 1 && *atom->ptr == c;
}

/* A space that may vanish at the end of a line. */
static bool is_space(const struct atom *atom)
{
    return is_char(atom, ' ') && atom->style != STYLE_CODE;
}

static bool is_letter(const struct atom *atom)
{
    uint32_t code_point;
    utf8proc_category_t category;

    if (utf8_first((struct slice){atom->ptr, atom->bytes}, &code_point) == 0)
        return false;
    category = utf8proc_category((utf8proc_int32_t)code_point);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

static bool is_one_of(const struct atom *atom, const char *const *list)
{
    for (; *list; list++) {
        if (slice_is((struct slice){atom->ptr, atom->bytes}, *list))
            return true;
    }
    return false;
}

/* What does not begin, and what does not end a line of Chinese or Japanese. */
static bool may_part(const struct atom *left, const struct atom *right)
{
    static const char *const closing[] = {"、", "。", "，", "．", "：", "；",
                                          "！", "？", "）", "」", "』", "】",
                                          "》", "〉", "ー", NULL};
    static const char *const opening[] = {"（", "「", "『", "【",
                                          "《", "〈", NULL};

    return !is_one_of(left, opening) && !is_one_of(right, closing);
}

/* Whether a line may end before atom i > start. */
static enum break_kind break_before(const struct wrap *wrap, size_t start,
                                    size_t i)
{
    const struct atom *left = &wrap->atoms[i - 1], *right = left + 1;

    if (is_space(left)) /* also before what has no width: it would keep it */
        return BREAK_GOOD;
    if (right->cells == 0)
        return BREAK_NONE;
    if (left->style == STYLE_CODE && right->style == STYLE_CODE)
        return is_char(left, ' ') ? BREAK_IN_CODE : BREAK_NONE;
    if (left->cells == 2 && right->cells == 2 && may_part(left, right))
        return BREAK_GOOD;
    if ((is_char(left, '-') || is_char(left, '/')) && i - 1 > start &&
        left->style != STYLE_CODE && is_letter(left - 1) && is_letter(right))
        return BREAK_GOOD;
    return BREAK_NONE;
}

/* ---- lines --------------------------------------------------------------- */

/* Where the line that begins at start ends; room is its cells. */
static size_t line_end(const struct wrap *wrap, size_t start, int room)
{
    size_t good = 0, in_code = 0, i;
    bool blank = true;
    int cells = 0;

    for (i = start; i < wrap->count; i++) {
        const struct atom *atom = &wrap->atoms[i];
        enum break_kind kind =
            i > start ? break_before(wrap, start, i) : BREAK_NONE;

        if (kind == BREAK_GOOD && !blank)
            good = i;
        if (kind == BREAK_IN_CODE)
            in_code = i;
        cells += atom->cells;
        if (is_space(atom))
            continue; /* it may hang over the edge: there it vanishes */
        if (cells > room)
            break;
        blank = false;
    }
    if (i == wrap->count)
        return i;
    if (good || in_code)
        return good ? good : in_code;
    if (i == start)
        i++; /* a wide character in one cell: it must go somewhere */
    while (i < wrap->count && wrap->atoms[i].cells == 0 &&
           !is_space(&wrap->atoms[i - 1]))
        i++;
    return i;
}

static void add_line_text(struct wrap *wrap, size_t from, size_t to)
{
    const struct atom *atoms = wrap->atoms;

    while (to > from && is_space(&atoms[to - 1]))
        to--;
    while (from < to) {
        struct slice run = {atoms[from].ptr, 0};
        enum style style = (enum style)atoms[from].style;

        while (from < to && atoms[from].style == style &&
               atoms[from].ptr == run.ptr + run.len)
            run.len += atoms[from++].bytes;
        lines_span(wrap->lines, style, run);
    }
}

static bool only_spaces(const struct wrap *wrap)
{
    size_t i = 0;

    while (i < wrap->count && is_space(&wrap->atoms[i]))
        i++;
    return i == wrap->count;
}

/* The atoms, on a line that has begun already and on those that follow. */
static void fill_lines(struct wrap *wrap)
{
    struct lines *lines = wrap->lines;
    size_t start = 0, end;
    int used = lines->items[lines->count - 1].cells;

    if (only_spaces(wrap))
        return;
    if (used < wrap->indent) {
        lines_pad(lines, wrap->indent);
        used = wrap->indent;
    }
    if (used > 0 && used >= wrap->width) {
        lines_add(lines);
        lines_pad(lines, wrap->indent);
        used = wrap->indent;
    }
    while (start < wrap->count) {
        end = line_end(wrap, start, wrap->width - used);
        /* Rather than in two, a word goes to a line with more room. */
        if (used > wrap->indent && end < wrap->count &&
            break_before(wrap, start, end) != BREAK_GOOD)
            end = start;
        add_line_text(wrap, start, end);
        start = end;
        while (start < wrap->count && is_space(&wrap->atoms[start]))
            start++;
        if (start == wrap->count)
            break;
        lines_add(lines);
        lines_pad(lines, wrap->indent);
        used = wrap->indent;
    }
}

/* At least two cells for the text, so that a wide character has room. */
static int indent_for(int indent, int width)
{
    int most = width > 2 ? width - 2 : 0;

    return indent < 0 ? 0 : indent > most ? most : indent;
}

static void begin_bullet(struct wrap *wrap, const struct wrap_box *box,
                         struct slice *line)
{
    struct slice bullet = slice_of(box->bullet ? box->bullet : "-");
    int hang = wrap->indent + text_cells(bullet) + 1;

    line->ptr += 2;
    line->len -= 2;
    lines_pad(wrap->lines, wrap->indent);
    lines_span(wrap->lines, box->base, bullet);
    wrap->indent = indent_for(hang, wrap->width);
}

static void wrap_line(struct wrap *wrap, const struct wrap_box *box,
                      struct slice line)
{
    int indent = wrap->indent, count = 1;
    struct span literal, *spans = &literal;

    if (!box->plain && slice_starts(line, SLICE("- ")))
        begin_bullet(wrap, box, &line);
    if (box->plain)
        literal = (struct span){line, box->base};
    else
        count = markup_spans(wrap->lines->arena, line, box->base, &spans);
    wrap->count = 0;
    for (int i = 0; i < count; i++)
        add_atoms(wrap, spans[i]);
    fill_lines(wrap);
    wrap->indent = indent;
}

void wrap_text(struct lines *lines, const struct wrap_box *box,
               struct slice text)
{
    int width = box->width < 1 ? 1 : box->width;
    struct wrap wrap = {
        .lines = lines,
        .width = width,
        .indent = indent_for(box->indent, width),
    };
    struct slice first = text_fit(box->first.text, width);

    lines_add(lines);
    lines_span(lines, box->first.style, first);
    for (bool more = true; more;) {
        const char *end = text.len ? memchr(text.ptr, '\n', text.len) : NULL;

        wrap_line(&wrap, box, slice_cut(&text, '\n'));
        more = end != NULL;
        if (more)
            lines_add(lines);
    }
    mem_free(wrap.atoms);
}
