import Testing

@testable import HLS

/// The reason for which `text` is refused in a mode; nil when it is accepted.
func refusal(_ text: String, _ mode: ParsingMode, url: String = "https://h.example/a/l.m3u8") -> PlaylistError? {
    refusal(Array(text.utf8), mode, url: url)
}

func refusal(_ body: [UInt8], _ mode: ParsingMode, url: String = "https://h.example/a/l.m3u8") -> PlaylistError? {
    do throws(PlaylistError) {
        _ = try PlaylistParser.parse(body, url: url, mode: mode, imports: ["shared": "S"])
        return nil
    } catch {
        return error
    }
}

/// A whole media playlist with `lines` before its only segment.
func mediaText(_ lines: String, version: Int = 13) -> String {
    "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-TARGETDURATION:6\n\(lines)\n#EXTINF:6,\ns.ts\n"
}

@Suite("Lines and encoding of a playlist (§4.1)")
struct PlaylistSyntaxTests {
    @Test("LF, CRLF and a last line without an end are read alike", arguments: ["\n", "\r\n"])
    func lineEnds(end: String) throws {
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:6", "", "# comment", "#EXTINF:6,", "s.ts", "#EXT-X-ENDLIST"]
        let playlist = try media(lines.joined(separator: end), mode: .strict)
        #expect(playlist.segments.map(\.url) == ["https://h.example/a/s.ts"])
        #expect(playlist.hasEnd && playlist.warnings.isEmpty)
    }

    @Test("A URI on the last line without an end makes a segment")
    func lastURI() throws {
        #expect(try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\ns.ts", mode: .strict).segments.count == 1)
    }

    @Test("#EXTM3U is the first line: strict refuses, lenient looks further or does without")
    func header() throws {
        let rest = "#EXT-X-TARGETDURATION:6\n#EXTINF:6,\ns.ts\n"
        for text in [
            "\n#EXTM3U\n" + rest, "# comment\n#EXTM3U\n" + rest, "\\\n#EXTM3U\n" + rest, rest,
            "#EXTM3U x-tvg-url=\"u\"\n" + rest,
        ] {
            #expect(refusal(text, .strict)?.reason == .notAPlaylist, "\(text)")
            let playlist = try media(text)
            #expect(playlist.segments.count == 1 && playlist.warnings.first?.reason == .notAPlaylist)
        }
        #expect(refusal("s.ts\nt.ts\n", .lenient) == PlaylistError(line: 1, .notAPlaylist))
        #expect(refusal("#extm3u\n#EXTINF:2,\na\n", .strict)?.reason == .notAPlaylist, "tags are case-sensitive")
    }

    @Test("Without any tag it is an empty multivariant playlist")
    func empty() throws {
        for text in ["#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:7\n", "#EXTM3U\n# nothing\n\n"] {
            #expect(try multivariant(text, mode: .strict).variants.isEmpty)
        }
    }

