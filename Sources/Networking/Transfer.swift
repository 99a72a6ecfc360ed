import CCurl
import Devices
import Glibc
import MediaCore

/// One fetch on its way: libcurl's handle, and what has come so far. Lives on the network thread.
final class Transfer {
    /// The length of a body above which its end is not waited for: given up, it ends its
    /// connection.
    private static let longBody = 64 << 10
    /// The most bytes of the page with an error status that are read, to keep the connection.
    private static let drainedErrorBytes = 64 << 10

    let request: FetchRequest
    let handle: CurlFetchHandle
    /// The libcurl handle; nil before the start and after the end.
    private(set) var easy: UnsafeMutableRawPointer?
    private(set) weak var sockets: OpenSockets?
    private(set) var deadline: HostTime

    private let requested: HostTime
    private let handler: @Sendable (FetchEvent) -> Void
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var head = ResponseHead()
    private var isAnswered = false
    private var window = BodyWindow(range: nil, status: 200, limit: 0)
    private var firstByte: HostTime?
    private var drained = 0
    fileprivate private(set) var isPaused = false
    /// Whether the range is complete; what libcurl reports about the aborted rest does not count.
    private var isComplete = false
    /// Whether it has begun to bring a long body over a connection of its own.
    private(set) var wantsSpare = false
    /// Our own reason to end the transfer, which outranks libcurl's.
    private var failure: FetchError?

    init(
        request: FetchRequest, handle: CurlFetchHandle, requested: HostTime,
        handler: @escaping @Sendable (FetchEvent) -> Void
    ) {
        self.request = request
        self.handle = handle
        self.requested = requested
        self.handler = handler
        deadline = requested + request.firstByteTimeout
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        releaseHandle()
        reason.deallocate()
    }

