import Channels
import ControlProtocol
import Devices
import GuideStore
import HLS
import MediaCore
import Overlays
import Playback
import Screens

extension Status {
    /// What the control API tells of the box.
    init(_ box: BoxSnapshot, remotes: [RemoteInfo] = []) {
        let playing = box.playing
        self.init(
            state: playing.state, channel: playing.channelInfo, url: playing.address,
            programme: playing.programme.now.map(ProgrammeInfo.init),
            playback: ControlProtocol.PlaybackInfo(playing, picture: box.pictureMode),
            pip: box.corner.map(CornerInfo.init), warming: box.warming.map { WarmingInfo($0, at: playing.time) },
            providers: box.providers.isEmpty ? nil : box.providers.map(ProviderInfo.init),
            trouble: playing.failure.map(ControlError.init),
            sound: SoundLevel(playing.sound), display: DisplayInfo(box.output, box.display, box.overscan),
            audio: AudioInfo(
                device: box.soundDevice, latencyMilliseconds: box.sound.latency.inSeconds * 1000,
                underruns: box.sound.underruns,
                delayMilliseconds: box.soundDelay == .zero ? nil : Int(box.soundDelay.nanoseconds / 1_000_000),
                night: box.isNight ? true : nil),
            remotes: remotes, cec: box.cec.map(CECInfo.init), versions: box.versions,
            uptimeSeconds: Int(box.uptime.inSeconds), warnings: box.warnings)
    }
}

extension NowPlaying {
    /// The chosen channel, in the words of the control API.
    var channelInfo: ChannelInfo? { channel.map { ChannelInfo($0, isRestricted: isRestricted) } }
}

extension ChannelInfo {
    /// - Parameter place: among the favourites, from 1; nil: it is none, or that is not told
    init(_ channel: Channel, isRestricted: Bool, place: Int? = nil) {
        self.init(
            id: channel.id, number: channel.number, name: channel.name, group: channel.groups.first,
            groups: channel.groups.count > 1 ? channel.groups : nil,
            favourite: channel.isFavourite,
            favouritePlace: place, restricted: isRestricted)
    }
}

extension CornerInfo {
    init(_ corner: CornerReport) {
        self.init(
            channel: ChannelInfo(corner.channel, isRestricted: corner.isRestricted),
            place: corner.place.place.rawValue, size: corner.place.size.rawValue, heard: corner.isHeard,
            playing: corner.status != nil,
            framesShown: Int(clamping: corner.status?.framesShown ?? 0),
            framesDropped: Int(clamping: corner.status?.framesDropped ?? 0))
    }
}

extension SoundLevel {
    init(_ level: SoundControl.Level) { self.init(volume: level.volume, muted: level.isMuted) }
}

extension DisplayInfo {
    init(_ output: DisplayOutput, _ statistics: DisplayStatistics, _ overscan: Overscan) {
        self.init(
            name: output.name, connected: output.isConnected, width: output.size.width, height: output.size.height,
            refreshHertz: output.refreshRate, missedVBlanks: statistics.missedVBlanks, trouble: output.trouble,
            overscanPercent: overscan == .none ? nil : overscan.percent)
    }
}

extension ControlProtocol.PlaybackInfo {
    /// How what is on the screen plays; nil when nothing does, or another channel is on its way.
    init?(_ playing: NowPlaying, picture: PictureMode) {
        // What is held of the channel before is not what is asked about.
        guard playing.item != nil, let facts = playing.facts, playing.isSettled else { return nil }
        let (info, status) = (facts.info, playing.status)
        var video: String?
        if let codec = info.videoCodec {
            let rate = info.framesPerSecond.map { " \(($0 * 100).rounded() / 100) fps" } ?? ""
            let decoder = info.videoDecoder.map { " (\($0))" } ?? ""
            video = "\(codec.rawValue) \(info.size)\(rate)\(decoder)"
        }
        self.init(
            positionSeconds: status?.position?.seconds, latencySeconds: playing.latency?.inSeconds,
            rate: status?.rate, bufferedSeconds: status?.mediaBuffered.inSeconds, video: video,
            audio: info.audioCodec?.rawValue, audioTrack: info.tracks.selectedAudio?.name,
            subtitles: info.tracks.selectedText?.name,
            variantBitsPerSecond: info.bandwidth.map { Int(clamping: $0) }, framesDropped: status?.framesDropped,
            stalls: status?.stalls, unplayable: facts.unplayable,
            leftOutSeconds: facts.leftOut > .zero ? facts.leftOut.inSeconds : nil,
            throughputBitsPerSecond: facts.throughput.map { Int(min(max(0, $0), 1e12)) },
            picture: info.videoCodec == nil ? nil : picture.rawValue)
        breakInfo = BreakInfo(playing)
    }
}

extension WarmingInfo {
    init(_ report: WarmingReport, at now: HostTime) {
        self.init(
            channels: report.readiestFirst.map {
                WarmChannelInfo(
                    id: $0.channel.id, number: $0.channel.number, name: $0.channel.name, readiness: "\($0.warmth)",
                    ready: $0.isReady, bytes: $0.bytes,
                    bitsPerSecond: $0.bandwidth.map { Int(clamping: Int64(saturating: $0)) })
            }, notes: report.notes(at: now))
    }
}

extension ProviderInfo {
    init(_ provider: ProviderStatistics) {
        self.init(
            name: provider.name, limit: provider.limit, active: provider.active, waiting: provider.waiting,
            playing: Use(requests: provider.playing.requests, bytes: provider.playing.bytes),
            warming: Use(requests: provider.warming.requests, bytes: provider.warming.bytes),
            refusals: provider.refusals)
    }
}
