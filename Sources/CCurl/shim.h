// libcurl: its setters are variadic, so each argument type has its own typed wrapper.
#pragma once
#include <curl/curl.h>

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
