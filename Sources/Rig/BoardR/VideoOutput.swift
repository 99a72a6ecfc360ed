import Base
import CLinux
import Capture
import Glibc
import MediaCore

/// A Video4Linux output on which pictures are shown: vivid's, whose capture side then sees them as
/// a grabber sees a box's HDMI. So a bench with a capture device can be tried where there is none.
///
/// For one thread at a time. The last picture stays until the output goes.
package final class VideoOutput {
    package let size: PixelSize
    private let path: String
    private let descriptor: OwnedDescriptor
    private var buffers: [UnsafeMutableRawBufferPointer] = []
    private var shown = 0
    /// The format: bytes B G R X, exactly an `Image`'s words.
    private static let code = CaptureFormat.code("XR24")

    package init(_ path: String, size: PixelSize) throws(SystemCallError) {
        self.size = size
        self.path = path
        descriptor = try OwnedDescriptor(open: path, flags: O_RDWR)
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        format.fmt.pix.width = UInt32(clamping: size.width)
        format.fmt.pix.height = UInt32(clamping: size.height)
        format.fmt.pix.pixelformat = Self.code
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        try call("VIDIOC_S_FMT") { hearth_v4l2_set_format($0, &format) }
        let given = format.fmt.pix
        guard given.pixelformat == Self.code, Int(given.sizeimage) == size.width * size.height * 4 else {
            throw SystemCallError(call: "VIDIOC_S_FMT \(size.width)x\(size.height) XR24 on \(path)", errno: EINVAL)
        }
        var request = v4l2_requestbuffers()
        request.count = 3
        request.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try call("VIDIOC_REQBUFS") { hearth_v4l2_request_buffers($0, &request) }
        for index in 0..<request.count { buffers.append(try map(index)) }
    }

    deinit { buffers.forEach { munmap($0.baseAddress, $0.count) } }

    /// Shows a picture; blocks while the device has pictures waiting. One of another size is
    /// refused.
    package func show(_ image: Image) throws {
        guard image.size == size else { throw SystemCallError(call: "show another size on \(path)", errno: EINVAL) }
        try show { buffer in image.pixels.withUnsafeBytes { buffer.copyMemory(from: $0) } }
    }

    /// Shows a picture that `fill` writes: `width × height` words without padding.
    package func show(_ fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
        var buffer = Self.buffer(index: UInt32(shown))
        if shown >= buffers.count { try call("VIDIOC_DQBUF") { hearth_v4l2_dequeue_buffer($0, &buffer) } }
        let bytes = size.width * size.height * 4
        guard buffers.indices.contains(Int(buffer.index)), buffers[Int(buffer.index)].count >= bytes else {
            throw SystemCallError(call: "VIDIOC_DQBUF on \(path)", errno: ERANGE)
        }
        try fill(UnsafeMutableRawBufferPointer(rebasing: buffers[Int(buffer.index)][..<bytes]))
        buffer.bytesused = UInt32(bytes)
        buffer.field = V4L2_FIELD_NONE.rawValue
        try call("VIDIOC_QBUF") { hearth_v4l2_queue_buffer($0, &buffer) }
        shown += 1
        if shown == 1 {
            var type = Int32(V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue)
            try call("VIDIOC_STREAMON") { hearth_v4l2_stream_on($0, &type) }
        }
    }

    private func map(_ index: UInt32) throws(SystemCallError) -> UnsafeMutableRawBufferPointer {
        var buffer = Self.buffer(index: index)
        try call("VIDIOC_QUERYBUF") { hearth_v4l2_query_buffer($0, &buffer) }
        let address = mmap(
            nil, Int(buffer.length), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.raw, Int(buffer.m.offset))
        guard let address, address != MAP_FAILED else {
            throw SystemCallError(call: "mmap \(buffer.length) bytes of \(path)", errno: errno)
        }
        return UnsafeMutableRawBufferPointer(start: address, count: Int(buffer.length))
    }

    private func call(_ name: String, _ body: (Int32) -> Int32) throws(SystemCallError) {
        try checked("\(name) on \(path)") { body(descriptor.raw) }
    }

    private static func buffer(index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }
}
