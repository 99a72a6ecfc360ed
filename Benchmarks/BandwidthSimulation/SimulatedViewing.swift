/// A simulated playback that counts what a viewer would notice. Times in seconds.
struct SimulatedViewing {
    private(set) var position: Double?
    private(set) var outcome = BandwidthOutcome()
    /// The end of the media that has arrived.
    private var available = 0.0
    private var now: Double
    private var isStalled = true
    private let began: Double
    private var last: Int?
    private var weighted = 0.0

    /// How much media must be there before playing begins, or goes on.
    private static let least = (begin: 0.2, goOn: 0.5)

    init(began: Double) {
        self.began = began
        now = began
    }

    var ahead: Double { position.map { max(0, available - $0) } ?? 0 }

    /// Sets where media begins.
    mutating func join(at start: Double) {
        guard position == nil else { return }
        position = start
        available = start
    }

    /// Records that media has arrived up to `end`.
    mutating func receive(until end: Double) { available = max(available, end) }

    /// Records that a whole segment of a variant has arrived.
    mutating func finish(segmentUntil end: Double, seconds: Double, variant: Int, rate: Double) {
        receive(until: end)
        if let last, last != variant { outcome.switches += 1 }
        last = variant
        weighted += rate * seconds
        outcome.media += seconds
        outcome.meanRate = weighted / outcome.media
    }

    mutating func advance(to time: Double) {
        guard time > now else { return }
        let step = time - now
        now = time
        guard let position else { return }
        if isStalled {
            let hasBegun = outcome.startUp != nil
            if hasBegun { outcome.stalled += step }
            guard available - position >= (hasBegun ? Self.least.goOn : Self.least.begin) else { return }
            if !hasBegun { outcome.startUp = time - began }
            isStalled = false
            return
        }
        let moved = min(step, max(0, available - position))
        self.position = position + moved
        outcome.played += moved
        if moved < step {
            outcome.stalled += step - moved
            outcome.stalls += 1
            isStalled = true
        }
    }

    /// Jumps over media that was missed.
    mutating func jump(to start: Double) {
        guard let position, start > position else { return }
        self.position = start
        available = max(available, start)
    }
}

/// The outcome of one simulated viewing.
package struct BandwidthOutcome: Sendable {
    /// The time from the start to the first picture, in seconds.
    package internal(set) var startUp: Double?
    package internal(set) var stalled = 0.0
    package internal(set) var stalls = 0
    package internal(set) var played = 0.0
    package internal(set) var switches = 0
    /// The mean rate of the loaded media over time, in bits a second.
    package internal(set) var meanRate = 0.0
    var media = 0.0

    /// The share of the time from the first picture on in which playback stood still.
    package var rebufferRatio: Double { played + stalled > 0 ? stalled / (played + stalled) : 1 }
}
