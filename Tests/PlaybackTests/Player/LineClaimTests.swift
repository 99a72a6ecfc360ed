import Base
import Devices
import FFmpeg
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("Whose the line is", .timeLimit(.minutes(10)))
struct LineClaimTests {
    private let start = HostTime(nanoseconds: 5_000_000_000)
    private var claim: LineClaim { LineClaim(item: ItemID(2), since: start) }

    @Test(
        "The one that is waited for has it until it plays and has a second ahead, near the edge half of what there can be"
    )
    func ends() {
        #expect(!claim.isOver(buffered: nil, latency: nil, outlook: nil, at: start + .seconds(3)))
        #expect(
            !claim.isOver(buffered: .milliseconds(900), latency: .seconds(6), outlook: nil, at: start + .seconds(1)))
        #expect(claim.isOver(buffered: .seconds(1), latency: .seconds(6), outlook: nil, at: start + .seconds(1)))
        #expect(claim.isOver(buffered: .milliseconds(500), latency: .seconds(1), outlook: nil, at: start + .seconds(1)))
        #expect(claim.isOver(buffered: .seconds(1), latency: nil, outlook: nil, at: start))
    }

    @Test("On a wide line what covers a few round trips is enough; with a little less what is on the screen leaves it")
    func wide() {
        func outlook(_ supply: Double, after delay: Int) -> LineOutlook {
            LineOutlook(supply: supply, delay: .milliseconds(delay))
        }
        func isOver(_ milliseconds: Int, _ outlook: LineOutlook, latency: Duration = .seconds(6)) -> Bool {
            claim.isOver(buffered: .milliseconds(milliseconds), latency: latency, outlook: outlook, at: start)
        }
        #expect(isOver(550, outlook(1.5, after: 40)) && !isOver(540, outlook(6, after: 40)))
        #expect(isOver(700, outlook(6, after: 100)) && isOver(1000, outlook(6, after: 900)))
        #expect(!isOver(990, outlook(1.4, after: 40)) && isOver(1000, outlook(1.4, after: 40)))
        #expect(isOver(200, outlook(6, after: 40), latency: .milliseconds(400)))
        for (left, delay) in [(250, 40), (400, 100), (700, 220), (700, 5000)] {
            for supply in [0.5, 6] {
                let line = outlook(supply, after: delay)
                #expect(claim.isDue(from: ItemID(1), playing: .milliseconds(left), outlook: line))
                #expect(!claim.isDue(from: ItemID(1), playing: .milliseconds(left - 1), outlook: line))
            }
        }
    }

    @Test("What does not come gives it back")
    func patience() {
        #expect(
            !claim.isOver(buffered: nil, latency: nil, outlook: nil, at: start + LineClaim.longest - .milliseconds(1)))
        #expect(claim.isOver(buffered: nil, latency: nil, outlook: nil, at: start + LineClaim.longest))
    }

    @Test("All others leave it, but for what is on the screen and has little left")
    func others() {
        #expect(!claim.isDue(from: ItemID(2), playing: nil, outlook: nil))
        #expect(claim.isDue(from: ItemID(1), playing: nil, outlook: nil))
        #expect(claim.isDue(from: ItemID(1), playing: .seconds(5), outlook: nil))
        #expect(!claim.isDue(from: ItemID(1), playing: .milliseconds(600), outlook: nil))
    }

    @Test(
        "What has some ahead leaves some of the line; with plenty, on a wide one, it may rest; hidden, neither")
    func ease() {
        #expect(LineClaim.ease(playing: nil, outlook: nil) == .none)
        #expect(LineClaim.ease(playing: .milliseconds(99), outlook: nil) == .none)
        #expect(LineClaim.ease(playing: .milliseconds(100), outlook: nil) == .modest)
        #expect(LineClaim.ease(playing: .seconds(9), outlook: nil) == .modest)
        let wide = LineOutlook(supply: 1.5, delay: .milliseconds(60))
        #expect(LineClaim.ease(playing: .milliseconds(449), outlook: wide) == .modest)
        #expect(LineClaim.ease(playing: .milliseconds(450), outlook: wide) == .ample)
        #expect(LineClaim.ease(playing: .milliseconds(350), outlook: wide, before: .ample) == .ample)
        #expect(LineClaim.ease(playing: .milliseconds(349), outlook: wide, before: .ample) == .modest)
        // Looked at next after 250 ms, it still has as much.
        #expect(LineClaim.isClose(playing: .milliseconds(599), outlook: wide))
        #expect(!LineClaim.isClose(playing: .milliseconds(600), outlook: wide))
        let narrow = LineOutlook(supply: 1.49, delay: .milliseconds(60))
        #expect(LineClaim.ease(playing: .seconds(9), outlook: narrow) == .modest)
        #expect(!LineClaim.isClose(playing: .zero, outlook: narrow))
    }

    @Test("A player tells the others while a channel is tuned, and when it is given up or takes too long")
    func player() async {
        let clock = HandClock()
        let told = Locked<[String: Bool]>([:])
        let player = Player(library: FFmpegLibrary(), fetcher: MemoryOrigin([:]), clock: clock) { source in
            ToldSession(url: source.url, told: told)
        }
        func comes(_ expected: [String: Bool]) async -> Bool {
            while told.withLock({ $0 }) != expected, !Task.isCancelled { await Task.yield() }
            return told.withLock { $0 } == expected
        }
        clock.set(start)
        player.prepare(MediaSource(url: "a"), id: ItemID(1), readiness: .picture)
        player.prepare(MediaSource(url: "b"), id: ItemID(2), readiness: .playlist)
        player.prepare(MediaSource(url: "c"), id: ItemID(3))
        #expect(await comes(["a": true, "b": true]))
        player.discard(ItemID(3))
        #expect(await comes(["a": false, "b": false]))
        player.reveal(ItemID(1))
        #expect(await comes(["a": false, "b": true]))
        player.reveal(ItemID(2))
        #expect(await comes(["a": true, "b": false]))
        // The media does not come: checked now and then, by a clock that is moved by hand.
        clock.set(start + LineClaim.longest)
        #expect(await comes(["a": false, "b": false]))
        // One that was kept ready, but is not, is waited for as well.
        player.hasten(ItemID(2))
        #expect(await comes(["a": true, "b": false]))
        player.hasten(ItemID(9))
        #expect(told.withLock { $0 } == ["a": true, "b": false])
        player.stop()
    }
}

