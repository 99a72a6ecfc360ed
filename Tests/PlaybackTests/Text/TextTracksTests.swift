import Devices
import MediaCore
import Testing

@testable import HLS
@testable import Playback
@testable import TimedText

@Suite("Text of an item")
struct TextTracksTests {
    private func document(_ cues: String, map: String = "X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000") throws
        -> TextDocument
    {
        try #require(TextDocument(Array("WEBVTT\n\(map)\n\n\(cues)\n".utf8)))
    }

    /// A request for a segment of two seconds, at `index` × 2 s of the session's timeline.
    private func request(_ index: Int, discontinuity: UInt64 = 0, selection: Int = 1) -> MediaRequest {
        MediaRequest(
            id: RequestID(UInt64(index)), stream: .subtitles, selection: selection,
            fetch: FetchRequest(url: "http://test/\(index)"),
            mediaSequence: UInt64(index), duration: .seconds(2), start: MediaTime(seconds: Double(index) * 2),
            programDate: nil,
            container: .webVTT, initialization: nil, encryption: .none,
            epoch: TimelineEpoch(generation: 0, discontinuity: discontinuity), isFirst: index == 0, showFrom: nil,
            codecs: [],
            variant: 0)
    }

    /// Anchors that put the media's 10 s at the timeline's zero.
    private var anchors: TimelineAnchors {
        var anchors = TimelineAnchors()
        anchors.add(.seconds(-10), in: TimelineEpoch(generation: 0, discontinuity: 0), from: .zero)
        return anchors
    }

    private func shown(_ tracks: inout TextTracks, _ seconds: Double, _ anchors: TimelineAnchors) -> [String] {
        tracks.shown(at: MediaTime(seconds: seconds), anchors).map(\.text)
    }

    @Test("Nothing is shown until it is chosen, and nothing any more once it is switched off")
    func selection() throws {
        var tracks = TextTracks()
        tracks.add(try document("00:00.000 --> 00:02.000\na"), byteCount: 50, of: request(0))
        #expect(shown(&tracks, 1, anchors) == [])
        tracks.select(.subtitles)
        #expect(shown(&tracks, 1, anchors) == ["a"])
        tracks.select(.off)
        #expect(shown(&tracks, 1, anchors) == [])
        // A document that was on its way when text was switched off.
        tracks.add(try document("00:00.000 --> 00:02.000\na"), byteCount: 50, of: request(0))
        tracks.select(.subtitles)
        #expect(shown(&tracks, 1, anchors) == [])
        tracks.add(try document("00:00.000 --> 00:02.000\nb"), byteCount: 50, of: request(0, selection: 2))
        #expect(shown(&tracks, 1, anchors) == ["b"])
    }

    @Test("Another rendition's first segment takes the place of all that was there; its own late ones are lost")
    func selections() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        tracks.add(try document("00:00.000 --> 00:04.000\nenglish"), byteCount: 50, of: request(0))
        #expect(shown(&tracks, 1, anchors) == ["english"])
        tracks.add(try document("00:01.000 --> 00:04.000\ndeutsch"), byteCount: 50, of: request(0, selection: 2))
        tracks.add(try document("00:02.000 --> 00:04.000\nenglish"), byteCount: 50, of: request(1))
        #expect(shown(&tracks, 3, anchors) == ["deutsch"])
    }

    @Test("Text that comes before its media waits for the media's clock, without holding anything up")
    func early() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        tracks.add(try document("00:00.000 --> 00:02.000\na"), byteCount: 50, of: request(0))
        #expect(shown(&tracks, 1, TimelineAnchors()) == [])
        #expect(shown(&tracks, 1, anchors) == ["a"])
    }

    @Test("After a discontinuity the new stretch's clock holds; cues of both sides are in place")
    func discontinuity() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        tracks.add(try document("00:01.000 --> 00:02.000\na"), byteCount: 50, of: request(0))
        tracks.add(
            try document("00:01.000 --> 00:02.000\nb", map: "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000"),
            byteCount: 50,
            of: request(1, discontinuity: 1))
        var anchors = anchors
        #expect(shown(&tracks, 1.5, anchors) == ["a"])
        #expect(shown(&tracks, 3.5, anchors) == [], "its own clock is not known, and the other does not put it here")
        anchors.add(.seconds(2), in: TimelineEpoch(generation: 0, discontinuity: 1), from: MediaTime(seconds: 2))
        #expect(shown(&tracks, 3.5, anchors) == ["b"])
        #expect(shown(&tracks, 1.5, anchors) == ["a"])
    }

    @Test("Discontinuities that are not numbered as the media's are: the clock of the picture holds")
    func strayNumbers() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        tracks.add(try document("00:02.000 --> 00:04.000\na"), byteCount: 50, of: request(1, discontinuity: 77))
        #expect(shown(&tracks, 1, anchors) == [])
        #expect(shown(&tracks, 2.5, anchors) == ["a"])
    }

    @Test("Media that jumps unannounced: each text segment goes by the clock that held where it lies")
    func jump() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        var anchors = anchors
        // At two seconds the media's clock goes back to zero.
        anchors.add(.seconds(2), in: TimelineEpoch(generation: 0, discontinuity: 0), from: MediaTime(seconds: 2))
        tracks.add(try document("00:00.500 --> 00:01.000\na"), byteCount: 50, of: request(0))
        tracks.add(
            try document("00:00.500 --> 00:01.000\nb", map: "X-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000"),
            byteCount: 50,
            of: request(1))
        #expect(shown(&tracks, 0.7, anchors) == ["a"])
        #expect(shown(&tracks, 2.7, anchors) == ["b"])
    }

    @Test("Captions are chosen by service")
    func captions() {
        var tracks = TextTracks()
        let cue = TextCue(start: .zero, end: .endless, lines: ["one"])
        tracks.apply([
            .init(service: .cc(1), time: .zero, cues: [cue]),
            .init(service: .cc(1), time: MediaTime(seconds: 5), cues: []),
        ])
        tracks.select(TextTracks.Selection(nil))
        #expect(shown(&tracks, 1, anchors) == [])
        var rendition = Rendition(kind: .closedCaptions, group: "cc", name: "English")
        rendition.instreamID = "CC1"
        tracks.select(TextTracks.Selection(rendition))
        #expect(shown(&tracks, 1, anchors) == ["one"])
        #expect(shown(&tracks, 5, anchors) == [])
        tracks.select(.captions(.cc(2)))
        #expect(shown(&tracks, 1, anchors) == [])
    }

    @Test("What a viewer has passed is let go after a minute, and there is a bound to what is kept")
    func budget() throws {
        var tracks = TextTracks()
        tracks.select(.subtitles)
        for index in 0..<600 {
            tracks.add(try document("00:00.000 --> 00:01.000\n\(index)"), byteCount: 50, of: request(index))
        }
        #expect(tracks.segmentCount == 512)
        _ = shown(&tracks, 1100, anchors)
        #expect(tracks.segmentCount == 81)
        tracks.add(try document("00:00.000 --> 00:01.000\nlarge"), byteCount: 9 << 20, of: request(600))
        #expect(tracks.segmentCount == 1)
    }
}
