import MediaCore

/// Selects the variants of a presentation that a box can play and may show (§4.4.6.2).
package struct VariantFilter: Sendable, Hashable {
    package var videoCodecs: Set<VideoCodec>
    package var audioCodecs: Set<AudioCodec>
    /// The video ranges that the display can show.
    package var videoRanges: Set<Variant.VideoRange>
    /// The protection of the output.
    package var outputProtection: Variant.HDCPLevel
    /// Content protections as entries of ALLOWED-CPC name them: `KEYFORMAT:LABEL`. The identity key
    /// format defines none.
    package var contentProtections: Set<String>
    /// The highest frame rate that is still decoded in time, in frames a second; nil: any.
    package var maximumFrameRate: Double?

    package init(
        videoCodecs: Set<VideoCodec>, audioCodecs: Set<AudioCodec>, videoRanges: Set<Variant.VideoRange> = [.sdr],
        outputProtection: Variant.HDCPLevel = .none, contentProtections: Set<String> = [],
        maximumFrameRate: Double? = nil
    ) {
        self.videoCodecs = videoCodecs
        self.audioCodecs = audioCodecs
        self.videoRanges = videoRanges
        self.outputProtection = outputProtection
        self.contentProtections = contentProtections
        self.maximumFrameRate = maximumFrameRate
    }

    /// Why a variant is never played.
    package enum Refusal: Sendable, Hashable {
        case codec(String)
        /// An unknown VIDEO-RANGE.
        case videoRange
        /// A layout with two pictures, or a sphere.
        case videoLayout(String)
        case outputProtection(Variant.HDCPLevel)
    }

    package func refusal(of variant: Variant) -> Refusal? {
        if variant.videoRange == .unknown { return .videoRange }
        if let layout = variant.videoLayout, !variant.layouts.contains(where: \.isFlat) { return .videoLayout(layout) }
        if let level = variant.hdcpLevel, level > outputProtection { return .outputProtection(level) }
        return refusedCodec(of: variant).map(Refusal.codec)
    }

    /// The codec for which a variant is refused. CODECS lists the formats of all renditions: one of each
    /// kind that can be played is enough.
    private func refusedCodec(of variant: Variant) -> String? {
        var video: [(entry: String, isPlayable: Bool)] = []
        var audio: [(entry: String, isPlayable: Bool)] = []
        for entry in variant.codecs {
            switch CodecString(entry) {
            case .video(let codec): video.append((entry, videoCodecs.contains(codec)))
            case .audio(let codec): audio.append((entry, audioCodecs.contains(codec)))
            case .text: break
            case .unknown where VariantFilter.isAudio(entry): audio.append((entry, false))
            case .unknown: video.append((entry, false))
            }
        }
        for kind in [video, audio] where !kind.contains(where: \.isPlayable) {
            if let first = kind.first { return first.entry }
        }
        return nil
    }

    /// Whether an entry names sound that no decoder is there for. Any other unknown format is taken for a
    /// picture.
    private static func isAudio(_ entry: String) -> Bool {
        let name = entry.lowercased().prefix { $0 != "." }
        return name.hasPrefix("dts")
            || ["ac-4", "flac", "alac", "mha1", "mha2", "mhm1", "mhm2", "vorbis"].contains(name)
    }

    /// The indices of the variants that a session keeps to. While there is a choice, they have a picture,
    /// content protection that is met, the best range that the display shows, and a frame rate that is
    /// decoded in time.
    package func playable(_ variants: [Variant]) -> [Int] {
        var left = variants.indices.filter { refusal(of: variants[$0]) == nil }
        func prefer(_ condition: (Variant) -> Bool) {
            let preferred = left.filter { condition(variants[$0]) }
            if !preferred.isEmpty { left = preferred }
        }
        prefer { !$0.isAudioOnly }
        prefer(meetsContentProtection)
        // Only one video range is kept: a switch between ranges would switch the display's mode.
        for range in [Variant.VideoRange.pq, .hlg, .sdr] where videoRanges.contains(range) || range == .sdr {
            guard left.contains(where: { variants[$0].videoRange == range }) else { continue }
            prefer { $0.videoRange == range }
            break
        }
        if let first = left.first, left.contains(where: { variants[$0].videoRange != variants[first].videoRange }) {
            prefer { $0.videoRange == .hlg }
        }
        if let most = maximumFrameRate {
            prefer { ($0.frameRate ?? 0) <= most + 0.1 }
        }
        return left
    }

    private func meetsContentProtection(_ variant: Variant) -> Bool {
        guard let allowed = variant.contentProtections else { return true }
        return allowed.contains { entry in
            entry.labels.contains { contentProtections.contains("\(entry.keyFormat):\($0)") }
        }
    }
}
