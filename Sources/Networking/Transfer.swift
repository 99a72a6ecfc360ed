import CCurl
import Devices
import Glibc
import MediaCore

/// One fetch on its way: libcurl's handle, and what has come so far. Lives on the network thread.
final class Transfer {
    /// Whether it rests, and for whose sake.
    enum Rest {
        case none
        /// Its reader wants no more for now.
        case paused
        /// The line is wanted for something else: what is on its way is bounded as well.
        case givingWay
    }

    /// The length of a body above which its end is not waited for: given up, it ends its
    /// connection.
    private static let longBody = 64 << 10
    /// The most bytes of the page with an error status that are read, to keep the connection.
    private static let drainedErrorBytes = 64 << 10

    let request: FetchRequest
    let handle: CurlFetchHandle
    /// The pool of its connection: see `OpenSockets`.
    let pool: Int
    /// The libcurl handle; nil before the start and after the end.
    private(set) var easy: UnsafeMutableRawPointer?
    private(set) weak var sockets: OpenSockets?
    private(set) var deadline: HostTime

    private let requested: HostTime
    /// The caller's handler; nil after it was told the end.
    private var handler: (@Sendable (FetchEvent) -> Void)?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// The headers without those for the URL's own origin; nil where they are the same.
    private var sharedHeaderList: UnsafeMutablePointer<curl_slist>?
    private var visited = VisitedAddresses()
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var head = ResponseHead()
    private var isAnswered = false
    private var window = BodyWindow(range: nil, status: 200, limit: 0)
    private var firstByte: HostTime?
    private var drained = 0
    /// The bytes that a compressed body has become.
    private var expanded = 0
    private var rest = Rest.none
    /// The bytes that may be on their way at once; nil: as many as the kernel sees fit.
    private var bytesOnTheWay: Int?
    /// Whether it is over for its caller, and what is left is read and thrown away, to keep the connection.
    private(set) var isDraining = false
    /// The socket that libcurl reads for it; nil before it is connected.
    private var socket: curl_socket_t?
    private var roundTrip: Duration?
    /// Whether its connection may carry other requests as well; known when the answer comes.
    private var isMultiplexed: Bool
    /// Whether the range is complete; what libcurl reports about the aborted rest does not count.
    private var isComplete = false
    /// Whether it has begun to bring a long body over a connection of its own.
    private var wantsSpares = false
    /// Our own reason to end the transfer, which outranks libcurl's.
    private var failure: FetchError?

    init(
        request: FetchRequest, handle: CurlFetchHandle, pool: Int, requested: HostTime,
        handler: @escaping @Sendable (FetchEvent) -> Void
    ) {
        self.request = request
        self.handle = handle
        self.pool = pool
        isMultiplexed = !request.isBounded && pool == 0
        bytesOnTheWay = request.window
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
        curl_slist_free_all(sharedHeaderList)
        easy = nil
        headerList = nil
        sharedHeaderList = nil
    }

    /// Tells the caller the end, once.
    func finish(_ result: Result<FetchTiming, FetchError>) {
        let handler = handler
        self.handler = nil
        handler?(.finished(handle.isCancelled ? .failure(.cancelled) : result))
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
        let setup = TransferSetup(request: request, options: options, pool: pool)
        switch setup.headerLines(forOrigin: true) {
        case .failure(let refusal): return error(refusal.reason)
        case .success(let lines):
            for line in lines { headerList = curl_slist_append(headerList, line) ?? headerList }
        }
        if !request.originHeaders.isEmpty, case .success(let lines) = setup.headerLines(forOrigin: false) {
            for line in lines { sharedHeaderList = curl_slist_append(sharedHeaderList, line) ?? sharedHeaderList }
        }
        visited = VisitedAddresses(
            reach: request.reach, redirectReach: request.redirectReach, isProxied: options.mayUseProxy)
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
        hearth_curl_on_socket_open(easy, openSocket)
        hearth_curl_pointer(easy, CURLOPT_OPENSOCKETDATA, context)
        hearth_curl_on_request(easy, requestReady)
        hearth_curl_pointer(easy, CURLOPT_PREREQDATA, context)
        hearth_curl_pointer(easy, CURLOPT_HTTPHEADER, headerList)
        hearth_curl_pointer(easy, CURLOPT_ERRORBUFFER, reason)
        hearth_curl_on_data(easy, CURLOPT_HEADERFUNCTION, headerArrived)
        hearth_curl_pointer(easy, CURLOPT_HEADERDATA, context)
        hearth_curl_on_data(easy, CURLOPT_WRITEFUNCTION, bodyArrived)
        hearth_curl_pointer(easy, CURLOPT_WRITEDATA, context)
        return nil
    }

