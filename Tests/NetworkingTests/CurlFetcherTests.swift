import Base
import Devices
import Foundation
import Glibc
import Networking
import Testing

@Suite("Fetching over HTTP")
struct CurlFetcherTests {
    let fetcher: CurlFetcher

    init() throws {
        fetcher = try CurlFetcher()
    }

    @Test("A page arrives with its head, its bytes and its times")
    func page() async throws {
        let server = try LoopbackServer { connection, request in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Agent: \(request.header("user-agent") ?? "")\r\nX-Mine: \(request.header("x-mine") ?? "")\r\n\r\nhello"
            )
            return true
        }
        let (record, result) = await fetcher.record(
            FetchRequest(url: server.url("/a?token=1"), headers: ["X-Mine": "yes"]))
        #expect(record.response?.status == 200)
        #expect(record.response?.url == server.url("/a?token=1"))
        #expect(record.response?.headers["x-agent"] == "Hearth/0.1")
        #expect(record.response?.headers["x-mine"] == "yes")
        #expect(record.body == Array("hello".utf8))
        #expect(record.isInOrder)
        let timing = try #require(result.value)
        #expect(timing.bytes == 5)
        #expect(!timing.reusedConnection)
        #expect(timing.firstByte.map { timing.requested <= $0 && $0 <= timing.finished } == true)

