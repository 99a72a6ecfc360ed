// liblzma: guides packed with xz.
#pragma once
#include <lzma.h>
