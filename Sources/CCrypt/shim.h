#ifndef HEARTH_CCRYPT_H
#define HEARTH_CCRYPT_H

#include <crypt.h>
#include <stdlib.h>
#include <string.h>

/* `struct crypt_data` has arrays of tens of kilobytes, which Swift would import as tuples of as many
   elements. These keep it out of Swift's sight and wipe it before it is freed. */

enum { HEARTH_CRYPT_BYTES = CRYPT_OUTPUT_SIZE, HEARTH_SALT_BYTES = CRYPT_GENSALT_OUTPUT_SIZE };

/* Writes a fresh yescrypt setting with the kernel's randomness. 0, or -1. */
static inline int hearth_yescrypt_setting(char *out, int bytes) {
    return crypt_gensalt_rn("$y$", 0, NULL, 0, out, bytes) ? 0 : -1;
}

/* Hashes `phrase` under `setting` into `out` (HEARTH_CRYPT_BYTES). 0, or -1. */
static inline int hearth_crypt(const char *phrase, const char *setting, char *out) {
    struct crypt_data *data = calloc(1, sizeof *data);
    if (!data) return -1;
    const char *hash = crypt_rn(phrase, setting, data, sizeof *data);
    int result = -1;
    if (hash && hash[0] != '*') {
        strncpy(out, hash, HEARTH_CRYPT_BYTES - 1);
        out[HEARTH_CRYPT_BYTES - 1] = 0;
        result = 0;
    }
    explicit_bzero(data, sizeof *data);
    free(data);
    return result;
}

#endif
