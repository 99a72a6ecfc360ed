// FFmpeg, plus typed constants for the macros the importer cannot see.
#pragma once
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/encryption_info.h>
#include <libavutil/hwcontext.h>
#include <libavutil/hwcontext_drm.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int64_t HEARTH_AV_NOPTS_VALUE = AV_NOPTS_VALUE;
static const int HEARTH_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int HEARTH_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int HEARTH_AVERROR_EIO = AVERROR(EIO);
static const int HEARTH_AVERROR_EOF = AVERROR_EOF;
static const int HEARTH_AVERROR_EXIT = AVERROR_EXIT;
static const int HEARTH_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;

// The planes of a frame, for its `extended_data`: their address is not to be had of a Swift tuple.
static inline uint8_t **hearth_frame_planes(AVFrame *frame) {
    return frame->data;
}

static inline AVChannelLayout hearth_av_stereo(void) {
    AVChannelLayout layout = AV_CHANNEL_LAYOUT_STEREO;
    return layout;
}
