import Base
import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("Requests that nobody sees take turns")
struct TurnFetcherTests {
    /// A fetcher that a test ends the requests of.
    private final class Hand: Fetcher {
        final class Handle: FetchHandle {
            let orders = Locked<[String]>([])
            let handler: @Sendable (FetchEvent) -> Void
            init(_ handler: @escaping @Sendable (FetchEvent) -> Void) { self.handler = handler }
            func cancel() {
                orders.withLock { $0.append("cancel") }
                handler(.finished(.failure(.cancelled)))
            }
            func pause() { orders.withLock { $0.append("pause") } }
            func giveWay() { orders.withLock { $0.append("give way") } }
            func resume() { orders.withLock { $0.append("resume") } }
            func setWindow(_ bytes: Int?) { orders.withLock { $0.append("window \(bytes ?? 0)") } }
            func end() {
                let time = HostTime.zero
                handler(
                    .finished(
                        .success(
                            FetchTiming(
                                requested: time, firstByte: time, finished: time, bytes: 0, reusedConnection: true))))
            }
        }

        let begun = Locked<[(url: String, handle: Handle)]>([])
        let ranges = Locked<[ByteRange?]>([])

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            let handle = Handle(handler)
            ranges.withLock { $0.append(request.range) }
            begun.withLock { $0.append((request.url, handle)) }
            return handle
        }

        var urls: [String] { begun.withLock { $0.map(\.url) } }
        func handle(_ url: String) -> Handle? { begun.withLock { $0.first { $0.url == url }?.handle } }
    }

    private let hand = Hand()

    private func bounded(_ url: String) -> FetchRequest {
        var request = FetchRequest(url: url)
        request.isBounded = true
        return request
    }

    @Test("One at a time, in order; what is not bounded passes")
    func order() {
        let turns = TurnFetcher(hand)
        let ends = Locked<[String]>([])
        for url in ["a", "b", "c"] {
            turns.fetch(bounded(url)) { if case .finished = $0 { ends.withLock { $0.append(url) } } }
        }
        turns.fetch(FetchRequest(url: "seen")) { _ in }
        #expect(hand.urls == ["a", "seen"])
        hand.handle("a")?.end()
        #expect(hand.urls == ["a", "seen", "b"])
        hand.handle("b")?.end()
        hand.handle("c")?.end()
        #expect(hand.urls == ["a", "seen", "b", "c"] && ends.withLock { $0 } == ["a", "b", "c"])
    }

    @Test("While it is held none begins; what is taken back is never asked for, and what has begun can't be")
    func held() {
        let turns = TurnFetcher(hand)
        turns.fetch(bounded("a")) { _ in }
        turns.hold(true)
        let wanted = turns.fetch(bounded("b")) { _ in }
        let last = turns.fetch(bounded("c")) { _ in }
        hand.handle("a")?.cancel()
        #expect(hand.urls == ["a"])
        #expect(wanted.withdraw() && !wanted.withdraw())
        turns.hold(false)
        #expect(hand.urls == ["a", "c"])
        #expect(!last.withdraw())
    }

    @Test("It is told when a turn begins where there was none, and when there is none any more; else nothing is")
    func busy() throws {
        let turns = TurnFetcher(hand)
        let told = Locked<[Bool]>([])
        turns.whenBusyChanges { [weak turns] in
            let isBusy = turns?.isBusy
            told.withLock { $0 += [isBusy].compactMap(\.self) }
        }
        turns.fetch(FetchRequest(url: "seen")) { _ in }
        #expect(!turns.isBusy && told.withLock { $0 } == [])
        let first = turns.fetch(bounded("a")) { _ in }
        turns.fetch(bounded("b")) { _ in }
        #expect(told.withLock { $0 } == [true])
        first.cancel()
        #expect(turns.isBusy && hand.urls == ["seen", "a", "b"] && told.withLock { $0 } == [true])
        turns.hold(true)
        try #require(hand.handle("b")).end()
        #expect(!turns.isBusy && told.withLock { $0 } == [true, false])
        turns.fetch(bounded("c")) { _ in }
        #expect(told.withLock { $0 } == [true, false])
        turns.hold(false)
        #expect(told.withLock { $0 } == [true, false, true])
    }

    /// A fetcher that wants all of a download in the middle of sending its first request.
    private final class Impatient: Fetcher {
        let fetcher: any Fetcher
        let onFetch = Locked<(@Sendable () -> Void)?>(nil)
        init(_ fetcher: any Fetcher) { self.fetcher = fetcher }
        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            let handle = fetcher.fetch(request, handler)
            onFetch.withLock { $0.take() }?()
            return handle
        }
    }

    @Test("A head that waits for its turn when all is wanted is asked for whole at once", arguments: [false, true])
    func wanted(inTheMiddle: Bool) {
        let turns = TurnFetcher(hand)
        turns.hold(true)
        let download = MediaDownload(
            RequestID(1), into: SegmentBuffer(), clock: MonotonicClock(), report: { _ in }, firstByte: { _ in })
        let impatient = Impatient(turns)
        let transfer = Locked<MediaTransfer?>(nil)
        // Nothing is wanted of it at first: it sends nothing while it is made.
        let made = MediaTransfer(
            FetchRequest(url: "a"), limit: 0, fetcher: impatient, download: download, ranges: RangeMemory())
        transfer.withLock { $0 = made }
        if inTheMiddle { impatient.onFetch.withLock { $0 = { transfer.withLock { $0 }?.setLimit(nil) } } }
        made.setLimit(1000)
        if !inTheMiddle { made.setLimit(nil) }
        #expect(hand.urls == ["a"] && hand.ranges.withLock { $0 } == [nil])
        turns.hold(false)
        #expect(hand.urls == ["a"])
        made.cancel()
        transfer.withLock { $0 = nil }
    }

    @Test("What is cancelled before its turn is never asked for; after it the next one has it")
    func cancelled() {
        let turns = TurnFetcher(hand)
        let ends = Locked<[String]>([])
        let handles = ["a", "b", "c"].map { url in
            turns.fetch(bounded(url)) {
                if case .finished(.failure(.cancelled)) = $0 { ends.withLock { $0.append(url) } }
            }
        }
        handles[1].cancel()
        #expect(ends.withLock { $0 } == ["b"] && hand.urls == ["a"])
        handles[0].cancel()
        #expect(ends.withLock { $0 } == ["b", "a"] && hand.urls == ["a", "c"])
    }

    @Test("What rests lets the others go on")
    func rests() {
        let turns = TurnFetcher(hand)
        let first = turns.fetch(bounded("a")) { _ in }
        turns.fetch(bounded("b")) { _ in }
        first.giveWay()
        #expect(hand.urls == ["a", "b"])
        first.resume()
        #expect(hand.handle("a")?.orders.withLock { $0 } == ["give way", "resume"])
    }
}
