import MediaCore

/// Framebuffers over the decoder's DMA buffers. A decoder's pool is small and goes round, so each
/// buffer is imported once; one that was not used for a while is released.
final class ImportedFrames {
    private struct Key: Equatable {
        var handles: [UInt32]
        var buffer: Layout
        var size: PixelSize
    }

    private struct Layout: Equatable {
        var fourcc: UInt32
        var modifier: UInt64
        var offsets: [UInt32]
        var pitches: [UInt32]
    }

    private struct Entry {
        var key: Key
        var framebuffer: UInt32
        var lastUse: UInt64
    }

    private let device: KMSDevice
    private var entries: [Entry] = []
    private var commit: UInt64 = 0
    private static let keptForCommits: UInt64 = 120

    init(_ device: KMSDevice) {
        self.device = device
    }

    deinit {
        for entry in entries { device.removeFramebuffer(entry.framebuffer) }
        for handle in Set(entries.flatMap(\.key.handles)) { device.closeHandle(handle) }
    }

    /// Counts a commit; releases framebuffers that have not been on the screen for a while.
    func beginCommit() {
        commit += 1
        guard commit % Self.keptForCommits == 0 else { return }
        let oldest = commit - Self.keptForCommits
        for entry in entries where entry.lastUse < oldest { device.removeFramebuffer(entry.framebuffer) }
        let gone = entries.filter { $0.lastUse < oldest }
        entries.removeAll { $0.lastUse < oldest }
        close(Set(gone.flatMap(\.key.handles)))
    }

    func framebuffer(of buffer: VideoFrame.DMABuffer, size: PixelSize) throws(KMSError) -> UInt32 {
        guard !buffer.planes.isEmpty, buffer.planes.count <= 4 else {
            throw .failed(call: "import DMA buffer of \(buffer.planes.count) planes", errno: 22)
        }
        var handles: [UInt32] = []
        do throws(KMSError) {
            for plane in buffer.planes { handles.append(try device.handle(ofDMABuffer: plane.descriptor)) }
            let layout = Layout(
                fourcc: buffer.fourcc, modifier: buffer.modifier, offsets: buffer.planes.map(\.offset),
                pitches: buffer.planes.map(\.pitch))
            let key = Key(handles: handles, buffer: layout, size: size)
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].lastUse = commit
                return entries[index].framebuffer
            }
            let framebuffer = try device.makeFramebuffer(
                size, format: buffer.fourcc, modifier: buffer.modifier, handles: handles, pitches: layout.pitches,
                offsets: layout.offsets)
            entries.append(Entry(key: key, framebuffer: framebuffer, lastUse: commit))
            return framebuffer
        } catch {
            close(Set(handles))
            throw error
        }
    }

    /// Closes handles that no framebuffer here uses: the kernel gives one handle for one buffer,
    /// however often it is imported.
    private func close(_ handles: Set<UInt32>) {
        let used = Set(entries.flatMap(\.key.handles))
        for handle in handles.subtracting(used) { device.closeHandle(handle) }
    }
}
