// alsa-lib. The *_alloca macros are not importable: use the *_malloc functions.
#pragma once
#include <alsa/asoundlib.h>

static inline void hearth_alsa_no_message(
    const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

// alsa-lib prints what goes wrong on stderr, once for each attempt to open an absent card. Its
// handler is variadic, which Swift can't write; the result codes say the same.
static inline void hearth_alsa_silence_messages(void) {
    snd_lib_error_set_handler(hearth_alsa_no_message);
}

// When the status was taken, in nanoseconds; 0 where no stamp is kept. Several C modules claim the type of the stamp for
// themselves.
static inline int64_t hearth_alsa_nanoseconds(const snd_pcm_status_t *status) {
    snd_htimestamp_t stamp = {0, 0};
    snd_pcm_status_get_htstamp(status, &stamp);
    return stamp.tv_sec * INT64_C(1000000000) + stamp.tv_nsec;
}
