import CFFmpeg
import Devices

/// Lets the library read from a `ByteSource`: forwards only, or from any place where the source can and the container
/// has a use for it.
final class SourceContext {
    private let source: any ByteSource
    /// The source, where the library may go to any place in it.
    private let file: (source: any SeekableByteSource, length: Int)?
    private(set) var raw: UnsafeMutablePointer<AVIOContext>?

    init?(_ source: any ByteSource, seeks: Bool = false, bufferSize: Int = 32 << 10) {
        self.source = source
        let seekable = seeks ? source as? any SeekableByteSource : nil
        file = seekable.flatMap { source in source.length.map { (source, $0) } }
        guard let buffer = av_malloc(bufferSize) else { return nil }
        // Unretained: this object closes the context before it goes.
        let this = Unmanaged.passUnretained(self).toOpaque()
        raw = avio_alloc_context(
            buffer.assumingMemoryBound(to: UInt8.self), Int32(bufferSize), 0, this, readSource, nil,
            file == nil ? nil : seekSource)
        guard let raw else {
            av_free(buffer)
            return nil
        }
        guard file == nil else { return }
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

    /// From here on the library reads what comes, and nothing else.
    func readsForwards() { raw?.pointee.seekable = 0 }

    fileprivate func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
        switch source.read(into: buffer) {
        case .bytes(let count): count > 0 ? Int32(clamping: count) : HEARTH_AVERROR_EIO
        case .end: HEARTH_AVERROR_EOF
        case .cancelled: HEARTH_AVERROR_EXIT
        }
    }

    fileprivate func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
        guard let file else { return Int64(HEARTH_AVERROR_EIO) }
        if whence & AVSEEK_SIZE != 0 { return Int64(file.length) }
        // The library works out places after the place and before the end by itself.
        guard whence & ~AVSEEK_FORCE == SEEK_SET, let place = Int(exactly: offset), place >= 0 else {
            return Int64(HEARTH_AVERROR_EIO)
        }
        file.source.seek(to: place)
        return offset
    }
}

private func seekSource(_ context: UnsafeMutableRawPointer?, _ offset: Int64, _ whence: Int32) -> Int64 {
    guard let context else { return Int64(HEARTH_AVERROR_EIO) }
    return Unmanaged<SourceContext>.fromOpaque(context).takeUnretainedValue().seek(offset, whence)
}

private func readSource(
    _ context: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ size: Int32
) -> Int32 {
    guard let context, let buffer, size > 0 else { return HEARTH_AVERROR_EIO }
    return Unmanaged<SourceContext>.fromOpaque(context).takeUnretainedValue()
        .read(UnsafeMutableRawBufferPointer(start: buffer, count: Int(size)))
}
