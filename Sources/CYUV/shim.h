// libyuv: colour conversion, scaling and blending with SIMD.
#pragma once
#include <libyuv.h>
