@testable import Playback

/// Parses any bytes as the start of packed audio: ID3 tags and what follows them (RFC 8216bis
/// §3.1.4).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTag(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    _ = ContainerSniffer.container(of: bytes)
    if let length = ContainerSniffer.tagLength(bytes) {
        precondition(length > 0, "a tag without length would be read for ever")
    }
    _ = ContainerSniffer.timestamp(inTag: bytes)
    let tags = ID3Text.tags(of: bytes)
    for text in [tags.title, tags.artist, tags.album].compactMap({ $0 }) {
        precondition(!text.isEmpty && !text.unicodeScalars.contains { $0.value < 0x20 }, "that is no line")
    }
    return 0
}
