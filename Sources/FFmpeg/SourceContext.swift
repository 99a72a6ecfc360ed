import CFFmpeg
import Devices

/// Lets the library read from a `ByteSource`, forwards only.
final class SourceContext {
    private let source: any ByteSource
    private(set) var raw: UnsafeMutablePointer<AVIOContext>?

    init?(_ source: any ByteSource, bufferSize: Int = 32 << 10) {
        self.source = source
        guard let buffer = av_malloc(bufferSize) else { return nil }
        // Unretained: this object closes the context before it goes.
        let this = Unmanaged.passUnretained(self).toOpaque()
        raw = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0, this, readSource, nil, nil)
        guard let raw else {
            av_free(buffer)
            return nil
        }
        raw.pointee.seekable = 0
        // The library reads headers twice. With this set it appends to its buffer while there is room;
        // without it a short read (16 bytes, say) overwrites what was read before.
        raw.pointee.max_packet_size = 1024
    }

    deinit {
        guard let context = raw else { return }
        // The library may have replaced the buffer.
        av_free(context.pointee.buffer)
        context.pointee.buffer = nil
        avio_context_free(&raw)
    }

    fileprivate func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        switch source.read(into: buffer) {
        case .bytes(let count): count > 0 ? Int32(clamping: count) : HEARTH_AVERROR_EIO
        case .end: HEARTH_AVERROR_EOF
        case .cancelled: HEARTH_AVERROR_EXIT
        }
    }
}

private func readSource(
    _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
) -> Int32 {
    guard let context, let buffer, size > 0 else { return HEARTH_AVERROR_EIO }
    return Unmanaged<SourceContext>.fromOpaque(context).takeUnretainedValue()
        .read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}
