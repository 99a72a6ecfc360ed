import MediaCore

/// A packet's sound that is not compressed, in `AudioFormat.standard`.
package final class RawSound: PacketPayload {
    /// The samples, interleaved.
    package let samples: [Float]

    package init(_ samples: [Float]) { self.samples = samples }

    package var byteCount: Int { samples.count * MemoryLayout<Float>.size }
    package func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) { samples.withUnsafeBytes(body) }
}
