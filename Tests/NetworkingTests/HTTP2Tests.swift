import Devices
import Foundation
import Glibc
import MediaCore
import Networking
import TestSupport
import Testing

@Suite(
    "Fetching over HTTP/2",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"), "nginx is not installed"))
struct HTTP2Tests {
    /// A server that answers with the protocol, and a number of the connection.
    private final class Server {
        static let longSize = 4 << 20
        let folder: URL
        let port: Int
        private let process = Process()

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try SelfSignedCertificate.make(in: folder)
            // Bound and released: no other program is given it so soon.
            port = try LoopbackServer { _, _ in false }.port
            let path = folder.path
            let text = """
                daemon off; master_process off; pid \(path)/pid; error_log \(path)/error.log;
                events {}
                http {
                  access_log off; client_body_temp_path \(path)/b; proxy_temp_path \(path)/p; fastcgi_temp_path \(path)/f;
                  uwsgi_temp_path \(path)/u; scgi_temp_path \(path)/s;
                  server {
                    listen 127.0.0.1:\(port) ssl http2;
                    ssl_certificate \(path)/certificate.pem; ssl_certificate_key \(path)/key.pem;
                    location / { return 200 "$server_protocol $connection"; }
                    location /long { root \(path); }
                  }
                }
                """
            try Data(text.utf8).write(to: folder.appendingPathComponent("nginx.conf"))
            try Data(repeating: 7, count: Self.longSize).write(to: folder.appendingPathComponent("long"))
            process.executableURL = URL(fileURLWithPath: "/usr/sbin/nginx")
            process.arguments = ["-c", path + "/nginx.conf", "-p", path, "-e", path + "/error.log"]
            process.standardError = FileHandle.nullDevice
            try process.run()
        }

        deinit {
            // SIGKILL, as its inherited mask may block any other signal; left behind it would keep the runner's
            // output open.
            kill(process.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }

        var url: String { "https://127.0.0.1:\(port)/" }
    }

    @Test("It is spoken where the server offers it, and one connection carries all requests")
    func multiplexed() async throws {
        let server = try Server()
        let fetcher = try CurlFetcher(
            options: CurlFetcher.Options(certificateFile: server.folder.appendingPathComponent("certificate.pem").path))
        let url = server.url
        @Sendable func ask() async -> String {
            await String(decoding: fetcher.record(FetchRequest(url: url)).0.body, as: UTF8.self)
        }
        var first = ""
        // Repeated until it listens.
        for _ in 0..<20_000 where first.isEmpty { first = await ask() }
        #expect(first.hasPrefix("HTTP/2.0 "))
        let others = await withTaskGroup(of: String.self, returning: Set<String>.self) { group in
            for _ in 0..<20 { group.addTask { await ask() } }
            return await group.reduce(into: []) { $0.insert($1) }
        }
        #expect(others == [first])
    }

    @Test("A request that wants a new connection gets one")
    func newConnection() async throws {
        let server = try Server()
        let fetcher = try CurlFetcher(
            options: CurlFetcher.Options(certificateFile: server.folder.appendingPathComponent("certificate.pem").path))
        let url = server.url
        func ask(_ isNew: Bool) async -> String {
            await String(
                decoding: fetcher.record(FetchRequest(url: url, needsNewConnection: isNew)).0.body, as: UTF8.self)
        }
        var first = ""
        for _ in 0..<20_000 where first.isEmpty { first = await ask(false) }
        #expect(await ask(false) == first)
        #expect(await ask(true) != first)
    }

    @Test("A bounded request comes by HTTP/1.1, beside all others, which go on to share one connection")
    func bounded() async throws {
        let server = try Server()
        let fetcher = try CurlFetcher(
            options: CurlFetcher.Options(certificateFile: server.folder.appendingPathComponent("certificate.pem").path))
        let url = server.url
        @Sendable func ask(bounded: Bool = false) async -> String {
            var request = FetchRequest(url: url)
            request.isBounded = bounded
            return await String(decoding: fetcher.record(request).0.body, as: UTF8.self)
        }
        var first = ""
        for _ in 0..<20_000 where first.isEmpty { first = await ask() }
        #expect(first.hasPrefix("HTTP/2.0 "))
        let own = await ask(bounded: true)
        #expect(own.hasPrefix("HTTP/1.1 "))
        #expect(await ask(bounded: true) == own)
        #expect(await ask() == first)
        // One that rests in its middle keeps its connection busy.
        var long = FetchRequest(url: url + "long")
        long.isBounded = true
        let began = Signal()
        let record = FetchRecord()
        let handle = fetcher.fetch(long) { event in
            record.take(event)
            if case .response = event { began.send() }
        }
        handle.pause()
        await began.arrives()
        let others = await withTaskGroup(of: (isBounded: Bool, answer: String).self) { group in
            for index in 0..<20 {
                let isBounded = index % 4 == 0
                group.addTask { (isBounded, await ask(bounded: isBounded)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for other in others {
            #expect(
                other.isBounded ? other.answer.hasPrefix("HTTP/1.1 ") && other.answer != own : other.answer == first)
        }
        handle.resume()
        #expect(await record.finished().value?.bytes == Server.longSize)
    }
}
