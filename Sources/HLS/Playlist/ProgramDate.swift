import MediaCore

/// A point in civil time as EXT-X-PROGRAM-DATE-TIME and EXT-X-DATERANGE give it: nanoseconds since
/// 1970-01-01T00:00:00Z, without leap seconds. Arithmetic saturates.
package struct ProgramDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static func < (a: ProgramDate, b: ProgramDate) -> Bool { a.nanoseconds < b.nanoseconds }

    package static func + (date: ProgramDate, offset: Duration) -> ProgramDate {
        ProgramDate(nanoseconds: date.nanoseconds.addingSaturating(offset.nanoseconds))
    }

    package static func - (date: ProgramDate, offset: Duration) -> ProgramDate {
        ProgramDate(nanoseconds: date.nanoseconds.subtractingSaturating(offset.nanoseconds))
    }

    package static func - (a: ProgramDate, b: ProgramDate) -> Duration {
        .nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }

    package var description: String { "\(Double(nanoseconds) / 1e9)s since 1970" }
}
