/// The address of an input of the box, by which it is a channel: `input://` and its name.
package enum InputAddress {
    private static let scheme = "input://"

    /// The address of the input of this name, which is one of `isName`.
    package static func url(_ name: String) -> String { scheme + name }

    /// The name of the input at this address; nil: the address is of something else.
    package static func name(of url: String) -> String? {
        guard url.hasPrefix(scheme) else { return nil }
        let name = String(url.dropFirst(scheme.count))
        return isName(name) ? name : nil
    }

    /// Whether an input may have this name: 1 to 32 small letters, digits and hyphens.
    package static func isName(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }
}
