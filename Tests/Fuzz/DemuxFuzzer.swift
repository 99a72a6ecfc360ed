import Devices
import MediaCore

@testable import FFmpeg

/// The input, in pieces as a network brings them.
private final class FuzzSource: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        let count = min(rest.count, buffer.count, 188)
        guard count > 0 else { return .end }
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return .bytes(count)
    }
}

/// Demuxes any bytes with libavformat, as each container in turn, and decodes what comes out of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDemux(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: count))
    guard let choice = bytes.first else { return 0 }
    // MPEG-TS begins with 0x47, a box of MP4 with the high byte of its length.
    let container = [MediaContainer.mp4, .aac, .ac3, .mpegTS][Int(choice & 3)]
    guard
        let demuxer = try? FFmpegDemuxer(
            container, source: FuzzSource(bytes[...]), expected: choice & 16 == 0 ? nil : .zero)
    else { return 0 }
    var tracks: Set<Int> = []
    var decoder: LibraryVideoDecoder?
    var picture = -1
    // A demuxer that gives more than it was given would go on for ever.
    for _ in 0..<count * 2 + 16 {
        guard let event = try? demuxer.next() else { return 0 }
        switch event {
        case .end: return 0
        case .tracks(let all):
            tracks = Set(all.map(\.id))
            if decoder == nil, let track = all.first(where: { if case .video = $0.codec { true } else { false } }) {
                picture = track.id
                decoder = try? LibraryVideoDecoder(track, limit: PictureLimit(for: .zero))
            }
        case .packet(let packet):
            precondition(tracks.contains(packet.track), "a packet of a track that was not announced")
            precondition(packet.duration >= .zero, "a packet that ends before it begins")
            guard packet.track == picture else { continue }
            do { try decoder?.decode(packet) { _ in } } catch { decoder = nil }
        }
    }
    preconditionFailure("more came out than went in")
}
