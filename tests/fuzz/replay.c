/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target once for every file of the folders (or files) named:
 * what a fuzzer once found stays found, with any compiler.
 */
#include "aiio/file.h"
#include "aiio/mem.h"

#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX_BYTES = 1 << 24 };

static int replay(const char *path)
{
    struct buf text = {0};
    struct error err = {0};

    if (file_read(path, INPUT_MAX_BYTES, true, &text, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 0;
    }
    LLVMFuzzerTestOneInput((const uint8_t *)buf_text(&text), text.len);
    buf_release(&text);
    return 1;
}

int main(int argc, char **argv)
{
    int count = 0;

    for (int i = 1; i < argc; i++) {
        char **names = NULL;
        size_t found = 0;
        struct error err = {0};

        if (!file_is_folder(argv[i])) {
            count += replay(argv[i]);
            continue;
        }
        if (file_list(argv[i], "", &names, &found, &err))
            fprintf(stderr, "%s\n", err.text);
        for (size_t j = 0; j < found; j++)
            count += replay(names[j]);
        file_names_free(names, found);
    }
    printf("%d inputs replayed\n", count);
    return count > 0 ? 0 : 1;
}
