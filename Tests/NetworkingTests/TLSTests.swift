import Devices
import Foundation
import Glibc
import Networking
import Testing

@Suite(
    "Fetching over TLS",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "openssl is not installed"))
struct TLSTests {
    /// A TLS server for 127.0.0.1, with a certificate that only its own file vouches for. Every request is
    /// answered with the file `page` of its folder, which holds a whole response.
    private final class SecureServer {
        let folder: URL
        let port: Int
        private let process = Process()

        init(response: String) throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(response.utf8).write(to: folder.appendingPathComponent("page"))
            try SelfSignedCertificate.make(in: folder)
            process.executableURL = SelfSignedCertificate.openssl
            process.currentDirectoryURL = folder
            // With -HTTP, s_server sends the named file as it is, including the head.
            process.arguments = [
                "s_server", "-accept", "127.0.0.1:0", "-cert", "certificate.pem", "-key", "key.pem", "-HTTP",
            ]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            // The end of its standard input makes s_server exit.
            process.standardInput = Pipe()
            try process.run()
            var text = ""
            while true {
                let data = output.fileHandleForReading.availableData
                text += String(decoding: data, as: UTF8.self)
                if let match = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)/), let port = Int(match.1) {
                    self.port = port
                    return
                }
                try #require(!data.isEmpty, "s_server did not start: \(text)")
            }
        }

        deinit {
            // SIGKILL, as its inherited mask may block any other signal; left behind it would keep the runner's
            // output open.
            kill(process.processIdentifier, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
        }

        var url: String { "https://127.0.0.1:\(port)/page" }
        var certificate: String { folder.appendingPathComponent("certificate.pem").path }
    }

    @Test("An unknown certificate is refused, a trusted one is not")
    func verification() async throws {
        let server = try SecureServer(response: "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
        let (record, refused) = try await CurlFetcher().record(FetchRequest(url: server.url))
        guard case .tls("127.0.0.1:\(server.port)", _) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect(record.body.isEmpty)
        let trusting = try CurlFetcher(options: CurlFetcher.Options(certificateFile: server.certificate))
        let (page, _) = await trusting.record(FetchRequest(url: server.url))
        #expect(page.body == Array("secret".utf8))
    }

    @Test("A redirect from https to http is refused where it matters, and else followed")
    func downgrade() async throws {
        let plain = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain")
            return true
        }
        let server = try SecureServer(
            response: "HTTP/1.1 302 Found\r\nLocation: \(plain.url("/key?t=1"))\r\nContent-Length: 0\r\n\r\n")
        let fetcher = try CurlFetcher(options: CurlFetcher.Options(certificateFile: server.certificate))
        let (followed, _) = await fetcher.record(FetchRequest(url: server.url))
        #expect(followed.body == Array("plain".utf8))
        let (_, refused) = await fetcher.record(FetchRequest(url: server.url, refusesDowngrade: true))
        #expect(refused.error == .downgraded(url: plain.url("/key")))
    }
}
