import MediaCore

/// Chooses a variant by the throughput, what lies ahead and the size worth showing, out of what the box
/// can play.
///
/// While little is ahead, the throughput decides; the more there is, the more of it may be spent, and
/// what plays is kept through a dip that the buffer outlasts.
package struct VariantSelector: Sendable {
    package let variants: [Variant]
    /// The levels, by cost from the lowest. Variants of equal attributes are alternates of one level; the
    /// first is the one to begin with.
    private let levels: [[Int]]
    /// Whether all variants have a SCORE: that says which is best, whatever they cost.
    private let isScored: Bool

    /// The conditions for the choice when the next segment is due.
    package struct Conditions: Sendable {
        /// The throughput in bits a second; nil: unknown.
        package var throughput: Double?
        /// The throughput in bits a second over a longer time.
        package var sustained: Double?
        /// The length of media ahead of the play position.
        package var ahead: Duration
        /// The most media that can be ahead: in a live presentation no more than the distance to the live
        /// edge.
        package var goal: Duration
        /// The duration of the next segment.
        package var segment: Duration
        /// The ratio of what segments really cost to what their variants declare.
        package var cost = VariantCost()
        /// The time since the last switch to a lower variant; nil: there was none.
        package var sinceFall: Duration?
        /// The largest picture size worth showing.
        package var size: PixelSize?
        /// The largest declared rate, in bits a second; dearer variants are left out.
        package var bandwidth: UInt64?
        /// The variants that are left alone for now.
        package var excluding: Set<Int> = []

        package init(
            throughput: Double?, ahead: Duration, goal: Duration = .seconds(20), segment: Duration = .seconds(4)
        ) {
            self.throughput = throughput
            sustained = throughput
            self.ahead = ahead
            self.goal = goal
            self.segment = segment
        }
    }

    /// The throughput assumed when none is known, in bits a second: most lines carry that.
    private static let assumedThroughput = 4_000_000.0
    /// The size of a key frame, in seconds of its variant's rate.
    private static let keyFrame = 0.4
    /// How long the first key frame may take to come, in seconds: a dearer variant comes a segment later.
    private static let firstPicture = 0.2
    /// The share of the throughput that the first variant may cost.
    private static let startShare = firstPicture / keyFrame
    /// The share of the throughput that a variant may cost when it replaces another in the middle of a
    /// presentation.
    private static let replacementShare = 0.8
    /// The share of the throughput that a higher variant may cost, on an empty and on a full buffer. This and
    /// the values below were tuned with `hearth-bench abr`.
    private static let riseShare = (empty: 0.7, full: 1.2)
    /// The share of the throughput up to which a variant is kept, whatever is ahead: if it is too dear all
    /// the same, the download will be given up.
    private static let holdShare = 1.3
    /// The share of the throughput that a lower variant may cost, on an empty and on a full buffer.
    private static let fallShare = (empty: 1.17, full: 1.3)
    /// The share of the buffer goal that should be left after the next few segments.
    private static let reserve = 0.25
    /// How long after a switch down nothing higher is tried, unless the line is much faster.
    private static let restAfterFall = Duration.seconds(6)
    private static let muchFaster = 0.8

    /// Sorts the playable variants into levels. `pathways` are in the order in which they are preferred; `switchable` are codecs between which a decoder is known to
    /// change without harm; without it all candidates are of one video codec.
    package init(variants: [Variant], filter: VariantFilter, pathways: [String] = [], switchable: Set<VideoCodec> = [])
    {
        self.variants = variants
        let playable = filter.playable(variants)
        let isScored = playable.allSatisfy { variants[$0].score != nil }
        self.isScored = isScored
        let first: Int?
        if isScored {
            first = playable.max { (variants[$0].score ?? 0, $1) < (variants[$1].score ?? 0, $0) }
        } else {
            first = playable.first
        }
        let family = first.flatMap { variants[$0].videoCodec }
        let members = playable.filter { index in
            let codec = variants[index].videoCodec
            if codec == family { return true }
            guard let family, let codec else { return false }
            return switchable.contains(family) && switchable.contains(codec)
        }
        // Variants of the first pathway come before others: those are for when it fails.
        let ordered =
            pathways.flatMap { pathway in members.filter { variants[$0].pathway == pathway } }
            + members.filter { !pathways.contains(variants[$0].pathway) }
        var levels: [[Int]] = []
        for index in VariantSelector.ofOneSound(ordered, variants) {
            if let place = levels.firstIndex(where: { variants[index].isAlternate(of: variants[$0[0]]) }) {
                levels[place].append(index)
            } else {
                levels.append([index])
            }
        }
        self.levels = levels.sorted {
            (variants[$0[0]].declaredRate, $0[0]) < (variants[$1[0]].declaredRate, $1[0])
        }
    }

    /// Reduces ladders that come once for each sound format to the first one's, unless others have larger
    /// pictures.
    private static func ofOneSound(_ indices: [Int], _ variants: [Variant]) -> [Int] {
        guard let first = indices.first else { return [] }
        let sound = variants[first].audioCodecs
        let alike = indices.filter { variants[$0].audioCodecs == sound }
        func largest(_ indices: [Int]) -> Int { indices.compactMap { variants[$0].resolution?.height }.max() ?? 0 }
        return largest(alike) < largest(indices) ? indices : alike
    }

    /// The indices of the variants that may be chosen, one for each level, by cost from the lowest.
    package var candidates: [Int] { levels.compactMap(\.first) }

    /// The other variants of the same level, which may be played instead of this one.
    package func alternates(of index: Int) -> [Int] {
        levels.first { $0.contains(index) }?.filter { $0 != index } ?? []
    }

    /// The indices allowed within the limits, one from each level that has any left; from the level that
    /// plays, the variant that plays.
    private func allowed(_ current: Int?, size: PixelSize?, bandwidth: UInt64?, excluding: Set<Int>) -> [Int] {
        let left = allowed(current, size: size, excluding: excluding)
        guard let bandwidth else { return left }
        let fitting = left.filter { variants[$0].declaredRate <= Double(bandwidth) }
        return fitting.isEmpty ? Array(left.prefix(1)) : fitting
    }

    private func allowed(_ current: Int?, size: PixelSize?, excluding: Set<Int>) -> [Int] {
        let left = levels.compactMap { level -> Int? in
            if let current, level.contains(current), !excluding.contains(current) { return current }
            return level.first { !excluding.contains($0) }
        }
        guard let size else { return left }
        let fitting = left.filter { index in
            guard let resolution = variants[index].resolution else { return true }
            return resolution.width <= size.width && resolution.height <= size.height
        }
        if !fitting.isEmpty { return fitting }
        // If all are larger, the smallest is allowed.
        let smallest = left.compactMap { variants[$0].resolution.map { $0.width * $0.height } }.min()
        return left.filter { variants[$0].resolution.map { $0.width * $0.height } == smallest }
    }

    /// The best variant that costs no more than `budget` bits a second.
    private func best(of indices: [Int], within budget: Double, _ cost: VariantCost) -> Int? {
        let affordable = indices.filter { cost.rate(of: variants[$0]) <= budget }
        guard isScored else { return affordable.last }
        return affordable.max { (variants[$0].score ?? 0, $1) < (variants[$1].score ?? 0, $0) }
    }

    private func isBetter(_ a: Int, than b: Int) -> Bool {
        guard variants.indices.contains(b) else { return true }
        if isScored { return (variants[a].score ?? 0) > (variants[b].score ?? 0) }
        return variants[a].declaredRate > variants[b].declaredRate
    }

    /// Whether a variant may be played within these limits.
    func allows(_ index: Int, size: PixelSize?, bandwidth: UInt64?) -> Bool {
        allowed(index, size: size, bandwidth: bandwidth, excluding: []).contains(index)
    }

    /// The variant to begin with: the best whose first picture is here soon, by what a key frame holds and by
    /// the throughput, remembered or assumed. `throughput` in bits a second; `remembered` is the bandwidth of
    /// the variant played last time, which counts where no throughput is known.
    package func start(
        throughput: Double?, remembered: UInt64? = nil, size: PixelSize? = nil, bandwidth: UInt64? = nil,
        excluding: Set<Int> = []
    ) -> Int? {
        let allowed = allowed(nil, size: size, bandwidth: bandwidth, excluding: excluding)
        if throughput == nil, let remembered {
            let known = allowed.filter { variants[$0].bandwidth <= remembered }
            return known.last ?? allowed.first
        }
        let budget = (throughput ?? VariantSelector.assumedThroughput) * VariantSelector.startShare
        return best(of: allowed, within: budget, VariantCost()) ?? allowed.first
    }

    /// The variant for the next segment; `current` when nothing is better.
    package func next(current: Int, _ conditions: Conditions) -> Int {
        let allowed = allowed(
            current, size: conditions.size, bandwidth: conditions.bandwidth, excluding: conditions.excluding)
        guard let lowest = allowed.first else { return current }
        guard let throughput = conditions.budget else { return allowed.contains(current) ? current : lowest }
        let cost = conditions.cost
        guard allowed.contains(current) else {
            return best(of: allowed, within: throughput * VariantSelector.replacementShare, cost) ?? lowest
        }
        let fullness = conditions.fullness
        if shouldFall(cost.rate(of: variants[current]), throughput, conditions) {
            let (empty, full) = VariantSelector.fallShare
            return best(of: allowed, within: throughput * (empty + (full - empty) * fullness), cost) ?? lowest
        }
        let (empty, full) = VariantSelector.riseShare
        var budget = throughput * (empty + (full - empty) * fullness)
        if let since = conditions.sinceFall, since < VariantSelector.restAfterFall {
            budget = min(budget, throughput * VariantSelector.muchFaster)
        }
        guard let best = best(of: allowed, within: budget, cost), isBetter(best, than: current),
            fullness >= VariantSelector.reserve
        else { return current }
        return best
    }

    /// The variant to use instead of a download that is too slow: the best below `current` whose segment is
    /// here `within` so many seconds at `rate`, in bits a second; else the lowest. Nil: there is nothing
    /// lower.
    func lower(
        than current: Int, segment: Duration, rate: Double, within: Double, cost: VariantCost, size: PixelSize?,
        bandwidth: UInt64?, excluding: Set<Int>
    ) -> Int? {
        let lower = allowed(current, size: size, bandwidth: bandwidth, excluding: excluding).filter {
            $0 != current && variants[$0].declaredRate < variants[current].declaredRate
        }
        let budget = segment > .zero ? rate * within / segment.inSeconds : 0
        return best(of: lower, within: budget, cost) ?? lower.first
    }

    /// Whether the buffer would run low within the next few segments at the present throughput.
    private func shouldFall(_ rate: Double, _ throughput: Double, _ conditions: Conditions) -> Bool {
        guard rate > throughput * VariantSelector.holdShare else { return false }
        let reserve = conditions.goal.inSeconds * VariantSelector.reserve
        let horizon = max(conditions.goal.inSeconds * 0.75, conditions.segment.inSeconds * 2)
        let left = conditions.ahead.inSeconds + horizon * (1 - rate / (throughput * VariantSelector.holdShare))
        return left < reserve
    }
}

extension VariantSelector.Conditions {
    /// The rate to reckon with, in bits a second: the fuller the buffer, the less a dip matters.
    fileprivate var budget: Double? {
        guard let throughput else { return nil }
        return throughput + max(0, (sustained ?? throughput) - throughput) * fullness
    }

    /// How full the buffer is, from 0 to 1.
    fileprivate var fullness: Double {
        goal > .zero ? min(1, max(0, ahead.inSeconds / goal.inSeconds)) : 1
    }
}