    /// Where a request of the same origin may lead: where this one was led.
    var place: AddressReach { visited.place ?? [] }

    /// Whether a socket to this address may be opened for it. A host's further addresses are tried in any case.
    fileprivate func mayOpen(_ address: [UInt8]) -> Bool { visited.mayVisit(address, redirects: redirectCount) }

    /// Checks the address of a connection, new or kept, and leaves out the headers that are not for its origin, just
    /// before a request is sent over it. False: end the transfer.
    fileprivate func prepareRequest(to address: [UInt8]) -> Bool {
        guard visited.visit(address, redirects: redirectCount) else {
            failure = refusal
            return false
        }
        if let sharedHeaderList, let easy {
            let isOwn = URLOrigin(currentURL) == URLOrigin(request.url)
            hearth_curl_pointer(easy, CURLOPT_HTTPHEADER, isOwn ? headerList : sharedHeaderList)
        }
        return true
    }

    private var redirectCount: Int {
        var count = 0
        if let easy { hearth_curl_info_long(easy, CURLINFO_REDIRECT_COUNT, &count) }
        return count
    }

    private var refusal: FetchError {
        .unreachable(
            host: URLOrigin(currentURL)?.authority ?? shownURL,
            reason: "its address lies in this home's network, and who named it does not")
    }

    /// Pauses or resumes. On the network thread, outside libcurl's callbacks.
    func setRest(_ rest: Rest, now: HostTime) {
        guard let easy, !isDraining else { return }
        // A paused transfer is never overdue; a resumed one starts its time-out anew.
        deadline = rest == .none ? now + request.stallTimeout : .distantFuture
        self.rest = rest
        setWindow()
        // While paused, the next piece is refused when it comes: libcurl forgets a pause from
        // before the answer.
        if rest == .none { curl_easy_pause(easy, CURLPAUSE_CONT) }
    }

    fileprivate var isPaused: Bool { rest != .none }

    /// Changes how many bytes may be on their way at once.
    func setWindow(_ bytes: Int?) {
        bytesOnTheWay = bytes
        setWindow()
    }

    /// Notes the socket that libcurl reads for it, which is connected by then.
    func reads(_ socket: curl_socket_t) {
        guard sockets?.isConnection(socket) == true else { return }
        self.socket = socket
        roundTrip = sockets?.roundTrip(socket)
        setWindow()
    }

    /// Lets as much be on its way as befits the request. A connection that others use as well is left alone.
    private func setWindow() {
        guard let socket, !isMultiplexed else { return }
        let isLittle = request.isBounded || rest == .givingWay
        sockets?.setWindow(isLittle ? OpenSockets.little : bytesOnTheWay, socket)
    }

    /// Ends it for the caller as cancelled. True: what is left is so little that it is still read, because that takes
    /// less time than a new connection would.
    func giveUp(now: HostTime) -> Bool {
        finish(.failure(.cancelled))
        return drain(now: now)
    }

    private func drain(now: HostTime) -> Bool {
        if isDraining { return true }
        guard let easy, isAnswered, !isMultiplexed, head.headers["connection"]?.lowercased() != "close",
            let rest = unread(now: now), rest.isWorthwhile
        else { return false }
        isDraining = true
        deadline = now + UnreadRest.patience
        if isPaused {
            self.rest = .none
            curl_easy_pause(easy, CURLPAUSE_CONT)
        }
        return true
    }

