import Base
import Devices
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

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            let handle = Handle(handler)
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

    @Test("While it is held none begins, but what somebody waits for")
    func held() {
        let turns = TurnFetcher(hand)
        turns.fetch(bounded("a")) { _ in }
        turns.hold(true)
        let wanted = turns.fetch(bounded("b")) { _ in }
        turns.fetch(bounded("c")) { _ in }
        hand.handle("a")?.cancel()
        #expect(hand.urls == ["a"])
        wanted.hasten()
        wanted.hasten()
        #expect(hand.urls == ["a", "b"])
        turns.hold(false)
        #expect(hand.urls == ["a", "b", "c"])
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
