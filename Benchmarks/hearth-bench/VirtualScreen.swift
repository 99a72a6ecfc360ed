import Base
import Devices
import Glibc
import MediaCore
import OriginPattern

/// An X server without a screen (Xvfb) that keeps its framebuffer in a file, which is mapped here: a player's
/// output is read from there, without asking the player or the server. It has no vblank.
final class VirtualScreen {
    static let size = PixelSize(width: 1280, height: 720)
    /// The display's name, for the environment of programs.
    let display: String
    private let server: ChildProgram
    private let bytes: UnsafeRawPointer
    private let length: Int
    /// The offset of the first pixel.
    private let offset: Int
    private let stride: Int

    /// - Parameter name: the name of a directory in memory for this screen alone
    init(_ programs: Programs, _ name: String) throws {
        let place = "\(programs.memory)/\(name)"
        guard mkdir(place, 0o700) == 0 else { throw BenchError("mkdir \(place)") }
        server = try ChildProgram(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "\(Self.size.width)x\(Self.size.height)x24", "-fbdir", place,
                "-nolisten", "tcp", "-noreset", "-nocursor",
            ], output: "\(programs.scratch)/\(name).xvfb")
        var number: Int?
        for _ in 0..<200 where number == nil {
            usleep(50_000)
            guard server.isRunning else { break }
            // The line is whole when it ends in a newline.
            let output = server.output
            if output.hasSuffix("\n") { number = output.split(separator: "\n").last.flatMap { Int($0) } }
        }
        guard let number else { throw BenchError("Xvfb does not start: \(server.outputPath)") }
        display = ":\(number)"
        let path = "\(place)/Xvfb_screen0"
        let file = OwnedDescriptor(taking: try checked("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) })
        var facts = stat()
        _ = try checked("stat \(path)") { fstat(file.raw, &facts) }
        length = Int(facts.st_size)
        guard length > 100, let mapped = mmap(nil, length, PROT_READ, MAP_SHARED, file.raw, 0), mapped != MAP_FAILED
        else {
            throw BenchError("mmap \(path)")
        }
        bytes = UnsafeRawPointer(mapped)
        // The header as in XWDFile.h: words of 32 bits, most significant byte first.
        func word(_ index: Int) -> Int {
            Int(UInt32(bigEndian: UnsafeRawPointer(mapped).loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)))
        }
        let (header, bitsPerPixel, colours) = (word(0), word(11), word(19))
        stride = word(12)
        offset = header + colours * 12
        guard bitsPerPixel == 32, word(4) == Self.size.width, word(5) == Self.size.height,
            stride >= Self.size.width * 4, offset + stride * Self.size.height <= length
        else { throw BenchError("\(path) is no framebuffer that can be read") }
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes), length)
        server.kill()
    }

    /// The pattern of the picture that fills the screen now; nil: there is none, or it is being written.
    var pattern: BitPattern? {
        let marks = levels(0..<4)
        guard let white = marks.max(), let black = marks.min(), white - black >= 48 else { return nil }
        let threshold = (white + black) / 2
        return BitPattern(cells: levels(0..<BitPattern.columns * BitPattern.rows).map { $0 > threshold })
    }

    /// The green levels in the middle of cells.
    private func levels(_ cells: Range<Int>) -> [Int] {
        cells.map { cell in
            let column = cell % BitPattern.columns
            let row = cell / BitPattern.columns
            let x = (2 * column + 1) * Self.size.width / (2 * BitPattern.columns)
            let y = (2 * row + 1) * Self.size.height / (2 * BitPattern.rowsInPicture)
            return Int(bytes.load(fromByteOffset: offset + y * stride + x * 4 + 1, as: UInt8.self))
        }
    }

    /// Looks every millisecond until so many pictures of the channel were seen.
    func watch(for channel: Int, from start: HostTime, pictures: Int, patience: Duration) -> FlipSight {
        var sight = FlipSight(key: start)
        let clock = MonotonicClock()
        while clock.now - start < patience {
            if let pattern, pattern.channel == UInt8(clamping: channel),
                sight.see(pattern.frame, at: clock.now, pictures: pictures)
            {
                return sight
            }
            usleep(1_000)
        }
        return sight
    }
}