    /// What of the body has not come; nil where its length is unknown.
    private func unread(now: HostTime) -> UnreadRest? {
        var (length, came) = (curl_off_t(-1), curl_off_t(0))
        hearth_curl_info_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
        hearth_curl_info_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &came)
        guard length >= came, came >= 0 else { return nil }
        return UnreadRest(
            bytes: length - came, came: came, in: firstByte.map { now - $0 } ?? .zero, roundTrip: roundTrip)
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
        if code == CURLE_COULDNT_CONNECT, visited.hasRefused { return .failure(refusal) }
        guard isComplete || code == CURLE_OK else {
            let failed = FailedTransfer(
                code: code, url: currentURL, request: request, got: window.delivered,
                reason: reason.pointee == 0 ? String(cString: curl_easy_strerror(code)) : String(cString: reason))
            return .failure(failed.error)
        }
        return isAnswered ? .success(timing(now: now)) : .failure(error("no answer"))
    }

    private func timing(now: HostTime) -> FetchTiming {
        var connections = 0
        if let easy { hearth_curl_info_long(easy, CURLINFO_NUM_CONNECTS, &connections) }
        return FetchTiming(
            requested: requested, firstByte: firstByte, finished: now, bytes: window.delivered,
            reusedConnection: connections == 0, roundTrip: roundTrip)
    }

    /// Takes a header line; false: end the transfer.
    fileprivate func take(headerLine line: UnsafeBufferPointer<UInt8>) -> Bool {
        if isDraining { return true }
        if handle.isCancelled { return giveUp(now: MonotonicClock().now) }
        // After the head only trailers come.
        guard !isAnswered, head.take(line: line), head.isFinal else { return true }
        isAnswered = true
        noteConnection()
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
        var response = FetchResponse(
            status: head.status, url: currentURL, headers: head.headers, wasRangeAsked: request.range != nil)
        response.place = place
        response.firstPlace = visited.first ?? []
        handler?(.response(response))
        return true
    }

    /// Takes a piece of the body; false: end the transfer.
    fileprivate func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if isDraining { return true }
        let now = MonotonicClock().now
        if handle.isCancelled { return giveUp(now: now) }
        if firstByte == nil {
            firstByte = now
            wantsSpares = (head.contentLength ?? .max) > Self.longBody && !isMultiplexed && !request.isBounded
        }
        deadline = now + request.stallTimeout
        if failure != nil {
            drained += bytes.count
            return drained <= Self.drainedErrorBytes
        }
        if !hasExpandedWell(by: bytes.count) {
            failure = .inflated(url: shownURL, ratio: Expansion.ratio)
            return false
        }
        switch window.take(bytes.count) {
        case .deliver(let range):
            deliver(bytes[range])
            return true
        case .last(let range):
            deliver(bytes[range])
            isComplete = true
            guard drain(now: now) else { return false }
            finish(.success(timing(now: now)))
            return true
        case .tooLarge:
            failure = tooLarge
            return false
        }
    }

    /// Whether a compressed body stays within bounds with the next bytes of what it becomes.
    private func hasExpandedWell(by count: Int) -> Bool {
        guard let encoding = head.headers["content-encoding"]?.lowercased(), encoding != "identity", let easy else {
            return true
        }
        expanded = expanded.addingSaturating(count)
        guard expanded > Expansion.free else { return true }
        var received = curl_off_t(0)
        hearth_curl_info_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &received)
        return Expansion.allows(received: Int(received), expanded: expanded)
    }

    /// The time to its first byte where spare connections are wanted; told once.
    func takeWishForSpares() -> Duration? {
        defer { wantsSpares = false }
        return wantsSpares ? firstByte.map { $0 - requested } : nil
    }

    /// Notes what the answer's connection is like.
    private func noteConnection() {
        var version = 0
        if let easy { hearth_curl_info_long(easy, CURLINFO_HTTP_VERSION, &version) }
        isMultiplexed = version >= CURL_HTTP_VERSION_2_0
        guard let socket else { return }
        if isMultiplexed { sockets?.noteMultiplexed(socket) }
        setWindow()
    }

    private func deliver(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        if !bytes.isEmpty { handler?(.data(Array(bytes))) }
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

/// Opens a socket, unless its address is not for the request: libcurl then tries the host's next one.
private func openSocket(
    _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address else { return CURL_SOCKET_BAD }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = Int(hearth_curl_address(address, &bytes))
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    // Another family is a socket in the file system, which the program chose itself.
    guard count == 0 || transfer.mayOpen(Array(bytes.prefix(count))) else { return CURL_SOCKET_BAD }
    return socket(
        address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
}

private func requestReady(
    _ context: UnsafeMutableRawPointer?, _ address: UnsafeMutablePointer<CChar>?, _: UnsafeMutablePointer<CChar>?,
    _: Int32, _: Int32
) -> Int32 {
    guard let context else { return CURL_PREREQFUNC_OK }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = address.map { Int(hearth_address_bytes($0, &bytes)) } ?? 0
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.prepareRequest(to: Array(bytes.prefix(count))) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
