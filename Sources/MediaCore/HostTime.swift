/// A point on the machine's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds.
package struct HostTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package static let zero = HostTime(nanoseconds: 0)
    package static let distantFuture = HostTime(nanoseconds: .max)

    package static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }

    package static func + (time: HostTime, offset: Duration) -> HostTime {
        HostTime(nanoseconds: time.nanoseconds.addingSaturating(offset.nanoseconds))
    }

    package static func - (time: HostTime, offset: Duration) -> HostTime {
        HostTime(nanoseconds: time.nanoseconds.subtractingSaturating(offset.nanoseconds))
    }

    package static func - (a: HostTime, b: HostTime) -> Duration {
        .nanoseconds(a.nanoseconds.subtractingSaturating(b.nanoseconds))
    }

    package var description: String { "\(Double(nanoseconds) / 1e9)s" }
}
