import Base
import Devices
import MediaCore
import Testing

@testable import Networking

@Suite("Where requests may lead")
struct ReachTests {
    /// A server that notes each request by its connection and path, and redirects `/to?URL`.
    private final class Server: Sendable {
        let requests = Locked<[String]>([])
        let server: LoopbackServer

        init() throws {
            let requests = requests
            server = try LoopbackServer { connection, request in
                requests.withLock { $0.append("\(connection.number) \(request.path)") }
                if let target = request.path.split(separator: "?", maxSplits: 1).dropFirst().first {
                    connection.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
                } else {
                    let body = request.head
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                }
                return true
            }
        }
    }

    private func fetcher() throws -> CurlFetcher {
        var options = CurlFetcher.Options()
        options.mayUseProxy = false
        return try CurlFetcher(options: options)
    }

    private func request(
        _ url: String, reach: AddressReach = .everything, redirects: AddressReach = .everything
    ) -> FetchRequest {
        var request = FetchRequest(url: url)
        request.reach = reach
        request.redirectReach = redirects
        return request
    }

    private func isRefused(_ result: Result<FetchTiming, FetchError>) -> Bool {
        if case .failure(.unreachable(_, let reason)) = result { return reason.contains("home's network") }
        return false
    }

    @Test("An address that is not for a request gets no connection, under none of its names")
    func refused() async throws {
        let server = try Server()
        let fetcher = try fetcher()
        for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0"] {
            let (_, result) = await fetcher.record(request("http://\(host):\(server.server.port)/", reach: [.home]))
            #expect(isRefused(result), "\(host): \(result)")
        }
        let (record, result) = await fetcher.record(request(server.server.url("/a"), reach: [.loopback]))
        #expect(throws: Never.self) { try result.get() }
        #expect(record.response?.place == .loopback)
        #expect(server.requests.withLock { $0 } == ["0 /a"])
    }

    @Test("A connection that another request has opened is no way round")
    func keptConnection() async throws {
        let server = try Server()
        let fetcher = try fetcher()
        _ = await fetcher.record(request(server.server.url("/a")))
        let (_, result) = await fetcher.record(request(server.server.url("/b"), reach: []))
        #expect(isRefused(result))
        _ = await fetcher.record(request(server.server.url("/c")))
        #expect(server.requests.withLock { $0.map { $0.suffix(2) } } == ["/a", "/c"])
    }

    @Test("A redirect leads where redirects may, or into the range it comes from")
    func redirects() async throws {
        let (server, other) = (try Server(), try Server())
        let (_, result) = try await fetcher().record(
            request(server.server.url("/to?\(other.server.url("/a"))"), redirects: []))
        #expect(throws: Never.self) { try result.get() }
        #expect(other.requests.withLock { $0 } == ["0 /a"])
    }

    @Test("A name that leads home the second time, or by a redirect, is refused there")
    func rebinding() {
        let (open, router): ([UInt8], [UInt8]) = ([93, 184, 216, 34], [192, 168, 1, 1])
        /// Whether each hop is allowed, in order.
        func hops(_ addresses: [[UInt8]], reach: AddressReach, isProxied: Bool = false) -> [Bool] {
            var visited = VisitedAddresses(reach: reach, redirectReach: [], isProxied: isProxied)
            return addresses.enumerated().map { number, address in
                let isOpened = visited.mayVisit(address, redirects: number)
                let isSent = visited.visit(address, redirects: number)
                #expect(isOpened == isSent)
                return isSent
            }
        }
        #expect(hops([open, router], reach: .everything) == [true, false])
        #expect(hops([router, [10, 0, 0, 1], [127, 0, 0, 1]], reach: .everything) == [true, true, false])
        #expect(hops([router], reach: []) == [false])
        // The proxy's own address is the owner's choice.
        #expect(hops([router], reach: [], isProxied: true) == [true])
    }

    @Test("Headers for an origin follow a redirect within it, and none to another port")
    func originHeaders() async throws {
        let (server, other) = (try Server(), try Server())
        func head(_ url: String) async throws -> String {
            var request = request(url)
            request.headers = ["X-Any": "any"]
            request.originHeaders = ["X-Token": "s3cret", "User-Agent": "Own"]
            return String(decoding: try await fetcher().record(request).0.body, as: UTF8.self)
        }
        let own = try await head(server.server.url("/to?/own"))
        #expect(own.contains("GET /own ") && own.contains("X-Token: s3cret") && own.contains("User-Agent: Own"))
        let foreign = try await head(server.server.url("/to?\(other.server.url("/a"))"))
        #expect(foreign.contains("GET /a ") && foreign.contains("X-Any: any"))
        #expect(!foreign.contains("s3cret") && !foreign.contains("Own"))
        let back = try await head(other.server.url("/to?\(server.server.url("/to?" + other.server.url("/b")))"))
        #expect(back.contains("GET /b ") && back.contains("X-Token: s3cret"))
    }
}
