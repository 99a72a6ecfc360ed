/// A key's code in `linux/input-event-codes.h`. Any value is a key; only the ones remotes and
/// keyboards have carry a name.
package struct KeyCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The kernel's name, as `KEY_CHANNELUP` or without its prefix, in any case; nil when unknown.
    package init?(name: String) {
        let upper = name.uppercased()
        let bare = upper.hasPrefix("KEY_") ? String(upper.dropFirst(4)) : upper
        guard let code = KeyNames.codes[bare] else { return nil }
        rawValue = code
    }

    /// `KEY_CHANNELUP`; nil for a code without a name here.
    package var name: String? {
        KeyNames.names[rawValue].map { "KEY_" + $0 }
    }

    package var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}
