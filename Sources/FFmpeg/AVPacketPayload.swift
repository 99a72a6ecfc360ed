import CFFmpeg
import Devices

/// A reference to a packet of the library.
final class AVPacketPayload: PacketPayload {
    /// The packet, owned and never written after it is made: decoders take references of their own.
    nonisolated(unsafe) let raw: UnsafeMutablePointer<AVPacket>

    /// Takes over what `packet` refers to and leaves it blank; nil without memory.
    init?(moving packet: UnsafeMutablePointer<AVPacket>) {
        guard let raw = av_packet_alloc() else { return nil }
        av_packet_move_ref(raw, packet)
        self.raw = raw
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&packet)
    }

    var byteCount: Int { Int(raw.pointee.size) }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        body(UnsafeRawBufferPointer(start: raw.pointee.data, count: raw.pointee.data == nil ? 0 : byteCount))
    }
}