/// A session that loads nothing; records what it was told.
private struct ToldSession: PresentationSession {
    let url: String
    let told: Locked<[String: Bool]>
    var throughput: Double? { nil }

    mutating func handle(_ event: SessionEvent, now: HostTime) -> [SessionAction] {
        if case .yield(let yields) = event { told.withLock { $0[url] = yields } }
        return []
    }
}

@Suite("A download with two reasons to rest")
struct PacedHandleTests {
    private final class Orders: FetchHandle {
        let given = Locked<[String]>([])
        func cancel() { given.withLock { $0.append("cancel") } }
        func pause() { given.withLock { $0.append("pause") } }
        func giveWay() { given.withLock { $0.append("give way") } }
        func resume() { given.withLock { $0.append("resume") } }
    }

    @Test("It goes on when neither is left, and what is on its way is bounded for the line's sake only")
    func reasons() {
        let orders = Orders()
        let handle = PacedHandle(orders)
        handle.resume()
        handle.setFull(true)
        handle.setFull(true)
        #expect(orders.given.withLock { $0 } == ["pause"])
        handle.pause()
        handle.setFull(false)
        #expect(orders.given.withLock { $0 } == ["pause", "give way"])
        handle.resume()
        handle.pause()
        handle.setFull(true)
        #expect(orders.given.withLock { $0 } == ["pause", "give way", "resume", "give way"])
        handle.resume()
        handle.setFull(false)
        handle.cancel()
        #expect(orders.given.withLock { $0.suffix(3) } == ["pause", "resume", "cancel"])
    }
}
