import Devices
import Foundation
import MediaCore

/// The ears that hear what board Q's sound card plays: QEMU writes it to a WAV file, from outside the
/// machine.
///
/// The file holds only the time during which the card runs, so that times are right within a second at
/// best: pitch and loudness can be judged by it, the offset between picture and sound cannot.
package struct WAVEars: Ears {
    private let path: String

    package init(path: String) { self.path = path }

    package func listen() throws -> any Listening { WAVListening(path: path) }
}

private final class WAVListening: Listening {
    private let path: String
    private let first: Int
    private let start: HostTime
    private let clock = MonotonicClock()

    init(path: String) {
        self.path = path
        first = WAVFile.frames(path)
        start = clock.now
    }

    func finish() throws -> Sound {
        let last = WAVFile.frames(path)
        let end = clock.now
        guard last >= first else { throw SoundLost(path: path) }
        let samples = try WAVFile.leftChannel(path, first..<last)
        return Sound(samples: samples, reports: [(0, start), (samples.count, end)])
    }
}

package struct SoundLost: Error, CustomStringConvertible {
    package var path: String

    package var description: String { "\(path) began anew while it was listened to: was the board switched off?" }
}

/// A WAV file that is still being written: its header's lengths are 0 until QEMU ends.
enum WAVFile {
    /// The length of the RIFF, fmt and data headers, as QEMU writes them.
    static let headerBytes = 44
    /// The bytes of a frame: two channels of 16 bits.
    static let frameBytes = 4

    /// The number of frames so far; 0 where there is no file yet.
    static func frames(_ path: String) -> Int {
        let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int ?? 0
        return max(0, size - headerBytes) / frameBytes
    }

    static func leftChannel(_ path: String, _ frames: Range<Int>) throws -> [Int32] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(headerBytes + frames.lowerBound * frameBytes))
        return leftChannel(Array(try file.read(upToCount: frames.count * frameBytes) ?? Data()))
    }

    /// The left channel of frames of two little-endian 16-bit samples; an incomplete frame is left
    /// out.
    static func leftChannel(_ bytes: [UInt8]) -> [Int32] {
        bytes.withUnsafeBufferPointer { bytes in
            (0..<bytes.count / frameBytes).map { frame in
                Int32(bitPattern: UInt32(bytes[frame * 4]) << 16 | UInt32(bytes[frame * 4 + 1]) << 24)
            }
        }
    }
}
