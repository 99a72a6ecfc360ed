import Base
import Glibc
import MediaCore

/// An open scan-out tap: requests the rows that are looked at, and reads records. Use from one thread.
final class ScanOutSource {
    private let file: OwnedDescriptor
    private let path: String
    private let gaze: Gaze
    /// The pattern's band on the screen as it was last seen.
    private var band: PatternBand?
    /// Whether the rows that were requested have come.
    private var isSettled = false
    private var last: (sequence: UInt64, time: HostTime)?
    /// The period of vblanks in nanoseconds, from the last two.
    private var period: Int64 = 16_666_667

    init(path: String, gaze: Gaze) throws(SystemCallError) {
        self.path = path
        self.gaze = gaze
        file = try OwnedDescriptor(open: path, flags: O_RDWR)
        // As little as possible, until the screen's size is known.
        if case .pattern = gaze { try ask("0 1 8192 1") }
    }

    /// Waits for a record. Returns false when `stopping` became readable.
    func waits(unless stopping: Int32) throws(SystemCallError) -> Bool {
        var waiting = [
            pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
        ]
        try checked("poll \(path)") { poll(&waiting, 2, -1) }
        return waiting[1].revents == 0
    }

    /// Reads the next record: a frame for each vblank that showed it, and how many pictures were lost
    /// before it.
    func read() throws -> (frames: [SeenFrame], lost: Int) {
        var words = [UInt32](repeating: 0, count: ScanOutRecord.headBytes / 4)
        try words.withUnsafeMutableBytes { try fill($0) }
        guard let record = ScanOutRecord(words: words) else {
            throw SystemCallError(call: "read \(path)", errno: EBADMSG)
        }
        let pixels = try [UInt32](unsafeUninitializedCapacity: record.pixelCount) { buffer, count in
            try fill(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<record.pixelCount])))
            count = record.pixelCount
        }
        if let last, record.sequence > last.sequence {
            period = (record.time - last.time).nanoseconds / Int64(record.sequence - last.sequence)
        }
        last = (record.sequence, record.time)
        guard let frame = try frame(record, pixels) else { return ([], record.lost) }
        let frames = (0..<record.vblanks).map { index in
            var copy = frame
            copy.sequence = record.sequence + UInt64(index)
            copy.time = record.time + .nanoseconds(period * Int64(index))
            return copy
        }
        return (frames, record.lost)
    }

    /// The record as a frame; nil for the first records, which have other rows than those requested.
    private func frame(_ record: ScanOutRecord, _ pixels: [UInt32]) throws -> SeenFrame? {
        if record.screen != band?.screen {
            band = PatternBand(screen: record.screen)
            if case .pattern = gaze, let band {
                try ask("\(band.firstRow) \(band.step * (PatternBand.rows - 1) + 1) \(band.screen.height) \(band.step)")
            }
        }
        var reading: PatternBand.Reading?
        var frame = SeenFrame(time: record.time, screen: record.screen, pattern: nil)
        switch gaze {
        case .everything:
            frame.image = Image(size: record.screen, pixels: pixels)
            reading = pixels.withUnsafeBufferPointer { band?.read($0, isWhole: true) }
        case .pattern:
            let hasBand =
                record.rows == PatternBand.rows && record.firstRow == band?.firstRow && record.step == band?.step
            isSettled = isSettled || hasBand || band == nil
            guard isSettled else { return nil }
            if hasBand { reading = pixels.withUnsafeBufferPointer { band?.read($0, isWhole: false) } }
        }
        frame.brightest = Self.brightest(pixels, of: record)
        frame.pattern = reading?.pattern
        frame.contrast = reading?.contrast
        return frame
    }

    /// The brightest grey level, from every eighth pixel and, in a whole picture, every eighth row:
    /// reading all of them would take longer than a vblank.
    private static func brightest(_ pixels: [UInt32], of record: ScanOutRecord) -> UInt8 {
        pixels.withUnsafeBufferPointer { pixels in
            let rows = stride(from: 0, to: record.rows, by: record.rows > PatternBand.rows ? 8 : 1)
            return rows.reduce(into: 0) { most, row in
                for x in stride(from: 4, to: record.screen.width, by: 8) {
                    most = max(most, Image.luma(pixels[row * record.screen.width + x]))
                }
            }
        }
    }

    /// Requests rows from the tap, as `FIRST COUNT OF STEP`.
    private func ask(_ rows: String) throws(SystemCallError) {
        try checked("write \(path)") { Glibc.write(file.raw, rows, rows.utf8.count) }
    }

    private func fill(_ bytes: UnsafeMutableRawBufferPointer) throws(SystemCallError) {
        var done = 0
        while done < bytes.count {
            let count = try checked("read \(path)") {
                Glibc.read(file.raw, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            guard count > 0 else { throw SystemCallError(call: "read \(path)", errno: EIO) }
            done += count
        }
    }
}
