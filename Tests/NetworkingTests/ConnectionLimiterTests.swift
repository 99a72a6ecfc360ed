import Base
import Devices
import Headless
import MediaCore
import TestSupport
import Testing

@testable import Networking

/// A fetcher that answers when the test says so.
private final class HeldFetcher: Fetcher {
    final class Handle: FetchHandle {
        let request: FetchRequest
        let handler: @Sendable (FetchEvent) -> Void
        private let isOver = Locked(false)

        init(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) {
            self.request = request
            self.handler = handler
        }

        func finish(_ result: Result<FetchTiming, FetchError> = .success(.none)) {
            let isFirst = isOver.withLock { over in
                defer { over = true }
                return !over
            }
            if isFirst { handler(.finished(result)) }
        }

        func cancel() { finish(.failure(.cancelled)) }
    }

    private let state = Locked<(handles: [Handle], most: Int)>(([], 0))
    let started = Signal()

    func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
        let handle = Handle(request, handler)
        state.withLock { $0.handles.append(handle) }
        started.send()
        return handle
    }

    var urls: [String] { state.withLock { $0.handles.map(\.request.url) } }
    subscript(index: Int) -> Handle { state.withLock { $0.handles[index] } }
}

extension FetchTiming {
    fileprivate static let none = FetchTiming(
        requested: .zero, firstByte: nil, finished: .zero, bytes: 0, reusedConnection: true)
}

@Suite("A budget of connections", .timeLimit(.minutes(10)))
struct ConnectionLimiterTests {
    private let inner = HeldFetcher()
    private let other = HeldFetcher()
    private let clock = ManualClock(now: .zero)

    private func limiter(_ limit: Int?, ofOthers: Int? = nil) -> ConnectionLimiter {
        ConnectionLimiter(
            providers: [.init(name: "tv", hosts: ["tv.example", "b.example:81"], limit: limit, fetcher: inner)],
            others: other, limit: ofOthers, clock: clock)
    }

    private func request(_ url: String, _ owner: String = "a", _ priority: FetchRequest.Priority = .playing)
        -> FetchRequest
    {
        var request = FetchRequest(url: url, cookieJar: owner)
        request.priority = priority
        return request
    }