    @Test("A media playlist without a segment is valid")
    func noSegments() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n", mode: .strict)
        #expect(playlist.segments.isEmpty && playlist.isLive && playlist.warnings.isEmpty)
    }

    @Test("A byte order mark: strict refuses, lenient warns")
    func byteOrderMark() throws {
        let body = [0xEF, 0xBB, 0xBF] + Array(mediaText("").utf8)
        #expect(refusal(body, .strict) == PlaylistError(line: 1, .byteOrderMark))
        guard case .media(let playlist) = try PlaylistParser.parse(body, url: "http://h/") else { throw Unexpected() }
        #expect(playlist.warnings == [PlaylistError(line: 1, .byteOrderMark)])
    }

    @Test("What is not UTF-8: strict refuses, lenient warns with the line")
    func notUTF8() throws {
        let body = Array("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,".utf8) + [0xFF] + Array("\ns.ts\n".utf8)
        #expect(refusal(body, .strict) == PlaylistError(line: 3, .notUTF8))
        guard case .media(let playlist) = try PlaylistParser.parse(body, url: "http://h/") else { throw Unexpected() }
        #expect(playlist.segments.count == 1)
        #expect(playlist.warnings == [PlaylistError(line: 3, .notUTF8)])
    }

    @Test("UTF-8 beyond ASCII is read")
    func beyondASCII() throws {
        let playlist = try media("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,Ærø ☃ 日本\nø.ts\n", mode: .strict)
        #expect(playlist.segments[0].title == "Ærø ☃ 日本" && playlist.segments[0].url.hasSuffix("/a/ø.ts"))
    }

    @Test("Control characters: strict refuses, lenient warns", arguments: ["\u{0}", "\u{7}", "\u{7F}", "\u{85}", "\t"])
    func controlCharacters(character: String) throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,a\(character)b\ns.ts\n"
        #expect(refusal(text, .strict) == PlaylistError(line: 3, .controlCharacter))
        #expect(try media(text).warnings.map(\.reason) == [.controlCharacter])
    }

    @Test("Tabs separate identifiers in EXT-X-SKIP")
    func tabs() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2,RECENTLY-REMOVED-DATERANGES=\"a\tb\"\n"
        #expect(try media(text, mode: .strict).skip == SkipTag(segments: 2, removedDateRanges: ["a", "b"]))
    }

    @Test("Blanks round a line: strict refuses, lenient drops them")
    func blanks() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6 \n  #EXTINF:6,\n s.ts\t\n   \n"
        #expect(refusal(text, .strict) == PlaylistError(line: 2, .surroundingBlanks))
        #expect(try media(text).segments.map(\.url) == ["https://h.example/a/s.ts"])
        let behindColon =
            "#EXTM3U\n#EXT-X-VERSION: 4\n#EXT-X-TARGETDURATION: 6\n#EXT-X-MEDIA-SEQUENCE: 9\n#EXTINF: 6,\ns.ts\n"
        let playlist = try media(behindColon)
        #expect(playlist.version == 4 && playlist.targetDuration == .seconds(6) && playlist.mediaSequence == 9)
        #expect(playlist.segments[0].duration == .seconds(6))
        #expect(refusal("#EXTM3U\n#EXT-X-VERSION: 14\n", .lenient)?.reason == .unsupportedVersion(14))
    }

    @Test("Comments and unknown tags are ignored, whatever is in them")
    func unknownTags() throws {
        let playlist = try media(
            mediaText(
                "#comment\n#ext-x-endlist\n#EXT\n#EXT-X-\n#EXTX\n#EXT-X-CUE-OUT:30\n#EXT-X-ALLOW-CACHE:NO\n#EXTGRP:a\n#EXT-X-KEYS:METHOD=NONE\n#EXTINFO:9"
            ),
            mode: .strict)
        #expect(playlist.segments.count == 1 && !playlist.hasEnd && playlist.warnings.isEmpty)
    }

    @Test("Every warning has its line and says what to do")
    func lines() throws {
        let playlist = try media("#EXTM3U\n\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:6\ns.ts\nJUNK\n")
        #expect(playlist.warnings.map(\.line) == [4, 6])
        #expect(
            playlist.warnings.allSatisfy { $0.description.hasPrefix("line \($0.line): ") && $0.description.count > 20 })
    }

    @Test("Warnings are bounded, and the rest is counted")
    func manyWarnings() throws {
        let playlist = try media(mediaText(String(repeating: "JUNK\n", count: 500)))
        #expect(playlist.warnings.count == 201)
        #expect(playlist.warnings.last?.reason == .furtherWarnings(300))
    }

    @Test("A long data URL in a line is read")
    func longLine() throws {
        let key = String(repeating: "A", count: 200_000)
        let playlist = try media(
            mediaText("#EXT-X-KEY:METHOD=AES-128,URI=\"data:text/plain;base64,\(key)\""), mode: .strict)
        #expect(playlist.segments[0].keys[0].url.utf8.count > 200_000)
    }

    @Test("References are relative to where the playlist came from")
    func references() throws {
        let expected = [
            "x.ts": "https://h.example/a/b/x.ts", "../x.ts?y=../z": "https://h.example/a/x.ts?y=../z",
            "/x.ts": "https://h.example/x.ts", "//cdn.example/x.ts": "https://cdn.example/x.ts",
            "http://o.example/x.ts": "http://o.example/x.ts", "?n=1": "https://h.example/a/b/l.m3u8?n=1",
            "./x.ts": "https://h.example/a/b/x.ts", "../../../x.ts": "https://h.example/x.ts",
            "x.ts#t=1": "https://h.example/a/b/x.ts", "x:y.ts": "x:y.ts",
            "a/x?u=http://h/": "https://h.example/a/b/a/x?u=http://h/",
        ]
        for (reference, url) in expected {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n\(reference)\n"
            // A line that begins with # is no URI.
            #expect(try media(text, url: "https://h.example/a/b/l.m3u8?token=1").segments[0].url == url)
        }
    }
}
