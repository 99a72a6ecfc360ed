/// A key's code in `linux/input-event-codes.h`. Any value is a key; only the kernel's own carry a name.
package struct KeyCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Finds a code by the kernel's name, as `KEY_CHANNELUP` or without its prefix, or `BTN_LEFT`, in any case;
    /// nil when unknown.
    package init?(name: String) {
        let upper = name.uppercased()
        let bare = upper.hasPrefix("KEY_") ? String(upper.dropFirst(4)) : upper
        guard let code = KeyNames.codes[bare] else { return nil }
        rawValue = code
    }

    /// The kernel's name, `KEY_CHANNELUP` or `BTN_LEFT`; nil for a code without a name.
    package var name: String? {
        KeyNames.names[rawValue].map { $0.hasPrefix("BTN_") ? $0 : "KEY_" + $0 }
    }

    /// The names of all codes that have one.
    package static var allNames: [String] { KeyNames.names.keys.compactMap { KeyCode($0).name }.sorted() }

    package var description: String { name ?? "0x" + String(rawValue, radix: 16) }
}
