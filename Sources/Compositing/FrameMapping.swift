import CLinux
import Glibc
import MediaCore

/// Gives software access to a picture's planes: in memory, or in a linear DMA buffer that is mapped
/// for as long as it takes. Tiled buffers can't be read so.
struct FrameMapping {
    /// Calls `body` with the planes; false when there are none that can be read, or `body` says so.
    func withPlanes(of frame: VideoFrame, _ body: ([VideoFrame.Plane]) -> Bool) -> Bool {
        if !frame.planes.isEmpty { return body(frame.planes) }
        guard let buffer = frame.dmaBuffer, buffer.modifier == 0,
            buffer.planes.count >= frame.format.planeCount
        else { return false }

        var mappings: [(base: UnsafeMutableRawPointer, length: Int)] = []
        defer {
            for mapping in mappings { munmap(mapping.base, mapping.length) }
        }
        var planes: [VideoFrame.Plane] = []
        for (index, plane) in buffer.planes.prefix(frame.format.planeCount).enumerated() {
            let rows = index == 0 ? frame.size.height : (frame.size.height + 1) / 2
            let end = lseek(plane.descriptor, 0, SEEK_END)
            let needed = Int(plane.offset) + Int(plane.pitch) * rows
            guard end >= needed, needed > 0, Int(plane.pitch) >= Self.rowBytes(of: frame, plane: index),
                let base = mmap(nil, needed, PROT_READ, MAP_SHARED, plane.descriptor, 0), base != MAP_FAILED
            else { return false }
            mappings.append((base, needed))
            planes.append(
                VideoFrame.Plane(
                    base: UnsafePointer(base.assumingMemoryBound(to: UInt8.self)) + Int(plane.offset),
                    stride: Int(plane.pitch)))
        }
        for plane in buffer.planes { hearth_dma_buf_read(plane.descriptor, 1) }
        defer { for plane in buffer.planes { hearth_dma_buf_read(plane.descriptor, 0) } }
        return body(planes)
    }

    private static func rowBytes(of frame: VideoFrame, plane: Int) -> Int {
        let chromaWidth = (frame.size.width + 1) / 2
        switch (frame.format, plane) {
        case (.i420, 0), (.nv12, 0): return frame.size.width
        case (.i420, _): return chromaWidth
        case (.nv12, _): return chromaWidth * 2
        case (.i010, 0): return frame.size.width * 2
        case (.i010, _): return chromaWidth * 2
        case (.xrgb8888, _), (.argb8888, _): return frame.size.width * 4
        }
    }
}
