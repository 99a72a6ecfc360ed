import Base
import Devices
import Networking
import TestSupport
import Testing

@Suite("A fetch of which little may be on its way", .timeLimit(.minutes(10)))
struct BoundedFetchTests {
    /// What the kernel makes of 32 kB or, where they are more, of two packets of the loopback interface.
    private static let little = 64 << 10...264 << 10

    private let fetcher: CurlFetcher
    private let server: LoopbackServer
    /// Answers at once.
    private let other: LoopbackServer
    /// Sent when the server may send the rest of a body.
    private let goOn = Base.Semaphore()

    init() throws {
        try self.init(connectionsPerHost: 6)
    }

    private init(connectionsPerHost: Int) throws {
        var options = CurlFetcher.Options()
        options.connectionsPerHost = connectionsPerHost
        fetcher = try CurlFetcher(options: options)
        server = try LoopbackServer { [goOn] connection, request in
            connection.send("HTTP/1.1 200 OK\r\nX-Connection: \(connection.number)\r\nContent-Length: 90000\r\n\r\nb")
            guard request.path != "/endless" else {
                connection.waitForClose()
                return false
            }
            goOn.wait()
            connection.send([UInt8](repeating: 7, count: 89_999))
            return true
        }
        other = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            return true
        }
    }

    /// The state of the client's sockets, as it is when all that was ordered before is done: commands are carried out
    /// in order, each turn after what libcurl had to do.
    private func sockets() async throws -> [ClientSockets.Socket] {
        _ = try await fetcher.load(FetchRequest(url: other.url("/")))
        return ClientSockets(to: server).all
    }

    /// Begins a request; returns when some of the body has come.
    private func begin(_ path: String = "/", bounded: Bool) async -> (handle: any FetchHandle, record: FetchRecord) {
        var request = FetchRequest(url: server.url(path))
        request.isBounded = bounded
        let began = Signal()
        let record = FetchRecord()
        let handle = fetcher.fetch(request) { event in
            record.take(event)
            if case .data = event { began.send() }
        }
        await began.arrives()
        return (handle, record)
    }

    /// Loads a body; returns its connection, and the state of all the client's sockets while it came.
    private func load(bounded: Bool) async throws -> (connection: String?, sockets: [ClientSockets.Socket]) {
        let (_, record) = await begin(bounded: bounded)
        let sockets = try await sockets()
        goOn.post()
        #expect(await record.finished().value?.bytes == 90_000)
        return (record.response?.headers["x-connection"], sockets)
    }

    @Test("Its socket is bounded while the body comes, on a new connection and on one that is open")
    func bounded() async throws {
        for _ in 0..<3 {
            let (connection, sockets) = try await load(bounded: true)
            #expect(connection == "0")
            #expect(sockets.count == 1 && sockets.allSatisfy { Self.little.contains($0.buffer) })
            #expect(sockets.map(\.isLocked) == [true])
        }
    }

    @Test(
        "Another takes its connection where no other is open, and is not bounded; then it is not for the bounded again")
    func promoted() async throws {
        _ = try await load(bounded: true)
        let (connection, sockets) = try await load(bounded: false)
        #expect(connection == "0")
        #expect(sockets.map(\.isLocked) == [false])
        // The kernel widens a window only when more comes than ever before: it must begin wide.
        #expect(sockets.allSatisfy { $0.buffer > Self.little.upperBound })
        let next = try await load(bounded: true)
        #expect(next.connection == "1")
        #expect(next.sockets.count { $0.isLocked } == 1)
        // Of the two, the one that was open wide already.
        #expect(try await load(bounded: false).connection == "0")
        #expect(try await load(bounded: true).connection == "1")
    }

    @Test("It leaves connections alone whose window may be wide, and others leave its own alone")
    func apart() async throws {
        #expect(try await load(bounded: false).connection == "0")
        #expect(try await load(bounded: true).connection == "1")
        #expect(try await load(bounded: false).connection == "0")
        #expect(try await load(bounded: true).connection == "1")
    }

    @Test("Where a host may have no further connection, it takes what is there, and bounds it while it lasts")
    func limited() async throws {
        let one = try BoundedFetchTests(connectionsPerHost: 1)
        for isBounded in [false, true, false, true] {
            let (connection, sockets) = try await one.load(bounded: isBounded)
            #expect(connection == "0")
            #expect(sockets.map(\.isLocked) == [isBounded])
        }
    }

    @Test("Two at once have a connection each, and keep it")
    func parallel() async throws {
        for _ in 0..<3 {
            let (_, first) = await begin(bounded: true)
            let (_, second) = await begin(bounded: true)
            #expect(try await sockets().map(\.isLocked) == [true, true])
            goOn.post()
            goOn.post()
            _ = await (first.finished(), second.finished())
            let used = [first, second].compactMap { $0.response?.headers["x-connection"] }
            #expect(Set(used) == ["0", "1"])
        }
    }

    @Test("Giving way bounds what is under way, a mere pause does not; going on gives it back")
    func givesWay() async throws {
        let (handle, record) = await begin("/endless", bounded: false)
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.pause()
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.giveWay()
        #expect(try await sockets().map(\.isLocked) == [true])
        #expect(try await sockets().allSatisfy { Self.little.contains($0.buffer) })
        handle.pause()
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.giveWay()
        handle.resume()
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.cancel()
        #expect(await record.finished().error == .cancelled)
    }

    @Test("A window that is set holds from then on and over a rest, and is given back when it is taken away")
    func window() async throws {
        let (handle, record) = await begin("/endless", bounded: false)
        handle.setWindow(256 << 10)
        #expect(try await sockets().map(\.isLocked) == [true])
        #expect(try await sockets().map(\.buffer) == [384 << 10])
        handle.giveWay()
        #expect(try await sockets().allSatisfy { Self.little.contains($0.buffer) })
        handle.resume()
        #expect(try await sockets().map(\.buffer) == [384 << 10])
        handle.setWindow(nil)
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.cancel()
        #expect(await record.finished().error == .cancelled)
    }

    @Test("A window of less than four packets, which the loopback interface's are large for, is left to the kernel")
    func tooSmall() async throws {
        let (handle, record) = await begin("/endless", bounded: false)
        handle.setWindow(96 << 10)
        #expect(try await sockets().map(\.isLocked) == [false])
        handle.cancel()
        #expect(await record.finished().error == .cancelled)
    }

    @Test("A connection with a window wider than little is not for the bounded")
    func windowed() async throws {
        var request = FetchRequest(url: server.url("/"))
        request.window = 256 << 10
        let record = FetchRecord()
        fetcher.fetch(request) { record.take($0) }
        goOn.post()
        #expect(await record.finished().value?.bytes == 90_000)
        #expect(try await sockets().map(\.buffer) == [384 << 10])
        #expect(try await load(bounded: true).connection == "1")
    }

    @Test("A bounded one that gave way is still bounded when it goes on")
    func bothReasons() async throws {
        let (handle, record) = await begin("/endless", bounded: true)
        handle.giveWay()
        handle.resume()
        #expect(try await sockets().map(\.isLocked) == [true])
        handle.cancel()
        #expect(await record.finished().error == .cancelled)
    }

    @Test("The round trip is told")
    func roundTrip() async throws {
        let (_, record) = await begin(bounded: true)
        goOn.post()
        let roundTrip = try #require(await record.finished().value?.roundTrip)
        #expect(roundTrip > .zero)
        #expect(roundTrip < .seconds(60))
    }
}
