import Base
import Devices
import Networking
import TestSupport
import Testing

@Suite("A body over several connections of libcurl's", .timeLimit(.minutes(10)))
struct StripedFetchTests {
    fileprivate struct Asked: Hashable {
        var connection: Int
        var range: String?
    }

    private let asked = Locked<[Asked]>([])
    private let gathered = Monitor(0)
    private let partsAsked = Monitor(0)
    private let resource = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }

    /// A server of one resource.
    /// - Parameters:
    ///   - parts: the number of parts that it waits for before it answers one: each then comes over a connection of its own.
    ///   - refused: the range that it does not give.
    ///   - isEndless: it does not send the last byte.
    private func server(
        gathering count: Int = 3, awaiting parts: Int = 1, refused: String? = nil, isEndless: Bool = false
    ) throws -> LoopbackServer {
        let (asked, gathered, partsAsked, resource) = (asked, gathered, partsAsked, resource)
        return try LoopbackServer { connection, request in
            if request.path == "/gather" {
                // Answered once as many came, so that each has a connection of its own.
                gathered.update { $0 += 1 }
                gathered.wait { $0 >= count ? () : nil }
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                return true
            }
            let range = request.header("range")
            asked.withLock { $0.append(Asked(connection: connection.number, range: range)) }
            partsAsked.update { $0 += 1 }
            partsAsked.wait { $0 >= parts ? () : nil }
            if let refused, range == refused {
                connection.send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
                return true
            }
            let ends = (range ?? "bytes=0-").dropFirst(6).split(separator: "-").compactMap { Int($0) }
            let end = ends.count > 1 ? ends[1] + 1 : resource.count
            let part = Array(resource[ends[0]..<end])
            let status = range == nil ? "200 OK" : "206 Partial Content"
            connection.send(
                "HTTP/1.1 \(status)\r\nContent-Length: \(part.count)\r\n"
                    + "Content-Range: bytes \(ends[0])-\(end - 1)/\(resource.count)\r\n\r\n")
            connection.send(isEndless && end == resource.count ? part.dropLast() : part)
            guard isEndless else { return true }
            connection.waitForClose()
            return false
        }
    }

    /// Opens so many connections, which are idle then.
    private func open(_ count: Int, _ fetcher: CurlFetcher, _ server: LoopbackServer) async {
        let records = (0..<count).map { _ in FetchRecord() }
        for record in records { fetcher.fetch(FetchRequest(url: server.url("/gather"))) { record.take($0) } }
        for record in records { _ = await record.finished() }
    }

    private func request(_ server: LoopbackServer) -> FetchRequest {
        var request = FetchRequest(url: server.url("/body"))
        request.connections = 3
        return request
    }

    @Test("It comes in parts over those that are open, and is told as one answer")
    func parts() async throws {
        let server = try server(awaiting: 3)
        let fetcher = try CurlFetcher()
        await open(3, fetcher, server)
        let (record, result) = await fetcher.record(request(server))
        let isSame = record.body == resource
        #expect(isSame && record.isInOrder)
        #expect(result.value?.bytes == resource.count && result.value?.reusedConnection == true)
        #expect(record.response?.status == 200 && record.response?.totalBytes == resource.count)
        #expect(
            asked.withLock { Set($0.map(\.range)) } == ["bytes=0-13311", "bytes=13312-26623", "bytes=26624-"])
        #expect(asked.withLock { Set($0.map(\.connection)) } == [0, 1, 2])
    }

    @Test("No connection is opened for it: over one it is one request")
    func one() async throws {
        let server = try server(gathering: 1)
        let fetcher = try CurlFetcher()
        let (cold, _) = await fetcher.record(request(server))
        let (warm, _) = await fetcher.record(request(server))
        let isSame = cold.body == resource && warm.body == resource
        #expect(isSame)
        #expect(asked.withLock { $0 } == [Asked(connection: 0), Asked(connection: 0)])
    }

    @Test("Where a server refuses one of them it is brought all the same, and asked for as one from then on")
    func refused() async throws {
        let server = try server(refused: "bytes=13312-26623")
        let fetcher = try CurlFetcher()
        await open(3, fetcher, server)
        let (record, result) = await fetcher.record(request(server))
        #expect(record.isInOrder && result.value?.bytes == resource.count)
        let isSame = record.body == resource
        #expect(isSame)
        let (again, _) = await fetcher.record(request(server))
        let isSameAgain = again.body == resource
        #expect(isSameAgain)
        let ranges = asked.withLock { $0.map(\.range) }
        #expect(ranges.contains(nil) && ranges.count { $0 == "bytes=0-13311" } == 1)
    }

    @Test("Given up it ends once, and all its requests with it")
    func cancelled() async throws {
        let server = try server(awaiting: 3, isEndless: true)
        let fetcher = try CurlFetcher()
        await open(3, fetcher, server)
        let record = FetchRecord()
        let came = Monitor(0)
        let handle = fetcher.fetch(request(server)) { event in
            record.take(event)
            if case .data(let bytes) = event { came.update { $0 += bytes.count } }
        }
        try await blocking(on: "test-wait") { [count = resource.count] in came.wait { $0 == count - 1 ? () : nil } }
        handle.cancel()
        handle.cancel()
        #expect(await record.finished().error == .cancelled && record.isInOrder)
    }
}

extension StripedFetchTests.Asked {
    fileprivate init(connection: Int) { self.init(connection: connection, range: nil) }
}
