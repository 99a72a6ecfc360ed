import CDRM
import Devices
import Glibc
import MediaCore

/// Copies surfaces into buffers for planes, each once. Buffers of a size that is wanted again are used
/// again: making one costs far more than filling it.
final class SurfaceUploads {
    private struct Entry {
        var identity: ContentIdentity
        var buffer: DumbBuffer
        var lastUse: UInt64
    }

    private let device: KMSDevice
    private var entries: [Entry] = []
    private var commit: UInt64 = 0
    private static let capacity = 24

    init(_ device: KMSDevice) {
        self.device = device
    }

    /// Counts a commit. Buffers used in the last three may be on the screen.
    func beginCommit() {
        commit += 1
    }

    func framebuffer(of surface: Surface) throws(KMSError) -> UInt32 {
        if let index = entries.firstIndex(where: { $0.identity == surface.identity }) {
            entries[index].lastUse = commit
            return entries[index].buffer.framebuffer
        }
        if let index = leastRecent(where: { $0.buffer.size == surface.size }) {
            copy(surface, into: entries[index].buffer)
            entries[index].identity = surface.identity
            entries[index].lastUse = commit
            return entries[index].buffer.framebuffer
        }
        if entries.count >= Self.capacity, let index = leastRecent(where: { _ in true }) {
            entries.remove(at: index)
        }
        let buffer = try DumbBuffer(device, size: surface.size, format: HEARTH_DRM_ARGB8888)
        copy(surface, into: buffer)
        entries.append(Entry(identity: surface.identity, buffer: buffer, lastUse: commit))
        return buffer.framebuffer
    }

    /// The least recently used entry that fits and can't be on the screen any more.
    private func leastRecent(where fits: (Entry) -> Bool) -> Int? {
        entries.indices.filter { entries[$0].lastUse + 3 < commit && fits(entries[$0]) }
            .min { entries[$0].lastUse < entries[$1].lastUse }
    }

    private func copy(_ surface: Surface, into buffer: DumbBuffer) {
        guard let source = surface.pixels.baseAddress else { return }
        for row in 0..<surface.size.height {
            memcpy(buffer.base + row * buffer.pitch, source + row * surface.stride, surface.size.width * 4)
        }
    }
}
