import MediaCore
import Testing

@testable import HLS

@Suite("What playlists and their session data say of the timeline")
struct TimelineNamesTests {
    @Test("Chapters come in order, each with the title in the wanted language, else the one there is")
    func chapters() throws {
        let body = """
            [{"chapter":2,"start-time":60.5,"titles":[{"language":"de","title":"Zwei"},{"language":"en-GB","title":"Two"}]},
             {"start-time":0,"duration":60,"titles":[{"language":"fr","title":"Un"}]},
             {"start-time":-1},{"start-time":"3"},{"start-time":120}]
            """
        let list = try #require(ChapterList(Array(body.utf8)))
        #expect(
            list.chapters == [
                .init(start: .zero, title: "Un"), .init(start: .milliseconds(60_500), title: "Two"),
                .init(start: .seconds(120)),
            ])
        #expect(ChapterList(Array(body.utf8), languages: ["de"])?.chapters[1].title == "Zwei")
        for text in ["", "{}", "[1, \"a\", null]", "<html>"] {
            #expect(ChapterList(Array(text.utf8))?.chapters.isEmpty ?? true, "\(text)")
        }
    }

    @Test("Interstitials and SCTE-35 breaks lie where their dates say, with what may not be skipped or jumped")
    func breaks() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-PROGRAM-DATE-TIME:2026-11-25T20:00:00Z
            #EXT-X-DATERANGE:ID="b",START-DATE="2026-11-25T20:01:00Z",DURATION=30,SCTE35-OUT=0xFC
            #EXT-X-DATERANGE:ID="a",CLASS="com.apple.hls.interstitial",START-DATE="2026-11-25T20:00:30Z",DURATION=15,\
            X-ASSET-URI="ad.m3u8",X-RESTRICT="SKIP,JUMP",X-RESUME-OFFSET=10
            #EXT-X-DATERANGE:ID="pre",CLASS="com.apple.hls.interstitial",CUE="PRE",START-DATE="2026-11-25T20:00:00Z",\
            X-ASSET-URI="ad.m3u8"
            #EXT-X-DATERANGE:ID="c",START-DATE="2026-11-25T20:00:00Z",DURATION=9
            #EXTINF:6,
            1.ts

            """
        guard case .media(let playlist) = try PlaylistParser.parse(Array(text.utf8), url: "http://test/m.m3u8") else {
            throw PlaylistError(line: 1, .notAPlaylist)
        }
        let date = try #require(playlist.programDate(ofSegmentAt: 0))
        #expect(
            playlist.breaks(dateAtZero: date - .seconds(100)) == [
                TimelineBreak(
                    id: "a", start: MediaTime(seconds: 130), end: MediaTime(seconds: 140), restrictsSkip: true,
                    restrictsJump: true),
                TimelineBreak(id: "b", start: MediaTime(seconds: 160), end: MediaTime(seconds: 190)),
            ])
    }
}
