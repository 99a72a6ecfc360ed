// libdrm, plus what the importer cannot see: fourccs are function-like macros.
#pragma once
#include <fcntl.h>
#include <stdint.h>
#include <xf86drm.h>
#include <xf86drmMode.h>
#include <drm_fourcc.h>

static const uint32_t HEARTH_DRM_XRGB8888 = DRM_FORMAT_XRGB8888;
static const uint32_t HEARTH_DRM_ARGB8888 = DRM_FORMAT_ARGB8888;
static const uint32_t HEARTH_DRM_NV12 = DRM_FORMAT_NV12;
static const uint32_t HEARTH_DRM_P010 = DRM_FORMAT_P010;
static const uint32_t HEARTH_DRM_YUV420 = DRM_FORMAT_YUV420;
static const uint64_t HEARTH_DRM_MOD_LINEAR = DRM_FORMAT_MOD_LINEAR;
static const uint64_t HEARTH_DRM_MOD_INVALID = DRM_FORMAT_MOD_INVALID;
static const uint32_t HEARTH_DRM_RDWR = DRM_RDWR;
static const uint32_t HEARTH_DRM_CLOEXEC = DRM_CLOEXEC;
