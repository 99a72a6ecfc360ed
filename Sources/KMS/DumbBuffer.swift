import CDRM
import Compositing
import MediaCore

/// Memory that the display engine can scan out and software can write. Freed with its last reference,
/// which must not go while it is on the screen.
final class DumbBuffer {
    let size: PixelSize
    let framebuffer: UInt32
    let target: CompositionTarget
    private let device: KMSDevice
    private let memory: KMSDevice.DumbMemory

    /// Makes a buffer.
    /// - Parameter format: of 32 bits a pixel.
    init(_ device: KMSDevice, size: PixelSize, format: UInt32) throws(KMSError) {
        let memory = try device.makeDumbMemory(size)
        do {
            framebuffer = try device.makeFramebuffer(
                size, format: format, modifier: nil, handles: [memory.handle], pitches: [UInt32(memory.pitch)],
                offsets: [0])
        } catch {
            device.destroy(memory)
            throw error
        }
        self.device = device
        self.size = size
        self.memory = memory
        // Each page is touched now: the first touch is slow, and would later happen while a vblank
        // waits.
        memory.base.update(repeating: 0, count: memory.bytes)
        target = CompositionTarget(PixelBuffer(base: memory.base, stride: memory.pitch, size: size))
    }

    deinit {
        device.removeFramebuffer(framebuffer)
        device.destroy(memory)
    }

    var base: UnsafeMutablePointer<UInt8> { memory.base }
    var pitch: Int { memory.pitch }
}
