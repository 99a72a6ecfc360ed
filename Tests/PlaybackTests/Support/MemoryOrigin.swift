import Base
import Devices
import MediaCore

/// A fetcher that serves from memory, on one thread of its own.
final class MemoryOrigin: Fetcher {
    private struct State {
        var resources: [String: [UInt8]] = [:]
        var failures: [String: FetchError] = [:]
        /// URLs for which only so many bytes are sent, once, before the connection breaks off.
        var truncations: [String: Int] = [:]
        /// URLs of which only so many bytes come, and then nothing.
        var stalls: [String: Int] = [:]
        /// Pieces sent for each request in turn, without a length.
        var streams: [String: [[UInt8]]] = [:]
        var streamHeaders: [String: [String: String]] = [:]
        var requests: [String] = []
        /// The first bytes that were asked for, in the same order.
        var offsets: [Int] = []
        var givesRanges = true
        /// How often a station's titles were asked for.
        var titleWishes = 0
        /// The URLs that were requested so far with the warming priority alone.
        var warming: Set<String> = []
        var made: [String: @Sendable () -> [UInt8]] = [:]
    }

    private let state: Locked<State>
    private let jobs = Monitor<FIFO<@Sendable () -> Void>>(FIFO())
    private let pieceSize: Int

    init(_ resources: [String: [UInt8]], pieceSize: Int = 16_000) {
        state = Locked(State(resources: resources))
        self.pieceSize = pieceSize
        let jobs = jobs
        _ = try? NamedThread("test-origin") {
            // Lives as long as the process: tests are short.
            while true {
                let job = jobs.wait { $0.popFirst() }
                job()
            }
        }
    }

    /// How often a station's titles were asked for.
    var titleWishes: Int { state.withLock { $0.titleWishes } }
    var requests: [String] { state.withLock { $0.requests } }
    /// The first bytes that were asked for, in the same order.
    var offsets: [Int] { state.withLock { $0.offsets } }

    /// From now on it answers as a server that has only whole files: the fetcher leaves out what was not asked for.
    func refuseRanges() { state.withLock { $0.givesRanges = false } }

    func fail(_ url: String, _ error: FetchError) {
        state.withLock { $0.failures[url] = error }
    }

    func truncateOnce(_ url: String, at count: Int) {
        state.withLock { $0.truncations[url] = count }
    }

    /// Lets so many bytes of an answer come, and then nothing; nil: all.
    func stall(_ url: String, at count: Int?) {
        state.withLock { $0.stalls[url] = count }
    }

    /// The URLs that were requested with the warming priority alone.
    var warmed: Set<String> { state.withLock { $0.warming } }

    /// Sets a body that is made anew for each request.
    func make(_ url: String, _ body: @escaping @Sendable () -> [UInt8]) {
        state.withLock { $0.made[url] = body }
    }

    func stream(_ url: String, _ connections: [[UInt8]], headers: [String: String] = [:]) {
        state.withLock { ($0.streams[url], $0.streamHeaders[url]) = (connections, headers) }
    }

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let handle = Handle()
        jobs.update { $0.append { [self] in serve(request, handle, handler) } }
        return handle
    }

    private func serve(_ request: FetchRequest, _ handle: Handle, _ handler: @Sendable (FetchEvent) -> Void) {
        // Who plays a break is for the server to know, and no other resource.
        var request = request
        let asked = request.url
        request.url = asked.replacing(/[?&]_HLS_(primary_id|start_offset)=[^&]*/, with: "")
        let (bytes, failure, cut, stall) = state.withLock { state in
            state.requests.append(asked)
            if request.headers["Icy-MetaData"] == "1" { state.titleWishes += 1 }
            state.offsets.append(Int(clamping: request.range?.offset ?? 0))
            if request.priority == .warming {
                state.warming.insert(request.url)
            } else {
                state.warming.remove(request.url)
            }
            let bytes = (state.made[request.url]?() ?? state.resources[request.url]).map {
                Self.bytes(request.range, of: $0)
            }
            return (
                bytes, state.failures[request.url], state.truncations.removeValue(forKey: request.url),
                state.stalls[request.url]
            )
        }
        if handle.isCancelled { return handler(.finished(.failure(.cancelled))) }
        if let failure { return handler(.finished(.failure(failure))) }
        if let stream = nextConnection(request.url) {
            let headers = state.withLock { $0.streamHeaders[request.url] } ?? [:]
            handler(.response(FetchResponse(status: 200, url: request.url, headers: headers)))
            send(stream[...], handle, handler)
            return finish(handle, stream.count, handler)
        }
        guard let bytes else {
            return handler(.finished(.failure(.status(404, url: request.url, retryAfter: nil))))
        }
        handler(.response(response(request, bytes.count)))
        let end = min(stall ?? cut ?? bytes.count, bytes.count)
        send(bytes[..<end], handle, handler)
        if stall != nil { return }
        if end < bytes.count, !handle.isCancelled {
            return handler(.finished(.failure(.truncated(url: request.url, got: end, reason: "test"))))
        }
        finish(handle, bytes.count, handler)
    }

    /// The head of an answer of so many bytes: a range's says how long the whole is.
    private func response(_ request: FetchRequest, _ count: Int) -> FetchResponse {
        var headers = ["content-length": "\(count)", "accept-ranges": "bytes"]
        let (known, givesRanges) = state.withLock { ($0.resources[request.url]?.count, $0.givesRanges) }
        guard let range = request.range, let whole = known, givesRanges else {
            if !givesRanges { headers = ["content-length": "\(known ?? count)", "accept-ranges": "none"] }
            return FetchResponse(
                status: 200, url: request.url, headers: headers, wasRangeAsked: request.range != nil)
        }
        headers["content-range"] = "bytes \(range.offset)-/\(whole)"
        return FetchResponse(status: 206, url: request.url, headers: headers, wasRangeAsked: true)
    }

    private static func bytes(_ range: ByteRange?, of whole: [UInt8]) -> [UInt8] {
        guard let range else { return whole }
        let rest = whole.dropFirst(Int(clamping: range.offset))
        return Array(rest.prefix(range.length.map { Int(clamping: $0) } ?? rest.count))
    }

    private func nextConnection(_ url: String) -> [UInt8]? {
        state.withLock { state in
            guard let left = state.streams[url], !left.isEmpty else { return nil }
            state.streams[url] = Array(left.dropFirst())
            return left.first
        }
    }

    private func send(_ bytes: ArraySlice<UInt8>, _ handle: Handle, _ handler: (FetchEvent) -> Void) {
        var rest = bytes
        while !rest.isEmpty, !handle.isCancelled {
            handler(.data(Array(rest.prefix(pieceSize))))
            rest = rest.dropFirst(pieceSize)
        }
    }

    private func finish(_ handle: Handle, _ count: Int, _ handler: (FetchEvent) -> Void) {
        if handle.isCancelled { return handler(.finished(.failure(.cancelled))) }
        handler(
            .finished(
                .success(
                    FetchTiming(
                        requested: .zero, firstByte: .zero, finished: .zero, bytes: count, reusedConnection: true))))
    }

    private final class Handle: FetchHandle {
        private let cancelled = Locked(false)
        var isCancelled: Bool { cancelled.withLock { $0 } }
        func cancel() { cancelled.withLock { $0 = true } }
    }
}

/// A clock that stands where the test sets it.
final class HandClock: HostClock {
    private let time = Locked(HostTime.zero)

    var now: HostTime { time.withLock { $0 } }

    func set(_ now: HostTime) { time.withLock { $0 = now } }

    func sleep(until deadline: HostTime) async throws {
        while now < deadline {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
