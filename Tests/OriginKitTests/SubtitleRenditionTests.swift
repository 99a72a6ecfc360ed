import Testing

@testable import OriginKit

@Suite("The origin's subtitles")
struct SubtitleRenditionTests {
    @Test("A segment has the cues that lie in it or across its borders, on the media's clock")
    func segment() throws {
        let english = try #require(SubtitleRendition.named("subs-en"))
        #expect(
            english.segment(5, seconds: 2, channel: 7, shift: 0, isBreak: false) == """
                WEBVTT
                X-TIMESTAMP-MAP=MPEGTS:1800000,LOCAL:01:00:00.000

                00:59:59.000 --> 01:00:02.000
                English 7
                <i>00:00:09.000</i>

                """)
        let deutsch = try #require(SubtitleRendition.named("subs-de"))
        let text = deutsch.segment(4, seconds: 2, channel: 7, shift: 0, isBreak: false)
        #expect(text.contains("00:59:58.000 --> 01:00:01.000\nDeutsch 7\n<i>00:00:06.000</i>"))
        #expect(text.contains("01:00:01.000 --> 01:00:04.000\nDeutsch 7\n<i>00:00:09.000</i>"))
        #expect(
            english.segment(5, seconds: 2, channel: 7, shift: -1_800_001, isBreak: true).contains("MPEGTS:8589934591,"))
    }

    @Test("Its playlist lists the media's segments")
    func playlist() throws {
        let media =
            "#EXTM3U\n#EXT-X-KEY:METHOD=NONE\n#EXT-X-MAP:URI=\"a.mp4\"\n#EXTINF:2.000,\n720/2s/5.m4s?subs=1&x=a.b\n"
        #expect(
            try #require(SubtitleRendition.named("subs-en")).playlist(like: media)
                == "#EXTM3U\n#EXTINF:2.000,\nsubs-en/2s/5.vtt?subs=1&x=a.b\n")
    }
}
