import MediaCore

/// What a segment of a variant will really cost: what the variant declares, corrected by what its
/// segments had or by EXT-X-BITRATE. Scenes that are cheap in one variant are cheap in all.
package struct VariantCost: Sendable, Hashable {
    /// Of what was seen to what was declared.
    private var ratio: Double?

    /// The share of a new segment in the average.
    private static let weight = 0.3
    /// Beyond these the next scene is not known from this one. Lower where peaks are declared.
    private static let least = (ofPeak: 0.5, ofAverage: 0.8)
    private static let most = 3.0

    package init() {}

    /// A segment of `variant`, with its sound, cost so many bits a second.
    package mutating func observe(_ rate: Double, of variant: Variant) {
        guard variant.declaredRate > 0, rate > 0, rate.isFinite else { return }
        let now = min(rate / variant.declaredRate, VariantCost.most)
        ratio = ratio.map { $0 + (now - $0) * VariantCost.weight } ?? now
    }

    /// Bits a second of the next segments.
    package func rate(of variant: Variant) -> Double {
        let least = variant.averageBandwidth == nil ? VariantCost.least.ofPeak : VariantCost.least.ofAverage
        return variant.declaredRate * max(ratio ?? 1, least)
    }
}

extension Variant {
    /// Bits a second over time, as well as the playlist tells (§4.4.6.2).
    package var declaredRate: Double {
        Double(averageBandwidth.flatMap { $0 > 0 ? $0 : nil } ?? bandwidth)
    }

    /// Another way to the same: a redundant stream, or that of another pathway, whose groups have other
    /// names.
    func isAlternate(of other: Variant) -> Bool {
        let isSame =
            bandwidth == other.bandwidth && averageBandwidth == other.averageBandwidth && score == other.score
            && resolution == other.resolution && frameRate == other.frameRate && videoRange == other.videoRange
            && videoLayout == other.videoLayout && Set(codecs) == Set(other.codecs)
        guard isSame else { return false }
        if pathway != other.pathway { return stableID == other.stableID }
        return audioGroup == other.audioGroup && videoGroup == other.videoGroup
            && subtitlesGroup == other.subtitlesGroup
    }

    /// The families of its sound.
    var audioCodecs: Set<AudioCodec> {
        Set(codecs.compactMap { if case .audio(let codec) = CodecString($0) { codec } else { nil } })
    }
}
