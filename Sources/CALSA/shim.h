// alsa-lib. The *_alloca macros are not importable: use the *_malloc functions.
#pragma once
#include <alsa/asoundlib.h>
