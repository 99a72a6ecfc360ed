import Base
import CFFmpeg
import Glibc

/// Keeps the bytes of a demuxer's packets, one behind the other, in pages that go back to the kernel when the last
/// packet on them is gone.
///
/// The library gives each picture of MPEG-TS a buffer of 200 kB, and others on the heap, between things that live on.
final class PacketMemory {
    /// The piece of memory that is being filled; packets keep it, too.
    private var piece: UnsafeMutablePointer<AVBufferRef>?
    private var used = 0
    /// A second of standard definition.
    private static let pieceSize = 256 << 10
    /// What decoders may read behind a packet, in zeros.
    private static let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)

    deinit {
        av_buffer_unref(&piece)
    }

    /// Moves a packet's bytes here; false without memory, and then the packet stays as it was.
    func take(_ packet: UnsafeMutablePointer<AVPacket>) -> Bool {
        guard packet.pointee.size > 0, let data = packet.pointee.data else { return true }
        let count = Int(packet.pointee.size)
        let room = (count + Self.padding + 63) & ~63
        if piece.map({ $0.pointee.size - used < room }) ?? true {
            guard let new = Self.makePiece(max(Self.pieceSize, room)) else { return false }
            av_buffer_unref(&piece)
            piece = new
            used = 0
        }
        guard let piece, let reference = av_buffer_ref(piece) else { return false }
        let place = piece.pointee.data + used
        // The pages were zero, and are written once: so is what lies behind the packet.
        place.update(from: data, count: count)
        used += room
        var before = packet.pointee.buf
        packet.pointee.buf = reference
        av_buffer_unref(&before)
        packet.pointee.data = place
        return true
    }

    private static func makePiece(_ size: Int) -> UnsafeMutablePointer<AVBufferRef>? {
        guard let memory = PageMemory(byteCount: size) else { return nil }
        let owner = Unmanaged.passRetained(memory)
        let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
        guard let buffer = av_buffer_create(bytes, memory.byteCount, releasePages, owner.toOpaque(), 0) else {
            owner.release()
            return nil
        }
        return buffer
    }
}

/// Called by the library when nothing refers to a piece any more, on any thread.
private func releasePages(_ opaque: UnsafeMutableRawPointer?, _ data: UnsafeMutablePointer<UInt8>?) {
    if let opaque { Unmanaged<PageMemory>.fromOpaque(opaque).release() }
}
