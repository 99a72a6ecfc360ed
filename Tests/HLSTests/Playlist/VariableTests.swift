import Testing

@testable import HLS

@Suite("Variables (§4.3, §4.4.2.3)")
struct VariableTests {
    @Test("References are replaced in URI lines, quoted strings and hexadecimal sequences, and nowhere else")
    func places() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-DEFINE:NAME="v",VALUE="AB"
            #EXT-X-KEY:METHOD=AES-128,URI="k{$v}",IV=0x{$v}01
            #EXT-X-MAP:URI="{$v}/{$v}.mp4",BYTERANGE="1@0"
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z
            #EXT-X-DATERANGE:ID="{$v}",START-DATE="2026-01-01T00:00:00Z",SCTE35-CMD=0xFC{$v},X-A="{$v}",X-B=0x{$v}
            #EXTINF:6,{$v}
            {$v}.ts
            """, mode: .strict)
        let segment = playlist.segments[0]
        #expect(segment.url == "https://h.example/a/AB.ts" && segment.title == "{$v}")
        #expect(segment.keys[0].url == "https://h.example/a/kAB" && segment.keys[0].iv?.suffix(2) == [0xAB, 1])
        #expect(segment.map?.url == "https://h.example/a/AB/AB.mp4")
        let range = playlist.dateRanges[0]
        #expect(range.id == "AB" && range.scte35Command == "0xFCAB" && range.custom == ["X-A": "AB", "X-B": "0xAB"])
        #expect(
            refusal(mediaText("#EXT-X-DEFINE:NAME=\"n\",VALUE=\"3\"\n#EXT-X-START:TIME-OFFSET={$n}"), .strict)?.line
                == 5)
    }

    @Test("A replacement is not searched again, and what is no reference stays")
    func once() throws {
        let playlist = try media(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-DEFINE:NAME="b",VALUE="B"
            #EXT-X-DEFINE:QUERYPARAM="a"
            #EXTINF:6,
            {$a}/{b}/{$}/{ $b}/{$b/$b}/{{$b}}
            """, mode: .strict, url: "https://h/l?a=%7B%24b%7D")
        #expect(playlist.segments[0].url == "https://h/{$b}/{b}/{$}/{ $b}/{$b/$b}/{B}")
    }

    @Test("QUERYPARAM takes the first value of the playlist's own URI, percent-decoded")
    func queryParameters() throws {
        let playlist = try media(
            mediaText("#EXT-X-DEFINE:QUERYPARAM=\"token\"\n#EXT-X-MAP:URI=\"i?t={$token}\""), mode: .strict,
            url: "https://h/l?x=1&token=a%2Bb%20c+d&token=2#frag")
        #expect(playlist.variables == ["token": "a+b c+d"])
        #expect(playlist.segments[0].map?.url == "https://h/i?t=a+b c+d")
    }

    @Test("VALUE may be empty, and may refer to what is defined before")
    func values() throws {
        let playlist = try media(
            mediaText("#EXT-X-DEFINE:NAME=\"e\",VALUE=\"\"\n#EXT-X-DEFINE:NAME=\"host\",VALUE=\"cdn{$e}1\""),
            mode: .strict)
        #expect(playlist.variables == ["e": "", "host": "cdn1"])
    }

    @Test("A media playlist has only what it imports of the multivariant playlist's variables")
    func imports() throws {
        #expect(
            try media(mediaText("#EXT-X-DEFINE:IMPORT=\"shared\"\n#EXT-X-MAP:URI=\"{$shared}\""), mode: .strict)
                .segments[0].map?.url == "https://h.example/a/S")
        #expect(refusal(mediaText("#EXT-X-MAP:URI=\"{$shared}\""), .lenient)?.reason == .undefinedVariable("shared"))
    }

    @Test("A multivariant playlist replaces in its URI lines and attributes, and gives its variables on")
    func multivariantPlaylist() throws {
        let playlist = try multivariant(
            "#EXTM3U\n#EXT-X-DEFINE:NAME=\"p\",VALUE=\"x\"\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"{$p}\",NAME=\"n\",URI=\"{$p}.m3u8\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"{$p}\"\n{$p}/v.m3u8\n",
            mode: .strict)
        #expect(playlist.variables == ["p": "x"] && playlist.variants[0].url == "https://h.example/a/x/v.m3u8")
        #expect(playlist.variants[0].audioGroup == playlist.renditions[0].group)
    }

    @Test("A name of other characters defines nothing")
    func names() throws {
        #expect(refusal(mediaText("#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"1\""), .strict)?.line == 4)
        #expect(try media(mediaText("#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"1\"")).variables.isEmpty)
        #expect(try media(mediaText("#EXT-X-DEFINE:NAME=\"a-B_9\",VALUE=\"1\""), mode: .strict).variables.count == 1)
    }
}
