/// How bad a network is, between the box and the origin.
package struct NetworkShape: Sendable, Hashable {
    /// Of the whole way, there and back.
    package var delay: Duration
    /// Each packet's own deviation from its share of `delay`, at most.
    package var jitter: Duration
    /// Bits a second in each direction; nil: as fast as it goes.
    package var rate: Int?
    /// Of the packets of each direction, 0…1.
    package var loss: Double
    /// Nothing gets through, and nobody says so.
    package var isCut: Bool

    package init(
        delay: Duration = .zero, jitter: Duration = .zero, rate: Int? = nil, loss: Double = 0, isCut: Bool = false
    ) {
        self.delay = delay
        self.jitter = jitter
        self.rate = rate
        self.loss = loss
        self.isCut = isCut
    }

    package static let cut = NetworkShape(isCut: true)

    /// tc-netem(8)'s words for one direction.
    package var netem: String {
        if isCut { return "netem loss 100%" }
        var words = ["netem", "limit", "\(Self.queuedPackets)"]
        if delay > .zero || jitter > .zero {
            words += ["delay", "\(microseconds(delay / 2))us"]
            if jitter > .zero { words.append("\(microseconds(jitter))us") }
        }
        if loss > 0 { words += ["loss", "\((min(loss, 1) * 10_000).rounded() / 100)%"] }
        if let rate { words += ["rate", "\(max(rate, 1))bit"] }
        return words.joined(separator: " ")
    }

    /// As many as a home router keeps: with more, a slow line is only a long one.
    private static let queuedPackets = 300

    private func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
