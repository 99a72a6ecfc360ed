import Devices
import MediaCore

/// Gives a photo as a film of one picture.
final class PhotoDemuxer: Demuxer {
    private enum Step { case track, packet, end }

    private let source: any ByteSource
    private var step = Step.track
    /// How long a photo is on the screen where nothing follows: a screen is not to keep one for ever.
    static let lasts = Duration.seconds(3600)
    private static let most = 64 << 20

    init(_ source: any ByteSource) { self.source = source }

    func next() throws(DemuxError) -> DemuxEvent {
        switch step {
        case .track:
            step = .packet
            return .tracks([Track(id: 0, codec: .video(.photo))])
        case .packet:
            step = .end
            let bytes = try readAll()
            guard StillImageHeader(bytes) != nil else { throw unreadable("it is no picture") }
            return .packet(
                Packet(
                    track: 0, presentation: .zero, decode: .zero, duration: Self.lasts, isKey: true,
                    payload: PhotoPayload(bytes)))
        case .end: return .end
        }
    }

    private func readAll() throws(DemuxError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            switch piece.withUnsafeMutableBytes({ source.read(into: $0) }) {
            case .bytes(let count): bytes += piece.prefix(count)
            case .end: return bytes
            case .cancelled: throw .cancelled
            }
            guard bytes.count <= Self.most else { throw unreadable("it has more than \(Self.most >> 20) MB") }
        }
    }

    private func unreadable(_ reason: String) -> DemuxError { .unreadable(.photo, code: 0, reason: reason) }
}

/// A whole file of a still picture.
final class PhotoPayload: PacketPayload {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var byteCount: Int { bytes.count }
    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { bytes.withUnsafeBytes(body) }
}
