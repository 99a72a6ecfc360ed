import Glibc

/// A published rule to compare with.
package enum PublishedRule: Sendable {
    /// Chooses the highest variant under four fifths of an average of the throughput.
    case throughput
    /// BOLA-BASIC (Spiteri, Urgaonkar, Sitaraman 2016): chooses the variant with the greatest value
    /// of: (V (utility + γp) − Q) / size, where Q is the buffer in segments.
    case bola

    /// The chosen variant as an index into `ladder`, which is in bits a second.
    func variant(ladder: [Double], throughput: Double?, buffer: Double, most: Double, segment: Double) -> Int {
        switch self {
        case .throughput:
            // While the line's speed is unknown, 3 Mbit/s are assumed.
            let budget = (throughput ?? 3e6) * 0.8
            return ladder.lastIndex { $0 <= budget } ?? 0
        case .bola:
            let patience = 5.0
            let utilities = ladder.map { log($0 / ladder[0]) }
            let slots = max(most / segment, 2)
            let control = (slots - 1) / ((utilities.last ?? 0) + patience)
            let filled = buffer / segment
            let scores = zip(ladder, utilities).map { (control * ($1 + patience) - filled) / $0 }
            return scores.indices.max { scores[$0] < scores[$1] } ?? 0
        }
    }
}

extension BandwidthSimulation {
    /// Runs a client that loads one segment after the other, by a published rule.
    package func run(_ rule: PublishedRule) -> BandwidthOutcome {
        var now = start
        var viewing = SimulatedViewing(began: now)
        // The time for both playlists.
        now += 2 * roundTrip
        let segment = Double(channel.segment)
        let offered = channel.available(at: now)
        var number = channel.isLive ? max(offered.lowerBound, offered.upperBound - 3) : 0
        let most = channel.isLive ? segment * 3 : bufferAhead
        viewing.join(at: Double(number) * segment)
        var throughput: Double?
        while now < start + duration {
            viewing.advance(to: now)
            let range = channel.available(at: now - roundTrip)
            if number < range.lowerBound {
                number = range.upperBound - 3
                viewing.jump(to: Double(number) * segment)
            }
            guard range.contains(number), viewing.ahead < bufferAhead else {
                if !channel.isLive, number >= range.upperBound { break }
                now += 0.05
                continue
            }
            let variant = rule.variant(
                ladder: channel.ladder, throughput: throughput, buffer: viewing.ahead, most: most, segment: segment)
            let bits = channel.bits(of: number, in: variant)
            let first = now + roundTrip
            guard let end = trace.finish(of: bits, from: first) else { break }
            let base = trace.bits(until: first)
            var tick = now
            while tick < min(end, start + duration) {
                tick = min(tick + 0.05, end)
                let share = max(0, min(1, (trace.bits(until: tick) - base) / bits))
                if tick > first { viewing.receive(until: (Double(number) + share) * segment) }
                viewing.advance(to: tick)
            }
            now = end
            let rate = bits / max(end - first, 1e-6)
            throughput = throughput.map { $0 + (rate - $0) * 0.4 } ?? rate
            viewing.finish(
                segmentUntil: Double(number + 1) * segment, seconds: segment, variant: variant,
                rate: channel.ladder[variant])
            number += 1
        }
        return viewing.outcome
    }
}