        let (_, second) = await fetcher.record(FetchRequest(url: server.url("/b")))
        #expect(second.value?.reusedConnection == true)
    }

    @Test("Each piece of a slow chunked body is handed on before the next one is sent")
    func progressive() async throws {
        let gate = Semaphore()
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            for piece in ["one", "two", "six"] {
                connection.send("3\r\n\(piece)\r\n")
                // Signalled by the client's handler when it has received the piece.
                gate.wait()
            }
            connection.send("0\r\n\r\n")
            return true
        }
        let (record, result) = await fetcher.record(FetchRequest(url: server.url("/"))) { event in
            if case .data = event { gate.post() }
        }
        #expect(result.error == nil)
        #expect(record.pieces == 3)
        #expect(record.body == Array("onetwosix".utf8))
    }

    @Test("A redirect is followed, and the response names where the bytes came from")
    func redirect() async throws {
        let server = try LoopbackServer { connection, request in
            connection.send(
                request.path == "/old"
                    ? "HTTP/1.1 302 Found\r\nLocation: /new/place\r\nContent-Length: 4\r\n\r\ngone"
                    : "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew")
            return true
        }
        let (record, result) = await fetcher.record(FetchRequest(url: server.url("/old")))
        #expect(result.error == nil)
        #expect(record.response?.url == server.url("/new/place"))
        #expect(record.body == Array("new".utf8))
        #expect(record.isInOrder)
    }

    @Test("A redirect loop ends, and a redirect to a file is refused")
    func badRedirects() async throws {
        let server = try LoopbackServer { connection, request in
            let target = request.path.hasPrefix("/file") ? "file:///etc/passwd" : "/again?token=secret"
            connection.send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
            return true
        }
        let (loop, looped) = await fetcher.record(FetchRequest(url: server.url("/start")))
        #expect(looped.error == .tooManyRedirects(url: server.url("/again")))
        #expect(loop.events.count == 1)
        let (file, refused) = await fetcher.record(FetchRequest(url: server.url("/file")))
        guard case .badURL = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect(file.body.isEmpty)
    }

    @Test("503 says when to come back, keeps the connection, and shows its page when asked")
    func unavailable() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy")
            return true
        }
        let (record, result) = await fetcher.record(FetchRequest(url: server.url("/live?token=secret")))
        #expect(result.error == .status(503, url: server.url("/live"), retryAfter: .seconds(7)))
        #expect(record.events.count == 1)
        let (shown, second) = await fetcher.record(
            FetchRequest(url: server.url("/live"), deliversErrorResponses: true))
        #expect(second.value?.reusedConnection == true)
        #expect(shown.response?.status == 503)
        #expect(shown.body == Array("busy".utf8))
    }

    @Test("A body shorter than promised is truncated", arguments: [false, true])
    func truncated(byReset: Bool) async throws {
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort")
            if byReset { connection.resetOnClose() }
            return false
        }
        let (record, result) = await fetcher.record(FetchRequest(url: server.url("/")))
        guard case .truncated(server.url("/"), let got, _) = result.error else {
            Issue.record("\(result)")
            return
        }
        #expect(got == record.body.count)
        if !byReset { #expect(got == 5) }
    }

    @Test("A server that hangs up without a word is truncated at nothing")
    func silentClose() async throws {
        let server = try LoopbackServer { _, _ in false }
        let (_, result) = await fetcher.record(FetchRequest(url: server.url("/")))
        guard case .truncated(_, got: 0, _) = result.error else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("A server that never answers, and one that stalls, run into their own timeouts")
    func timeouts() async throws {
        let server = try LoopbackServer { connection, request in
            if request.path == "/stall" { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc") }
            connection.waitForClose()
            return false
        }
        let (_, silent) = await fetcher.record(
            FetchRequest(url: server.url("/silent?t=1"), firstByteTimeout: .milliseconds(80)))
        #expect(silent.error == .timeout(url: server.url("/silent"), after: .milliseconds(80)))
        let (stalled, stall) = await fetcher.record(
            FetchRequest(url: server.url("/stall"), firstByteTimeout: .seconds(9), stallTimeout: .milliseconds(60)))
        #expect(stall.error == .timeout(url: server.url("/stall"), after: .milliseconds(60)))
        #expect(stalled.body == Array("abc".utf8))
    }

    @Test("A body beyond the limit fails, announced or not, and nothing beyond is kept")
    func huge() async throws {
        let server = try LoopbackServer { connection, request in
            let announces = request.path == "/announced"
            connection.send(
                "HTTP/1.1 200 OK\r\n\(announces ? "Content-Length: 2000000000\r\n" : "")Connection: close\r\n\r\n")
            for _ in 0..<40 { connection.send([UInt8](repeating: 65, count: 100_000)) }
            return false
        }
        for path in ["/announced", "/endless"] {
            let (record, result) = await fetcher.record(FetchRequest(url: server.url(path), maximumBytes: 1_000_000))
            #expect(result.error == .tooLarge(url: server.url(path), limit: 1_000_000))
            #expect(record.body.count <= 1_000_000)
        }
    }

    @Test("Gzip is undone, asked for or not; a bomb counts by what it becomes")
    func gzip() async throws {
        // `printf hello | gzip -n`, and 100 000 zeros deflated and wrapped the same way.
        let hello: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10, 0x36, 5, 0, 0, 0,
        ]
        let server = try LoopbackServer { connection, request in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX-Asked: \(request.header("accept-encoding") ?? "")\r\nContent-Length: \(hello.count)\r\n\r\n"
            )
            connection.send(hello)
            return true
        }
        let (asked, _) = await fetcher.record(FetchRequest(url: server.url("/"), acceptsCompression: true))
        #expect(asked.body == Array("hello".utf8))
        #expect(asked.response?.headers["x-asked"]?.contains("gzip") == true)
        let (unasked, _) = await fetcher.record(FetchRequest(url: server.url("/")))
        #expect(unasked.body == Array("hello".utf8))
        #expect(unasked.response?.headers["x-asked"] == "identity")
        let (_, bomb) = await fetcher.record(
            FetchRequest(url: server.url("/"), maximumBytes: 4, acceptsCompression: true))
        #expect(bomb.error == .tooLarge(url: server.url("/"), limit: 4))
    }

    @Test("A compressed body that becomes more than 200 times as long fails, and little of it is kept")
    func bomb() async throws {
        // 20 MB of zeros become 20 kB.
        let bomb = Deflated.zeros(20_000_000)
        let server = try LoopbackServer { connection, _ in
            connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(bomb.count)\r\nConnection: close\r\n\r\n"
            )
            connection.send(bomb)
            return false
        }
        let (record, result) = await fetcher.record(
            FetchRequest(url: server.url("/"), maximumBytes: 64 << 20, acceptsCompression: true))
        #expect(result.error == .inflated(url: server.url("/"), ratio: 200))
        #expect(record.body.count <= 5 << 20)
    }

    @Test("A range is cut out by the server, or by us if the server ignores it")
    func range() async throws {
        let server = try LoopbackServer { connection, request in
            if request.path == "/partial", request.header("range") == "bytes=2-4" {
                connection.send("HTTP/1.1 206 Partial\r\nContent-Range: bytes 2-4/9\r\nContent-Length: 3\r\n\r\ncde")
            } else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabcdefghi")
            }
            return true
        }
        for path in ["/partial", "/whole"] {
            let (record, result) = await fetcher.record(
                FetchRequest(url: server.url(path), range: ByteRange(offset: 2, length: 3)))
            #expect(record.body == Array("cde".utf8))
            #expect(result.value?.bytes == 3)
        }
        let (_, empty) = await fetcher.record(
            FetchRequest(url: server.url("/"), range: ByteRange(offset: .max, length: 9)))
        #expect(empty.error == .other(url: server.url("/"), reason: "empty or endless byte range"))
    }

    @Test("A request's body and method arrive")
    func post() async throws {
        let server = try LoopbackServer { connection, request in
            let text = "\(request.method) \(request.header("content-type") ?? "-") \(request.body.count)"
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            return true
        }
        let (post, _) = await fetcher.record(
            FetchRequest(
                url: server.url("/"), method: "POST", body: [1, 0, 2], headers: ["Content-Type": "application/json"]))
        #expect(String(decoding: post.body, as: UTF8.self) == "POST application/json 3")
        let (empty, _) = await fetcher.record(FetchRequest(url: server.url("/"), method: "POST"))
        #expect(String(decoding: empty.body, as: UTF8.self) == "POST - 0")
        let (delete, _) = await fetcher.record(FetchRequest(url: server.url("/"), method: "DELETE"))
        #expect(String(decoding: delete.body, as: UTF8.self) == "DELETE - 0")
    }

    @Test("Nonsense for a URL and nobody at the port are told apart")
    func unreachable() async throws {
        for url in ["", "not a url", "file:///etc/passwd", "http://", "ftp://127.0.0.1/x"] {
            let (record, result) = await fetcher.record(FetchRequest(url: url))
            guard case .badURL = result.error else {
                Issue.record("\(url): \(result)")
                continue
            }
            #expect(record.events.count == 1)
        }
        // Bound but not listening: connections are refused.
        let taken = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(taken) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(taken, $0, length)
                _ = getsockname(taken, $0, &length)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        let (_, refused) = await fetcher.record(FetchRequest(url: "http://user:secret@127.0.0.1:\(port)/x?t=1"))
        guard case .unreachable("127.0.0.1:\(port)", let reason) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect(!reason.contains("secret"))
    }

    @Test("A header that would smuggle in another is refused")
    func headerInjection() async throws {
        let (_, result) = await fetcher.record(
            FetchRequest(url: "http://127.0.0.1:1/", headers: ["X": "a\r\nAuthorization: b"]))
        #expect(result.error == .other(url: "http://127.0.0.1:1/", reason: "header with a control character"))
    }

    @Test("200 fetches at once all arrive, over no more connections than allowed")
    func parallel() async throws {
        let connections = Locked<Set<Int>>([])
        let server = try LoopbackServer { connection, request in
            connections.withLock { _ = $0.insert(connection.number) }
            let text = String(repeating: request.path, count: 500)
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            return true
        }
        let fetcher = fetcher
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let (record, result) = await fetcher.record(FetchRequest(url: server.url("/\(index)")))
                    return result.error == nil && record.isInOrder
                        && record.body == Array(String(repeating: "/\(index)", count: 500).utf8)
                }
            }
            var right = 0
            for await isRight in group where isRight { right += 1 }
            #expect(right == 200)
        }
        #expect(connections.withLock { $0.count } <= 6)
    }

    @Test("A UNIX socket serves as well, and streams")
    func unixSocket() async throws {
        let path = "/tmp/hearth-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
        defer { unlink(path) }
        let server = try LoopbackServer(unixPath: path) { connection, request in
            connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: \(request.path)\n\n")
            return false
        }
        let local = try CurlFetcher(options: CurlFetcher.Options(unixSocketPath: path))
        let (record, result) = await local.record(FetchRequest(url: "http://hearth/v1/events"))
        #expect(result.error == nil)
        #expect(String(decoding: record.body, as: UTF8.self) == "data: /v1/events\n\n")
        withExtendedLifetime(server) {}
        let nobody = try CurlFetcher(options: CurlFetcher.Options(unixSocketPath: path + ".not"))
        let (_, missing) = await nobody.record(FetchRequest(url: "http://hearth/v1/status"))
        guard case .unreachable("hearth", _) = missing.error else {
            Issue.record("\(missing)")
            return
        }
    }
}
