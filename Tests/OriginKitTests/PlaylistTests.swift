import Testing

import struct MediaCore.CivilDate

@testable import OriginKit

@Suite("The origin's playlists")
struct PlaylistTests {
    let two = SegmentTimeline(segmentSeconds: 2)
    let six = SegmentTimeline(segmentSeconds: 6)

    @Test("A segment is listed once its time is over")
    func window() throws {
        let two = try #require(two)
        #expect(two.window(now: 1000) == 494..<500)
        #expect(two.window(now: 1001.999) == 494..<500)
        #expect(two.window(now: 1002) == 495..<501)
        #expect(two.window(now: 3) == 0..<1)
        #expect(two.window(now: -.infinity) == 0..<0)
        let six = try #require(six)
        #expect(six.window(now: 1000) == 161..<166)
        #expect(six.pieces(of: 161) == 966..<972)
        #expect(SegmentTimeline(segmentSeconds: 4) == nil)
    }

    @Test("A live playlist is a window with dates, and hands its query down")
    func live() throws {
        #expect(
            try MediaPlaylist("rtt=3", segments: 899_999_998..<900_000_000).text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:2
                #EXT-X-MEDIA-SEQUENCE:899999998
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-PROGRAM-DATE-TIME:2027-01-15T07:59:56.000Z
                #EXTINF:2.000,
                720/2s/899999998.ts?rtt=3
                #EXTINF:2.000,
                720/2s/899999999.ts?rtt=3

                """)
    }

    @Test("VOD has an end, and fMP4 a map")
    func whole() throws {
        #expect(
            try MediaPlaylist("container=fmp4&segment=6", segments: 0..<1, isLive: false).text == """
                #EXTM3U
                #EXT-X-VERSION:7
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="720/6s/init.mp4?container=fmp4&segment=6"
                #EXTINF:6.000,
                720/6s/0.m4s?container=fmp4&segment=6
                #EXT-X-ENDLIST

                """)
    }

    @Test("A segment keeps its discontinuity sequence while the window slides over breaks")
    func breaks() throws {
        for seconds in [2, 6] {
            var known: [Int64: Int64] = [:]
            for first in 3000..<3060 as Range<Int64> {
                let text = try MediaPlaylist("ads=1&segment=\(seconds)", segments: first..<first + 6).text
                var sequence: Int64 = -1
                var segment = first
                for line in text.split(separator: "\n") {
                    if let value = line.wholeMatch(of: /#EXT-X-DISCONTINUITY-SEQUENCE:(\d+)/) {
                        sequence = try #require(Int64(value.1))
                    } else if line == "#EXT-X-DISCONTINUITY" {
                        sequence += 1
                    } else if !line.hasPrefix("#") {
                        #expect(known[segment] == nil || known[segment] == sequence)
                        known[segment] = sequence
                        segment += 1
                    }
                }
            }
            #expect(Set(known.values).count > 2)
        }
    }

    @Test("Encrypted: a key every four segments, its vector stated every other time, and none in breaks")
    func keys() throws {
        let playlist = try MediaPlaylist(
            "aes=1&container=fmp4&segment=6", segments: 6..<9, isLive: false, keys: KeyRotation(channel: 3))
        let lines = playlist.text.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("#EXT-X-KEY") }.count == 2)
        let map = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-MAP") })
        let key = try #require(lines.firstIndex { $0.hasPrefix("#EXT-X-KEY") })
        #expect(map < key)
        #expect(
            lines[key].hasPrefix("#EXT-X-KEY:METHOD=AES-128,URI=\"key/1.key?aes=1&container=fmp4&segment=6\",IV=0x"))
        #expect(lines.contains("#EXT-X-KEY:METHOD=AES-128,URI=\"key/2.key?aes=1&container=fmp4&segment=6\""))
        #expect(KeyRotation(channel: 3).key(period: 1) != KeyRotation(channel: 3).key(period: 2))
        #expect(KeyRotation(channel: 3).key(period: 1).count == 16)

        for container in MediaContainer.allCases {
            for first in 3000..<3060 as Range<Int64> {
                var isClear = true
                var isBreak = false
                let text = try MediaPlaylist(
                    "ads=1&container=\(container.rawValue)", segments: first..<first + 6, keys: KeyRotation(channel: 1)
                ).text
                for line in text.split(separator: "\n") {
                    if line.hasPrefix("#EXT-X-KEY") { isClear = line.hasSuffix("NONE") }
                    if line.hasPrefix("#EXT-X-MAP") { #expect(isClear) }
                    guard !line.hasPrefix("#") else { continue }
                    isBreak = line.contains("break-")
                    #expect(isClear == isBreak, "\(text)")
                }
            }
        }
    }

    @Test(
        "Dates are civil",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_709_208_000, "2024-02-29T12:00:00.000Z"), (4_102_444_799, "2099-12-31T23:59:59.000Z"),
        ])
    func dates(seconds: Int64, text: String) {
        #expect(CivilDate.text(seconds) == text)
    }

    @Test("URLs are read, and nonsense is not")
    func requests() {
        let channels = OriginProfile.standard.channels(count: 6)
        func read(_ path: String) -> OriginRequest? { OriginRequest(path: path, channels: channels) }
        #expect(read("/") == .lineup)
        #expect(read("/lineup.m3u") == .lineup)
        #expect(read("/ch/3/master.m3u8") == .master(channel: 3, isLive: true))
        #expect(read("/vod/3/720.m3u8") == .media(channel: 3, rung: "720", isLive: false))
        #expect(
            read("/ch/3/720/2s/12.ts")
                == .segment(channel: 3, rung: "720", SegmentName(seconds: 2, index: 12, container: .ts)))
        #expect(
            read("/ch/3/720/6s/12.m4s")
                == .segment(channel: 3, rung: "720", SegmentName(seconds: 6, index: 12, container: .fmp4)))
        #expect(
            read("/ch/3/720/2s/break-4.ts")
                == .segment(channel: 3, rung: "720", SegmentName(seconds: 2, index: 4, isBreak: true, container: .ts)))
        #expect(
            read("/ch/3/720/2s/12.5.m4s")
                == .segment(channel: 3, rung: "720", SegmentName(seconds: 2, index: 12, part: 5, container: .fmp4)))
        #expect(read("/vod/3/key/12.key") == .key(channel: 3, period: 12))
        #expect(read("/ch/3/720/2s/init.mp4") == .initSection(channel: 3, rung: "720", isBreak: false))
        #expect(read("/file/1080p30.ts") == .file(channel: 7, rung: "1080"))
        #expect(read("/file/720.ts") == .file(channel: 1, rung: "720"))
        for path in [
            "/ch", "/ch/x/master.m3u8", "/ch/3/720/2s/-1.ts", "/ch/3/720/2s/99999999999999999999.ts",
            "/ch/3/720/2s/1.avi", "/ch/3/720/2s/break-.ts", "/ch/3/720/2s/1.99.ts", "/ch/3/720/2s/1.2.3.ts",
            "/file/999.ts", "/etc/passwd", "/lineup.m3u/x",
        ] { #expect(read(path) == nil, "\(path)") }
    }

    @Test("Fault options are read, limited to their kind, and nonsense is passed over")
    func faults() {
        let options = FaultOptions(Origin.pairs("rtt=30&rate=20000&status=503&retry-after=7&noaudio=1&at=media"))
        #expect(options.applying(to: [.media]) == options)
        var onlyTracks = FaultOptions()
        onlyTracks.tracks = .videoOnly
        #expect(options.applying(to: [.playlist]) == onlyTracks)
        #expect(options.roundTripMilliseconds == 30)
        #expect(options.status == 503)
        #expect(options.kilobits(now: 1_800_000_015) == 20_000)
        #expect(
            FaultOptions(Origin.pairs("rtt=-1&rate=x&status=200&truncate=99999999999999999999&&=&a")) == FaultOptions())
    }

    @Test("Several bandwidths take turns of ten seconds")
    func rates() {
        let options = FaultOptions(Origin.pairs("rate=20000,x,0,800,5000&line=3"))
        #expect(options.line == "3")
        let times: [Double] = [1_800_000_000, 1_800_000_009.9, 1_800_000_010, 1_800_000_020, 1_800_000_030]
        #expect(times.map { options.kilobits(now: $0) } == [20_000, 20_000, 800, 5000, 20_000])
        #expect(options.kilobits(now: .infinity) == 20_000 && options.kilobits(now: -1) == 20_000)
        #expect(FaultOptions().kilobits(now: 0) == nil)
    }
}
