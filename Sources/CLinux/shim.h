// Linux calls that Swift's Glibc module leaves out because they need _GNU_SOURCE or are macros.
#pragma once
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <linux/cec.h>
#include <linux/dma-buf.h>
#include <linux/lirc.h>
#include <link.h>
#include <spawn.h>
#include <stddef.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Hidden behind _GNU_SOURCE, which the importer does not define.
extern int pthread_setname_np(pthread_t, const char *);
extern int pipe2(int[2], int);
extern int ppoll(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
#ifndef __USE_GNU
struct dl_phdr_info {
    ElfW(Addr) dlpi_addr;
    const char *dlpi_name;
    const ElfW(Phdr) *dlpi_phdr;
    ElfW(Half) dlpi_phnum;
};
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
#endif

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

// Bounds what a peer may have on its way to a socket: half of what the kernel makes of SO_RCVBUF, which is twice
// `bytes`. Zero: as much as is allowed, and then the kernel decides by itself again (SO_BUF_LOCK, Linux 5.15). That
// alone would not do: it widens a window only once more came in a round trip than ever before.
static inline int hearth_socket_bound(int fd, int bytes) {
    int size = bytes > 0 ? bytes : 4 << 20, locks = 0;
    int result = setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
    return bytes > 0 ? result : setsockopt(fd, SOL_SOCKET, 72 /* SO_BUF_LOCK */, &locks, sizeof locks);
}

// The least round trip that TCP has seen lately, else its average, in microseconds; 0 where unknown. The words of
// struct tcp_info: the C library's own ends before tcpi_min_rtt, and the kernel's can't be included beside it.
static inline uint32_t hearth_tcp_round_trip(int fd) {
    uint32_t words[64] = {0};
    socklen_t size = sizeof words;
    if (getsockopt(fd, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, words, &size) != 0) return 0;
    uint32_t average = words[17], least = words[37];
    return size >= 38 * 4 && least != 0 && least != UINT32_MAX ? least : average;
}

// The most bytes of one of the connection's packets, as this end told the other; 0 where unknown.
static inline uint32_t hearth_tcp_packet(int fd) {
    uint32_t words[64] = {0};
    socklen_t size = sizeof words;
    if (getsockopt(fd, 6 /* IPPROTO_TCP */, 11 /* TCP_INFO */, words, &size) != 0) return 0;
    return size >= 22 * 4 ? words[21] : 0;
}

// DMA_BUF_IOCTL_SYNC is a macro; a buffer that needs no cache maintenance refuses it, harmlessly.
static inline void hearth_dma_buf_read(int fd, int begins) {
    struct dma_buf_sync sync = {
        .flags = DMA_BUF_SYNC_READ | (begins ? DMA_BUF_SYNC_START : DMA_BUF_SYNC_END)};
    (void)ioctl(fd, DMA_BUF_IOCTL_SYNC, &sync);
}

// What is done beside a picture: runs when nobody else wants the processor or the disk, and is the first to go when
// memory runs out. It ends with whoever started it.
static inline void hearth_be_last(void) {
    struct sched_param parameters = {0};
    (void)sched_setscheduler(0, 5 /* SCHED_IDLE */, &parameters);
    (void)syscall(SYS_ioprio_set, 1 /* IOPRIO_WHO_PROCESS */, 0, 3 << 13 /* IOPRIO_CLASS_IDLE */);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
}

// glibc gives each thread an arena of its own, and what one thread frees of another's stays there:
// the decoders' short-lived buffers then grow the process for hours. It also learns to keep large
// buffers in its heaps, where what is small and lives on holds them: with fixed thresholds a
// picture's memory goes back to the kernel when it is freed.
static inline void hearth_tune_malloc(int arenas, int mmap_threshold, int trim_threshold) {
    mallopt(M_ARENA_MAX, arenas);
    mallopt(M_MMAP_THRESHOLD, mmap_threshold);
    mallopt(M_TRIM_THRESHOLD, trim_threshold);
}

// ioctl numbers of <linux/cec.h> are macros of a shape that Swift does not import.
static inline int hearth_cec_set_mode(int fd, uint32_t mode) { return ioctl(fd, CEC_S_MODE, &mode); }
static inline int hearth_cec_set_addresses(int fd, struct cec_log_addrs *addresses) {
    return ioctl(fd, CEC_ADAP_S_LOG_ADDRS, addresses);
}
static inline int hearth_cec_get_capabilities(int fd, struct cec_caps *capabilities) {
    return ioctl(fd, CEC_ADAP_G_CAPS, capabilities);
}
static inline int hearth_cec_get_physical_address(int fd, uint16_t *address) {
    return ioctl(fd, CEC_ADAP_G_PHYS_ADDR, address);
}
static inline int hearth_cec_set_physical_address(int fd, uint16_t *address) {
    return ioctl(fd, CEC_ADAP_S_PHYS_ADDR, address);
}
// Returns 1 for a change of addresses; 0 when something else has happened; -1 with errno. Waits where nothing has.
static inline int hearth_cec_next_event(int fd, uint16_t *physical, uint16_t *logical_mask) {
    struct cec_event event = {0};
    if (ioctl(fd, CEC_DQEVENT, &event) < 0) return -1;
    if (event.event != CEC_EVENT_STATE_CHANGE) return 0;
    *physical = event.state_change.phys_addr;
    *logical_mask = event.state_change.log_addr_mask;
    return 1;
}
static inline int hearth_cec_transmit(int fd, struct cec_msg *message) { return ioctl(fd, CEC_TRANSMIT, message); }
static inline int hearth_cec_receive(int fd, struct cec_msg *message) { return ioctl(fd, CEC_RECEIVE, message); }

static const uint32_t HEARTH_CEC_MODE_PARTNER = CEC_MODE_INITIATOR | CEC_MODE_EXCL_FOLLOWER;
static const uint32_t HEARTH_CEC_MODE_MONITOR = CEC_MODE_NO_INITIATOR | CEC_MODE_MONITOR_ALL;

// Sets up a uinput device that is to be made: where it is plugged in, and that the kernel repeats its keys
// (UI_SET_PHYS and UI_SET_EVBIT of <linux/uinput.h>; libevdev has no calls for these).
static inline int hearth_uinput_set_phys(int fd, const char *phys) { return ioctl(fd, _IOW('U', 108, char *), phys); }
static inline int hearth_uinput_set_repeats(int fd) { return ioctl(fd, _IOW('U', 100, int), 0x14 /* EV_REP */); }

// Sets one line of an infrared receiver's keymap, as ir-keytable does: EVIOCSKEYCODE of <linux/input.h>, which is
// CEvdev's.
static inline int hearth_input_set_key(int fd, uint32_t scancode, uint32_t key) {
    uint32_t entry[2] = {scancode, key};
    return ioctl(fd, _IOW('E', 0x04, unsigned int[2]), entry);
}

// Access to the kernel's decoders of infrared light (<linux/lirc.h>): each open file has a mode of its own.
static inline int hearth_lirc_features(int fd, uint32_t *features) { return ioctl(fd, LIRC_GET_FEATURES, features); }
static inline int hearth_lirc_decoded(int fd) {
    uint32_t mode = LIRC_MODE_SCANCODE;
    return ioctl(fd, LIRC_SET_REC_MODE, &mode);
}
static inline int hearth_lirc_pulses(int fd) {
    uint32_t mode = LIRC_MODE_MODE2;
    return ioctl(fd, LIRC_SET_REC_MODE, &mode);
}
static const uint32_t HEARTH_LIRC_CAN_DECODE = LIRC_CAN_REC_SCANCODE;
static const uint32_t HEARTH_LIRC_CAN_PULSES = LIRC_CAN_REC_MODE2;
