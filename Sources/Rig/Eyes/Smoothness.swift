import MediaCore
import OriginPattern

/// How evenly a channel's pictures came, by the picture numbers that were seen on the screen at each vblank.
///
/// A picture of 25 a second lasts 2.4 vblanks of 60 Hz, so it must be held for 2 or 3; one of 30 for 2,
/// one of 60 for 1.
package struct Smoothness: Sendable, Hashable {
    /// How many pictures there are from the first number that was seen to the last.
    package private(set) var expected = 0
    package private(set) var seen = 0
    /// How many pictures never were on the screen.
    package private(set) var dropped = 0
    /// How many pictures stayed for more vblanks than the rates allow.
    package private(set) var repeated = 0
    /// How many pictures stayed for fewer vblanks than the rates allow.
    package private(set) var cut = 0
    /// How many pictures came after a later one.
    package private(set) var outOfOrder = 0
    /// How many vblanks, between the first picture and the last, had no pattern of this channel that can be
    /// read: black, torn, or another channel's.
    package private(set) var strange = 0
    /// How many vblanks the kernel did not count, because its interrupt came too late: the picture before
    /// stayed.
    package private(set) var missedVBlanks = 0
    /// How far, in vblanks, pictures are from an even pace: under 1 when each is on its proper vblank.
    package private(set) var spread = 0.0
    /// The longest time that a picture stayed, in vblanks.
    package private(set) var worstHold = 0
    /// How many pictures (value) stayed for how many vblanks (key); the first and the last picture are left
    /// out.
    package private(set) var holds: [Int: Int] = [:]

    /// - Parameters:
    ///   - frames: in order, with their vblanks' numbers; those without are left out
    ///   - channel: whose pictures these must be
    ///   - rate: its pictures a second, 1…
    ///   - loop: its pictures' numbers begin anew after so many
    ///   - refresh: vblanks a second
    package init(_ frames: [SeenFrame], channel: Int, rate: Int, loop: Int, refresh: Int = 60) {
        let vblanks = frames.compactMap { frame in frame.sequence.map { (sequence: $0, pattern: frame.pattern) } }
        func isOurs(_ index: Int) -> Bool { vblanks[index].pattern.map { Int($0.channel) == channel } ?? false }
        guard let from = vblanks.indices.first(where: isOurs), let to = vblanks.indices.last(where: isOurs) else {
            return
        }
        var runs: [Run] = []
        for index in from...to {
            let sequence = vblanks[index].sequence
            if index > from, sequence > vblanks[index - 1].sequence + 1 {
                missedVBlanks += Int(sequence - vblanks[index - 1].sequence - 1)
            }
            guard isOurs(index), let pattern = vblanks[index].pattern else {
                strange += 1
                continue
            }
            guard let last = runs.last else {
                runs.append(Run(number: 0, raw: Int(pattern.frame), from: sequence))
                continue
            }
            // Less than half a loop back is a step back; anything else is a step ahead, perhaps over the
            // loop's end.
            let ahead = (Int(pattern.frame) - last.raw + loop) % loop
            let step = ahead <= loop / 2 ? ahead : ahead - loop
            if step == 0 { continue }
            if step < 0 { outOfOrder += 1 }
            runs.append(Run(number: last.number + step, raw: Int(pattern.frame), from: sequence))
        }
        expected = (runs.map(\.number).max() ?? 0) - (runs.map(\.number).min() ?? 0) + 1
        seen = Set(runs.map(\.number)).count
        dropped = expected - seen
        judgeHolds(runs, shortest: refresh / rate, longest: (refresh + rate - 1) / rate)
        // The first picture may have been there already: when it came is not known.
        let residues = runs.dropFirst().map {
            Double($0.from - runs[0].from) - Double($0.number * refresh) / Double(rate)
        }
        spread = (residues.max() ?? 0) - (residues.min() ?? 0)
    }

    /// One picture on the screen, from vblank `from` on.
    private struct Run {
        /// The picture's number, counted on over the loop's end.
        var number: Int
        var raw: Int
        var from: UInt64
    }

    private mutating func judgeHolds(_ runs: [Run], shortest: Int, longest: Int) {
        // The first may have begun before the frames did, and the last goes on after them.
        guard runs.count > 2 else { return }
        for index in 1..<runs.count - 1 {
            let hold = Int(runs[index + 1].from - runs[index].from)
            holds[hold, default: 0] += 1
            worstHold = max(worstHold, hold)
            if hold > longest { repeated += 1 }
            if hold < shortest { cut += 1 }
        }
    }

    /// `holds` as text: `300×2 200×3`.
    package var holdsText: String {
        holds.sorted { $0.key < $1.key }.map { "\($0.value)×\($0.key)" }.joined(separator: " ")
    }
}

extension Smoothness: CustomStringConvertible {
    package var description: String {
        """
        \(seen) of \(expected) pictures seen, \(dropped) dropped, \(repeated) held too long, \(cut) too short, \
        \(outOfOrder) out of order, \(strange) vblanks without one; vblanks each: \(holdsText); spread \
        \(Double(Int(spread * 1_000)) / 1_000), longest \(worstHold); \(missedVBlanks) vblanks missed
        """
    }
}
