import Base
import CLinux
import Devices
import Glibc
import MediaCore

/// A capture device's streaming pictures, in kernel buffers mapped into this process (V4L2). Use from
/// one thread; `deinit` closes the device, and the kernel then stops the stream.
package final class CaptureStream {
    /// A picture's timestamp, number and state; its pixels are only lent for the call.
    package struct Stamp {
        /// The buffer's timestamp, CLOCK_MONOTONIC; the time of fetching where the driver keeps
        /// another clock.
        package var time: HostTime
        /// The device's own count of pictures.
        package var sequence: UInt32
        /// Whether the device marked the picture as damaged (it could not fill it as it should).
        package var isDamaged: Bool
    }

    package let device: CaptureDevice
    private let buffers: [UnsafeMutableRawBufferPointer]
    /// How many buffers the kernel fills: a seventh of a second at 60 a second, for a reader that is
    /// delayed.
    private static let bufferCount: UInt32 = 8

    package init(_ settings: CaptureSettings) throws(CaptureError) {
        device = try CaptureDevice(settings)
        // The driver now reports changes of the signal; not every driver can.
        var subscription = v4l2_event_subscription()
        subscription.type = UInt32(V4L2_EVENT_SOURCE_CHANGE)
        _ = hearth_v4l2_subscribe_event(device.descriptor.raw, &subscription)
        var request = v4l2_requestbuffers()
        request.count = Self.bufferCount
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try device.call("VIDIOC_REQBUFS") { hearth_v4l2_request_buffers($0, &request) }
        var mapped: [UnsafeMutableRawBufferPointer] = []
        do throws(CaptureError) {
            for index in 0..<request.count { mapped.append(try Self.map(index, of: device)) }
            var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
            try device.call("VIDIOC_STREAMON") { hearth_v4l2_stream_on($0, &type) }
        } catch {
            mapped.forEach { munmap($0.baseAddress, $0.count) }
            throw error
        }
        buffers = mapped
    }

    deinit { buffers.forEach { munmap($0.baseAddress, $0.count) } }

    /// The device's descriptor, to be polled for POLLIN and POLLPRI.
    package var descriptor: Int32 { device.descriptor.raw }

    /// Passes the next picture, when there is one, to `body`: its bytes, which are valid within `body` only, in the
    /// device's format. Returns false when there is none yet.
    package func take(_ body: (Stamp, UnsafeRawBufferPointer) -> Void) throws(CaptureError) -> Bool {
        var buffer = Self.buffer(index: 0)
        guard hearth_v4l2_dequeue_buffer(descriptor, &buffer) == 0 else {
            if errno == EAGAIN || errno == EINTR { return false }
            // The first is what UVC returns for an unplugged grabber, the second what receivers return
            // without a signal.
            throw errno == ENODEV || errno == EIO
                ? .signalChanged(device: device.path)
                : .call(SystemCallError(call: "VIDIOC_DQBUF on \(device.path)", errno: errno))
        }
        if buffers.indices.contains(Int(buffer.index)) {
            let filled = buffers[Int(buffer.index)]
            let bytes = UnsafeRawBufferPointer(rebasing: filled[..<min(Int(buffer.bytesused), filled.count)])
            body(
                Stamp(
                    time: Self.time(of: buffer), sequence: buffer.sequence,
                    isDamaged: buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0),
                bytes)
        }
        try device.call("VIDIOC_QBUF") { hearth_v4l2_queue_buffer($0, &buffer) }
        return true
    }

    /// Throws when the signal is gone or has changed; to be called when there are events, or no
    /// pictures. A driver also sends an event when nothing changed in the end, as when a cable is
    /// plugged in twice.
    package func checkEvents() throws(CaptureError) {
        var event = v4l2_event()
        while hearth_v4l2_dequeue_event(descriptor, &event) == 0 {}
        try device.checkSameSignal()
    }

    private static func map(_ index: UInt32, of device: CaptureDevice) throws(CaptureError)
        -> UnsafeMutableRawBufferPointer
    {
        var buffer = buffer(index: index)
        try device.call("VIDIOC_QUERYBUF") { hearth_v4l2_query_buffer($0, &buffer) }
        let length = Int(buffer.length)
        let address = mmap(
            nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, device.descriptor.raw, Int(buffer.m.offset))
        guard let address, address != MAP_FAILED else {
            throw .call(SystemCallError(call: "mmap \(length) bytes of \(device.path)", errno: errno))
        }
        try device.call("VIDIOC_QBUF") { hearth_v4l2_queue_buffer($0, &buffer) }
        return UnsafeMutableRawBufferPointer(start: address, count: length)
    }

    private static func buffer(index: UInt32) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private static func time(of buffer: v4l2_buffer) -> HostTime {
        guard buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) else {
            return MonotonicClock().now
        }
        var buffer = buffer
        return HostTime(nanoseconds: hearth_v4l2_nanoseconds(&buffer))
    }
}
