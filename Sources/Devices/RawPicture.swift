import MediaCore

/// A packet's picture that is not compressed.
package final class RawPicture: PacketPayload {
    /// The picture, at the time that its source gave it.
    package let frame: VideoFrame

    package init(_ frame: VideoFrame) { self.frame = frame }

    /// The bytes that it takes.
    package var byteCount: Int { frame.size.width * frame.size.height * 3 / 2 }

    /// It has no bitstream.
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
