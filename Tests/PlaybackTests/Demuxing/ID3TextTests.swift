import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("What ID3 tags say")
struct ID3TextTests {
    private static func frame(_ name: String, _ encoding: UInt8, _ text: [UInt8], flags: UInt8 = 0) -> [UInt8] {
        let content = [encoding] + text
        let size = content.count
        if name.utf8.count == 3 { return Array(name.utf8) + [0, 0, UInt8(size)] + content }
        return Array(name.utf8) + [0, 0, 0, UInt8(size), 0, flags] + content
    }

    private static func tag(_ version: UInt8, flags: UInt8 = 0, _ frames: [[UInt8]]) -> [UInt8] {
        let body = frames.flatMap { $0 }
        return Array("ID3".utf8) + [version, 0, flags, 0, 0, UInt8(body.count >> 7), UInt8(body.count & 0x7f)] + body
    }

    private static func wide(_ text: String, mark: Bool = true) -> [UInt8] {
        (mark ? [0xff, 0xfe] : []) + text.utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
    }

    private static let samples: [([UInt8], MediaTags)] = [
        (
            tag(2, [frame("TT2", 0, Array("Tide".utf8)), frame("TP1", 0, [0x42, 0xf6, 0xff, 0])]),
            MediaTags(title: "Tide", artist: "Böÿ")
        ),
        (
            tag(
                3,
                [
                    frame("COMM", 0, Array("x".utf8)), frame("TIT2", 1, wide("고래") + [0, 0]),
                    frame("TALB", 2, [0, 0x41, 0x00, 0xe4]),
                ]), MediaTags(title: "고래", album: "Aä")
        ),
        (
            tag(4, [frame("TPE1", 3, Array("One\0Two\0".utf8)), frame("TIT2", 3, Array("A\nB\u{1b}".utf8))]),
            MediaTags(title: "A B ", artist: "One, Two")
        ),
        // UTF-8 that is called Latin-1.
        (tag(3, [frame("TIT2", 0, Array("Ōshima".utf8))]), MediaTags(title: "Ōshima")),
        // An extended header, of six bytes and its own four.
        (
            tag(3, flags: 0x40, [[0, 0, 0, 6, 0, 0, 0, 0, 0, 0], frame("TIT2", 0, Array("Tide".utf8))]),
            MediaTags(title: "Tide")
        ),
        // A zero is put behind each 0xff: in the whole tag, or in one frame.
        (
            tag(3, flags: 0x80, [Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 1, 0xff, 0, 0xfe, 0x41, 0]]),
            MediaTags(title: "A")
        ),
        (tag(4, [frame("TIT2", 1, [0xff, 0, 0xfe, 0x41, 0x00], flags: 2)]), MediaTags(title: "A")),
        // Compressed and encrypted ones can't be read, and nothing else is lost for it.
        (
            tag(4, [frame("TIT2", 3, [0x41], flags: 8), frame("TALB", 3, [0x42])]), MediaTags(album: "B")
        ),
        (tag(3, [frame("TIT2", 3, Array("   ".utf8)), frame("TALB", 3, [0x42])]), MediaTags(album: "B")),
        (tag(5, [frame("TIT2", 3, [0x41])]), MediaTags()), (Array("ID3".utf8), MediaTags()), ([], MediaTags()),
    ]

    @Test("titles, artists and albums of all versions and letters are read, the first of each", arguments: samples)
    func texts(tag: [UInt8], wanted: MediaTags) { #expect(ID3Text.tags(of: tag) == wanted) }

    @Test("the picture on the front of the sleeve is found, in any version and behind any description")
    func covers() {
        func picture(_ type: UInt8, _ bytes: [UInt8], encoding: UInt8 = 0, _ description: [UInt8] = [0]) -> [UInt8] {
            Self.frame("APIC", encoding, Array("image/png\0".utf8) + [type] + description + bytes)
        }
        let back = picture(4, [1, 2])
        #expect(ID3Text.tags(of: Self.tag(3, [back])).cover == [1, 2])
        #expect(ID3Text.tags(of: Self.tag(4, [back, picture(3, [3]), picture(5, [4])])).cover == [3])
        let wide = picture(3, [5, 0, 6], encoding: 1, [0xff, 0xfe, 0x41, 0x00, 0x00, 0x00])
        #expect(ID3Text.tags(of: Self.tag(3, [wide])).cover == [5, 0, 6])
        let old = Self.frame("PIC", 0, Array("JPG".utf8) + [3, 0x41, 0, 7])
        #expect(ID3Text.tags(of: Self.tag(2, [old])).cover == [7])
        for cut in [picture(3, []), Self.frame("APIC", 0, Array("image/png".utf8)), Self.frame("APIC", 1, [0, 3, 0])] {
            #expect(ID3Text.tags(of: Self.tag(3, [cut])).cover == nil)
        }
    }

    @Test("tags that are cut off or turned give what is there, and never trap")
    func broken() {
        var random = SplitMix(seed: 3)
        for (tag, _) in Self.samples {
            for count in 0...tag.count { _ = ID3Text.tags(of: Array(tag.prefix(count))) }
            guard !tag.isEmpty else { continue }
            for _ in 0..<300 {
                var other = tag
                for _ in 0..<3 {
                    other[Int.random(in: 0..<tag.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                _ = ID3Text.tags(of: other)
            }
        }
        let cut = Self.tag(3, [Self.frame("TIT2", 0, [0x41]), Self.frame("APIC", 0, [UInt8](repeating: 1, count: 99))])
        #expect(ID3Text.tags(of: Array(cut.dropLast(50))) == MediaTags(title: "A"))
    }
}
