/// A time in which a channel shows something with a rating, as its guide says.
package struct RatedTime: Hashable, Sendable {
    /// Seconds since 1970 in UTC.
    package var start: Int64
    /// Seconds since 1970 in UTC, the first that does not belong to it.
    package var stop: Int64
    package var rating: ContentRating

    package init(start: Int64, stop: Int64, rating: ContentRating) {
        self.start = start
        self.stop = stop
        self.rating = rating
    }
}
