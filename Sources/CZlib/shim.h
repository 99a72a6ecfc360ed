// zlib: PNG's compression and checksum.
#pragma once
#include <zlib.h>
