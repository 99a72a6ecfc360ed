import MediaCore

/// Gets bytes by URL, as they arrive.
package protocol Fetcher: Sendable {
    /// Begins at once; redirects are followed. `handler` is called on the fetcher's own thread, in
    /// order: at most one `response`, any number of `data`, then exactly one `finished` — also
    /// after `cancel()`. It must not block.
    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle
    /// How many requests the provider of this URL allows at once; nil: as many as are wanted.
    func connectionLimit(of url: String) -> Int?
    /// By provider, in the order of their names.
    var statistics: [ProviderStatistics] { get }
}

extension Fetcher {
    package func connectionLimit(of url: String) -> Int? { nil }
    package var statistics: [ProviderStatistics] { [] }
}

package protocol FetchHandle: Sendable {
    /// From any thread; idempotent. The handler still gets its `finished`, with `.cancelled`.
    func cancel()
    /// No data comes until `resume`, and no time-out runs; from any thread. What is on its way may
    /// still come.
    func pause()
    func resume()
}

extension FetchHandle {
    /// For fetchers whose sources are small.
    package func pause() {}
    package func resume() {}
}

package struct FetchRequest: Sendable, Hashable {
    /// Absolute, `http` or `https`.
    package var url: String
    package var method: String
    /// Sent with the request; empty: none.
    package var body: [UInt8]
    /// Only these bytes are delivered, also from a server that ignores ranges and answers 200.
    package var range: ByteRange?
    package var headers: [String: String]
    /// More than this fails with `.tooLarge`; nothing beyond it is kept.
    package var maximumBytes: Int
    /// From the request to the first byte of the body.
    package var firstByteTimeout: Duration
    /// The longest pause between two pieces.
    package var stallTimeout: Duration
    /// https → http redirects are refused for keys.
    package var refusesDowngrade: Bool
    /// Those that are open are not to be trusted: one of them said nothing any more.
    package var needsNewConnection: Bool
    /// Cookies that come are kept under this name, and sent with later requests of the same name; nil: none.
    package var cookieJar: String?
    /// Asks for gzip and its like. What a server compresses unasked is undone in any case.
    package var acceptsCompression: Bool
    /// 4xx and 5xx are then delivered as any other response, with their bodies.
    package var deliversErrorResponses: Bool
    /// Whether somebody waits for it. Where connections are few, the others wait.
    package var priority = Priority.playing

    package enum Priority: Sendable, Hashable {
        /// For what is on the screen, or is about to be.
        case playing
        /// For what is only kept ready.
        case warming
    }

    package init(
        url: String, method: String = "GET", body: [UInt8] = [], range: ByteRange? = nil,
        headers: [String: String] = [:], maximumBytes: Int = 256 << 20, firstByteTimeout: Duration = .seconds(8),
        stallTimeout: Duration = .seconds(8), refusesDowngrade: Bool = false,
        needsNewConnection: Bool = false, cookieJar: String? = nil,
        acceptsCompression: Bool = false, deliversErrorResponses: Bool = false
    ) {
        self.url = url
        self.method = method
        self.body = body
        self.range = range
        self.headers = headers
        self.maximumBytes = maximumBytes
        self.firstByteTimeout = firstByteTimeout
        self.stallTimeout = stallTimeout
        self.refusesDowngrade = refusesDowngrade
        self.needsNewConnection = needsNewConnection
        self.cookieJar = cookieJar
        self.acceptsCompression = acceptsCompression
        self.deliversErrorResponses = deliversErrorResponses
    }
}

/// A part of a resource, in bytes.
package struct ByteRange: Sendable, Hashable {
    package var offset: UInt64
    /// Nil: to the end.
    package var length: UInt64?

    package init(offset: UInt64, length: UInt64?) {
        self.offset = offset
        self.length = length
    }
}

package enum FetchEvent: Sendable {
    case response(FetchResponse)
    case data([UInt8])
    case finished(Result<FetchTiming, FetchError>)
}

/// The final response's head, after redirects.
package struct FetchResponse: Sendable, Hashable {
    package var status: Int
    /// Where the bytes really came from: the base for relative URLs.
    package var url: String
    /// Names in lower case; of a repeated one the last.
    package var headers: [String: String]

    package init(status: Int, url: String, headers: [String: String]) {
        self.status = status
        self.url = url
        self.headers = headers
    }
}

package struct FetchTiming: Sendable, Hashable {
    package var requested: HostTime
    /// Nil for an empty body.
    package var firstByte: HostTime?
    package var finished: HostTime
    package var bytes: Int
    /// No new connection was needed.
    package var reusedConnection: Bool

    package init(
        requested: HostTime, firstByte: HostTime?, finished: HostTime, bytes: Int, reusedConnection: Bool
    ) {
        self.requested = requested
        self.firstByte = firstByte
        self.finished = finished
        self.bytes = bytes
        self.reusedConnection = reusedConnection
    }
}

/// Why bytes did not come. URLs are given without their query and user info, which may hold secrets.
package enum FetchError: Error, Sendable, Hashable {
    case cancelled
    case badURL(String, reason: String)
    case unreachable(host: String, reason: String)
    case tls(host: String, reason: String)
    /// 4xx and 5xx; `retryAfter` from the header of that name.
    case status(Int, url: String, retryAfter: Duration?)
    case timeout(url: String, after: Duration)
    case tooManyRedirects(url: String)
    case downgraded(url: String)
    case tooLarge(url: String, limit: Int)
    case truncated(url: String, got: Int, reason: String)
    case other(url: String, reason: String)
}
