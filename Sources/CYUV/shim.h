// libyuv: colour conversion, scaling and blending with SIMD.
#pragma once
#include <libyuv.h>

// The matrices are extern structs with aligned members: they are handed out by address, so that
// Swift never copies one.
static inline const struct YuvConstants *hearth_yuv_bt601(int full_range) {
    return full_range ? &kYuvJPEGConstants : &kYuvI601Constants;
}
static inline const struct YuvConstants *hearth_yuv_bt709(int full_range) {
    return full_range ? &kYuvF709Constants : &kYuvH709Constants;
}
static inline const struct YuvConstants *hearth_yuv_bt2020(int full_range) {
    return full_range ? &kYuvV2020Constants : &kYuv2020Constants;
}
