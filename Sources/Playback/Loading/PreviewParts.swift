import HLS

/// The initialization sections and keys that previews of one item have needed. Holds keys: never logged.
struct PreviewParts: Sendable {
    /// How many of each are kept; then all go.
    private static let most = 32

    private var item: ItemID?
    private var sections: [InitializationSection: [UInt8]] = [:]
    private var keys: [KeyIdentity: [UInt8]] = [:]

    func section(_ section: InitializationSection, of item: ItemID) -> [UInt8]? {
        item == self.item ? sections[section] : nil
    }

    func key(_ key: KeyIdentity, of item: ItemID) -> [UInt8]? { item == self.item ? keys[key] : nil }

    mutating func keep(_ bytes: [UInt8], for section: InitializationSection, of item: ItemID) {
        turn(to: item)
        if sections.count >= Self.most { sections.removeAll() }
        sections[section] = bytes
    }

    mutating func keep(_ bytes: [UInt8], for key: KeyIdentity, of item: ItemID) {
        turn(to: item)
        if keys.count >= Self.most { keys.removeAll() }
        keys[key] = bytes
    }

    private mutating func turn(to item: ItemID) {
        guard item != self.item else { return }
        self.item = item
        sections = [:]
        keys = [:]
    }
}
