import MediaCore
import OriginPattern

/// The offset between sound and picture: the origin's beep against its flash, once a second, both on
/// CLOCK_MONOTONIC.
package struct AVSync: Sendable, Hashable {
    /// The offsets in nanoseconds, one for each flash that has a beep within half a second, in
    /// order. Positive: the sound is late.
    package private(set) var offsets: [Int64] = []
    /// How many flashes and beeps have no partner, between the first pair and the last.
    package private(set) var lonely = 0

    /// - Parameters:
    ///   - flashes: the vblanks at which each flash was first scanned out
    ///   - beeps: when beeps began
    package init(flashes: [HostTime], beeps: [HostTime]) {
        var pairs: [(flash: Int, beep: Int)] = []
        for (index, flash) in flashes.enumerated() {
            func distance(_ beep: Int) -> Int64 { abs((beeps[beep] - flash).nanoseconds) }
            guard let nearest = beeps.indices.min(by: { distance($0) < distance($1) }),
                distance(nearest) < 500_000_000
            else { continue }
            pairs.append((index, nearest))
        }
        offsets = pairs.map { (beeps[$0.beep] - flashes[$0.flash]).nanoseconds }
        guard let first = pairs.first, let last = pairs.last else { return }
        lonely =
            (last.flash - first.flash + 1 - pairs.count) + (last.beep - first.beep + 1 - Set(pairs.map(\.beep)).count)
    }

    package init(_ frames: [SeenFrame], _ sound: Sound) {
        self.init(
            flashes: Self.flashes(in: frames),
            beeps: Beep.all(in: sound.samples).map {
                sound.time(of: $0.onset)
            })
    }

    /// The first vblank of each flash. A flash is left out where the vblank before it was not seen.
    package static func flashes(in frames: [SeenFrame]) -> [HostTime] {
        zip(frames, frames.dropFirst()).compactMap { before, frame in
            guard let sequence = before.sequence, frame.sequence == sequence + 1, before.pattern?.isFlash == false,
                frame.pattern?.isFlash == true
            else { return nil }
            return frame.time
        }
    }

    /// A percentile (0…100) of the signed offsets; nil without any.
    package func percentile(_ part: Int) -> Int64? {
        let sorted = offsets.sorted()
        return sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * part / 100)]
    }

    /// The largest offset in either direction; nil without any.
    package var worst: Int64? { offsets.map { abs($0) }.max() }
}
