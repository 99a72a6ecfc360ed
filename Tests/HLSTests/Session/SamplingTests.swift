import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

/// Tests of a live presentation of which nobody sees anything, so that only heads of it are loaded.
@Suite("Heads")
struct SamplingTests {
    /// Segments of 3.4 Mbit/s over a line of 20 Mbit/s.
    private func live(seconds: Int = 2, keyFrame: Int = 60_000) -> Simulation {
        let video = LiveEncoder(length: seconds)
        var options = SessionOptions()
        options.rememberedThroughput = 20e6
        var run = Simulation(base + "v.m3u8", options: options) { url, now in
            url.hasSuffix("m3u8") ? .playlist(video.playlist(at: now)) : .media(bytes: 425_000 * seconds)
        }
        run.rate = 20e6
        run.keyFrame = keyFrame
        return run
    }

    private func hidden(_ run: Simulation, for duration: Duration = .seconds(30)) -> Simulation {
        var run = run
        run.start()
        run.send(.sample(true))
        run.run(for: duration)
        return run
    }

    private func share(_ run: Simulation, over seconds: Double = 30) -> Double {
        Double(run.headBytes) / (425_000 * seconds)
    }

    @Test(
        "A hidden channel costs a quarter of its bit rate at most, and is never older than a segment",
        arguments: [2, 4, 6])
    func cost(seconds: Int) throws {
        let run = hidden(live(seconds: seconds))
        #expect(share(run) <= 0.25, "\(share(run)) of the channel")
        #expect(run.warnings.isEmpty && run.failure == nil)
        #expect(run.media.allSatisfy { $0.isFirst && $0.head != nil })
        // One head for each segment that a new viewer would have joined at.
        let numbers = run.media.map(\.mediaSequence)
        #expect(numbers == Array(numbers[0]..<numbers[0] + UInt64(numbers.count)))
        #expect(abs(numbers.count - 30 / seconds) <= 2)
        let newest = try #require(numbers.last)
        let now = Int(run.now.nanoseconds / 1_000_000_000) / seconds
        #expect(now - Int(newest) <= 5, "three target durations from the end, and a reload")
    }

    @Test("A head is as long as its key frame needs, found once", arguments: [20_000, 150_000, 300_000])
    func length(keyFrame: Int) {
        let run = hidden(live(keyFrame: keyFrame))
        let longer = run.actions.count { if case .limit(_, to: .some) = $0 { true } else { false } }
        #expect(longer <= 14, "\(longer) times longer")
        let perHead = run.headBytes / max(1, run.media.count)
        // What bridges two round trips and something more.
        #expect(perHead >= keyFrame + 425_000 / 5 - 48_000, "\(perHead)")
        #expect(perHead <= keyFrame + 425_000 / 2, "\(perHead)")
    }

    @Test("A head is not made longer for a second key frame in it", arguments: [80, 160, 240])
    func keys(distance: Int) {
        var run = live()
        run.keyDistance = .milliseconds(distance)
        run = hidden(run)
        let perHead = run.headBytes / max(1, run.media.count)
        #expect(perHead >= 60_000 + 425_000 / 5 - 48_000, "\(perHead)")
        #expect(perHead <= 60_000 + 425_000 / 2, "\(perHead)")
    }

