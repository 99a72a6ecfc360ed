// libevdev and the kernel's key codes.
#pragma once
#include <linux/input.h>
#include <sys/ioctl.h>
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>

// EVIOCSCLOCKID is a macro that Swift does not see; libevdev's call for it comes too late: see EvdevDevice.
static inline int hearth_evdev_set_clock(int fd, int clock) { return ioctl(fd, EVIOCSCLOCKID, &clock); }
