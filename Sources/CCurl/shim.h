// libcurl: its setters are variadic, so each argument type has its own typed wrapper.
#pragma once
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

static inline CURLcode hearth_curl_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode hearth_curl_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode hearth_curl_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode hearth_curl_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
typedef size_t (*hearth_curl_write_function)(char *, size_t, size_t, void *);
static inline CURLcode hearth_curl_on_data(CURL *handle, CURLoption option, hearth_curl_write_function f) {
    return curl_easy_setopt(handle, option, f);
}
typedef int (*hearth_curl_socket_function)(void *, curl_socket_t, curlsocktype);
static inline CURLcode hearth_curl_on_socket_made(CURL *handle, hearth_curl_socket_function f) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, f);
}
// The socket that a request is about to open: its address is `count` bytes in `bytes`, 0 for another family than IP.
typedef curl_socket_t (*hearth_curl_open_function)(void *, curlsocktype, struct curl_sockaddr *);
static inline CURLcode hearth_curl_on_socket_open(CURL *handle, hearth_curl_open_function f) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, f);
}
static inline int hearth_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}
// The same for the text form of an address; 0 for anything else.
static inline int hearth_address_bytes(const char *text, unsigned char bytes[16]) {
    if (inet_pton(AF_INET, text, bytes) == 1) return 4;
    if (inet_pton(AF_INET6, text, bytes) == 1) return 16;
    return 0;
}
static inline CURLcode hearth_curl_on_request(CURL *handle, curl_prereq_callback f) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, f);
}
typedef int (*hearth_curl_close_function)(void *, curl_socket_t);
static inline CURLcode hearth_curl_on_socket_close(CURL *handle, hearth_curl_close_function f) {
    return curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, f);
}
static inline CURLcode hearth_curl_info_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode hearth_curl_info_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode hearth_curl_info_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode hearth_curl_info_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLSHcode hearth_curl_share_long(CURLSH *share, CURLSHoption option, long value) {
    return curl_share_setopt(share, option, value);
}
static inline CURLMcode hearth_curl_multi_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode hearth_curl_multi_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode hearth_curl_multi_on_socket(CURLM *multi, curl_socket_callback f) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, f);
}
static inline CURLMcode hearth_curl_multi_on_timer(CURLM *multi, curl_multi_timer_callback f) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, f);
}
