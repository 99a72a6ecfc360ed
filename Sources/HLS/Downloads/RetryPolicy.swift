import Devices
import MediaCore

/// Whether and when something is asked for again after a failure.
struct RetryPolicy: Sendable {
    private let attempts: Int
    private var random: UInt64

    private static let first = Duration.milliseconds(250)
    private static let longest = Duration.seconds(8)
    /// The first pause after an answer that means "too many requests": the server counts requests over some
    /// time, closed connections too.
    private static let firstOfRefusal = Duration.seconds(1)
    /// The longest Retry-After that is obeyed: a server that asks for more is not waited for.
    private static let longestAsked = Duration.seconds(60)

    init(attempts: Int, seed: UInt64) {
        self.attempts = max(1, attempts)
        random = seed
    }

    /// The pause after `failures` ≥ 1 in a row; nil: give up. It doubles each time, ±20 %, and is not less than
    /// Retry-After.
    mutating func delay(after failures: Int, _ error: FetchError) -> Duration? {
        guard failures < attempts else { return nil }
        return pause(after: failures, error)
    }

    /// The pause after a failure, computed as in `delay` but without a limit to the attempts: for what plays on
    /// meanwhile from its buffer.
    mutating func pause(after failures: Int, _ error: FetchError) -> Duration? {
        guard RetryPolicy.isTransient(error) else { return nil }
        var delay = RetryPolicy.isRefusal(error) ? RetryPolicy.firstOfRefusal : RetryPolicy.first
        for _ in 1..<max(1, min(failures, 16)) { delay = delay * 2 }
        let jitter = 80 + Int(nextRandom() % 41)
        delay = min(delay, RetryPolicy.longest) * jitter / 100
        if case .status(_, _, let asked?) = error {
            delay = max(delay, min(asked, RetryPolicy.longestAsked))
        }
        return delay
    }

    /// Whether the same request may succeed a little later.
    static func isTransient(_ error: FetchError) -> Bool {
        switch error {
        case .unreachable, .timeout, .truncated, .other, .cancelled: true
        case .status(let status, _, _): [408, 425, 429, 458].contains(status) || status >= 500
        case .badURL, .tls, .tooManyRedirects, .downgraded, .tooLarge, .inflated: false
        }
    }

    /// Whether the server refuses the viewer's account and not this resource: any further request makes that
    /// worse. 458 and 509 are providers' own codes for too many connections.
    static func isRefusal(_ error: FetchError) -> Bool {
        if case .status(let status, _, _) = error { status == 429 || status == 458 || status == 509 } else { false }
    }

    /// The next number of SplitMix64.
    private mutating func nextRandom() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var z = random
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
