import MediaCore
import Playback
import Testing

@Suite("Container by its first bytes")
struct ContainerSnifferTests {
    @Test(
        "each container is known by its own",
        arguments: [
            ([0x47, 0x40, 0x11, 0x10] as [UInt8], MediaContainer.mpegTS),
            ([0, 0, 0, 0x18] + Array("styp".utf8), .mp4), ([0, 0, 0, 0x18] + Array("moof".utf8), .mp4),
            ([0xff, 0xd8, 0xff, 0xe0], .photo), ([0x89, 0x50, 0x4e, 0x47], .photo),
            ([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50], .photo),
            ([0x1a, 0x45, 0xdf, 0xa3], .matroska),
            ([0xff, 0xf1, 0x50, 0x80], .aac), ([0xff, 0xfb, 0x90, 0x00], .mp3),
            ([0x0b, 0x77, 0, 0, 0, 0x40, 0, 0], .ac3), ([0x0b, 0x77, 0, 0, 0, 0x80, 0, 0], .eac3),
        ])
    func known(head: [UInt8], container: MediaContainer) {
        #expect(ContainerSniffer.container(of: head) == container)
    }

    @Test("a web page, text and nothing are no container")
    func unknown() {
        #expect(ContainerSniffer.container(of: Array("<!DOCTYPE html>".utf8)) == nil)
        #expect(ContainerSniffer.container(of: Array("#EXTM3U".utf8)) == nil)
        #expect(ContainerSniffer.container(of: []) == nil)
        #expect(ContainerSniffer.container(of: [0, 0, 0]) == nil)
    }

    static let tag: [UInt8] =
        Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 63] + Array("PRIV".utf8) + [0, 0, 0, 53, 0, 0]
        + Array("com.apple.streaming.transportStreamTimestamp\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0x84]

    @Test("the timestamp of packed audio is read from its ID3 tag")
    func timestamp() {
        #expect(ContainerSniffer.tagLength(Self.tag) == Self.tag.count)
        #expect(ContainerSniffer.timestamp(inTag: Self.tag) == 4_294_968_196)
        #expect(ContainerSniffer.timestamp(inTag: Array(Self.tag.dropLast())) == nil)
        #expect(ContainerSniffer.timestamp(inTag: []) == nil)
        #expect(ContainerSniffer.tagLength(Array("ID3".utf8) + [4, 0, 0, 0xff, 0, 0, 0]) == nil)
    }
}
