import CCurl
import Devices
import Glibc
import MediaCore

/// Turns a request into libcurl's options.
struct TransferSetup {
    struct Refusal: Error {
        let reason: String
    }

    let request: FetchRequest
    let options: CurlFetcher.Options
    /// The pool from which it takes its connection: see `OpenSockets`.
    let pool: Int

    /// The header lines in libcurl's form. A header that could smuggle another one in is refused.
    /// - Parameter forOrigin: for the URL's own origin, not for another to which it redirects
    func headerLines(forOrigin: Bool) -> Result<[String], Refusal> {
        let headers = request.headers.merging(forOrigin ? request.originHeaders : [:]) { own, _ in own }
        // Lines without a value remove headers that libcurl would add unasked.
        var lines = ["Expect:"]
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        for (name, value) in headers {
            let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: ":") }
            let isValue = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
            guard isName && isValue else { return .failure(Refusal(reason: "header with a control character")) }
            lines.append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        return .success(lines)
    }

    /// The value of `Range` without its unit; nil for the whole; a refusal when it is empty or
    /// beyond 64 bits.
    func rangeText() -> Result<String?, Refusal> {
        guard let range = request.range else { return .success(nil) }
        guard let length = range.length else { return .success("\(range.offset)-") }
        let (end, overflow) = range.offset.addingReportingOverflow(length)
        guard length > 0, !overflow else { return .failure(Refusal(reason: "empty or endless byte range")) }
        return .success("\(range.offset)-\(end - 1)")
    }

    func apply(to easy: UnsafeMutableRawPointer) -> Refusal? {
        hearth_curl_string(easy, CURLOPT_URL, request.url)
        hearth_curl_string(easy, CURLOPT_USERAGENT, options.userAgent)
        hearth_curl_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        let isSecure = URLOrigin(request.url)?.scheme == "https"
        hearth_curl_string(
            easy, CURLOPT_REDIR_PROTOCOLS_STR, isSecure && request.refusesDowngrade ? "https" : "http,https")
        hearth_curl_long(easy, CURLOPT_FOLLOWLOCATION, 1)
        hearth_curl_long(easy, CURLOPT_MAXREDIRS, 8)
        let isAlone = request.isBounded || pool > 0
        hearth_curl_long(easy, CURLOPT_HTTP_VERSION, Int(isAlone ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS))
        // libcurl files its connections by host, port and this number, and the kernel looks at it for link-local
        // addresses only.
        if pool > 0 { hearth_curl_long(easy, CURLOPT_ADDRESS_SCOPE, pool) }
        // "identity" asks for no compression, and yet makes libcurl decompress what comes
        // compressed.
        hearth_curl_string(easy, CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "" : "identity")
        hearth_curl_long(easy, CURLOPT_NOSIGNAL, 1)
        hearth_curl_long(easy, CURLOPT_TCP_NODELAY, 1)
        hearth_curl_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
        hearth_curl_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, 300)
        hearth_curl_long(easy, CURLOPT_FRESH_CONNECT, request.needsNewConnection ? 1 : 0)
        hearth_curl_long(easy, CURLOPT_BUFFERSIZE, 64 << 10)
        hearth_curl_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        let connectTimeout = request.firstByteTimeout.nanoseconds / 1_000_000
        hearth_curl_long(easy, CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(connectTimeout, 1), 300_000)))
        if let path = options.unixSocketPath {
            hearth_curl_string(easy, CURLOPT_UNIX_SOCKET_PATH, path)
            hearth_curl_string(easy, CURLOPT_PROXY, "")
        }
        if let proxy = options.httpProxy, options.unixSocketPath == nil, !isSecure {
            hearth_curl_string(easy, CURLOPT_PROXY, proxy)
        }
        if let file = options.certificateFile { hearth_curl_string(easy, CURLOPT_CAINFO, file) }
        applyMethod(to: easy)
        switch rangeText() {
        case .failure(let refusal): return refusal
        case .success(let text):
            if let text { hearth_curl_string(easy, CURLOPT_RANGE, text) }
            return nil
        }
    }

    private func applyMethod(to easy: UnsafeMutableRawPointer) {
        switch request.method {
        case "GET": return
        case "HEAD":
            hearth_curl_long(easy, CURLOPT_NOBODY, 1)
            return
        case "POST": break
        default: hearth_curl_string(easy, CURLOPT_CUSTOMREQUEST, request.method)
        }
        guard request.method == "POST" || !request.body.isEmpty else { return }
        hearth_curl_long(easy, CURLOPT_POST, 1)
        hearth_curl_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count)
        // libcurl copies as many bytes as the size says, zeros included.
        request.body.withUnsafeBytes { bytes in
            _ = hearth_curl_pointer(
                easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }
}
