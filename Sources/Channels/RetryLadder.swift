/// The waits before a channel that failed is tried again: it is never left, and never tried in haste.
package enum RetryLadder {
    private static let steps: [Duration] = [.seconds(1), .seconds(2), .seconds(5), .seconds(10)]
    /// A channel that played this long has recovered: its failures are forgotten.
    static let recovery: Duration = .seconds(10)

    /// The longest Retry-After that is obeyed: a server that asks for more is asked again all the same.
    private static let longestAsked: Duration = .seconds(60)

    /// The wait after the `failures`-th failure in a row (from 1): 1, 2, 5, then 10 s for ever; not less
    /// than the server asked for (Retry-After).
    package static func delay(afterFailures failures: Int, asked: Duration? = nil) -> Duration {
        max(steps[min(max(failures, 1), steps.count) - 1], min(asked ?? .zero, longestAsked))
    }
}
