import Appliance
import Base
import Commands
import ControlProtocol
import Foundation
import Logging
import MediaCore
import TestSupport
import Testing

struct ControlServerTests {
    private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Runs a server on a socket of its own while `body` runs.
    private func serving(
        _ handler: FakeHandler = FakeHandler(), log: LogTail = LogTail(), pagePort: Int? = nil,
        gate: PageGate = PageGate(token: "secret"),
        body: @escaping @Sendable (RawClient, ControlServer.Addresses) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "control.sock").path
        try await run(
            ControlServer(handler: handler, log: log, socket: path, pagePort: pagePort, gate: gate, logger: logger)
        ) { try await body(RawClient(address: .unix(path)), $0) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    private func run(
        _ server: ControlServer, _ body: @escaping @Sendable (ControlServer.Addresses) async throws -> Void
    ) async throws {
        let (ready, continuation) = AsyncStream.makeStream(of: ControlServer.Addresses.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await server.run { continuation.yield($0) }
            }
            var addresses = ready.makeAsyncIterator()
            guard let address = await addresses.next() else {
                try await group.waitForAll()
                return
            }
            do {
                try await body(address)
            } catch {
                group.cancelAll()
                throw error
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func parts(_ answer: String) -> (status: String, body: String) {
        let halves = answer.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(answer.prefix { $0 != "\r\n" }), halves.count == 2 ? String(halves[1]) : "")
    }

    @Test("a picture comes in the size that is asked for; one that nobody makes is refused")
    func artwork() async throws {
        try await serving { client, _ in
            for (query, size) in [
                ("width=320&height=90", "320 × 90"), ("width=16", "16 × 2048"), ("height=2048", "2048 × 2048"),
            ] {
                let answer = parts(try await client.get("/v1/artwork?\(query)"))
                #expect(answer.status == "HTTP/1.1 200 OK" && answer.body.contains(size), "\(query): \(answer)")
            }
            for query in [
                "width=15", "width=2049", "height=-1", "width=", "width=1&height=90", "width=9999999999999999999",
            ] {
                #expect(parts(try await client.get("/v1/artwork?\(query)")).status.contains("400"), "\(query)")
            }
            #expect(parts(try await client.get("/v1/artwork")).body.contains("PNG"))
            #expect(parts(try await client.get("/v1/artwork?channel=page")).status.contains("404"))
        }
    }

    @Test("every route that takes nothing answers with its JSON")
    func gets() async throws {
        try await serving { client, _ in
            let status = parts(try await client.get("/v1/status"))
            #expect(status.status == "HTTP/1.1 200 OK")
            #expect(try Wire.decode(Status.self, from: status.body.utf8).channel == FakeHandler.channel)
            #expect(
                parts(try await client.get("/v1/channels")).body
                    == #"{"channels":[{"favourite":false,"id":"one","name":"One","number":1,"restricted":false}]}"#)
            #expect(
                parts(try await client.get("/v1/flips")).body
                    == #"{"flips":[{"first_byte":null,"first_frame_decoded":null,"first_frame_scanout":null,"#
                    + #""first_sound":null,"from":null,"interstitial_scanout":null,"locked":false,"motion":null,"#
                    + #""outcome":null,"playlist":null,"prepared":null,"revealed":null,"slow":false,"slowest":null,"#
                    + #""steps":{},"time_ns":5,"to":"one","warm":false}]}"#)
            #expect(parts(try await client.get("/v1/meter")).body == #"{"peak_dbfs":[-12.5,-13]}"#)
        }
    }

    @Test("somebody answers each route", arguments: Route.allCases.filter { ![.events, .log].contains($0) })
    func routes(route: Route) async throws {
        try await serving { client, _ in
            let answer = try await client.exchange(
                "\(route.method.rawValue) \(route.path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                    + "Content-Length: 2\r\n\r\n{}")
            #expect(!answer.contains("nobody answers"))
        }
    }

    @Test("where films were left is told, and one or all are forgotten; neither, or both at once, is refused")
    func resume() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            let told = parts(try await client.get("/v1/resume")).body
            #expect(
                told
                    == #"{"points":[{"duration_s":5400,"id":"film","name":"A Film","position_s":2480,"#
                    + #""updated":"2023-11-14T22:13:20Z"}]}"#)
            for (body, status) in [
                (#"{"id":"film"}"#, "HTTP/1.1 200 OK"), (#"{"all":true}"#, "HTTP/1.1 200 OK"),
                ("{}", "HTTP/1.1 400 Bad Request"), (#"{"all":false}"#, "HTTP/1.1 400 Bad Request"),
                (#"{"id":"film","all":true}"#, "HTTP/1.1 400 Bad Request"),
            ] {
                let answer = parts(try await client.post("/v1/resume/forget", body))
                #expect(answer.status == status)
            }
            #expect(handler.calls.withLock { $0.forgotten } == ["film", nil])
        }
    }

    @Test("commands go out as they are written, with their result or why not; one that makes no sense is refused")
    func commands() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            #expect(
                parts(try await client.get("/v1/commands")).body
                    == #"{"commands":[{"command":"stop","enabled":true},"#
                    + #"{"command":"tune","enabled":false,"parameter":"a channel","reason":"why"}]}"#)
            let done = parts(try await client.post("/v1/command", #"{"command":"tune BBC One"}"#))
            #expect(done.status == "HTTP/1.1 200 OK" && done.body == #"{"result":"nothing_to_do"}"#)
            #expect(
                parts(try await client.post("/v1/command", #"{"command":"retry"}"#)).status == "HTTP/1.1 409 Conflict")
            for wrong in ["", "dance", "volume 101"] {
                #expect(
                    parts(try await client.post("/v1/command", "{\"command\":\"\(wrong)\"}")).status
                        == "HTTP/1.1 400 Bad Request")
            }
            #expect(handler.calls.withLock { $0.wishes } == [.command(.tune(.name("BBC One")))])
        }
    }

    @Test("what changes something is answered once it is written; what only asks waits for nothing")
    func written() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            let changed = parts(try await client.post("/v1/volume", #"{"level":63}"#))
            #expect(changed.status == "HTTP/1.1 200 OK")
            #expect(handler.calls.withLock { $0.written } == [63])
            let asked = parts(try await client.get("/v1/status"))
            #expect(asked.status == "HTTP/1.1 200 OK")
            #expect(handler.calls.withLock { $0.written } == [63])
        }
    }

    @Test("what could not be written is not answered as if it had been")
    func unwritten() async throws {
        try await serving { client, _ in
            let changed = parts(try await client.post("/v1/volume", #"{"level":\#(FakeHandler.unwritableVolume)}"#))
            #expect(changed.status == "HTTP/1.1 500 Internal Server Error")
            #expect(changed.body.contains("can't keep it"))
        }
    }

    @Test("flips are asked for by channel and number, and metrics are where scrapers look")
    func flipsAndMetrics() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            _ = try await client.get("/v1/flips?channel=BBC%20One&last=7")
            for wrong in ["last=-1", "last=2001", "last=x", "channel="] {
                #expect(parts(try await client.get("/v1/flips?\(wrong)")).status == "HTTP/1.1 400 Bad Request")
            }
            for path in ["/metrics", "/v1/metrics"] {
                let answer = try await client.get(path)
                #expect(parts(answer).body == "# EOF\n")
                #expect(answer.lowercased().contains("content-type: application/openmetrics-text; version=1.0.0"))
            }
            #expect(parts(try await client.post("/v1/diagnostics", #"{"shown":false}"#)).body == #"{"shown":false}"#)
            #expect(parts(try await client.post("/v1/diagnostics", "{}")).body == #"{"shown":true}"#)
        }
        #expect(handler.calls.withLock { $0.queries } == [FlipQuery(channel: "BBC One", last: 7)])
    }

    @Test("the CEC line's newest messages, as many as are kept, and a scan that says why it can't be")
    func cec() async throws {
        try await serving(FakeHandler()) { client, _ in
            let body = parts(try await client.get("/v1/cec?last=1")).body
            #expect(
                body == #"{"messages":[{"age_ms":5,"frame":"04:8f","kind":"received","#
                    + #""meaning":"TV → Playback 1: poll","noticeable":false}]}"#)
            for wrong in ["0", "501", "x", "-1"] {
                #expect(parts(try await client.get("/v1/cec?last=\(wrong)")).status == "HTTP/1.1 400 Bad Request")
            }
            #expect(parts(try await client.post("/v1/cec/scan", "")).status == "HTTP/1.1 409 Conflict")
        }
    }

    @Test("orders reach the handler as they were meant")
    func posts() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            for channel in ["7", " next", "previous", "last", "BBC One", "007"] {
                _ = try await client.post("/v1/tune", #"{"channel":"\#(channel)"}"#)
            }
            _ = try await client.post("/v1/press", #"{"key":"KEY_CHANNELUP"}"#)
            _ = try await client.post("/v1/press", #"{"key":"ok","hold_ms":800}"#)
            _ = try await client.post("/v1/press", #"{"key":"KEY_UP","phase":"down"}"#)
            _ = try await client.post("/v1/press", #"{"key":"KEY_UP","phase":"up"}"#)
            _ = try await client.post("/v1/play", #"{"url":"https://example.org/live.m3u8?token=x"}"#)
            _ = try await client.post("/v1/passcode", #"{"passcode":"4711"}"#)
            _ = try await client.post("/v1/passcode", #"{"passcode":"4712","old":"4711"}"#)
            _ = try await client.post("/v1/passcode/check", #"{"passcode":"4712"}"#)
            _ = try await client.post("/v1/passcode/clear", #"{"old":"4712"}"#)
            _ = try await client.post("/v1/remote/learn", #"{"name":"tv","keys":["ok","KEY_RED"]}"#)
            _ = try await client.post("/v1/remote/learn", "{}")
            for deed in LessonRequest.Deed.allCases {
                _ = try await client.post("/v1/remote/lesson", #"{"deed":"\#(deed.rawValue)"}"#)
            }
            #expect(
                parts(try await client.post("/v1/volume", #"{"change":-5}"#)).body == #"{"muted":false,"volume":45}"#)
            #expect(parts(try await client.post("/v1/mute", "{}")).body == #"{"muted":true,"volume":45}"#)
            #expect(
                parts(try await client.post("/v1/favourite", #"{"channel":"1"}"#)).body.contains(#""favourite":true"#))
            #expect(
                parts(try await client.post("/v1/favourite", #"{"channel":"1","place":2}"#)).body
                    .contains(#""favourite_place":2"#))
            #expect(
                parts(try await client.post("/v1/favourite", #"{"channel":"1","place":0}"#)).body.contains("count them")
            )
            #expect(parts(try await client.get("/v1/state")).body == #"{"format":"hearth-state"}"#)
            #expect(
                parts(try await client.post("/v1/state/import?dry=1&replace=1", "{}")).body
                    == #"{"dry":true,"sections":[],"skipped":["{}","2 true"]}"#)
            // A list of a hundred thousand numbers is longer than what other routes take.
            #expect(
                parts(try await client.post("/v1/state/import", String(repeating: "x", count: 300_000))).body
                    == #"{"dry":false,"sections":[],"skipped":["xxxxxxxxxx","300000 false"]}"#)
            let edited =
                #"{"edited":["name"],"groups":[],"hidden":false,"id":"one","list_name":"One","listed":true,"#
                + #""name":"Uno","number":1}"#
            #expect(
                parts(try await client.post("/v1/channels/edit", #"{"channel":"1","name":"Uno"}"#)).body == edited)
            #expect(parts(try await client.get("/v1/channels/edits")).body == #"{"edits":[\#(edited)]}"#)
        }
        let calls = handler.calls.withLock { $0 }
        #expect(
            calls.wishes == [
                .command(.tune(.number(7))), .command(.channelUp), .command(.channelDown), .command(.tuneLast),
                .command(.tune(.name("BBC One"))), .command(.tune(.number(7))),
                .command(.play(url: "https://example.org/live.m3u8?token=x")), .volume(by: -5), .toggleOwnMute,
            ])
        #expect(
            calls.presses == [
                KeyPress(code: 402, phase: .tap(hold: .zero)),
                KeyPress(code: 352, phase: .tap(hold: .milliseconds(800))),
                KeyPress(code: 103, phase: .down), KeyPress(code: 103, phase: .up),
            ])
        #expect(
            calls.passcodes == [.set("4711", old: nil), .set("4712", old: "4711"), .check("4712"), .clear(old: "4712")])
        // Whoever runs the tests, as the kernel has it.
        #expect(calls.callers == Array(repeating: .process(user: getuid(), id: getpid()), count: 4))
        #expect(calls.lessons == ["learn tv ok,KEY_RED", "learn - -", "skip", "back", "stop", "cancel"])
    }

    @Test("a picture comes as it is, in the width asked for")
    func shot() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            let answer = try await client.get("/v1/shot?width=640")
            #expect(answer.lowercased().contains("content-type: image/png"))
            #expect(answer.hasSuffix("PNG"))
            _ = try await client.get("/v1/shot")
        }
        #expect(handler.calls.withLock { $0.widths } == [640, nil])
    }

    @Test(
        "a bad request gets a typed error with cause and next step",
        arguments: [
            ("POST", "/v1/tune", "not json", 400, "bad_request"),
            ("POST", "/v1/tune", "", 400, "bad_request"),
            ("POST", "/v1/tune", "{}", 400, "bad_request"),
            ("POST", "/v1/tune", #"{"channel":7}"#, 400, "bad_request"),
            ("POST", "/v1/tune", #"{"channel":"  "}"#, 400, "bad_request"),
            ("POST", "/v1/tune", #"{"channel":"99"}"#, 404, "not_found"),
            ("POST", "/v1/tune", String(repeating: "[", count: 60_000), 400, "bad_request"),
            ("POST", "/v1/type", #"{"text":""}"#, 400, "bad_request"),
            ("POST", "/v1/type", #"{"text":"a\u001b[2J"}"#, 400, "bad_request"),
            ("POST", "/v1/press", #"{"key":"KEY_NOSUCH"}"#, 400, "bad_request"),
            ("POST", "/v1/press", #"{"key":"KEY_OK","hold_ms":-1}"#, 400, "bad_request"),
            ("POST", "/v1/press", #"{"key":"KEY_OK","hold_ms":1e300}"#, 400, "bad_request"),
            ("POST", "/v1/press", #"{"key":"KEY_OK","phase":"sideways"}"#, 400, "bad_request"),
            ("POST", "/v1/play", #"{"url":"file:///etc/shadow"}"#, 400, "bad_request"),
            ("POST", "/v1/play", #"{"url":"http://"}"#, 400, "bad_request"),
            ("POST", "/v1/volume", "{}", 400, "bad_request"),
            ("POST", "/v1/volume", #"{"level":101}"#, 400, "bad_request"),
            ("POST", "/v1/volume", #"{"level":1,"change":1}"#, 400, "bad_request"),
            ("POST", "/v1/passcode", #"{"passcode":"12a4"}"#, 400, "bad_request"),
            ("POST", "/v1/remote/lesson", #"{"deed":"dance"}"#, 400, "bad_request"),
            ("POST", "/v1/remote/learn", #"{"keys":"ok"}"#, 400, "bad_request"),
            ("POST", "/v1/stop", "", 500, "failed"),
            ("GET", "/v1/shot?width=0", "", 400, "bad_request"),
            ("GET", "/v1/shot?width=99999999999999999999", "", 400, "bad_request"),
            ("GET", "/v1/tune", "", 400, "bad_request"),
            ("DELETE", "/v1/status", "", 400, "bad_request"),
            ("GET", "/", "", 404, "not_found"),
            ("GET", "/v1/../../etc/passwd", "", 404, "not_found"),
            ("GET", "/v1/%00", "", 404, "not_found"),
        ] as [(String, String, String, Int, String)])
    func badRequests(method: String, path: String, body: String, status: Int, code: String) async throws {
        try await serving { client, _ in
            let answer = parts(
                try await client.exchange(
                    "\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                ))
            #expect(answer.status.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
            let error = try Wire.decode(ErrorBody.self, from: answer.body.utf8).error
            #expect(error.code.rawValue == code)
            #expect(!error.cause.isEmpty && !error.nextStep.isEmpty)
            // The server goes on.
            #expect(try await client.get("/v1/status").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("a body that is too long is refused, and the server goes on")
    func tooLong() async throws {
        try await serving { client, _ in
            let answer = try await client.post("/v1/play", String(repeating: "x", count: 70_000))
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(try await client.get("/v1/status").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test(
        "bytes that are not HTTP do no harm",
        arguments: ["\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "POST /v1/tune HTTP/1.1\r\nContent-Length: -1\r\n\r\n"])
    func notHTTP(bytes: String) async throws {
        try await serving { client, _ in
            _ = try await client.exchange(bytes, until: "HTTP/1.1 4")
            #expect(try await client.get("/v1/status").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("events come as they happen, and end with the client")
    func events() async throws {
        let handler = FakeHandler()
        try await serving(handler) { client, _ in
            let request = "GET /v1/events HTTP/1.1\r\nHost: x\r\n\r\n"
            let answer = try await client.exchange(request, until: #""type":"sound"}"#)
            #expect(answer.lowercased().contains("content-type: text/event-stream"))
            #expect(answer.contains("event: warning\ndata: {\"type\":\"warning\",\"warning\":\"first\"}\n\n"))
            await handler.eventsEnded.arrives()
        }
    }

    @Test("the log comes with its newest lines first and is followed until the client goes")
    func log() async throws {
        let log = LogTail(capacity: 10)
        log.append("old")
        try await serving(log: log) { client, _ in
            let ended = try await client.get("/v1/log?follow=0")
            #expect(ended.contains("event: line\ndata: old\n\n"))
            async let following = client.exchange("GET /v1/log HTTP/1.1\r\nHost: x\r\n\r\n", until: "data: new")
            while log.followerCount == 0, !Task.isCancelled { await Task.yield() }
            log.append("new")
            let followed = try await following
            #expect(followed.contains("data: old") && followed.contains("data: new"))
            while log.followerCount > 0, !Task.isCancelled { await Task.yield() }
        }
    }

    @Test("the socket is for its owner and group, and a second daemon is refused")
    func socketFile() async throws {
        try await serving { client, addresses in
            let mode = try FileManager.default.attributesOfItem(atPath: addresses.socket)[.posixPermissions] as? Int
            #expect(mode == 0o660)
            let second = ControlServer(
                handler: FakeHandler(), log: LogTail(), socket: addresses.socket, logger: logger)
            let error = await #expect(throws: (any Error).self) { try await second.run() }
            #expect(
                error.map { "\($0)" }
                    == "\(addresses.socket): another hearthd is running there; stop it, or choose another --socket")
            // The first server still answers.
            #expect(try await client.get("/v1/status").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("a dead daemon's socket is replaced, a file is not")
    func staleSocket() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        let server = ControlServer(handler: FakeHandler(), log: LogTail(), socket: path, logger: logger)
        let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafeBytes(of: address) {
            bind(stale, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        close(stale)
        #expect(bound == 0 && FileManager.default.fileExists(atPath: path))
        try await run(server) { _ in
            let answer = try await RawClient(address: .unix(path)).get("/v1/status")
            #expect(answer.hasPrefix("HTTP/1.1 200"))
        }
        try Data("precious".utf8).write(to: folder.appending(path: "s"))
        let error = await #expect(throws: (any Error).self) { try await server.run() }
        #expect(error.map { "\($0)".contains("not a socket") } == true)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test("the page may what a remote may, and nothing else", arguments: Route.allCases)
    func pageRights(route: Route) async throws {
        let handler = FakeHandler()
        try await serving(handler, pagePort: 0) { _, addresses in
            let port = try #require(addresses.page.flatMap { URL(string: $0) }?.port)
            let answer = try await RawClient(address: .port(UInt16(port))).exchange(
                "\(route.method.rawValue) \(route.path) HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n"
                    + "Authorization: Bearer secret\r\nContent-Length: 19\r\n\r\n{\"passcode\":\"4711\"}")
            let isOfARemote = [.press, .type, .shot, .meter, .status, .nowPlaying, .flips, .channels].contains(route)
            // What brings the token needs none, and is refused for what it was sent: no ticket.
            let refusal = route == .pageOpen ? "HTTP/1.1 400" : "HTTP/1.1 403"
            #expect(answer.hasPrefix(refusal) == !isOfARemote)
        }
        #expect(handler.calls.withLock { $0.passcodes.isEmpty })
    }

    @Test("the page is for the browser that has its address, and for no other page")
    func page() async throws {
        try await serving(pagePort: 0) { _, addresses in
            let url = try #require(addresses.page.flatMap { URL(string: $0) })
            let port = try #require(url.port)
            let client = RawClient(address: .port(UInt16(port)))
            func get(_ path: String, host: String, _ more: String = "") async throws -> String {
                try await client.exchange("GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\(more)\r\n")
            }
            #expect(url.absoluteString == "http://127.0.0.1:\(port)/")
            let page = try await get("/", host: "127.0.0.1:\(port)")
            #expect(page.hasPrefix("HTTP/1.1 200") && page.contains("<title>Hearth</title>"))
            #expect(page.lowercased().contains("frame-ancestors 'none'") && page.contains("no-store"))
            #expect(!page.contains("secret"))
            let bearer = "Authorization: Bearer secret\r\n"
            #expect(try await get("/v1/status", host: "localhost:\(port)", bearer).hasPrefix("HTTP/1.1 200"))
            #expect(try await get("/", host: "evil.example").hasPrefix("HTTP/1.1 403"))
            // An address that holds it is no way in any more: it would stay in histories and logs.
            let query = "/v1/status?token=secret"
            #expect(try await get(query, host: "127.0.0.1:\(port)").hasPrefix("HTTP/1.1 403"))
            #expect(try await get("/v1/status", host: "127.0.0.1:\(port)").hasPrefix("HTTP/1.1 403"))
            #expect(try await get("/v1/status", host: "evil.example", bearer).hasPrefix("HTTP/1.1 403"))
            let foreign = bearer + "Origin: http://evil.example\r\n"
            #expect(try await get("/v1/status", host: "127.0.0.1:\(port)", foreign).hasPrefix("HTTP/1.1 403"))
        }
    }

    @Test("a link opens the page once, for who has the socket, and only from the page itself")
    func pageLink() async throws {
        try await serving(pagePort: 0) { client, addresses in
            let address = try #require(addresses.page)
            let port = try #require(URL(string: address)?.port)
            func link() async throws -> String {
                let link = try Wire.decode(PageLink.self, from: parts(try await client.post("/v1/page", "")).body.utf8)
                let halves = link.url.split(separator: "#").map(String.init)
                #expect(halves.count == 2 && halves[0] == address && !link.url.contains("secret"))
                return try #require(halves.last)
            }
            func open(_ ticket: String, _ more: String = "") async throws -> String {
                let body = #"{"ticket":"\#(ticket)"}"#
                return try await RawClient(address: .port(UInt16(port))).exchange(
                    "POST /v1/page/open HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\(more)"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
            let ticket = try await link()
            #expect(try await open(ticket, "Origin: http://evil.example\r\n").hasPrefix("HTTP/1.1 403"))
            let opened = try await open(ticket, "Origin: http://127.0.0.1:\(port)\r\n")
            #expect(opened.hasPrefix("HTTP/1.1 200") && opened.contains("no-store"))
            #expect(try Wire.decode(PageToken.self, from: parts(opened).body.utf8).token == "secret")
            for wrong in [ticket, "", "secret"] {
                #expect(try await open(wrong).hasPrefix("HTTP/1.1 403"))
            }
            // The token makes no link.
            let another = try await RawClient(address: .port(UInt16(port))).exchange(
                "POST /v1/page HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
                    + "Authorization: Bearer secret\r\nContent-Length: 0\r\n\r\n")
            #expect(another.hasPrefix("HTTP/1.1 403"))
        }
        try await serving { client, _ in
            let none = try await client.post("/v1/page", "")
            #expect(none.hasPrefix("HTTP/1.1 409"))
        }
    }
}
