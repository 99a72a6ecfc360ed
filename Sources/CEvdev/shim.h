// libevdev and the kernel's key codes.
#pragma once
#include <linux/input.h>
#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
