import MediaCore

/// Fetches bytes by URL, and delivers them as they arrive.
package protocol Fetcher: Sendable {
    /// Starts a request at once; redirects are followed. `handler` is called on the fetcher's own thread, in
    /// order: at most one `response`, any number of `data`, then exactly one `finished` — also after
    /// `cancel()`. It must not block.
    @discardableResult
    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle
    /// The number of requests that the provider of this URL allows at once; nil: as many as are wanted.
    func connectionLimit(of url: String) -> Int?
    /// The use of providers, in the order of their names.
    var statistics: [ProviderStatistics] { get }
}

extension Fetcher {
    package func connectionLimit(of url: String) -> Int? { nil }
    package var statistics: [ProviderStatistics] { [] }
}

package protocol FetchHandle: Sendable {
    /// Cancels the request. From any thread; idempotent. The handler still gets its `finished`, with
    /// `.cancelled`.
    func cancel()
    /// Pauses the request: no data comes until `resume`, and no time-out runs; from any thread. What is on
    /// its way may still come.
    func pause()
    /// Pauses the request for the sake of others on the line: of what is on its way, too, as little as possible still
    /// comes. That is paid for after `resume`, which begins slowly.
    func giveWay()
    func resume()
    /// Takes the request back if it still waits for its turn: its handler hears nothing of it. False when it has begun.
    func withdraw() -> Bool
    /// Changes `FetchRequest.window` from now on. A window that is open wider closes as the bytes come that it allowed.
    func setWindow(_ bytes: Int?)
}

extension FetchHandle {
    /// Does nothing: for fetchers whose sources are small.
    package func pause() {}
    package func giveWay() { pause() }
    package func resume() {}
    package func withdraw() -> Bool { false }
    package func setWindow(_ bytes: Int?) {}
}

package struct FetchRequest: Sendable, Hashable {
    /// The absolute URL, `http` or `https`.
    package var url: String
    package var method: String
    /// The body sent with the request; empty: none.
    package var body: [UInt8]
    /// The bytes to deliver; nothing else is, even from a server that ignores ranges and answers 200. Nil:
    /// all.
    package var range: ByteRange?
    package var headers: [String: String]
    /// Headers for the URL's own origin, by its scheme, host and port: they do not follow a redirect to another.
    package var originHeaders: [String: String] = [:]
    /// Where the URL may lead, beside the public network. Held by the address to which a socket goes, not by names.
    package var reach = AddressReach.everything
    /// Where redirects may lead, beside the public network and the range in which the URL's own address lies.
    package var redirectReach = AddressReach.everything
    /// The largest body; a longer one fails with `.tooLarge`, and nothing beyond it is kept.
    package var maximumBytes: Int
    /// The time-out from the request to the first byte of the body.
    package var firstByteTimeout: Duration
    /// The longest pause between two pieces.
    package var stallTimeout: Duration
    /// Whether redirects from https to http are refused, as for keys.
    package var refusesDowngrade: Bool
    /// Whether open connections must not be used, because one of them went silent.
    package var needsNewConnection: Bool
    /// The name under which cookies are kept, and sent with later requests of the same name; nil: none are
    /// kept.
    package var cookieJar: String?
    /// Whether to ask for gzip and its like. What a server compresses unasked is decompressed in any case.
    package var acceptsCompression: Bool
    /// Whether 4xx and 5xx are delivered as any other response, with their bodies.
    package var deliversErrorResponses: Bool
    /// Whether somebody waits for it: where connections are few, requests for warming wait.
    package var priority = Priority.playing
    /// Whether only a little of it may be on its way at once, about 64 kB, as befits what nobody sees. It then comes
    /// over a connection of its own, by HTTP/1.1: a window that is open already can't be taken back.
    package var isBounded = false
    /// How many bytes of it may be on their way at once, about; nil: as many as the kernels see fit. Without effect where
    /// `isBounded` says less, and on a connection that carries other requests too.
    package var window: Int?

    /// The most connections over which the beginning of its body may come, in parts; no more than are open and idle. For a
    /// server that gives ranges: the answer is shown as that to one request.
    package var connections = 1

    package enum Priority: Sendable, Hashable {
        /// A request for what is on the screen, or is about to be.
        case playing
        /// A request for what is only kept ready.
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
    /// The number of bytes; nil: to the end.
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
    /// The URL that the bytes really came from: the base for relative URLs.
    package var url: String
    /// The headers with names in lower case; the last of a repeated one.
    package var headers: [String: String]
    /// Whether the request asked for a range.
    package var wasRangeAsked: Bool
    /// The range in which the address lies that answered; empty: the public network.
    package var place: AddressReach = []
    /// The range in which the address of the request's own URL lies, before redirects.
    package var firstPlace: AddressReach = []

    package init(status: Int, url: String, headers: [String: String], wasRangeAsked: Bool = false) {
        self.status = status
        self.url = url
        self.headers = headers
        self.wasRangeAsked = wasRangeAsked
    }

    /// Whether the server serves ranges of this resource; nil: it has not shown.
    package var acceptsRanges: Bool? {
        if status == 206 { return true }
        if wasRangeAsked, status == 200 { return false }
        switch headers["accept-ranges"]?.lowercased() {
        case "bytes": return true
        case "none": return false
        default: return nil
        }
    }

    /// The length of the whole resource in bytes; nil where the server does not state it, or states nonsense.
    package var totalBytes: Int? {
        if let range = headers["content-range"] {
            return range.lowercased().hasPrefix("bytes") ? range.split(separator: "/").last.flatMap(Self.count) : nil
        }
        // The length of what is compressed says nothing about the resource.
        guard status == 200, ["", "identity"].contains(headers["content-encoding"]?.lowercased() ?? "") else {
            return nil
        }
        return headers["content-length"].flatMap { Self.count($0[...]) }
    }

    private static func count(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int(text) : nil
    }
}

package struct FetchTiming: Sendable, Hashable {
    package var requested: HostTime
    /// The time of the first byte of the body; nil for an empty body.
    package var firstByte: HostTime?
    package var finished: HostTime
    package var bytes: Int
    /// Whether no new connection was needed.
    package var reusedConnection: Bool
    /// The connection's least round trip of late, as TCP measures it; nil where unknown.
    package var roundTrip: Duration?

    package init(
        requested: HostTime, firstByte: HostTime?, finished: HostTime, bytes: Int, reusedConnection: Bool,
        roundTrip: Duration? = nil
    ) {
        self.requested = requested
        self.firstByte = firstByte
        self.finished = finished
        self.bytes = bytes
        self.reusedConnection = reusedConnection
        self.roundTrip = roundTrip
    }
}

/// Why bytes did not come. URLs are given without their query and user info, which may hold secrets.
package enum FetchError: Error, Sendable, Hashable {
    case cancelled
    case badURL(String, reason: String)
    case unreachable(host: String, reason: String)
    case tls(host: String, reason: String)
    /// The server answered 4xx or 5xx; `retryAfter` is from the header of that name.
    case status(Int, url: String, retryAfter: Duration?)
    case timeout(url: String, after: Duration)
    case tooManyRedirects(url: String)
    case downgraded(url: String)
    case tooLarge(url: String, limit: Int)
    /// The body is compressed and becomes more than so many times as long.
    case inflated(url: String, ratio: Int)
    case truncated(url: String, got: Int, reason: String)
    case other(url: String, reason: String)
}
