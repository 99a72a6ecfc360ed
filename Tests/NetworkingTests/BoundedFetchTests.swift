import Base
import Devices
import Networking
import TestSupport
import Testing

@Suite("A fetch of which little may be on its way", .timeLimit(.minutes(1)))
struct BoundedFetchTests {
    /// What the kernel makes of 32 kB.
    private static let little = 64 << 10

    /// A server that answers with the number of the connection, and 256 kB.
    private func server() throws -> LoopbackServer {
        try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nX-Connection: \(connection.number)\r\nContent-Length: 262144\r\n\r\n")
            connection.send([UInt8](repeating: 7, count: 262_144))
            return true
        }
    }

    private func request(_ server: LoopbackServer, bounded: Bool) -> FetchRequest {
        var request = FetchRequest(url: server.url("/"))
        request.isBounded = bounded
        return request
    }

    /// Loads the body; returns its connection, and the state of all the client's sockets when the head had come.
    private func load(
        _ fetcher: CurlFetcher, _ server: LoopbackServer, bounded: Bool
    ) async -> (connection: String?, sockets: [ClientSockets.Socket]) {
        let sockets = Locked<[ClientSockets.Socket]>([])
        let (record, result) = await fetcher.record(request(server, bounded: bounded)) { event in
            if case .response = event { sockets.withLock { $0 = ClientSockets(to: server).all } }
        }
        #expect(result.error == nil)
        #expect(record.body.count == 262_144)
        return (record.response?.headers["x-connection"], sockets.withLock { $0 })
    }

    @Test("Its socket is bounded before the body comes, on a new connection and on one that is open")
    func bounded() async throws {
        let server = try server()
        let fetcher = try CurlFetcher()
        for _ in 0..<3 {
            let (connection, sockets) = await load(fetcher, server, bounded: true)
            #expect(connection == "0")
            #expect(sockets.map(\.buffer) == [Self.little])
            #expect(sockets.map(\.isLocked) == [true])
        }
    }

    @Test(
        "Another takes its connection where no other is open, and is not bounded; then it is not for the bounded again")
    func promoted() async throws {
        let server = try server()
        let fetcher = try CurlFetcher()
        _ = await load(fetcher, server, bounded: true)
        let (connection, sockets) = await load(fetcher, server, bounded: false)
        #expect(connection == "0")
        #expect(sockets.map(\.isLocked) == [false])
        let next = await load(fetcher, server, bounded: true)
        #expect(next.connection == "1")
        #expect(next.sockets.map(\.isLocked).count { $0 } == 1)
        // Of the two, the one that was open wide already.
        #expect(await load(fetcher, server, bounded: false).connection == "0")
        #expect(await load(fetcher, server, bounded: true).connection == "1")
    }

    @Test("It leaves connections alone whose window may be wide, and others leave its own alone")
    func apart() async throws {
        let server = try server()
        let fetcher = try CurlFetcher()
        #expect(await load(fetcher, server, bounded: false).connection == "0")
        #expect(await load(fetcher, server, bounded: true).connection == "1")
        #expect(await load(fetcher, server, bounded: false).connection == "0")
        #expect(await load(fetcher, server, bounded: true).connection == "1")
    }

    @Test("Where a host may have no further connection, it takes what is there, and bounds it while it lasts")
    func limited() async throws {
        let server = try server()
        var options = CurlFetcher.Options()
        options.connectionsPerHost = 1
        let fetcher = try CurlFetcher(options: options)
        for isBounded in [false, true, false, true] {
            let (connection, sockets) = await load(fetcher, server, bounded: isBounded)
            #expect(connection == "0")
            #expect(sockets.map(\.isLocked) == [isBounded])
        }
    }

    @Test("Two at once have a connection each, and keep it")
    func parallel() async throws {
        let server = try server()
        let fetcher = try CurlFetcher()
        for _ in 0..<3 {
            async let first = load(fetcher, server, bounded: true)
            async let second = load(fetcher, server, bounded: true)
            let both = await [first, second]
            #expect(Set(both.compactMap(\.connection)).isSubset(of: ["0", "1"]))
        }
    }

    @Test("Giving way bounds what is under way, a mere pause does not; going on gives it back")
    func givesWay() async throws {
        let (began, ended) = (Signal(), Signal())
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\nbegins")
            connection.waitForClose()
            return false
        }
        let others = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
            return true
        }
        let fetcher = try CurlFetcher()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/"))) { event in
            switch event {
            case .data: began.send()
            case .finished: ended.send()
            case .response: break
            }
        }
        await began.arrives()
        /// Commands are carried out in order: when this is answered, those before it are.
        func isLocked() async throws -> [Bool] {
            _ = try await fetcher.load(FetchRequest(url: others.url("/")))
            return ClientSockets(to: server).all.map(\.isLocked)
        }
        handle.pause()
        #expect(try await isLocked() == [false])
        handle.giveWay()
        #expect(try await isLocked() == [true])
        #expect(ClientSockets(to: server).all.map(\.buffer) == [Self.little])
        handle.pause()
        #expect(try await isLocked() == [false])
        handle.giveWay()
        #expect(try await isLocked() == [true])
        handle.resume()
        #expect(try await isLocked() == [false])
        handle.cancel()
        await ended.arrives()
    }

    @Test("The round trip is told")
    func roundTrip() async throws {
        let server = try server()
        let (_, result) = await (try CurlFetcher()).record(request(server, bounded: true))
        let roundTrip = try #require(result.value?.roundTrip)
        #expect(roundTrip > .zero)
        #expect(roundTrip < .seconds(60))
    }
}
