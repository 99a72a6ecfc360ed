import Base
import Glibc
import RemoteKeymaps

/// One connection to the keeper: orders and their answers. When it ends, so does the listening.
struct KeeperSession {
    let keeper: KeymapKeeper
    let input: Int32
    let output: Int32

    private var listeningTo: String?
    private var lock: Int32 = -1

    init(keeper: KeymapKeeper, input: Int32, output: Int32) {
        self.keeper = keeper
        self.input = input
        self.output = output
    }

    mutating func run() {
        keeper.mend()
        while let line = line() {
            let answer: String
            do {
                answer = try perform(line)
            } catch let trouble as KeymapKeeper.Trouble {
                answer = "error \(trouble)"
            } catch {
                answer = "error \(error)"
            }
            let said = answer.map { $0.isNewline ? " " : $0 } + "\n"
            guard Output.write(Array(String(said).utf8), to: output) else { break }
        }
        endListening()
    }

    private mutating func perform(_ line: String) throws -> String {
        switch KeymapOrder(line: line) {
        case .listen(let receiver)?:
            endListening()
            let restriction = try keeper.listen(receiver, lock: &lock)
            listeningTo = receiver
            return restriction.map { "limited \($0)" } ?? "ok"
        case .keep(let name, let receiver, let length)?:
            endListening()
            guard let bytes = read(length), let keymap = String(validating: bytes, as: UTF8.self) else {
                throw KeymapKeeper.Trouble("the keymap did not come whole")
            }
            return "ok \(try keeper.keep(name, receiver: receiver, keymap: keymap))"
        case .forget(let name)?:
            endListening()
            try keeper.forget(name)
            return "ok"
        case nil:
            throw KeymapKeeper.Trouble("that is no order")
        }
    }

    private mutating func endListening() {
        if let receiver = listeningTo { keeper.restore(receiver, lock: &lock) }
        listeningTo = nil
    }

    /// Reads a line; nil: the other side has closed, or sends one without end.
    private func line() -> String? {
        var bytes: [UInt8] = []
        while bytes.count < 256 {
            guard let byte = read(1)?.first else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            var chunk = [UInt8](repeating: 0, count: min(4_096, count - bytes.count))
            let size = chunk.count
            let got = Glibc.read(input, &chunk, size)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            bytes += chunk.prefix(got)
        }
        return bytes
    }
}
