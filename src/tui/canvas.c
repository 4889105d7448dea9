/* SPDX-License-Identifier: MIT */
#include "canvas.h"

#include "aiio/width.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

void canvas_reset(struct canvas *canvas, int rows, int cols)
{
    canvas->rows = clamp(rows, 1, CANVAS_SIDE_MAX);
    canvas->cols = clamp(cols, 1, CANVAS_SIDE_MAX);
    canvas->cursor_row = 0;
    canvas->cursor_col = 0;
    size_t count = (size_t)canvas->rows * (size_t)canvas->cols;

    mem_grow((void **)&canvas->cells, &canvas->capacity, count,
             sizeof(*canvas->cells));
    for (size_t i = 0; i < count; i++)
        canvas->cells[i] = (struct cell){.cells = 1};
}

void canvas_release(struct canvas *canvas)
{
    mem_free(canvas->cells);
    *canvas = (struct canvas){0};
}

struct cell *canvas_at(struct canvas *canvas, int row, int col)
{
    return &canvas->cells[(size_t)row * (size_t)canvas->cols + (size_t)col];
}

/* Half of a wide cluster that is drawn over must not keep its other half. */
static void free_cell(struct canvas *canvas, int row, int col)
{
    struct cell *cell = canvas_at(canvas, row, col);
    struct cell *other = cell->cells == 0   ? cell - 1
                         : cell->cells == 2 ? cell + 1
                                            : cell;

    *other = (struct cell){.cells = 1, .style = other->style};
}

static void put_cluster(struct canvas *canvas, int row, int col,
                        struct slice cluster, int cells, enum style style)
{
    struct cell *cell = canvas_at(canvas, row, col);

    free_cell(canvas, row, col);
    if (cells == 2)
        free_cell(canvas, row, col + 1);
    *cell = (struct cell){.cells = (unsigned char)cells,
                          .style = (unsigned char)style};
    if (cluster.len < CELL_BYTES)
        memcpy(cell->text, cluster.ptr, cluster.len);
    else
        memcpy(cell->text, "\xEF\xBF\xBD", 3);
    if (cells == 2)
        *canvas_at(canvas, row, col + 1) =
            (struct cell){.cells = 0, .style = (unsigned char)style};
}

int canvas_text(struct canvas *canvas, int row, int col, int limit,
                struct span span)
{
    struct slice rest = span.text;

    if (limit > canvas->cols)
        limit = canvas->cols;
    if (row < 0 || row >= canvas->rows || col < 0)
        return col;
    while (rest.len > 0) {
        struct grapheme next = grapheme_first(rest);

        if (next.bytes == 0 || col + next.cells > limit)
            break;
        if (next.cells > 0)
            put_cluster(canvas, row, col, (struct slice){rest.ptr, next.bytes},
                        next.cells, span.style);
        col += next.cells;
        rest.ptr += next.bytes;
        rest.len -= next.bytes;
    }
    return col;
}

int canvas_line(struct canvas *canvas, int row, int col, int limit,
                const struct line *line)
{
    for (int i = 0; i < line->count; i++)
        col = canvas_text(canvas, row, col, limit, line->spans[i]);
    return col;
}

void canvas_rule(struct canvas *canvas, int row, const char *glyph)
{
    if (row < 0 || row >= canvas->rows)
        return;
    for (int col = 0; col < canvas->cols; col++)
        put_cluster(canvas, row, col, slice_of(glyph), 1, STYLE_DIM);
}

void canvas_cursor(struct canvas *canvas, int row, int col)
{
    canvas->cursor_row = clamp(row, 0, canvas->rows - 1);
    canvas->cursor_col = clamp(col, 0, canvas->cols - 1);
}

const char *canvas_ascii(const char *cluster)
{
    /* What decks draw with: pairs of a character and its stand-in. */
    static const char *const pairs[] = {
        "─", "-",  "│", "|", "┌", "+", "┐", "+", "└", "+", "┘", "+",
        "├", "+",  "┤", "+", "┬", "+", "┴", "+", "┼", "+", "►", ">",
        "◄", "<",  "▲", "^", "▼", "v", "→", ">", "←", "<", "↑", "^",
        "↓", "v",  "•", "*", "–", "-", "—", "-", "’", "'", "“", "\"",
        "”", "\"", "×", "x", "█", "#", "░", ".", "═", "=", "║", "|",
    };

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i += 2)
        if (!strcmp(cluster, pairs[i]))
            return pairs[i + 1];
    return NULL;
}

/* What the C library lays out for a cluster; -1 when it cannot show it. */
static int library_cells(const char *text)
{
    wchar_t wide[CELL_BYTES];
    size_t count = mbstowcs(wide, text, CELL_BYTES);

    return count < CELL_BYTES ? wcswidth(wide, count) : -1;
}

static bool is_ascii(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

const char *canvas_shown(const struct cell *cell, bool ascii)
{
    const char *same;

    if (is_ascii(cell->text))
        return cell->text;
    if (!ascii && library_cells(cell->text) == cell->cells)
        return cell->text;
    if (!ascii)
        return cell->cells == 2 ? "\xEF\xBF\xBD " : "\xEF\xBF\xBD";
    same = canvas_ascii(cell->text);
    return same ? same : cell->cells == 2 ? "??" : "?";
}
