import MediaCore

/// Chooses a variant by what the box can play, the size worth showing and the throughput.
package struct VariantSelector: Sendable {
    package let variants: [Variant]
    /// Indices of what may be chosen, by bandwidth from the lowest: of one codec family, so that a switch
    /// needs no other decoder.
    package let candidates: [Int]

    /// The share of the throughput that a variant's peak may take.
    private static let startShare = 0.8
    private static let upShare = 0.7
    private static let downShare = 0.9
    /// Bits a second, when nothing is known: a variant that most lines carry.
    private static let assumedThroughput = 3_000_000.0
    /// With so much ahead a dip in throughput is waited out.
    private static let comfortableBuffer = Duration.seconds(15)
    private static let leastBufferForRise = Duration.seconds(6)

    package init(
        variants: [Variant], videoCodecs: Set<VideoCodec>, audioCodecs: Set<AudioCodec>
    ) {
        self.variants = variants
        var playable = variants.indices.filter {
            VariantSelector.isPlayable(variants[$0], videoCodecs, audioCodecs)
        }
        playable = VariantSelector.preferring(playable) { !variants[$0].isAudioOnly }
        // Without output protection nothing else should be loaded (§4.4.6.2), while there is anything else.
        playable = VariantSelector.preferring(playable) { !variants[$0].needsOutputProtection }
        let first: Int?
        if playable.allSatisfy({ variants[$0].score != nil }) {
            first = playable.max { (variants[$0].score ?? 0, $1) < (variants[$1].score ?? 0, $0) }
        } else {
            first = playable.first
        }
        let family = first.flatMap { variants[$0].videoCodec }
        candidates = playable.filter { variants[$0].videoCodec == family }
            .sorted { (variants[$0].bandwidth, $0) < (variants[$1].bandwidth, $1) }
    }

    private static func preferring(_ indices: [Int], _ condition: (Int) -> Bool) -> [Int] {
        let preferred = indices.filter(condition)
        return preferred.isEmpty ? indices : preferred
    }

    private static func isPlayable(
        _ variant: Variant, _ videoCodecs: Set<VideoCodec>, _ audioCodecs: Set<AudioCodec>
    ) -> Bool {
        if variant.videoRange == .unknown { return false }
        if let layout = variant.videoLayout, !layout.split(separator: ",").contains(where: { entry in
            entry.split(separator: "/").allSatisfy { $0 == "CH-MONO" || $0 == "PROJ-RECT" }
        }) { return false }
        var audio: [Bool] = []
        for codec in variant.codecs.map(CodecString.init) {
            switch codec {
            case .video(let codec): if !videoCodecs.contains(codec) { return false }
            case .audio(let codec): audio.append(audioCodecs.contains(codec))
            case .text: break
            case .unknown: return false
            }
        }
        // CODECS lists the formats of all renditions; one that can be played is enough.
        return audio.isEmpty || audio.contains(true)
    }

    /// Candidates within `size`, without the excluded; never empty while one is not excluded.
    private func allowed(size: PixelSize?, excluding: Set<Int>) -> [Int] {
        let left = candidates.filter { !excluding.contains($0) }
        guard let size else { return left }
        let fitting = left.filter { index in
            guard let resolution = variants[index].resolution else { return true }
            return resolution.width <= size.width && resolution.height <= size.height
        }
        // All are larger: the smallest.
        return fitting.isEmpty ? Array(left.prefix(1)) : fitting
    }

    /// The variant to begin with. `throughput` in bits a second; `remembered` is the bandwidth of the
    /// variant played last time.
    package func start(
        throughput: Double?, remembered: UInt64? = nil, size: PixelSize? = nil, excluding: Set<Int> = []
    ) -> Int? {
        let allowed = allowed(size: size, excluding: excluding)
        var budget = (throughput ?? VariantSelector.assumedThroughput) * VariantSelector.startShare
        if throughput == nil, let remembered { budget = Double(remembered) }
        return allowed.last { Double(variants[$0].bandwidth) <= budget } ?? allowed.first
    }

    /// The variant for the next segment; `current` when nothing is better.
    package func next(
        current: Int, throughput: Double?, ahead: Duration, size: PixelSize? = nil, excluding: Set<Int> = []
    ) -> Int {
        let allowed = allowed(size: size, excluding: excluding)
        guard let lowest = allowed.first else { return current }
        guard let throughput else { return allowed.contains(current) ? current : lowest }
        let now = variants.indices.contains(current) ? variants[current].bandwidth : 0
        if !allowed.contains(current) || Double(now) > throughput * VariantSelector.downShare {
            if allowed.contains(current), ahead >= VariantSelector.comfortableBuffer { return current }
            return allowed.last { Double(variants[$0].bandwidth) <= throughput * VariantSelector.startShare } ?? lowest
        }
        guard ahead >= VariantSelector.leastBufferForRise else { return current }
        let best = allowed.last { Double(variants[$0].bandwidth) <= throughput * VariantSelector.upShare }
        guard let best, variants[best].bandwidth > now else { return current }
        return best
    }
}
