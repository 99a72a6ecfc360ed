// libudev: hotplug of input, DRM and sound devices.
#pragma once
#include <libudev.h>
