import Channels
import Devices
import HLS
import MediaCore
import Playback
import Screens
import Store

/// The facts known about an item that plays, for the info panel and the status.
struct PlaybackFacts: Sendable, Equatable {
    /// The channel as it was when the item was made: the lineup may have another address by now.
    let source: Channel
    var channel: Channel.ID { source.id }
    private(set) var info = Playback.PlaybackInfo()
    private(set) var hasVideo: Bool?
    /// Why the item failed; then nothing more comes.
    var failure: PlaybackFailure?
    /// What hindered the item last.
    var trouble: PlaybackFailure?
    /// The rate that the network gave, in bits a second.
    var throughput: Double?
    /// To be live again, since it was tuned.
    var leftOut: Duration = .zero
    /// The sentence about what can't be played that the viewer was shown; nil: none was.
    var toldUnplayable: String?

    init(_ channel: Channel) {
        source = channel
    }

    mutating func update(_ info: Playback.PlaybackInfo) {
        self.info = info
        if info.videoCodec != nil { hasVideo = true } else if info.audioCodec != nil { hasVideo = false }
    }

    /// For the viewer: what of the channel has no decoder here; nil where all plays.
    var unplayable: String? { Strings.unplayable(sound: info.unplayable.sound, picture: info.unplayable.picture) }

    /// For the next visit.
    var visit: VisitRecord {
        VisitRecord(
            videoCodec: info.videoCodec, audioCodec: info.audioCodec,
            variantBandwidth: info.bandwidth.map { Int(clamping: $0) },
            throughput: throughput.map { Int(min(max(0, $0), 1e12)) })
    }

    /// The quality in a viewer's terms, `1080p`; nil while unknown.
    var quality: String? {
        info.size.isEmpty ? nil : "\(info.size.height)p"
    }

    /// The chosen tracks for the info panel, where there is a choice; else nil.
    var tracks: String? {
        let parts = [
            unplayable,
            info.tracks.audio.count > 1 ? info.tracks.selectedAudio?.name : nil,
            info.tracks.selectedText.map { "Subtitles: \($0.name)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// Why it does not play, as far as it told.
    var reason: PlaybackFailure {
        failure ?? trouble ?? .timeout(url: RedactedURL(source.url).description)
    }
}
