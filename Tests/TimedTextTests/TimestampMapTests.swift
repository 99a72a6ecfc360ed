import MediaCore
import Testing

@testable import TimedText

@Suite("X-TIMESTAMP-MAP")
struct TimestampMapTests {
    private func document(_ map: String, cue: String = "00:00:01.000 --> 00:00:02.000") -> WebVTTDocument {
        WebVTTDocument(Array("WEBVTT\n\(map)\n\n\(cue)\nx".utf8))
    }

    private func at(_ start: Int64, offset: Int64, duration: Int64 = 6000) -> TextSegmentTiming {
        TextSegmentTiming(start: .ms(start), duration: .milliseconds(duration), offset: .milliseconds(offset))
    }

    /// The time between two wraps of 33 bits at 90 kHz: 95 443 717.688 8… ms.
    private static let wrap = MediaTime(ticks: 1 << 33, timescale: 90_000)

    @Test(
        "Its attributes stand in either order, with blanks or without",
        arguments: [
            "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000", "X-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:900000",
            "X-TIMESTAMP-MAP=LOCAL:00:00:00.000, MPEGTS:900000 ",
            "X-TIMESTAMP-MAP = LOCAL:00:00:00.000,MPEGTS:8590834592",
        ])
    func order(_ line: String) {
        #expect(document(line).timestampMap == TimestampMap(local: .zero, mpegts: 900_000))
        // The media's 10 s are the timeline's 4 s.
        #expect(seen(document(line).cues(at(4000, offset: -6000))) == ["5000-6000 x"])
    }

    @Test(
        "One without both values is a fault, and as if it were not there",
        arguments: [
            "X-TIMESTAMP-MAP=", "X-TIMESTAMP-MAP", "X-TIMESTAMP-MAP=MPEGTS:1", "X-TIMESTAMP-MAP=LOCAL:0,MPEGTS:1",
            "X-TIMESTAMP-MAP=LOCAL:00:00.000,MPEGTS:-1",
        ])
    func broken(_ line: String) {
        #expect(document(line).timestampMap == nil)
        #expect(document(line).faults == [.init(line: 2, reason: .timestampMap)])
        #expect(document(line).cues.count == 1)
    }

    @Test("Without it the file's zero is the media's zero")
    func missing() {
        #expect(seen(document("").cues(at(0, offset: -400))) == ["600-1600 x"])
    }

    @Test("Without it, and far away by that rule, times are those of the presentation, or else of the segment")
    func missingAndFar() {
        #expect(seen(document("").cues(at(0, offset: -50_000_000))) == ["1000-2000 x"])
        #expect(seen(document("").cues(at(600_000, offset: -50_000_000))) == ["601000-602000 x"])
    }

    @Test("LOCAL may lie outside of the segment")
    func localElsewhere() {
        let map = "X-TIMESTAMP-MAP=LOCAL:01:00:00.000,MPEGTS:324000000"
        #expect(seen(document(map, cue: "02:20.000 --> 02:22.000").cues(at(0, offset: -140_000))) == ["0-2000 x"])
    }

    @Test("Media that has wrapped, and a map from before it, meet")
    func mediaWrapped() {
        // The segment's media (unwrapped) begins two seconds after the wrap; the map was made three seconds
        // before it.
        let ticks = Int64(1) << 33 - 270_000
        let start = Self.wrap + .seconds(2)
        let timing = TextSegmentTiming(start: .ms(7000), duration: .seconds(6), offset: .ms(7000) - start)
        let cues = document("X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(ticks)", cue: "00:06.000 --> 00:08.000").cues(
            timing)
        #expect(seen(cues) == ["8000-10000 x"])
    }

    @Test("A map from after the wrap, and media that was not yet there, meet")
    func mapWrapped() {
        // The media begins one second before the wrap; MPEGTS is two seconds after it, LOCAL goes with it.
        let start = Self.wrap - .seconds(1)
        let timing = TextSegmentTiming(start: .ms(3000), duration: .seconds(6), offset: .ms(3000) - start)
        let cues = document("X-TIMESTAMP-MAP=MPEGTS:180000,LOCAL:00:10:00.000", cue: "09:57.500 --> 09:59.000").cues(
            timing)
        #expect(seen(cues) == ["3500-5000 x"])
    }

    @Test("The clock of the map is 90 kHz for media counted on in 64 bits too, days on")
    func longRunning() {
        // fMP4, 3 days and 1 s in: 2.7 wraps.
        let media = MediaTime.zero + .seconds(3 * 86_400 + 1)
        let ticks = (Int64(3 * 86_400) * 90_000) & (1 << 33 - 1)
        let timing = TextSegmentTiming(start: .ms(9000), duration: .seconds(6), offset: .ms(9000) - media)
        let cues = document("X-TIMESTAMP-MAP=MPEGTS:\(ticks),LOCAL:00:00:00.000", cue: "00:02.000 --> 00:03.000").cues(
            timing)
        #expect(seen(cues) == ["10000-11000 x"])
    }
}
