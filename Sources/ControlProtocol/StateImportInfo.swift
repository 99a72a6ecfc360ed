/// What taking over another box's state changed, or would change.
package struct StateImportInfo: Codable, Sendable, Equatable {
    package struct Section: Codable, Sendable, Equatable {
        /// As the file calls it: `favourites`, `channel_edits`, …
        package var section: String
        package var added: Int
        package var changed: Int
        /// Those that were here already, and are the same.
        package var same: Int
        package var removed: Int
        /// Those of channels that no list of this box has now: they hold when one comes.
        package var waiting: Int

        package init(section: String, added: Int, changed: Int, same: Int, removed: Int, waiting: Int) {
            self.section = section
            self.added = added
            self.changed = changed
            self.same = same
            self.removed = removed
            self.waiting = waiting
        }
    }

    /// Those that the file has.
    package var sections: [Section]
    /// What of the file counts for nothing, and why.
    package var skipped: [String]
    /// Whether it only says what would change.
    package var dry: Bool

    package init(sections: [Section], skipped: [String], dry: Bool) {
        self.sections = sections
        self.skipped = skipped
        self.dry = dry
    }
}
