import Base
import MediaCore

/// Writes a recording of what a headless sink played: a WAV, and beside it one JSON line for each
/// block.
///
/// The WAV is what a microphone at the loudspeaker would have taken: 16 bits, from the first frame
/// on without a break, silent where the card was dry or gone. A line has `time_ns` (CLOCK_MONOTONIC
/// at which the block's first frame was heard), `frame` (its index in the WAV), `frames`, `peak` and
/// `rms` (full scale 1); a fault has `time_ns` and `event`.
struct AudioRecording: Sendable {
    private let wave: AudioRecordingFile?
    private let lines: AudioRecordingFile?
    private let format: AudioFormat
    private var framesWritten: UInt64 = 0
    private var end: HostTime?

    /// The most frames recorded: more would overflow the WAV's 32-bit sizes.
    private let mostFrames: UInt64

    init(wave path: String?, lines linesPath: String?, format: AudioFormat) throws(SystemCallError) {
        wave = try path.map { path throws(SystemCallError) in try AudioRecordingFile(creating: path) }
        lines = try linesPath.map { path throws(SystemCallError) in try AudioRecordingFile(creating: path) }
        self.format = format
        mostFrames = UInt64((1 << 31) / (2 * max(1, format.channels)))
        try wave?.append(header)
    }

    /// Appends `samples`, which were heard from `time` to `end` by the card's own clock.
    mutating func append(
        _ samples: [Float], from time: HostTime, to end: HostTime, level: AudioLevel
    ) throws(SystemCallError) {
        // A rounding error is not a gap.
        if let last = self.end, time - last > .microseconds(100) {
            try write(silence: format.frames(in: time - last))
        }
        self.end = end
        let frames = samples.count / max(1, format.channels)
        try line(
            "{\"time_ns\": \(time.nanoseconds), \"frame\": \(framesWritten), \"frames\": \(frames), "
                + "\"peak\": \(level.peak), \"rms\": \(level.rms)}\n")
        try write(frames: frames, samples.map { Int16(clamping: Int64(saturating: Double($0) * 32_767)) })
    }

    func note(_ event: String, at time: HostTime) throws(SystemCallError) {
        try line("{\"time_ns\": \(time.nanoseconds), \"event\": \"\(event)\"}\n")
    }

    /// Writes the WAV's length into its header.
    func finish() throws(SystemCallError) {
        try wave?.overwriteStart(header)
    }

    private mutating func write(silence frames: Int) throws(SystemCallError) {
        var left = min(frames, format.sampleRate * 3_600)
        while left > 0 {
            let count = min(left, 4_800)
            try write(frames: count, [Int16](repeating: 0, count: count * format.channels))
            left -= count
        }
    }

    private mutating func write(frames: Int, _ samples: [Int16]) throws(SystemCallError) {
        guard let wave, framesWritten + UInt64(frames) <= mostFrames else { return }
        framesWritten += UInt64(frames)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(samples.count * 2)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        try wave.append(bytes)
    }

    private func line(_ text: String) throws(SystemCallError) {
        try lines?.append(Array(text.utf8))
    }

    private var header: [UInt8] {
        let bytesPerFrame = 2 * format.channels
        let size = UInt32(clamping: framesWritten * UInt64(bytesPerFrame))
        var header: [UInt8] = []
        func text(_ tag: String) { header += Array(tag.utf8) }
        func little(_ value: UInt32, _ bytes: Int) {
            for index in 0..<bytes { header.append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))) }
        }
        text("RIFF")
        little(size.addingSaturating(36), 4)
        text("WAVEfmt ")
        little(16, 4)
        little(1, 2)
        little(UInt32(clamping: format.channels), 2)
        little(UInt32(clamping: format.sampleRate), 4)
        little(UInt32(clamping: format.sampleRate * bytesPerFrame), 4)
        little(UInt32(clamping: bytesPerFrame), 2)
        little(16, 2)
        text("data")
        little(size, 4)
        return header
    }
}
