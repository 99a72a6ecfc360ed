import Base
import Devices
import Networking
import Testing

@Suite("A fetch that rests", .timeLimit(.minutes(10)))
struct PauseTests {
    private static let size = 8 << 20

    @Test("paused, nothing more comes while others are served; resumed, it comes whole")
    func pause() async throws {
        let server = try LoopbackServer { connection, request in
            if request.path == "/tick" {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
                return true
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
            for number in 0..<8 { connection.send([UInt8](repeating: UInt8(number), count: 1 << 20)) }
            return true
        }
        let fetcher = try CurlFetcher()
        let count = Locked(0)
        let isWhole = Locked(true)
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/"))) { event in
            guard case .data(let bytes) = event else { return record.take(event) }
            let start = count.withLock { count in
                defer { count += bytes.count }
                return count
            }
            let isRight = bytes.first == UInt8(truncatingIfNeeded: start >> 20)
            if !isRight { isWhole.withLock { $0 = false } }
        }
        handle.pause()
        // Commands are carried out in order: when this is answered, the pause is in effect.
        _ = try await fetcher.load(FetchRequest(url: server.url("/tick")))
        let before = count.withLock { $0 }
        for _ in 0..<20 { _ = try await fetcher.load(FetchRequest(url: server.url("/tick"))) }
        #expect(count.withLock { $0 } == before)
        #expect(before < Self.size)
        handle.resume()
        #expect(await record.finished().value != nil)
        #expect(count.withLock { $0 } == Self.size)
        #expect(isWhole.withLock { $0 })
    }

    @Test("paused, it is cancelled as any other")
    func cancelled() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc")
            connection.waitForClose()
            return false
        }
        let fetcher = try CurlFetcher()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/"))) { record.take($0) }
        handle.pause()
        handle.cancel()
        handle.resume()
        #expect(await record.finished().error == .cancelled)
    }
}
