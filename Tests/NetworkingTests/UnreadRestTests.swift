import Base
import Devices
import TestSupport
import Testing

@testable import Networking

@Suite("A rest that nobody wants", .timeLimit(.minutes(10)))
struct UnreadRestTests {
    @Test("It is worth reading when short, or there within two round trips as fast as the rest came")
    func rule() {
        func isWorthwhile(_ bytes: Int, came: Int = 1 << 20, in time: Duration, roundTrip: Duration?) -> Bool {
            UnreadRest(bytes: bytes, came: came, in: time, roundTrip: roundTrip).isWorthwhile
        }
        #expect(isWorthwhile(0, came: 0, in: .zero, roundTrip: nil))
        #expect(isWorthwhile(32 << 10, came: 0, in: .zero, roundTrip: nil))
        #expect(!isWorthwhile(33 << 10, in: .seconds(1), roundTrip: nil))
        #expect(!isWorthwhile(33 << 10, in: .zero, roundTrip: .milliseconds(30)))
        // 2.5 MB a second: 150 kB in two round trips, of which 128 kB are allowed.
        #expect(isWorthwhile(100_000, came: 2_500_000, in: .seconds(1), roundTrip: .milliseconds(30)))
        #expect(!isWorthwhile(140_000, came: 2_500_000, in: .seconds(1), roundTrip: .milliseconds(30)))
        #expect(isWorthwhile(59_000, came: 1_000_000, in: .seconds(1), roundTrip: .milliseconds(30)))
        #expect(!isWorthwhile(61_000, came: 1_000_000, in: .seconds(1), roundTrip: .milliseconds(30)))
        #expect(!isWorthwhile(.max, came: .max, in: .nanoseconds(1), roundTrip: .seconds(1 << 40)))
    }

    /// A server with bodies that stop before `rest` of the bytes, until it is told to go on.
    private func server(rest: Int, total: Int = 200_000, goOn: Base.Semaphore) throws -> LoopbackServer {
        try LoopbackServer { connection, request in
            guard request.path == "/long" else {
                connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                return true
            }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            connection.send([UInt8](repeating: 1, count: total - rest))
            goOn.wait()
            connection.send([UInt8](repeating: 2, count: rest))
            return true
        }
    }

    /// A fetcher of which a second request waits for the end of the first, or for its connection's.
    private func fetcher() throws -> CurlFetcher {
        var options = CurlFetcher.Options()
        options.connectionsPerHost = 1
        return try CurlFetcher(options: options)
    }

    /// Cancels a fetch when all but the rest has come; then lets the server go on, and returns whether the next
    /// request needed no new connection.
    private func keepsConnection(
        rest: Int, givesWay: Bool = false, range: ByteRange? = nil
    ) async throws -> Bool {
        let goOn = Base.Semaphore()
        let server = try server(rest: rest, goOn: goOn)
        let fetcher = try fetcher()
        let came = Locked(0)
        let stopped = Signal()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/long"), range: range)) { event in
            record.take(event)
            guard case .data(let bytes) = event else { return }
            let all = came.withLock { came in
                came += bytes.count
                return came
            }
            if all == (range?.length.map { Int($0) } ?? 200_000 - rest) { stopped.send() }
        }
        await stopped.arrives()
        if givesWay { handle.giveWay() }
        if range == nil {
            handle.cancel()
            #expect(await record.finished().error == .cancelled)
        } else {
            #expect(await record.finished().value?.bytes == came.withLock { $0 })
        }
        // The caller has heard the end, while the server keeps the rest.
        let next = FetchRecord()
        fetcher.fetch(FetchRequest(url: server.url("/next"))) { next.take($0) }
        goOn.post()
        let result = await next.finished()
        #expect(next.body == Array("ok".utf8))
        #expect(record.isInOrder)
        #expect(record.body.allSatisfy { $0 == 1 })
        return result.value?.reusedConnection == true
    }

    @Test("Cancelled short of its end, a fetch keeps its connection, and says no more")
    func short() async throws {
        #expect(try await keepsConnection(rest: 20_000))
        #expect(try await keepsConnection(rest: 1))
        #expect(try await keepsConnection(rest: 20_000, givesWay: true))
    }

    @Test("Cancelled far from its end, it loses it")
    func long() async throws {
        #expect(try await !keepsConnection(rest: 150_000))
    }

    @Test("Where the whole comes for a range, its rest is read or not by the same rule")
    func ignoredRange() async throws {
        #expect(try await keepsConnection(rest: 10_000, range: ByteRange(offset: 5, length: 180_000)))
        #expect(try await !keepsConnection(rest: 10_000, range: ByteRange(offset: 5, length: 20_000)))
    }

    @Test("A rest that does not come is not waited for")
    func missing() async throws {
        let silent = Base.Semaphore()
        let server = try server(rest: 20_000, goOn: silent)
        let fetcher = try fetcher()
        let began = Signal()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/long"))) { event in
            record.take(event)
            if record.body.count == 180_000 { began.send() }
        }
        await began.arrives()
        handle.cancel()
        #expect(await fetcher.record(FetchRequest(url: server.url("/next"))).1.value?.reusedConnection == false)
        silent.post()
    }

    @Test("When the fetcher goes while a rest is read, nothing is said twice")
    func fetcherGone() async throws {
        let goOn = Base.Semaphore()
        let server = try server(rest: 20_000, goOn: goOn)
        let record = FetchRecord()
        do {
            let fetcher = try fetcher()
            let began = Signal()
            let handle = fetcher.fetch(FetchRequest(url: server.url("/long"))) { event in
                record.take(event)
                if record.body.count == 180_000 { began.send() }
            }
            await began.arrives()
            handle.cancel()
            _ = await record.finished()
        }
        goOn.post()
        #expect(record.isInOrder)
    }
}
