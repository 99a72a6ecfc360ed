/// A part of a film that has a name.
package struct Chapter: Sendable, Hashable {
    /// After the film's beginning.
    package var start: Duration
    /// Nil: it has none.
    package var title: String?

    package init(start: Duration, title: String? = nil) {
        self.start = start
        self.title = title
    }
}
