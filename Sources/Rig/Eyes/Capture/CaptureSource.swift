import Base
import Capture
import Devices
import Glibc
import MediaCore
import OriginPattern

/// A capture device that is being read. For one thread.
final class CaptureSource {
    private let stream: CaptureStream
    private let latency: Duration
    private var gaps = SequenceGaps()
    private let clock = MonotonicClock()
    private var checked: HostTime

    init(_ settings: CaptureSettings) throws(CaptureError) {
        stream = try CaptureStream(settings)
        latency = settings.latency
        checked = clock.now
    }

    /// Waits for a picture. False: `stopping` became readable. Throws when the signal goes or becomes another.
    func waits(unless stopping: Int32) throws(CaptureError) -> Bool {
        while true {
            var wanted = [
                pollfd(fd: stream.descriptor, events: Int16(POLLIN | POLLPRI), revents: 0),
                pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&wanted, 2, 1_000)
            if count > 0, wanted[1].revents != 0 { return false }
            // Not every driver reports that the signal went, and grabbers then make pictures of their own:
            // each second they are asked.
            if wanted[0].revents & Int16(POLLPRI | POLLERR | POLLHUP) != 0 || clock.now - checked > .seconds(1) {
                try stream.checkEvents()
                checked = clock.now
            }
            if count > 0, wanted[0].revents & Int16(POLLIN | POLLERR) != 0 { return true }
        }
    }

    /// The next picture, and how many were lost before it or in its place. Does not wait.
    func read(keepingPixels: Bool) throws(CaptureError) -> (frame: SeenFrame?, lost: Int) {
        var frame: SeenFrame?
        var lost = 0
        let device = stream.device
        _ = try stream.take { stamp, bytes in
            let picture = CapturedPicture(
                bytes, format: device.format, size: device.size, stride: device.stride, isBT709: device.isBT709,
                isFullRange: device.isFullRange)
            lost = gaps.missing(before: stamp.sequence)
            if !stamp.isDamaged, let picture { frame = seen(picture, stamp, keepingPixels) }
            if frame == nil { lost += 1 }
        }
        return (frame, lost)
    }

    /// The frame of a picture; nil for a JPEG that cannot be decoded.
    private func seen(_ picture: CapturedPicture, _ stamp: CaptureStream.Stamp, _ keepsPixels: Bool) -> SeenFrame? {
        let cells = picture.cells()
        var frame = SeenFrame(
            time: stamp.time - latency, sequence: UInt64(stamp.sequence), screen: picture.size,
            pattern: BitPattern.read(cells: cells), brightest: picture.level(of: cells.max()))
        guard keepsPixels || picture.format == .mjpeg else { return frame }
        guard let image = picture.image() else { return nil }
        if picture.format == .mjpeg { frame.pattern = image.pattern }
        frame.brightest = image.brightest
        if keepsPixels { frame.image = image }
        return frame
    }
}

extension BitPattern {
    /// Reads the pattern from one grey level a cell; nil when there is none.
    fileprivate static func read(cells: [UInt8]) -> BitPattern? {
        // A picture of one pixel a cell is read as any other.
        let rest = [UInt8](repeating: 0, count: max(0, columns * rowsInPicture - cells.count))
        return read(luma: cells + rest, width: columns, height: rowsInPicture)
    }
}
