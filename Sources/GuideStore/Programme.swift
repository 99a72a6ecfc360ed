/// A programme as the box keeps it: texts in the viewer's language, times in order.
package struct Programme: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    package var start: Int64
    /// Seconds since 1970 in UTC, the first that does not belong to it; more than `start`.
    package var stop: Int64
    package var title: String
    package var subtitle: String?
    package var description: String?

    package init(start: Int64, stop: Int64, title: String) {
        self.start = start
        self.stop = stop
        self.title = title
    }
}
