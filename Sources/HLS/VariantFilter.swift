import MediaCore

/// What a box can play and may show of the variants of a presentation (§4.4.6.2).
package struct VariantFilter: Sendable, Hashable {
    package var videoCodecs: Set<VideoCodec>
    package var audioCodecs: Set<AudioCodec>
    /// What the display can show.
    package var videoRanges: Set<Variant.VideoRange>
    /// What the output is protected with.
    package var outputProtection: Variant.HDCPLevel
    /// `KEYFORMAT:LABEL`, as entries of ALLOWED-CPC name them. The identity key format defines none.
    package var contentProtections: Set<String>
    /// Frames a second that are still decoded in time; nil: any.
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
        /// Two pictures, or a sphere.
        case videoLayout(String)
        case outputProtection(Variant.HDCPLevel)
    }

    package func refusal(of variant: Variant) -> Refusal? {
        if variant.videoRange == .unknown { return .videoRange }
        if let layout = variant.videoLayout, !variant.layouts.contains(where: \.isFlat) { return .videoLayout(layout) }
        if let level = variant.hdcpLevel, level > outputProtection { return .outputProtection(level) }
        return refusedCodec(of: variant).map(Refusal.codec)
    }

    /// CODECS lists the formats of all renditions: one that can be played of each kind is enough.
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

    /// Sound that no decoder is there for. Whatever else is unknown is taken for a picture.
    private static func isAudio(_ entry: String) -> Bool {
        let name = entry.lowercased().prefix { $0 != "." }
        return name.hasPrefix("dts") || ["ac-4", "flac", "alac", "mha1", "mha2", "mhm1", "mhm2", "vorbis"].contains(name)
    }

    /// Indices of what a session keeps to, while there is a choice: with a picture, of content protection
    /// that is met, in the best range that the display shows, of a frame rate that is decoded in time.
    package func playable(_ variants: [Variant]) -> [Int] {
        var left = variants.indices.filter { refusal(of: variants[$0]) == nil }
        func prefer(_ condition: (Variant) -> Bool) {
            let preferred = left.filter { condition(variants[$0]) }
            if !preferred.isEmpty { left = preferred }
        }
        prefer { !$0.isAudioOnly }
        prefer(meetsContentProtection)
        // Pictures of one range only: a switch between ranges is a switch of the display's mode.
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
        return allowed.contains { entry in entry.labels.contains { contentProtections.contains("\(entry.keyFormat):\($0)") } }
    }
}
