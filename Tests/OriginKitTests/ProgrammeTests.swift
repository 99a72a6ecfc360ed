import Testing

@testable import OriginKit

@Suite("Windows, breaks and timelines of a channel")
struct ProgrammeTests {
    private func programme(_ query: String, startedAt: Double = 1000) throws -> Programme {
        let timeline = try #require(SegmentTimeline(segmentSeconds: 2))
        return Programme(timeline: timeline, options: StreamOptions(Origin.pairs(query)), startedAt: startedAt)
    }

    @Test("A window is as long as asked for, up to hours")
    func window() throws {
        #expect(try programme("").listing(now: 1000, parts: nil).segments == 494..<500)
        #expect(try programme("window=60").listing(now: 1000, parts: nil).segments == 470..<500)
        #expect(try programme("window=1").listing(now: 1000, parts: nil).segments == 497..<500)
        #expect(try programme("window=14400").listing(now: 100_000, parts: nil).segments.count == 7200)
        #expect(try programme("window=x").listing(now: 1000, parts: nil).segments.count == 6)
    }

    @Test("An event begins at its anchor, grows, and ends with its last segment")
    func event() throws {
        let event = try programme("event=1&end=20&t0=990")
        #expect(event.listing(now: 1000, parts: nil) == .init(segments: 495..<500, firstNumber: 495))
        #expect(event.listing(now: 1009, parts: nil) == .init(segments: 495..<504, firstNumber: 495))
        #expect(event.listing(now: 1010, parts: nil) == .init(segments: 495..<505, firstNumber: 495, hasEnded: true))
        #expect(event.listing(now: 5000, parts: nil) == .init(segments: 495..<505, firstNumber: 495, hasEnded: true))
    }

    @Test("A restarted encoder counts from 0, and only once it has something")
    func restart() throws {
        let programme = try programme("restart=20")
        // The encoder restarts every ten segments: at 500, for example.
        #expect(programme.listing(now: 999, parts: nil) == .init(segments: 493..<499, firstNumber: 3))
        #expect(programme.listing(now: 1000, parts: nil) == .init(segments: 494..<500, firstNumber: 4))
        #expect(programme.listing(now: 1001.9, parts: nil) == .init(segments: 494..<500, firstNumber: 4))
        #expect(programme.listing(now: 1002, parts: nil) == .init(segments: 500..<501, firstNumber: 0))
        #expect(programme.listing(now: 1004, parts: nil) == .init(segments: 500..<502, firstNumber: 0))
        let parts = PartTimeline(segments: programme.timeline, framesPerSecond: 25, partsPerSecond: 3)
        #expect(programme.listing(now: 1000.3, parts: parts).segments == 494..<500)
        #expect(programme.listing(now: 1000.4, parts: parts) == .init(segments: 500..<500, firstNumber: 0))
        #expect(programme.shift(499, container: .ts).ticks == -490 * 2 * 90_000)
        #expect(programme.shift(500, container: .ts).ticks == -500 * 2 * 90_000)
        #expect(programme.number(499) == 9)
        #expect(programme.number(500) == 0)
    }

    @Test("Reset numbers begin at 0 with a full window, and media go on")
    func reset() throws {
        let programme = try programme("reset=20")
        #expect(programme.listing(now: 999, parts: nil) == .init(segments: 493..<499, firstNumber: 9))
        #expect(programme.listing(now: 1000, parts: nil) == .init(segments: 494..<500, firstNumber: 0))
        #expect(programme.shift(499, container: .ts) == programme.shift(500, container: .ts))
    }

    @Test("An unmarked jump moves the timestamps, and nothing marks it")
    func jump() throws {
        let programme = try programme("jump=20")
        #expect(programme.shift(499, container: .ts) == programme.shift(490, container: .ts))
        #expect(programme.shift(500, container: .ts) != programme.shift(499, container: .ts))
        #expect(!programme.isTurn(500))
        #expect(try self.programme("jump=1").shift(10, container: .ts) == programme.shift(10, container: .ts))
    }

    @Test("The clock wraps the asked time after the anchor, in 33 bits or 32", arguments: [0, 3, 3.5, 700] as [Double])
    func wrap(seconds: Double) throws {
        let programme = try programme("wrap=\(seconds)&t0=1000")
        for (container, bits) in [(.ts, 33), (.fmp4, 32)] as [(MediaContainer, Int64)] {
            let shift = programme.shift(500, container: container)
            #expect(shift.hasShortTimes)
            #expect(shift.ticks % 15 == 0)
            let atAnchor = (1000 + RungPieces.startSeconds) * 90_000 + shift.ticks
            let left = Double((1 << bits) - atAnchor) / 90_000
            #expect(abs(left - seconds) < 0.001)
        }
        // The shift is the same for all segments: nothing jumps.
        #expect(programme.shift(500, container: .ts) == programme.shift(900, container: .ts))
    }

    @Test("Each rung has another gap")
    func gaps() throws {
        let programme = try programme("gap=4")
        for segment in 500..<520 as Range<Int64> {
            #expect((0..<3).filter { programme.isGap(segment, rung: $0) }.count <= 1)
        }
        #expect((500..<520).filter { programme.isGap($0, rung: 0) }.count == 5)
    }

    @Test("What a playlist is told to leave out or to say, it does")
    func tags() throws {
        let breaks = try MediaPlaylist("ads=1&dsn=0", segments: 3000..<3060).text
        #expect(breaks.contains("#EXT-X-DISCONTINUITY\n"))
        #expect(!breaks.contains("DISCONTINUITY-SEQUENCE"))
        #expect(
            try MediaPlaylist("start=-12.5&precise=1", segments: 0..<9).text
                .contains("#EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES\n"))
        #expect(try MediaPlaylist("event=1", segments: 0..<9).text.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
        #expect(
            try MediaPlaylist("gap=3", segments: 0..<9).text.split(separator: "\n").filter { $0 == "#EXT-X-GAP" }.count
                == 3)
        let maps = try MediaPlaylist("ads=hevc&container=fmp4", segments: 3000..<3030).text
        #expect(maps.contains("720/2s/break-init.mp4?"))
    }
}
