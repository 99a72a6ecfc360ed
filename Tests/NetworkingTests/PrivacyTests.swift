import Devices
import Foundation
import MediaCore
import Testing

@testable import Networking

@Suite("What is told to whom")
struct PrivacyTests {
    /// A server that answers with the request's head, and sets a cookie.
    private func echo() throws -> LoopbackServer {
        try LoopbackServer { connection, request in
            let body = request.head
            connection.send(
                "HTTP/1.1 200 OK\r\nSet-Cookie: session=s3cret; Path=/\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body)
            return true
        }
    }

    private func text(_ record: FetchRecord) -> String { String(decoding: record.body, as: UTF8.self) }

    @Test("A channel's cookies are sent with its next request, and with no other channel's")
    func cookies() async throws {
        let server = try echo()
        let fetcher = try CurlFetcher()
        func ask(_ jar: String?) async -> String {
            await text(fetcher.record(FetchRequest(url: server.url("/"), cookieJar: jar)).0)
        }
        #expect(await !ask("one").contains("Cookie:"))
        #expect(await ask("one").contains("Cookie: session=s3cret"))
        #expect(await !ask("two").contains("Cookie:"))
        #expect(await !ask(nil).contains("Cookie:"))
        #expect(await !ask(nil).contains("Cookie:"))
        #expect(await ask("two").contains("Cookie: session=s3cret"))
    }

    @Test("More channels than there are jars for lose the oldest cookies, and nothing else")
    func manyJars() async throws {
        let server = try echo()
        let fetcher = try CurlFetcher()
        for number in 0..<300 {
            let (record, _) = await fetcher.record(FetchRequest(url: server.url("/"), cookieJar: "\(number)"))
            #expect(!text(record).contains("Cookie:"))
        }
        let (last, _) = await fetcher.record(FetchRequest(url: server.url("/"), cookieJar: "299"))
        #expect(text(last).contains("Cookie: session=s3cret"))
        let (first, _) = await fetcher.record(FetchRequest(url: server.url("/"), cookieJar: "0"))
        #expect(!text(first).contains("Cookie:"))
    }

    @Test("Authorization and cookies do not follow a redirect to another server")
    func redirectedCredentials() async throws {
        let other = try echo()
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 302 Found\r\nLocation: \(other.url("/"))\r\nContent-Length: 0\r\n\r\n")
            return true
        }
        let request = FetchRequest(
            url: server.url("/"),
            headers: ["Authorization": "Bearer s3cret", "Cookie": "a=s3cret", "User-Agent": "Box/1"])
        let (record, _) = try await CurlFetcher().record(request)
        #expect(text(record).contains("User-Agent: Box/1"))
        #expect(!text(record).contains("s3cret"))
    }

    @Test("User and password of a URL are sent, not shown, and do not follow a redirect")
    func userInfo() async throws {
        let other = try echo()
        let server = try LoopbackServer { connection, request in
            if request.path == "/missing" {
                connection.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            } else {
                let auth = request.header("authorization") ?? "none"
                connection.send(
                    "HTTP/1.1 302 Found\r\nLocation: \(other.url("/"))?was=\(auth.count)\r\nContent-Length: 0\r\n\r\n")
            }
            return true
        }
        let address = "http://user:s3cret@127.0.0.1:\(server.port)"
        let (record, _) = try await CurlFetcher().record(FetchRequest(url: address + "/"))
        #expect(text(record).contains("was=22"), "Basic, of user:s3cret")
        #expect(!text(record).contains("Authorization"))
        let (_, missing) = try await CurlFetcher().record(FetchRequest(url: address + "/missing"))
        #expect(!"\(String(describing: missing.error))".contains("s3cret"))
    }

    @Test("A proxy of the environment gets the whole address")
    func proxy() async throws {
        let proxy = try echo()
        var options = CurlFetcher.Options()
        options.httpProxy = proxy.url("")
        let (record, _) = try await CurlFetcher(options: options).record(
            FetchRequest(url: "http://channel.invalid/a?b=1"))
        #expect(text(record).hasPrefix("GET http://channel.invalid/a?b=1 HTTP/1.1"))
    }

    @Test(
        "HTTP_PROXY counts where http_proxy is not, but not for a web server's programs",
        arguments: [
            (["HTTP_PROXY": "http://p/"], "http://p/"), (["HTTP_PROXY": "http://p/", "http_proxy": "http://q/"], nil),
            (["HTTP_PROXY": "http://p/", "REQUEST_METHOD": "GET"], nil), (["HTTP_PROXY": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func environment(variables: [String: String], proxy: String?) {
        #expect(ProxyEnvironment.httpProxy(variables) == proxy)
    }
}
