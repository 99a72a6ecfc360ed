import Foundation

/// The text that the machine wrote to its serial line: the kernel's last messages are there and nowhere
/// else.
package struct SerialLog: Sendable {
    package var text: String

    package init(_ text: String) { self.text = text }

    package init(path: String) {
        self.text =
            (try? Data(contentsOf: URL(fileURLWithPath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// The first line that reports a kernel failure; nil when none does. A `WARNING` does not count:
    /// virtio-gpu makes one when the machine is switched off.
    package var trouble: String? {
        let words = ["Kernel panic", "Oops:", "BUG:", "Out of memory: Killed", "Emergency mode", "emergency mode"]
        return text.split(whereSeparator: \.isNewline).first { line in words.contains { line.contains($0) } }.map(
            String.init)
    }

    /// The terminal's path, `/dev/pts/3`, in QEMU's output at its start.
    static func terminal(in said: String) -> String? {
        said.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("/dev/pts/") }.map(String.init)
    }

    /// The end of the log, for a person.
    package var end: String { text.split(whereSeparator: \.isNewline).suffix(20).joined(separator: "\n") }
}
