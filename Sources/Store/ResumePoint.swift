import MediaCore

/// The place where an item that ends was left, to go on from there.
package struct ResumePoint: Hashable, Sendable {
    /// What tells the item from others: a channel's id, or what an address comes to without its secrets.
    package var identity: String
    /// How far from its beginning it was left.
    package var position: Duration
    /// The length of the item then: one of another length is another item.
    package var duration: Duration
    /// The item's name then, for people.
    package var name: String
    /// When it was left, in seconds since 1970.
    package var updated: Int64

    package init(identity: String, position: Duration, duration: Duration, name: String, updated: Int64) {
        self.identity = identity
        self.position = position
        self.duration = duration
        self.name = name
        self.updated = updated
    }
}