    func releaseHandle() {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headerList)
        easy = nil
        headerList = nil
    }

    func finish(_ result: Result<FetchTiming, FetchError>) {
        handler(.finished(handle.isCancelled ? .failure(.cancelled) : result))
    }

    /// Takes over `easy`, unless the request is impossible: then returns why.
    ///
    /// - Parameters:
    ///   - cookies: the request's jar.
    ///   - sockets: told of the sockets it opens.
    func configure(
        _ easy: UnsafeMutableRawPointer, options: CurlFetcher.Options, cookies: UnsafeMutableRawPointer?,
        sockets: OpenSockets
    ) -> FetchError? {
        let setup = TransferSetup(request: request, options: options)
        switch setup.headerLines() {
        case .failure(let refusal): return error(refusal.reason)
        case .success(let lines):
            for line in lines { headerList = curl_slist_append(headerList, line) ?? headerList }
        }
        if let refusal = setup.apply(to: easy) { return error(refusal.reason) }
        self.easy = easy
        self.sockets = sockets
        sockets.watch(easy, for: self)
        if let cookies {
            hearth_curl_pointer(easy, CURLOPT_SHARE, cookies)
            // An empty file name: this only makes libcurl handle cookies.
            hearth_curl_string(easy, CURLOPT_COOKIEFILE, "")
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        hearth_curl_pointer(easy, CURLOPT_HTTPHEADER, headerList)
        hearth_curl_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        hearth_curl_on_data(easy, CURLOPT_HEADERFUNCTION, headerArrived)
        hearth_curl_pointer(easy, CURLOPT_HEADERDATA, context)
        hearth_curl_on_data(easy, CURLOPT_WRITEFUNCTION, bodyArrived)
        hearth_curl_pointer(easy, CURLOPT_WRITEDATA, context)
        return nil
    }

    /// Pauses or resumes. On the network thread, outside libcurl's callbacks.
    func setPaused(_ isPaused: Bool, now: HostTime) {
        guard let easy else { return }
        // A paused transfer is never overdue; a resumed one starts its time-out anew.
        deadline = isPaused ? .distantFuture : now + request.stallTimeout
        self.isPaused = isPaused
        // While paused, the next piece is refused when it comes: libcurl forgets a pause from
        // before the answer.
        if !isPaused { curl_easy_pause(easy, CURLPAUSE_CONT) }
    }

    var overdueError: FetchError {
        failure
            ?? .timeout(
                url: shownURL, after: firstByte == nil ? request.firstByteTimeout : request.stallTimeout)
    }

    func error(_ reason: String) -> FetchError {
        .other(url: shownURL, reason: reason)
    }

    func result(of code: CURLcode, now: HostTime) -> Result<FetchTiming, FetchError> {
        if let failure { return .failure(failure) }
        guard isComplete || code == CURLE_OK else {
            let failed = FailedTransfer(
                code: code, url: currentURL, request: request, got: window.delivered,
                reason: reason.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: reason))
            return .failure(failed.error)
        }
        guard isAnswered else { return .failure(error("no answer")) }
        var connections = 0
        if let easy { hearth_curl_info_long(easy, CURLINFO_NUM_CONNECTS, &connections) }
        return .success(
            FetchTiming(
                requested: requested, firstByte: firstByte, finished: now, bytes: window.delivered,
                reusedConnection: connections == 0))
    }

    /// Takes a header line; false: end the transfer.
    fileprivate func take(headerLine line: UnsafeBufferPointer<UInt8>) -> Bool {
        if handle.isCancelled { return false }
        // After the head only trailers come.
        guard !isAnswered, head.take(line: line), head.isFinal else { return true }
        isAnswered = true
        window = BodyWindow(range: request.range, status: head.status, limit: request.maximumBytes)
        if head.isError && !request.deliversErrorResponses {
            failure = .status(
                head.status, url: shownURL,
                retryAfter: RetryAfter.parse(head.headers["retry-after"], date: head.headers["date"]))
            return (head.contentLength ?? 0) <= Self.drainedErrorBytes
        }
        if request.range == nil, request.method != "HEAD", (head.contentLength ?? 0) > request.maximumBytes {
            failure = tooLarge
            return false
        }
        handler(.response(FetchResponse(status: head.status, url: currentURL, headers: head.headers)))
        return true
    }

    /// Takes a piece of the body; false: end the transfer.
    fileprivate func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if handle.isCancelled { return false }
        let now = MonotonicClock().now
        if firstByte == nil {
            firstByte = now
            wantsSpare = (head.contentLength ?? .max) > Self.longBody && !isMultiplexed
        }
        deadline = now + request.stallTimeout
        if failure != nil {
            drained += bytes.count
            return drained <= Self.drainedErrorBytes
        }
        switch window.take(bytes.count) {
        case .deliver(let range):
            deliver(bytes[range])
            return true
        case .last(let range):
            deliver(bytes[range])
            isComplete = true
            return false
        case .tooLarge:
            failure = tooLarge
            return false
        }
    }

    /// Whether a spare connection is wanted; true once.
    func takeWishForSpare() -> Bool {
        defer { wantsSpare = false }
        return wantsSpare
    }

    private var isMultiplexed: Bool {
        var version = 0
        if let easy { hearth_curl_info_long(easy, CURLINFO_HTTP_VERSION, &version) }
        return version >= CURL_HTTP_VERSION_2_0
    }

    private func deliver(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        if !bytes.isEmpty { handler(.data(Array(bytes))) }
    }

    private var tooLarge: FetchError { .tooLarge(url: shownURL, limit: request.maximumBytes) }

    /// The origin it is connected to, after the redirects so far.
    var origin: URLOrigin? { URLOrigin(currentURL) }

    private var shownURL: String { RedactedURL(currentURL).description }

    /// The URL after the redirects so far.
    private var currentURL: String {
        var url: UnsafePointer<CChar>?
        if let easy { hearth_curl_info_string(easy, CURLINFO_EFFECTIVE_URL, &url) }
        return url.map { String(cString: $0) } ?? request.url
    }
}

private func headerArrived(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    withTransfer(bytes, count, context) { $0.take(headerLine: $1) }
}

private func bodyArrived(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    // libcurl gives the same piece again when it goes on.
    if let context, Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isPaused {
        return Int(CURL_WRITEFUNC_PAUSE)
    }
    return withTransfer(bytes, count, context) { $0.take(body: $1) }
}

/// Calls `body` with the transfer and the bytes of a libcurl callback. The item size is always 1.
/// Returning fewer bytes than were given ends the transfer.
private func withTransfer(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ body: (Transfer, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int {
    guard let bytes, let context, count > 0 else { return count }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
        let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return body(transfer, UnsafeBufferPointer(start: bytes, count: count)) ? count : 0
    }
}