    @Test(
        "A head that is a large part of its segment serves for two, and costs a quarter at most all the same",
        arguments: [150_000, 250_000])
    func dear(keyFrame: Int) {
        let run = hidden(live(keyFrame: keyFrame), for: .seconds(60))
        #expect(share(run, over: 60) <= 0.25, "\(share(run, over: 60)) of the channel")
        let numbers = run.media.map(\.mediaSequence)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { (1...2).contains($1 - $0) }, "\(numbers)")
        #expect(numbers.count >= 14)
    }

    @Test("Wanted, it goes on at the byte where it was left, with what comes next behind it")
    func wanted() throws {
        var run = hidden(live())
        let before = run.media.count
        let head = try #require(run.media.last)
        let fetched = run.headBytes
        run.send(.sample(false))
        #expect(run.actions.contains(.limit(head.id, to: nil)))
        run.run(for: .seconds(4))
        #expect(!run.actions.contains(.cancel(head.id)))
        let next = try #require(run.media.dropFirst(before).first)
        #expect(next.mediaSequence == head.mediaSequence + 1 && !next.isFirst && next.head == nil)
        #expect(run.headBytes - fetched < 850_000, "no byte twice")
        #expect(run.warnings.isEmpty && run.failure == nil)
    }

    @Test("What is here stays until what takes its place is here; wanted meanwhile, it goes on from there")
    func between() throws {
        var run = hidden(live(), for: .seconds(10))
        let before = try #require(run.media.last)
        let count = run.media.count
        while run.media.count == count { run.run(for: .milliseconds(1)) }
        let next = try #require(run.media.last)
        #expect(!run.actions.contains(.leave(before.id)) && !run.actions.contains(.cancel(before.id)))
        var wanted = run
        run.run(for: .milliseconds(500))
        #expect(run.actions.contains(.leave(before.id)))

        wanted.send(.sample(false))
        #expect(wanted.actions.contains(.cancel(next.id)) && wanted.actions.contains(.limit(before.id, to: nil)))
        wanted.run(for: .seconds(3))
        #expect(!wanted.actions.contains(.leave(before.id)))
        let again = try #require(wanted.media.dropFirst(count + 1).first)
        #expect(again.mediaSequence == before.mediaSequence + 1 && !again.isFirst)
        #expect(wanted.warnings.isEmpty && wanted.failure == nil)
    }

    @Test("Once the line is free again, what has a head lets those without any go first; what has none asks at once")
    func courtesy() throws {
        var run = hidden(live(), for: .seconds(10))
        run.send(.yield(true))
        run.run(for: .seconds(3))
        let count = run.media.count
        run.send(.yield(false))
        run.run(for: .milliseconds(149))
        #expect(run.media.count == count)
        run.run(for: .milliseconds(1))
        #expect(run.media.count == count + 1)

        var new = live()
        new.start()
        new.send(.yield(true))
        new.send(.sample(true))
        new.run(for: .seconds(1))
        #expect(new.media.isEmpty)
        new.send(.yield(false))
        new.run(for: .milliseconds(1))
        #expect(new.media.count == 1)
    }

    @Test("A head that comes slowly is not given up for the next one", arguments: [0.3e6, 0.6e6, 1e6])
    func slow(rate: Double) {
        var run = live()
        run.rate = rate
        run = hidden(run)
        #expect(run.media.count >= 3)
        #expect(run.actions.allSatisfy { if case .cancel = $0 { false } else { true } })
        #expect(run.warnings.isEmpty && run.failure == nil)
    }

    @Test("Left in the middle, what is under way stops at once, and nothing comes until a newer place is due")
    func left() throws {
        var run = live()
        run.rate = 4e6
        run.start()
        run.run(for: .milliseconds(3100))
        let count = run.media.count
        let last = try #require(run.media.last)
        run.send(.sample(true))
        #expect(run.actions.contains(.limit(last.id, to: 0)))
        run.run(for: .milliseconds(400))
        #expect(run.media.count == count)
        run.run(for: .seconds(20))
        #expect(run.media.count > count + 5)
        #expect(run.media.dropFirst(count).allSatisfy { $0.head != nil })
    }

    @Test("A presentation with an end is not sampled: its beginning is loaded as before")
    func ended() {
        var run = Simulation(base + "v.m3u8") { url, _ in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 850_000) }
            let segments = (0..<5).map { "#EXTINF:2,\nv\($0).ts\n" }.joined()
            return .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + segments + "#EXT-X-ENDLIST\n")
        }
        run.start()
        run.send(.sample(true))
        run.run(for: .seconds(20))
        #expect(run.media.map(\.mediaSequence) == [0, 1, 2, 3, 4])
        #expect(run.media.allSatisfy { $0.head == nil })
    }

    @Test("A segment that can't be had is tried again at the usual pace")
    func failing() {
        let video = LiveEncoder()
        var run = Simulation(base + "v.m3u8") { url, now in
            url.hasSuffix("m3u8")
                ? .playlist(video.playlist(at: now)) : .error(.status(503, url: url, retryAfter: nil))
        }
        run.start()
        run.send(.sample(true))
        run.run(for: .seconds(10))
        #expect(run.media.count < 60, "\(run.media.count) requests")
    }

    @Test("Held back and let go again, it begins with a head")
    func held() throws {
        var run = hidden(live(), for: .seconds(10))
        run.send(.holdMedia(true))
        run.run(for: .seconds(20))
        let count = run.media.count
        run.send(.holdMedia(false))
        let head = try #require(run.media.dropFirst(count).first)
        #expect(head.isFirst && head.head != nil)
    }
}
