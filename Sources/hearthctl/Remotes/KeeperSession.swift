import Devices
import Glibc
import MediaCore
import RemoteKeymaps

/// One connection to the keeper: orders and their answers. When it ends, so does the listening; and it ends when its
/// holder is gone, or asks for nothing.
struct KeeperSession {
    let keeper: KeymapKeeper
    let input: Int32
    let output: Int32
    var clock: any HostClock = MonotonicClock()
    /// Waits until a descriptor can be read or written; false: not by then.
    var canGoOn: @Sendable (Int32, _ events: Int32, _ deadline: HostTime) -> Bool = waiting

    private var patience = KeeperPatience(start: .zero)
    private var listeningTo: String?
    private var lock: Int32 = -1

    init(keeper: KeymapKeeper, input: Int32, output: Int32) {
        self.keeper = keeper
        self.input = input
        self.output = output
    }

    mutating func run() {
        keeper.mend()
        patience = KeeperPatience(start: clock.now)
        while let line = line() {
            patience.asked(at: clock.now)
            let answer: String
            do {
                answer = try perform(line)
            } catch let trouble as KeymapKeeper.Trouble {
                answer = "error \(trouble)"
            } catch {
                answer = "error \(error)"
            }
            patience.answered(at: clock.now, isListening: listeningTo != nil)
            guard say(answer) else { break }
        }
        if clock.now >= patience.deadline { _ = say("error nothing was asked for: the connection ends") }
        endListening()
    }

    private func say(_ answer: String) -> Bool {
        // Who reads no answers must not hold the keeper either. That little always fits, once anything does.
        let line = answer.map { $0.isNewline ? " " : $0 }.prefix(2_000) + "\n"
        guard canGoOn(output, POLLOUT, patience.deadline) else { return false }
        return Output.write(Array(String(line).utf8), to: output)
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
            guard canGoOn(input, POLLIN, patience.deadline) else { return nil }
            let got = Glibc.read(input, &chunk, size)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            bytes += chunk.prefix(got)
        }
        return bytes
    }

    private static let waiting: @Sendable (Int32, Int32, HostTime) -> Bool = { descriptor, events, deadline in
        while true {
            let rest = max(0, (deadline - MonotonicClock().now).nanoseconds)
            var wanted = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
            let ready = poll(&wanted, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
            if ready < 0, errno == EINTR { continue }
            return ready > 0
        }
    }
}