    @Test("The servers of a provider count together, with all names below theirs; others go straight through")
    func providers() async {
        let limiter = limiter(1)
        let records = ["http://tv.example/1", "http://cdn.TV.example:8080/2", "https://b.example:81/3"].map { url in
            let record = FetchRecord()
            limiter.fetch(request(url)) { record.take($0) }
            return record
        }
        limiter.fetch(request("http://b.example/4")) { _ in }
        limiter.fetch(request("http://nottv.example/5")) { _ in }
        #expect(other.urls == ["http://b.example/4", "http://nottv.example/5"])
        for index in 0..<3 {
            await inner.started.arrives()
            #expect(inner.urls.count == index + 1)
            inner[index].finish()
            _ = await records[index].finished()
        }
        #expect(
            ["http://tv.example/", "http://x.tv.example/", "http://b.example:81/"].allSatisfy {
                limiter.connectionLimit(of: $0) == 1
            })
        #expect(limiter.connectionLimit(of: "http://b.example/") == nil)
        #expect(limiter.statistics.map(\.name) == ["b.example", "nottv.example", "tv"])
    }

    @Test("What counts as one connection comes over one; where none are counted it may come over several")
    func several() async {
        let limiter = limiter(2)
        for url in ["http://tv.example/1", "http://b.example/2"] {
            var request = request(url)
            request.connections = 3
            limiter.fetch(request) { _ in }
        }
        await inner.started.arrives()
        #expect(inner[0].request.connections == 1 && other[0].request.connections == 3)
    }

    @Test("A flip on one connection: the endless stream of the channel before is cut off, and may come again")
    func flip() async {
        let limiter = limiter(1)
        let old = FetchRecord()
        limiter.fetch(request("http://tv.example/old")) { old.take($0) }
        await inner.started.arrives()
        inner[0].handler(.data([1, 2, 3]))
        clock.advance(by: .milliseconds(5000))
        let new = FetchRecord()
        limiter.fetch(request("http://tv.example/new", "b")) { new.take($0) }
        let result = await old.finished()
        #expect(
            result.error == .unreachable(host: "tv.example", reason: "its connection was needed for another channel"))
        await inner.started.arrives()
        #expect(inner.urls == ["http://tv.example/old", "http://tv.example/new"] && old.isInOrder)
        inner[1].finish()
        #expect(await new.finished().value != nil)
        #expect(limiter.statistics[0].displaced == 1)
    }

    @Test("What is cancelled while it waits ends once and is never asked for; what runs gives its place to the next")
    func cancelled() async {
        let limiter = limiter(1)
        let records = (0..<3).map { _ in FetchRecord() }
        let handles = (0..<3).map { index in
            limiter.fetch(request("http://tv.example/\(index)")) { records[index].take($0) }
        }
        await inner.started.arrives()
        handles[1].cancel()
        handles[1].cancel()
        #expect(await records[1].finished().error == .cancelled)
        #expect(limiter.statistics[0].active == 1)
        handles[0].cancel()
        #expect(await records[0].finished().error == .cancelled)
        await inner.started.arrives()
        #expect(inner.urls == ["http://tv.example/0", "http://tv.example/2"])
        inner[1].finish()
        _ = await records[2].finished()
        #expect(records.allSatisfy(\.isInOrder) && records.allSatisfy { $0.events.count == 1 })
    }

    @Test("What waits for too long fails, and says why")
    func patience() async {
        let limiter = limiter(1)
        limiter.fetch(request("http://tv.example/0")) { _ in }
        await inner.started.arrives()
        var late = request("http://tv.example/1")
        late.firstByteTimeout = .milliseconds(50)
        let record = FetchRecord()
        limiter.fetch(late) { record.take($0) }
        clock.advance(by: .milliseconds(51))
        #expect(
            await record.finished().error
                == .unreachable(
                    host: "tv.example", reason: "all connections that the provider allows are in use"))
        #expect(inner.urls.count == 1)
    }

    @Test("Bytes and requests are counted by what they were for, and refusals by when")
    func statistics() async {
        let limiter = limiter(4)
        let playing = FetchRecord()
        limiter.fetch(request("http://tv.example/p")) { playing.take($0) }
        await inner.started.arrives()
        let warming = FetchRecord()
        limiter.fetch(request("http://tv.example/w", "b", .warming)) { warming.take($0) }
        await inner.started.arrives()
        inner[0].handler(.data([UInt8](repeating: 0, count: 100)))
        inner[0].finish()
        inner[1].handler(.data([UInt8](repeating: 0, count: 30)))
        clock.advance(by: .milliseconds(9000))
        inner[1].finish(.failure(.status(458, url: "http://tv.example/w", retryAfter: .seconds(5))))
        _ = await (playing.finished(), warming.finished())
        let statistics = limiter.statistics[0]
        #expect(statistics.playing.bytes == 100 && statistics.playing.requests == 1)
        #expect(statistics.warming.bytes == 30 && statistics.warming.requests == 1)
        #expect(statistics.refusals == 1 && statistics.limit == 4)
        #expect(
            statistics.lastRefusal
                == .init(status: 458, time: HostTime(nanoseconds: 9_000_000_000), retryAfter: .seconds(5)))
    }

    @Test("Hosts without a provider are limited each by itself, when that is wanted")
    func ofOthers() async {
        let limiter = limiter(nil, ofOthers: 1)
        for url in [
            "http://x.example/1", "http://y.example/1", "http://x.example/2", "http://tv.example/1",
            "http://tv.example/2",
        ] {
            limiter.fetch(request(url)) { _ in }
        }
        await other.started.arrives()
        await other.started.arrives()
        #expect(Set(other.urls) == ["http://x.example/1", "http://y.example/1"])
        #expect(inner.urls.count == 2, "a provider without a limit has none")
        other[other.urls.firstIndex(of: "http://x.example/1") ?? 0].finish()
        await other.started.arrives()
        #expect(other.urls.last == "http://x.example/2")
    }

    @Test("On one connection a server never sees two, whatever is asked for at once")
    func oneConnection() async throws {
        let open = Locked<(now: Int, most: Int)>((0, 0))
        let server = try LoopbackServer { connection, request in
            open.withLock { open in
                open.now += 1
                open.most = max(open.most, open.now)
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
            open.withLock { $0.now -= 1 }
            connection.send("ok")
            return true
        }
        var options = CurlFetcher.Options()
        options.connections = 1
        options.connectionsPerHost = 1
        let limiter = ConnectionLimiter(
            providers: [.init(name: "one", hosts: ["127.0.0.1"], limit: 1, fetcher: try CurlFetcher(options: options))],
            // On a busy machine forty of them take longer than one may wait for its turn.
            others: other, limit: nil, clock: clock)
        let records = (0..<40).map { index in
            let record = FetchRecord()
            limiter.fetch(request(server.url("/\(index)"), "c", index % 2 == 0 ? .playing : .warming)) {
                record.take($0)
            }
            return record
        }
        for record in records {
            let result = await record.finished()
            #expect(result.value != nil, "\(result)")
        }
        #expect(open.withLock { $0.most } == 1)
        #expect(
            records.count {
                (try? $0.events.last.map {
                    if case .finished(let result) = $0 { try result.get().reusedConnection } else { false }
                }) == true
            } == 39)
    }
}
