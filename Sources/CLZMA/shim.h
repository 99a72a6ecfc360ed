// liblzma: the xz format.
#pragma once
#include <lzma.h>
