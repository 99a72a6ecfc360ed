/// A request to the keeper of keymaps, which may write what the daemon must not: a line, and for `keep` the keymap's
/// bytes after it. The answer is a line: `ok`, `ok TEXT`, `limited TEXT` (listens, but not to all) or `error TEXT`.
package enum KeymapOrder: Sendable, Hashable {
    /// Decode everything at this receiver until the connection ends or another order comes.
    case listen(receiver: String)
    /// Give the receiver this keymap too; `length` bytes follow.
    case keep(name: String, receiver: String, length: Int)
    case forget(name: String)

    /// The path of the keeper's socket.
    package static let socket = "/run/hearth-keymaps.sock"
    /// The largest keymap, in bytes.
    package static let longestKeymap = 1 << 18

    package var line: String {
        switch self {
        case .listen(let receiver): "listen \(receiver)\n"
        case .keep(let name, let receiver, let length): "keep \(name) \(receiver) \(length)\n"
        case .forget(let name): "forget \(name)\n"
        }
    }

    /// Parses a line; nil for one that is no order, or names what could not be a remote or a receiver.
    package init?(line: some StringProtocol) {
        let words = String(line).split(omittingEmptySubsequences: false) { $0 == " " }.map(String.init)
        switch (words.first, words.count) {
        case ("listen", 2) where Self.isReceiver(words[1]): self = .listen(receiver: words[1])
        case ("keep", 4) where Self.isName(words[1]) && Self.isReceiver(words[2]):
            guard let length = Int(words[3]), (1...Self.longestKeymap).contains(length) else { return nil }
            self = .keep(name: words[1], receiver: words[2], length: length)
        case ("forget", 2) where Self.isName(words[1]): self = .forget(name: words[1])
        default: return nil
        }
    }

    /// Whether a text can name a remote, as a part of a file's name: 1 to 40 of small letters, digits, `-` and `_`, a
    /// letter or digit first.
    package static func isName(_ text: String) -> Bool {
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard let first = text.utf8.first, isPlain(first), text.utf8.count <= 40 else { return false }
        return text.utf8.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }

    /// The folder of people's own keymaps.
    package static let folder = "/etc/rc_keymaps"
    /// The file that says which receiver has which keymaps: `KeymapTable`.
    package static let table = "/etc/rc_maps.cfg"
    /// The file in `folder` that is there while the table is written: its next contents.
    package static let tableNote = ".hearth-rc_maps.cfg"
    /// The most remotes that are kept at once.
    package static let mostKept = 64

    /// The file name of a learnt remote's keymap.
    package static func file(of name: String) -> String { "hearth-\(name).toml" }

    /// The learnt remote that a file belongs to; nil when it belongs to none.
    package static func name(ofFile file: String) -> String? {
        guard file.hasPrefix("hearth-"), file.hasSuffix(".toml") else { return nil }
        let name = String(file.dropFirst("hearth-".count).dropLast(".toml".count))
        return isName(name) ? name : nil
    }

    /// A new remote's name: `remote`, or with the first number that makes it new.
    package static func newName(besides names: Set<String>) -> String {
        guard names.contains("remote") else { return "remote" }
        return (2...).lazy.map { "remote-\($0)" }.first { !names.contains($0) } ?? "remote"
    }

    /// Whether a text can name a receiver: `rc` and a number.
    package static func isReceiver(_ text: String) -> Bool {
        guard text.hasPrefix("rc"), text.utf8.count <= 8 else { return false }
        let digits = text.utf8.dropFirst(2)
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
