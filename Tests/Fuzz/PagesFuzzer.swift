import CFFmpeg
import Devices
import MediaCore

@testable import FFmpeg

/// Decodes any bytes as packets of subtitles that are pictures or pages of teletext, in each format: whatever they are,
/// it ends, and a picture is as large as it says and lies somewhere on a screen.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPages(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let codec = SubtitleCodec.allCases[Int(first) % SubtitleCodec.allCases.count]
    var rest = bytes.dropFirst()
    var track = Track(id: 0, codec: .subtitles(codec))
    switch codec {
    case .dvb:
        track.configuration = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
    case .teletext: track.configuration = Array("888".utf8)
    case .vobSub:
        // The head of a disc ends with the first zero.
        track.configuration = Array(rest.prefix { $0 != 0 })
        rest = rest.dropFirst(track.configuration.count + 1)
    case .pgs: break
    }
    guard let decoder = try? LibrarySubtitleDecoder(track) else { return 0 }
    let screen = PixelRectangle(x: 0, y: 0, width: 192, height: 108)
    // Each packet behind its length, of two bytes.
    while rest.count > 2 {
        let length = min(Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1]), rest.count - 2)
        guard let packet = packet(Array(rest.dropFirst(2).prefix(length))) else { return 0 }
        rest = rest.dropFirst(2 + length)
        guard let page = decoder.decode(packet) else { continue }
        precondition(page.delay >= .zero && page.length.map { $0 > .zero } ?? true, "a page that is never seen")
        for picture in page.pictures {
            let frame = picture.frame(over: screen, on: screen)
            precondition(!frame.isEmpty && picture.indices.count == picture.place.width * picture.place.height)
            // What is painted is as large: at this size hundreds are tried a second.
            guard picture.indices.count <= 1 << 16 else { continue }
            let surface = Surface(size: picture.place.size) { picture.paint(into: $0, stride: $1) }
            precondition(surface.size == picture.place.size, "a picture without bounds")
        }
    }
    return 0
}

private func packet(_ bytes: [UInt8]) -> Packet? {
    guard let raw = av_packet_alloc(), av_new_packet(raw, CInt(bytes.count)) >= 0 else { return nil }
    var packet: UnsafeMutablePointer<AVPacket>? = raw
    defer { av_packet_free(&packet) }
    bytes.withUnsafeBytes { bytes in
        if let base = bytes.baseAddress {
            raw.pointee.data.update(from: base.assumingMemoryBound(to: UInt8.self), count: bytes.count)
        }
    }
    return AVPacketPayload(moving: raw).map {
        Packet(track: 0, presentation: .zero, decode: nil, duration: .zero, isKey: true, payload: $0)
    }
}
