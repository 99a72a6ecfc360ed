import Devices
import MediaCore
import Testing

@testable import HLS

private let base = "http://h/c/"

@Suite("A session whose channel nobody sees")
struct HiddenSessionTests {
    private func simulation(bufferAhead: Duration, window: Int = 6) -> Simulation {
        let encoder = LiveEncoder(window: window)
        var options = SessionOptions()
        options.bufferAhead = bufferAhead
        return Simulation(base + "l.m3u8", options: options) { url, now in
            url.hasSuffix("m3u8") ? .playlist(encoder.playlist(at: now)) : .media(bytes: 1000)
        }
    }

    @Test("with nothing to keep ahead it reloads its playlist and asks for no media")
    func nothing() {
        var run = simulation(bufferAhead: .zero)
        run.start()
        run.run(for: .seconds(60))
        #expect(run.media.isEmpty)
        #expect(run.loads(of: "m3u8").count >= 25)
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("told to keep more ahead it goes on where a new viewer would join, and says that it begins anew")
    func raised() throws {
        var run = simulation(bufferAhead: .zero)
        run.start()
        run.run(for: .seconds(60))
        run.send(.catchUp)
        run.send(.bufferAhead(.seconds(4)))
        run.run(for: .seconds(1))
        var fresh = simulation(bufferAhead: .seconds(4))
        fresh.now = run.now - .seconds(1)
        fresh.start()
        fresh.run(for: .seconds(1))
        // The playlist is up to one reload older than that of a new viewer.
        let first = try #require(run.media.last { $0.isFirst })
        let joined = try #require(fresh.media.first)
        #expect((joined.mediaSequence - 1...joined.mediaSequence).contains(first.mediaSequence))
        #expect(first.showFrom == nil)
        #expect(run.failure == nil && run.warnings.isEmpty)
    }

    @Test("to catch up changes nothing where what comes next is not past")
    func upToDate() {
        var run = simulation(bufferAhead: .seconds(20))
        run.start()
        run.run(for: .seconds(10))
        let count = run.actions.count
        run.send(.catchUp)
        #expect(run.actions.count == count)
        run.run(for: .seconds(10))
        #expect(run.media.count { $0.isFirst } == 1)
        #expect(zip(run.media, run.media.dropFirst()).allSatisfy { $1.mediaSequence == $0.mediaSequence + 1 })
    }

    @Test("a presentation with an end is never left for a later place")
    func ended() {
        var run = Simulation(base + "v.m3u8") { url, _ in
            guard url.hasSuffix("m3u8") else { return .media(bytes: 1000) }
            return .playlist("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n#EXT-X-ENDLIST\n")
        }
        run.start()
        run.send(.catchUp)
        run.run(for: .seconds(10))
        #expect(run.media.map(\.mediaSequence) == [0, 1])
    }
}
