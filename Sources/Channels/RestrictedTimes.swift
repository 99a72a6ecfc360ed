import Guide
import MediaCore

/// When channels show what is locked, as their guides tell.
package struct RestrictedTimes: Hashable, Sendable {
    /// A time, widened by what guides may be off.
    struct Span: Hashable, Sendable {
        /// Seconds since 1970.
        var start: Int64
        /// The first second after it.
        var end: Int64
        var reason: ParentalGate.Reason
    }

    private let spans: [Channel.ID: [Span]]

    package static let none = RestrictedTimes([:], policy: ParentalGate.Policy())

    package init(_ times: [Channel.ID: [RatedTime]], policy: ParentalGate.Policy) {
        let grace = policy.programmeGrace.components.seconds
        spans =
            policy.looksAtProgrammes
            ? times.compactMapValues { times in
                let spans = times.compactMap { time in
                    policy.reason(ofProgramme: time.rating).map {
                        Span(
                            start: time.start.addingSaturating(-grace), end: time.stop.addingSaturating(grace),
                            reason: $0)
                    }
                }
                return spans.isEmpty ? nil : spans
            } : [:]
    }

    var isEmpty: Bool { spans.isEmpty }

    /// The time that holds a second, and ends last; nil: nothing is locked then.
    func span(_ channel: Channel.ID, at time: Int64) -> Span? {
        spans[channel]?.filter { $0.start <= time && time < $0.end }.max { $0.end < $1.end }
    }

    /// The first second after `time` in which something else holds; nil: none is known.
    func change(_ channel: Channel.ID, after time: Int64) -> Int64? {
        spans[channel]?.flatMap { [$0.start, $0.end] }.filter { $0 > time }.min()
    }
}
