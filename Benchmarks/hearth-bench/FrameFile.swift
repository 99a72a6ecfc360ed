import Base
import Glibc

/// Raw pictures of one size that another program appends to a file.
final class FrameFile {
    private let file: OwnedDescriptor
    private let bytes: Int
    private var rest: [UInt8] = []

    init(path: String, bytes: Int) throws {
        self.bytes = bytes
        file = OwnedDescriptor(taking: try checked("open \(path)") { open(path, O_RDONLY | O_CLOEXEC) })
    }

    /// The pictures written since the last call.
    func newFrames() -> [[UInt8]] {
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(file.raw, &piece, piece.count)
            guard count > 0 else { break }
            rest += piece[..<count]
        }
        var frames: [[UInt8]] = []
        while rest.count >= bytes {
            frames.append(Array(rest[..<bytes]))
            rest.removeFirst(bytes)
        }
        return frames
    }
}
