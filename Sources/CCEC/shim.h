// libcec's C interface. No pkg-config name: Debian's libcec.pc asks for a broken library path.
#pragma once
#include <libcec/cecc.h>
