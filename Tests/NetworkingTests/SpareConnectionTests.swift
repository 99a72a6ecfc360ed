import Base
import Devices
import Networking
import TestSupport
import Testing

@Suite("A spare connection", .timeLimit(.minutes(10)))
struct SpareConnectionTests {
    /// The connections on which the head of the root was requested.
    private let heads = Locked<[Int]>([])
    private let headCame = Signal()

    private func server(body: Int = 1 << 20) throws -> LoopbackServer {
        let (heads, headCame) = (heads, headCame)
        return try LoopbackServer { connection, request in
            if request.method == "HEAD" {
                heads.withLock { $0.append(connection.number) }
                connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\n")
                headCame.send()
                return true
            }
            guard request.path == "/long" else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                return true
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body)\r\n\r\nbegins")
            connection.waitForClose()
            return false
        }
    }

    private func fetcher(perHost: Int = 6, keepsSpare: Bool = true, isFar: Bool = false) throws -> CurlFetcher {
        var options = CurlFetcher.Options()
        options.connectionsPerHost = perHost
        options.keepsSpare = keepsSpare
        options.longTrip = isFar ? .zero : .seconds(3600)
        return try CurlFetcher(options: options)
    }

    /// Begins to load a long body; returns when some of it has come.
    private func begin(_ fetcher: CurlFetcher, _ server: LoopbackServer) async -> (any FetchHandle, FetchRecord) {
        let began = Signal()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/long"))) { event in
            if case .data = event { began.send() }
            record.take(event)
        }
        await began.arrives()
        return (handle, record)
    }

    @Test("While a long body comes there is one; given up for something else, that needs no new connection")
    func spare() async throws {
        let server = try server()
        let fetcher = try fetcher()
        let (handle, record) = await begin(fetcher, server)
        await headCame.arrives()
        // Heads are served one after the other: when this is answered, the first one's answer has
        // been read.
        _ = await fetcher.record(FetchRequest(url: server.url("/"), method: "HEAD", deliversErrorResponses: true))
        handle.cancel()
        _ = await record.finished()
        let (_, result) = await fetcher.record(FetchRequest(url: server.url("/next.m3u8")))
        #expect(result.value?.reusedConnection == true)
        #expect(heads.withLock { Set($0) } == [1])
    }

    @Test("Where first bytes take long there are three, each of its own")
    func far() async throws {
        let server = try server()
        let wide = try fetcher(isFar: true)
        let (handle, _) = await begin(wide, server)
        for _ in 0..<3 { await headCame.arrives() }
        #expect(heads.withLock { Set($0) } == [1, 2, 3])
        handle.cancel()
        // One place of four is left free, and one is the body's.
        let narrow = try fetcher(perHost: 4, isFar: true)
        let (other, _) = await begin(narrow, server)
        for _ in 0..<2 { await headCame.arrives() }
        _ = await narrow.record(FetchRequest(url: server.url("/short")))
        #expect(heads.withLock { $0.count } == 5)
        other.cancel()
    }

    @Test("Where one is idle no other is opened, nor for a short body, the last connection, or unasked")
    func none() async throws {
        let server = try server()
        let patient = try fetcher()
        let (first, record) = await begin(patient, server)
        await headCame.arrives()
        _ = await patient.record(FetchRequest(url: server.url("/"), method: "HEAD", deliversErrorResponses: true))
        await headCame.arrives()
        first.cancel()
        _ = await record.finished()
        let count = heads.withLock { $0.count }
        // Takes the spare connection: the next one is opened for this server.
        let (second, _) = await begin(patient, server)
        await headCame.arrives()
        for _ in 0..<5 { _ = await patient.record(FetchRequest(url: server.url("/short"))) }
        #expect(heads.withLock { $0.count } <= count + 2)
        second.cancel()

        for other in [try fetcher(perHost: 2), try fetcher(keepsSpare: false)] {
            let before = heads.withLock { $0.count }
            let (handle, _) = await begin(other, server)
            // On the second connection, which is idle afterwards.
            _ = await other.record(FetchRequest(url: server.url("/short")))
            #expect(heads.withLock { $0.count } == before)
            handle.cancel()
        }
        let small = try self.server(body: 1000)
        let before = heads.withLock { $0.count }
        let other = try fetcher()
        let (handle, _) = await begin(other, small)
        _ = await other.record(FetchRequest(url: small.url("/short")))
        #expect(heads.withLock { $0.count } == before)
        handle.cancel()
    }
}
