/// Playing what is there, and counting what a viewer would notice. Times in seconds.
struct SimulatedViewing {
    private(set) var position: Double?
    private(set) var outcome = BandwidthOutcome()
    /// Media is there up to here.
    private var available = 0.0
    private var now: Double
    private var isStalled = true
    private let began: Double
    private var last: Int?
    private var weighted = 0.0

    /// So much is there before playing begins, or goes on.
    private static let least = (begin: 0.2, goOn: 0.5)

    init(began: Double) {
        self.began = began
        now = began
    }

    var ahead: Double { position.map { max(0, available - $0) } ?? 0 }

    /// Media begins here.
    mutating func join(at start: Double) {
        guard position == nil else { return }
        position = start
        available = start
    }

    /// What came until now is there up to `end`.
    mutating func receive(until end: Double) { available = max(available, end) }

    /// A whole segment of a variant is there.
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

    /// Over what was missed.
    mutating func jump(to start: Double) {
        guard let position, start > position else { return }
        self.position = start
        available = max(available, start)
    }
}

/// What came of one viewing.
package struct BandwidthOutcome: Sendable {
    /// From the start to the first picture, in seconds.
    package internal(set) var startUp: Double?
    package internal(set) var stalled = 0.0
    package internal(set) var stalls = 0
    package internal(set) var played = 0.0
    package internal(set) var switches = 0
    /// Bits a second of what was loaded, over time.
    package internal(set) var meanRate = 0.0
    var media = 0.0

    /// Of the time from the first picture on, the share that stood still.
    package var rebufferRatio: Double { played + stalled > 0 ? stalled / (played + stalled) : 1 }
}
