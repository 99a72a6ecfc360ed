import Base
import Devices
import Networking
import TestSupport
import Testing

@Suite("Cancelling a fetch", .timeLimit(.minutes(10)))
struct CancellationTests {
    @Test("Cancelled at once, it ends as cancelled and nothing else")
    func atOnce() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.waitForClose()
            return false
        }
        let fetcher = try CurlFetcher()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/"))) { record.take($0) }
        handle.cancel()
        handle.cancel()
        #expect(await record.finished().error == .cancelled)
        #expect(record.events.count == 1)
    }

    @Test("Cancelled while the server thinks, or between two pieces, the connection is dropped")
    func midway() async throws {
        for path in ["/silent", "/body"] {
            let closed = Signal()
            let asked = Signal()
            let server = try LoopbackServer { connection, request in
                if request.path == "/body" { connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\nabc") }
                asked.send()
                connection.waitForClose()
                closed.send()
                return false
            }
            let fetcher = try CurlFetcher()
            let record = FetchRecord()
            let gotData = Signal()
            let handle = fetcher.fetch(FetchRequest(url: server.url(path))) { event in
                record.take(event)
                if case .data = event { gotData.send() }
            }
            await (path == "/body" ? gotData : asked).arrives()
            handle.cancel()
            #expect(await record.finished().error == .cancelled)
            await closed.arrives()
            #expect(record.isInOrder)
        }
    }

    @Test("Cancelled from inside its own handler, no further piece comes")
    func fromHandler() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n")
            connection.send([UInt8](repeating: 1, count: 4_000_000))
            return true
        }
        let fetcher = try CurlFetcher()
        let record = FetchRecord()
        let handle = Locked<(any FetchHandle)?>(nil)
        let started = fetcher.fetch(FetchRequest(url: server.url("/"))) { event in
            record.take(event)
            if case .data = event {
                // The very first piece may come before the handle is stored: then a later one cancels.
                handle.withLock { $0 }?.cancel()
            }
        }
        handle.withLock { $0 = started }
        #expect(await record.finished().error == .cancelled)
        #expect(record.body.count < 4_000_000)
        #expect(record.isInOrder)
    }

    @Test("Cancelled after its end, nothing more happens")
    func afterEnd() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            return true
        }
        let fetcher = try CurlFetcher()
        let record = FetchRecord()
        let handle = fetcher.fetch(FetchRequest(url: server.url("/"))) { record.take($0) }
        #expect(await record.finished().error == nil)
        handle.cancel()
        // Once this is answered, the loop has seen the cancellation.
        _ = await fetcher.record(FetchRequest(url: server.url("/")))
        #expect(record.events.count == 2)
    }

    @Test("A task's cancellation ends its load")
    func task() async throws {
        let asked = Signal()
        let server = try LoopbackServer { connection, _ in
            asked.send()
            connection.waitForClose()
            return false
        }
        let fetcher = try CurlFetcher()
        let task = Task { () -> FetchError? in
            do throws(FetchError) {
                _ = try await fetcher.load(FetchRequest(url: server.url("/")))
                return nil
            } catch {
                return error
            }
        }
        await asked.arrives()
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test("When the fetcher goes, all that was under way ends as cancelled, and its thread ends")
    func fetcherGone() async throws {
        let server = try LoopbackServer { connection, _ in
            connection.waitForClose()
            return false
        }
        var records: [FetchRecord] = []
        do {
            let fetcher = try CurlFetcher()
            for index in 0..<20 {
                let record = FetchRecord()
                fetcher.fetch(FetchRequest(url: server.url("/\(index)"))) { record.take($0) }
                records.append(record)
            }
        }
        for record in records {
            #expect(await record.finished().error == .cancelled)
            #expect(record.events.count == 1)
        }
    }

    @Test("Fetches started and cancelled in a storm all end exactly once")
    func storm() async throws {
        let server = try LoopbackServer { connection, request in
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nyes")
            return true
        }
        let fetcher = try CurlFetcher()
        await withTaskGroup(of: Bool.self) { group in
            for index in 0..<300 {
                group.addTask {
                    let record = FetchRecord()
                    let handle = fetcher.fetch(FetchRequest(url: server.url("/\(index)"))) { record.take($0) }
                    if index % 3 == 0 { await Task.yield() }
                    if index % 2 == 0 { handle.cancel() }
                    let error = await record.finished().error
                    return record.isInOrder && (error == nil || (error == .cancelled && index % 2 == 0))
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
