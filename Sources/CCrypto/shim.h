// OpenSSL's libcrypto.
#pragma once
#include <openssl/evp.h>
