/// How bad a network is, between the box and the origin.
package struct NetworkShape: Sendable, Hashable {
    /// The delay of the whole way, there and back.
    package var delay: Duration
    /// The most by which each packet deviates from its share of `delay`.
    package var jitter: Duration
    /// Bits a second in each direction; nil: unlimited.
    package var rate: Int?
    /// The share of each direction's packets that is lost, 0…1.
    package var loss: Double
    /// Whether nothing gets through; neither side gets an error.
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

    /// The arguments of tc-netem(8) for one direction.
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

    /// How many packets the queue holds, as many as in a home router: with more, a slow line would
    /// only have a long delay.
    private static let queuedPackets = 300

    private func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
