/// A channel as a guide describes it (xmltv.dtd, `channel`).
package struct XMLTVChannel: Hashable, Sendable {
    /// What programmes name it by; never empty.
    package var id: String
    /// Its names, in the guide's order: many guides write a number or an old name among them.
    package var names: [LocalisedText] = []
    /// The address of its logo.
    package var icon: String?
    /// The line in the guide, from 1.
    package var line: Int

    package init(id: String, line: Int = 0) {
        self.id = id
        self.line = line
    }
}
