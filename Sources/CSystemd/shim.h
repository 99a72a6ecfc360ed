// sd-daemon and sd-bus; the variadic calls are left out (not importable): use the *_basic family.
#pragma once
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
