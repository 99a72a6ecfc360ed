import Base
import Foundation
import OriginPattern

/// A line of the `--record` file: a picture that was on the screen.
struct RecordedFrame: Decodable {
    /// The time of the picture's vblank, CLOCK_MONOTONIC.
    var time: Int64
    var hash: String
    /// The picture as 64 × 36 grey levels.
    var pixels: [UInt8]
    /// The origin's pattern in the picture, dimmed or not.
    var pattern: BitPattern?

    private enum CodingKeys: String, CodingKey {
        case time = "time_ns"
        case hash, pixels
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        time = try container.decode(Int64.self, forKey: .time)
        hash = try container.decode(String.self, forKey: .hash)
        pixels = Array(try container.decode(Data.self, forKey: .pixels))
        pattern = BitPattern.read(luma: pixels, width: 64, height: 36)
    }

    var brightest: UInt8 { pixels.prefix(4 * 64).max() ?? 0 }
}

/// The `--record` file of a daemon, which grows: each line is read once, however often it is asked for.
final class FrameRecording: Sendable {
    private struct State {
        var frames: [RecordedFrame] = []
        /// How much of the file has been read, in bytes.
        var offset: UInt64 = 0
    }

    private let file: URL
    private let state = Locked(State())

    init(_ file: URL) { self.file = file }

    /// The pictures so far, without a last line that is not complete yet.
    var frames: [RecordedFrame] {
        state.withLock { state in
            guard let handle = try? FileHandle(forReadingFrom: file), (try? handle.seek(toOffset: state.offset)) != nil,
                let data = try? handle.readToEnd(), let end = data.lastIndex(of: UInt8(ascii: "\n"))
            else { return state.frames }
            state.offset += UInt64(end - data.startIndex + 1)
            state.frames += data[..<end].split(separator: UInt8(ascii: "\n")).compactMap {
                try? JSONDecoder().decode(RecordedFrame.self, from: $0)
            }
            return state.frames
        }
    }
}

/// A recorded WAV: 16 bits, two channels, 48 kHz. May still be growing.
struct RecordedSound {
    private let samples: [Int16]
    static let rate = 48_000

    init(_ file: URL) throws {
        let data = try Data(contentsOf: file).dropFirst(44)
        samples = data.withUnsafeBytes { bytes in
            // The left channel.
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int16.self) }
        }
    }

    var seconds: Double { Double(samples.count) / Double(Self.rate) }

    /// Whether a tone of that pitch sounds anywhere from `start` seconds on, with no louder other
    /// tone of the origin beside it.
    func hasTone(_ hertz: Int, from start: Double = 0) -> Bool {
        let window = Self.rate / 20
        var position = Int(start * Double(Self.rate))
        while position + window <= samples.count {
            let piece = samples[position..<position + window]
            let own = Self.level(piece, hertz)
            if own > 400, [500, 600, 700].allSatisfy({ $0 == hertz || Self.level(piece, $0) < own / 3 }) {
                return true
            }
            position += window
        }
        return false
    }

    /// The largest amplitude at a frequency in any 50 ms of that time.
    func level(_ hertz: Int, from start: Double, to end: Double = .infinity) -> Double {
        windows(from: start, to: end).map { Self.level(samples[$0], hertz) }.max() ?? 0
    }

    /// From when to when a frequency is at least so strong; nil: it never is.
    func moments(_ hertz: Int, from start: Double, least: Double) -> ClosedRange<Double>? {
        let loud = windows(from: start, to: .infinity).filter { Self.level(samples[$0], hertz) >= least }
        guard let first = loud.first, let last = loud.last else { return nil }
        return Double(first.lowerBound) / Double(Self.rate)...Double(last.upperBound) / Double(Self.rate)
    }

    private func windows(from start: Double, to end: Double) -> [Range<Int>] {
        let length = Self.rate / 20
        let last = min(Double(samples.count), max(0, end) * Double(Self.rate))
        return stride(from: Int(max(0, start) * Double(Self.rate)), through: Int(last) - length, by: length).map {
            $0..<$0 + length
        }
    }

    /// The largest sample from `start` seconds on.
    func peak(from start: Double) -> Int {
        samples.dropFirst(Int(start * Double(Self.rate))).reduce(0) { max($0, Int($1.magnitude)) }
    }

    /// The largest step from one sample to the next, from `start` seconds on.
    func steepest(from start: Double) -> Int {
        let piece = samples.dropFirst(Int(start * Double(Self.rate)))
        return zip(piece, piece.dropFirst()).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The amplitude at one frequency (Goertzel).
    private static func level(_ piece: ArraySlice<Int16>, _ hertz: Int) -> Double {
        let turn = 2 * cos(2 * Double.pi * Double(hertz) / Double(rate))
        var (before, last) = (0.0, 0.0)
        for sample in piece { (before, last) = (last, Double(sample) + turn * last - before) }
        let power = before * before + last * last - turn * before * last
        return 2 * max(0, power).squareRoot() / Double(piece.count)
    }
}
