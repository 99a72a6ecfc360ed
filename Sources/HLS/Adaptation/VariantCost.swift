import MediaCore

/// Estimates what a segment of a variant will really cost: what the variant declares, corrected by what
/// its segments had or by EXT-X-BITRATE. Scenes that are cheap in one variant are cheap in all.
package struct VariantCost: Sendable, Hashable {
    /// The ratio of the rate that was seen to the rate that was declared.
    private var ratio: Double?

    /// The share of a new segment in the average.
    private static let weight = 0.3
    /// The lowest ratio that is believed, as the next scene may be dearer; lower where peaks are
    /// declared.
    private static let least = (ofPeak: 0.5, ofAverage: 0.8)
    private static let most = 3.0

    package init() {}

    /// Notes that a segment of `variant`, with its sound, cost `rate` bits a second.
    package mutating func observe(_ rate: Double, of variant: Variant) {
        guard variant.declaredRate > 0, rate > 0, rate.isFinite else { return }
        let now = min(rate / variant.declaredRate, VariantCost.most)
        ratio = ratio.map { $0 + (now - $0) * VariantCost.weight } ?? now
    }

    /// The expected rate of the next segments, in bits a second.
    package func rate(of variant: Variant) -> Double {
        let least = variant.averageBandwidth == nil ? VariantCost.least.ofPeak : VariantCost.least.ofAverage
        return variant.declaredRate * max(ratio ?? 1, least)
    }
}

extension Variant {
    /// The average rate in bits a second, as well as the playlist tells (§4.4.6.2): else the peak.
    package var declaredRate: Double {
        Double(averageBandwidth.flatMap { $0 > 0 ? $0 : nil } ?? bandwidth)
    }

    /// Whether the two variants are the same content: a redundant stream, or that of another pathway,
    /// whose groups have other names.
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

    /// The codec families of the variant's sound.
    var audioCodecs: Set<AudioCodec> {
        Set(codecs.compactMap { if case .audio(let codec) = CodecString($0) { codec } else { nil } })
    }
}
