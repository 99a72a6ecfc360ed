// Video4Linux: its requests are macros and ioctl is variadic, so that each gets a typed function here.
#pragma once
#include <linux/videodev2.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>

#define HEARTH_V4L2(name, request, type) \
    static inline int hearth_v4l2_##name(int fd, type *argument) { return ioctl(fd, request, argument); }

HEARTH_V4L2(query_capability, VIDIOC_QUERYCAP, struct v4l2_capability)
HEARTH_V4L2(enumerate_format, VIDIOC_ENUM_FMT, struct v4l2_fmtdesc)
HEARTH_V4L2(set_format, VIDIOC_S_FMT, struct v4l2_format)
HEARTH_V4L2(get_parameters, VIDIOC_G_PARM, struct v4l2_streamparm)
HEARTH_V4L2(set_parameters, VIDIOC_S_PARM, struct v4l2_streamparm)
HEARTH_V4L2(get_input, VIDIOC_G_INPUT, int)
HEARTH_V4L2(set_input, VIDIOC_S_INPUT, int)
HEARTH_V4L2(enumerate_input, VIDIOC_ENUMINPUT, struct v4l2_input)
HEARTH_V4L2(request_buffers, VIDIOC_REQBUFS, struct v4l2_requestbuffers)
HEARTH_V4L2(query_buffer, VIDIOC_QUERYBUF, struct v4l2_buffer)
HEARTH_V4L2(queue_buffer, VIDIOC_QBUF, struct v4l2_buffer)
HEARTH_V4L2(dequeue_buffer, VIDIOC_DQBUF, struct v4l2_buffer)
HEARTH_V4L2(stream_on, VIDIOC_STREAMON, int)
HEARTH_V4L2(subscribe_event, VIDIOC_SUBSCRIBE_EVENT, struct v4l2_event_subscription)
HEARTH_V4L2(dequeue_event, VIDIOC_DQEVENT, struct v4l2_event)

// The signal on the wire, by its timings: the kernel's structs are packed, which Swift does not import
// well.
struct hearth_v4l2_signal {
    uint32_t width, height;
    // Pictures a second.
    double rate;
};

// Queries the signal. Fails with ENOLINK without a signal, with ENOTTY or ENODATA where the device has
// no such thing. `adopt`: the device captures by these timings from now on.
static inline int hearth_v4l2_query_signal(int fd, int adopt, struct hearth_v4l2_signal *signal) {
    struct v4l2_dv_timings timings;
    memset(&timings, 0, sizeof timings);
    if (ioctl(fd, VIDIOC_QUERY_DV_TIMINGS, &timings) == -1) return -1;
    if (adopt && ioctl(fd, VIDIOC_S_DV_TIMINGS, &timings) == -1) return -1;
    const struct v4l2_bt_timings *bt = &timings.bt;
    double pixels = (double)V4L2_DV_BT_FRAME_WIDTH(bt) * V4L2_DV_BT_FRAME_HEIGHT(bt);
    signal->width = bt->width;
    signal->height = bt->height;
    signal->rate = pixels > 0 ? (double)bt->pixelclock / pixels : 0;
    return 0;
}

// The buffer's timestamp in nanoseconds; several C modules claim its type for themselves.
static inline int64_t hearth_v4l2_nanoseconds(const struct v4l2_buffer *buffer) {
    return buffer->timestamp.tv_sec * INT64_C(1000000000) + buffer->timestamp.tv_usec * INT64_C(1000);
}
