import Devices

/// The bytes of a transport stream as libavformat gets them: with tables of our own. Belongs to the demuxer's thread.
final class TransportSource: ByteSource, @unchecked Sendable {
    // Unchecked: everything here belongs to the demuxer's thread.

    private let source: any ByteSource
    private var framing = TransportFraming()
    private(set) var program = TransportProgram()
    private var output: [UInt8] = []
    private var given = 0
    private var isAtEnd = false
    private var piece = [UInt8](repeating: 0, count: 32 << 10)

    init(_ source: any ByteSource) {
        self.source = source
    }

    /// The reading was cancelled; nothing more comes.
    private(set) var isCancelled = false

    /// Reads until the programme is so; false at the end.
    func fill(until isEnough: (TransportProgram) -> Bool) -> Bool {
        while !isEnough(program) {
            guard !isAtEnd else { return false }
            take()
        }
        return true
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteSourceResult {
        while given == output.count {
            guard !isAtEnd else { return isCancelled ? .cancelled : .end }
            output.removeAll(keepingCapacity: true)
            given = 0
            take()
        }
        let count = min(output.count - given, buffer.count)
        buffer.copyBytes(from: output[given..<given + count])
        given += count
        return .bytes(count)
    }

    /// Blocks for the next bytes.
    private func take() {
        switch piece.withUnsafeMutableBytes({ source.read(into: $0) }) {
        case .bytes(let count): add(piece.prefix(count))
        case .cancelled:
            isAtEnd = true
            isCancelled = true
        case .end:
            isAtEnd = true
            add([], isEnd: true)
            program.finish(to: &output)
        }
    }

    private func add(_ bytes: ArraySlice<UInt8>, isEnd: Bool = false) {
        framing.add(bytes, isEnd: isEnd) { program.add($0, to: &output) }
    }
}
