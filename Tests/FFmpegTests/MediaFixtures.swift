import Base
import Devices
import FFmpeg
import Foundation
import MediaCore
import TestSupport

/// Media made by the `ffmpeg` program, once per machine.
enum MediaFixtures {
    static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-fixtures-1")

    private static let making = NSLock()

    static let isAvailable: Bool = {
        let found = run(["-version"])
        if !found { print("skipped: the ffmpeg program is not installed") }
        return found
    }()

    /// The bytes of `name`, made with these arguments (after the inputs: testsrc2 25 fps, sine) if
    /// need be.
    static func bytes(_ name: String, _ arguments: [String], size: String = "320x180", seconds: Double = 2) throws
        -> [UInt8]
    {
        let file = folder.appendingPathComponent(name)
        // Cases of one test that want the same run side by side.
        making.lock()
        defer { making.unlock() }
        if !FileManager.default.fileExists(atPath: file.path) {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let scratch = folder.appendingPathComponent("\(getpid())-\(name)")
            let inputs = [
                "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=25:duration=\(seconds)",
                "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=\(seconds)",
            ]
            guard run(inputs + arguments + [scratch.path]) else { throw FixtureError.notMade(name) }
            _ = rename(scratch.path, file.path)
        }
        return [UInt8](try Data(contentsOf: file))
    }

    enum FixtureError: Error { case notMade(String) }

    private static func run(_ arguments: [String]) -> Bool {
        (try? ProgramRun("ffmpeg", arguments))?.status == 0
    }
}

/// A byte source in memory, read in pieces of a given size.
final class MemorySource: ByteSource {
    private let state: Locked<(bytes: ArraySlice<UInt8>, piece: Int)>

    init(_ bytes: [UInt8], piece: Int = 4096) {
        state = Locked((bytes[...], piece))
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        state.withLock { state in
            let count = min(buffer.count, state.bytes.count, state.piece)
            guard count > 0 else { return .end }
            buffer.copyBytes(from: state.bytes.prefix(count))
            state.bytes.removeFirst(count)
            return .bytes(count)
        }
    }

    /// How many bytes are not yet read.
    var remaining: Int { state.withLock { $0.bytes.count } }
}

/// Everything decoded of a piece of media.
struct Decoded {
    var tracks: [Track] = []
    var packets: [Packet] = []
    var frames: [VideoFrame] = []
    var blocks: [AudioBlock] = []
    /// How many packets of video were given before the first frame came out.
    var packetsBeforeFirstFrame = 0
    var error: DemuxError?

    init(
        _ bytes: [UInt8], _ container: MediaContainer, piece: Int = 4096, expected: MediaTime? = nil,
        samples: SampleEncryption? = nil
    ) {
        let library = FFmpegLibrary()
        do throws(DemuxError) {
            let demuxer = try library.makeDemuxer(
                container, source: MemorySource(bytes, piece: piece), expected: expected, samples: samples)
            try read(demuxer, library)
        } catch {
            self.error = error
        }
    }

    private mutating func read(_ demuxer: any Demuxer, _ library: FFmpegLibrary) throws(DemuxError) {
        var video: (Int, any VideoDecoder)?
        var audio: (Int, any AudioDecoder)?
        while true {
            switch try demuxer.next() {
            case .tracks(let all):
                tracks = all
                // One that has gone, as when its first frame told what it is.
                if let (id, decoder) = audio, !all.contains(where: { $0.id == id }) {
                    decoder.drain { blocks.append($0) }
                    audio = nil
                }
                for track in all {
                    if case .video = track.codec, video == nil {
                        video = (try? library.makeVideoDecoder(track)).map { (track.id, $0) }
                    }
                    if case .audio = track.codec, audio == nil {
                        audio = (try? library.makeAudioDecoder(track)).map { (track.id, $0) }
                    }
                }
            case .packet(let packet):
                packets.append(packet)
                if packet.track == video?.0 {
                    if frames.isEmpty { packetsBeforeFirstFrame += 1 }
                    try? video?.1.decode(packet) { frames.append($0) }
                }
                if packet.track == audio?.0 { try? audio?.1.decode(packet) { blocks.append($0) } }
            case .end:
                video?.1.drain { frames.append($0) }
                audio?.1.drain { blocks.append($0) }
                return
            }
        }
    }

    /// The times between successive frames in milliseconds, rounded, each value once.
    var frameSteps: Set<Int> {
        Set(
            zip(frames, frames.dropFirst()).map {
                Int((($1.presentation - $0.presentation).inSeconds * 1000).rounded())
            })
    }

    var audioFrameCount: Int { blocks.reduce(0) { $0 + $1.frameCount } }
}
