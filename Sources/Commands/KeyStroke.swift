/// A key as a plan means it: pressed, or held.
package struct KeyStroke: Hashable, Sendable {
    package var key: Key
    package var isHeld: Bool

    package init(_ key: Key, isHeld: Bool = false) {
        self.key = key
        self.isHeld = isHeld
    }

    private static let held = "hold_"

    /// The name in `[keys]` of the configuration: `back`, `hold_back`, `hold_KEY_RED`.
    package var name: String { (isHeld ? Self.held : "") + key.name }

    package init?(name: String) {
        let isHeld = name.hasPrefix(Self.held)
        guard let key = Key(name: isHeld ? String(name.dropFirst(Self.held.count)) : name) else { return nil }
        self.init(key, isHeld: isHeld)
    }
}
