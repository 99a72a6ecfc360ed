// Linux calls that Swift's Glibc module leaves out because they need _GNU_SOURCE or are macros.
#pragma once
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <linux/dma-buf.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Hidden behind _GNU_SOURCE, which the importer does not define.
extern int pthread_setname_np(pthread_t, const char *);

static const uint32_t HEARTH_EPOLLIN = EPOLLIN;
static const uint32_t HEARTH_EPOLLOUT = EPOLLOUT;
static const uint32_t HEARTH_EPOLLERR = EPOLLERR;
static const uint32_t HEARTH_EPOLLHUP = EPOLLHUP;
static const int HEARTH_EPOLL_CLOEXEC = EPOLL_CLOEXEC;
static const int HEARTH_IN_CLOEXEC = IN_CLOEXEC;
static const int HEARTH_IN_NONBLOCK = IN_NONBLOCK;
static const int HEARTH_EFD_CLOEXEC = EFD_CLOEXEC;
static const int HEARTH_EFD_NONBLOCK = EFD_NONBLOCK;

static inline int hearth_pthread_setname(const char *name) {
    return pthread_setname_np(pthread_self(), name);
}

// DMA_BUF_IOCTL_SYNC is a macro; a buffer that needs no cache maintenance refuses it, harmlessly.
static inline void hearth_dma_buf_read(int fd, int begins) {
    struct dma_buf_sync sync = {
        .flags = DMA_BUF_SYNC_READ | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    (void)ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
}

// glibc gives each thread an arena of its own, and what one thread frees of another's stays there:
// the decoders' short-lived buffers then grow the process for hours.
static inline void hearth_limit_malloc_arenas(int count) {
    mallopt(M_ARENA_MAX, count);
}
