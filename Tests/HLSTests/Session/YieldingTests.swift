import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"
private let start = HostTime(nanoseconds: 1_000_000_000_000)

@Suite("Leaving the line to another")
struct YieldingTests {
    /// A simulation in which segments of two seconds take one second each at 8 Mbit/s.
    private func live(bytes: Int = 1_000_000) -> Simulation {
        let video = LiveEncoder()
        return Simulation(base + "v.m3u8") { url, now in
            url.hasSuffix("m3u8") ? .playlist(video.playlist(at: now)) : .media(bytes: bytes)
        }
    }

    private func paused(_ run: Simulation) -> [RequestID] {
        run.actions.compactMap { if case .pause(let id) = $0 { id } else { nil } }
    }

    private func resumed(_ run: Simulation) -> [RequestID] {
        run.actions.compactMap { if case .resume(let id) = $0 { id } else { nil } }
    }

    @Test("What is under way pauses, nothing more is asked for but playlists; then it all goes on where it was")
    func pause() throws {
        var run = live()
        run.start()
        run.run(for: .milliseconds(700))
        let before = run.media
        #expect(!before.isEmpty && run.paused.isEmpty)
        let playlists = run.loads(of: "v.m3u8").count
        let estimate = run.session.throughput
        run.send(.yield(true))
        run.send(.yield(true))
        #expect(paused(run) == before.map(\.id))
        // As long as a player ever pauses a download.
        run.run(for: .seconds(4))
        #expect(run.media == before)
        #expect(run.loads(of: "v.m3u8").count > playlists)
        #expect(run.session.throughput == estimate)
        run.send(.yield(false))
        run.send(.yield(false))
        #expect(resumed(run) == before.map(\.id))
        run.run(for: .seconds(20))
        #expect(run.media.count > before.count + 5)
        #expect(run.media.map(\.mediaSequence) == run.media.indices.map { before[0].mediaSequence + UInt64($0) })
        #expect(run.warnings.isEmpty && run.failure == nil)
        #expect(run.actions.allSatisfy { if case .cancel = $0 { false } else { true } })
        // The throughput is the line's, unaffected by the pause.
        let measured = try #require(run.session.throughput)
        #expect(abs(measured - 8e6) < 1e6, "\(measured)")
    }

    @Test("What rests for a moment asks for nothing more and goes on where it was; that is no fault of the line")
    func rests() throws {
        var run = live()
        run.start()
        run.run(for: .milliseconds(700))
        let before = run.media
        let estimate = run.session.throughput
        func rested(_ rests: Bool) -> [RequestID] {
            run.actions.compactMap { if case .rest(let id, rests) = $0 { id } else { nil } }
        }
        run.send(.rest(true))
        run.send(.rest(true))
        #expect(!before.isEmpty && rested(true) == before.map(\.id))
        run.run(for: .seconds(2))
        #expect(run.media == before && run.session.throughput == estimate)
        run.send(.rest(false))
        run.send(.rest(false))
        #expect(rested(false) == before.map(\.id))
        run.run(for: .seconds(20))
        #expect(run.media.map(\.mediaSequence) == run.media.indices.map { before[0].mediaSequence + UInt64($0) })
        #expect(run.media.count > before.count + 5 && run.warnings.isEmpty && run.failure == nil)
        #expect(run.actions.allSatisfy { if case .cancel = $0 { false } else { true } })
        let measured = try #require(run.session.throughput)
        #expect(abs(measured - 8e6) < 1e6, "\(measured)")
    }

    @Test(
        "A pause before the answer, and one as long as any patience, are no fault of the server's",
        arguments: [5, 15, 1500])
    func patience(milliseconds: Int) {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:2\n" + (0..<20).map { "#EXTINF:2,\n\($0).ts\n" }.joined()
            + "#EXT-X-ENDLIST\n"
        var run = Simulation(base + "v.m3u8") { url, _ in
            url.hasSuffix("m3u8") ? .playlist(text) : .media(bytes: 1_000_000)
        }
        run.start()
        run.run(for: .milliseconds(milliseconds))
        run.send(.yield(true))
        run.run(for: .seconds(30))
        run.send(.yield(false))
        run.run(for: .milliseconds(400))
        #expect(run.warnings.isEmpty && run.failure == nil)
        #expect(run.actions.allSatisfy { if case .cancel = $0 { false } else { true } })
    }

    @Test("Told before it begins, it asks for no media until it is told otherwise")
    func fromStart() {
        var run = live()
        run.send(.yield(true))
        run.start()
        run.run(for: .seconds(5))
        #expect(run.media.isEmpty && run.loads(of: "v.m3u8").count > 1)
        run.send(.yield(false))
        #expect(run.media.count >= 1)
    }

    @Test("Held meanwhile, what had paused is left and is not resumed")
    func held() {
        var run = live()
        run.start()
        run.run(for: .milliseconds(700))
        let open = run.media.filter { media in !run.played.contains { $0.id == media.id } }
        run.send(.yield(true))
        run.send(.holdMedia(true))
        #expect(open.allSatisfy { run.actions.contains(.leave($0.id)) })
        run.send(.yield(false))
        run.send(.holdMedia(false))
        #expect(resumed(run).isEmpty)
        run.run(for: .seconds(10))
        #expect(run.failure == nil && run.media.count > open.count + 2)
    }

    @Test("An endless stream pauses too")
    func stream() throws {
        var session = ProgressiveSession(
            ProgressiveSession.Source(request: FetchRequest(url: "http://h/s.ts"), container: .mpegTS, length: nil))
        #expect(session.handle(.yield(true), now: start).isEmpty)
        let actions = session.handle(.start, now: start)
        let media = try #require(actions.compactMap { if case .loadMedia(let media) = $0 { media } else { nil } }.first)
        #expect(actions.last == .pause(media.id))
        #expect(session.handle(.yield(true), now: start).isEmpty)
        #expect(session.handle(.yield(false), now: start) == [.resume(media.id)])
        #expect(session.handle(.yield(true), now: start) == [.pause(media.id)])
        #expect(session.handle(.rest(true), now: start).isEmpty && session.handle(.yield(false), now: start).isEmpty)
        #expect(session.handle(.rest(false), now: start) == [.resume(media.id)])
    }

    @Test("a file that nobody watches waits where it is, and for those that need the line")
    func file() throws {
        var session = ProgressiveSession(
            ProgressiveSession.Source(request: FetchRequest(url: "http://h/f.mp4"), container: .unknown, length: 9))
        let actions = session.handle(.start, now: start)
        let media = try #require(actions.compactMap { if case .loadMedia(let media) = $0 { media } else { nil } }.first)
        #expect(session.handle(.holdMedia(false), now: start).isEmpty)
        #expect(session.handle(.holdMedia(true), now: start) == [.pause(media.id)])
        #expect(
            session.handle(.yield(true), now: start).isEmpty && session.handle(.holdMedia(false), now: start).isEmpty)
        #expect(session.handle(.yield(false), now: start) == [.resume(media.id)])
    }
}
