import Commands
import ControlProtocol
import Devices

/// The object `/org/mpris/MediaPlayer2` at one moment (MPRIS 2.2): its properties as functions of what is on, of the
/// lineup and of nothing else.
package struct MPRISObject: Equatable, Sendable {
    package var info: NowPlayingInfo
    /// The lineup in its order, hidden names hidden.
    package var tracks: [MPRISTrack]
    package var playlists: [MPRISPlaylist]
    /// What is queued, while that plays; nil: channels are watched.
    package var queue: MPRISQueue?

    package static let path = "/org/mpris/MediaPlayer2"
    package static let name = "org.mpris.MediaPlayer2.hearth"

    /// The interfaces, by their names.
    enum Interface: String, CaseIterable {
        case root = "org.mpris.MediaPlayer2"
        case player = "org.mpris.MediaPlayer2.Player"
        case trackList = "org.mpris.MediaPlayer2.TrackList"
        case playlists = "org.mpris.MediaPlayer2.Playlists"
    }

    package init(
        info: NowPlayingInfo, tracks: [MPRISTrack] = [], playlists: [MPRISPlaylist] = [], queue: MPRISQueue? = nil
    ) {
        self.info = info
        self.tracks = tracks
        self.playlists = playlists
        self.queue = queue
    }

    // MARK: Properties

    /// The properties of an interface, in the specification's order.
    func properties(of interface: Interface) -> [BusValue.Entry] {
        switch interface {
        case .root: root
        case .player: player
        case .trackList: [.init("Tracks", .paths(trackPaths)), .init("CanEditTracks", .boolean(true))]
        case .playlists:
            [
                .init("PlaylistCount", .uint32(UInt32(clamping: playlists.count))),
                .init("Orderings", .strings(["UserDefined"])), .init("ActivePlaylist", activePlaylist),
            ]
        }
    }

    private var root: [BusValue.Entry] {
        [
            .init("CanQuit", .boolean(false)), .init("Fullscreen", .boolean(true)),
            .init("CanSetFullscreen", .boolean(false)), .init("CanRaise", .boolean(true)),
            .init("HasTrackList", .boolean(!tracks.isEmpty || queue != nil)), .init("Identity", .string("Hearth")),
            .init("SupportedUriSchemes", .strings(["http", "https"])),
            .init(
                "SupportedMimeTypes",
                .strings(["application/vnd.apple.mpegurl", "application/x-mpegurl", "video/mp2t", "video/mp4"])),
        ]
    }

    private var player: [BusValue.Entry] {
        let rates = info[.rate]?.rates ?? []
        return [
            .init("PlaybackStatus", .string(status)), .init("LoopStatus", .string(queue?.loop ?? "None")),
            .init("Rate", .double(info.playback.speed)),
            .init("Metadata", .dictionary(metadata)),
            .init("Volume", .double(info.sound.muted ? 0 : Double(info.sound.volume) / 100)),
            .init("Position", .int64(Self.microseconds(info.playback.position ?? 0))),
            .init("MinimumRate", .double(min(1, rates.min() ?? 1))),
            .init("MaximumRate", .double(max(1, rates.max() ?? 1))), .init("CanGoNext", .boolean(can(.next))),
            .init("CanGoPrevious", .boolean(can(.previous))), .init("CanPlay", .boolean(can(.play))),
            .init("CanPause", .boolean(can(.pause))), .init("CanSeek", .boolean(can(.position))),
            .init("CanControl", .boolean(true)),
        ]
    }

    func can(_ command: NowPlayingInfo.Ability.Command) -> Bool { info[command]?.isEnabled ?? false }

    private var status: String {
        guard info.item != nil else { return "Stopped" }
        return switch info.playback.state {
        case .playing, .stalled, .tuning: "Playing"
        case .paused: "Paused"
        case .idle, .locked, .failed: "Stopped"
        }
    }

    /// Whole microseconds; what is out of range is at its end.
    static func microseconds(_ seconds: Double) -> Int64 {
        seconds.isFinite ? Int64(min(max(seconds, -1e12), 1e12) * 1_000_000) : 0
    }

    // MARK: Tracks

    /// The path of what is on; nil: nothing is.
    var currentPath: String? {
        if let queue { return MPRISPath.entry(queue.current) }
        return info.item.map { MPRISPath.item($0.id, channel: $0.channel?.id ?? $0.id) }
    }

    var trackPaths: [String] {
        if let queue { return queue.entries.map { MPRISPath.entry($0.id) } }
        return tracks.map { $0.channel == info.item?.channel?.id ? currentPath ?? $0.path : $0.path }
    }

    /// `Metadata` of what is on.
    var metadata: [BusValue.Entry] {
        guard let item = info.item else { return [.init("mpris:trackid", .path(MPRISPath.noTrack))] }
        var entries = [BusValue.Entry("mpris:trackid", .path(currentPath ?? MPRISPath.noTrack))]
        func add(_ key: String, _ value: BusValue?) { if let value { entries.append(.init(key, value)) } }
        add("mpris:length", info.playback.duration.map { .int64(Self.microseconds($0)) })
        add("mpris:artUrl", item.artwork.map(BusValue.string))
        add("xesam:title", .string(item.title))
        add("xesam:artist", (item.artist ?? item.channel?.name).map { .strings([$0]) })
        // A series has its name in the title, and its episodes' in the subtitle.
        add("xesam:album", (item.album ?? item.subtitle.map { _ in item.title }).map(BusValue.string))
        add("xesam:asText", item.subtitle.map(BusValue.string))
        add("xesam:discNumber", item.season.map { .int32(Int32(clamping: $0)) })
        add("xesam:trackNumber", (item.episode ?? item.channel?.number).map { .int32(Int32(clamping: $0)) })
        add("xesam:genre", item.genre.map { .strings([$0]) })
        add("xesam:comment", item.description.map { .strings([$0]) })
        add("hearth:channelNumber", item.channel.map { .int32(Int32(clamping: $0.number)) })
        add("hearth:live", .boolean(item.isLive))
        add("hearth:rating", item.rating.map(BusValue.string))
        return entries
    }

    /// The metadata of tracks by their paths; those that are none have none.
    func metadata(of paths: [String]) -> [[BusValue.Entry]] {
        let known = Dictionary(tracks.map { ($0.channel, $0) }) { first, _ in first }
        return paths.compactMap { path in
            if path == currentPath { return metadata }
            if let id = MPRISPath.entry(of: path), let entry = queue?.entries.first(where: { $0.id == id }) {
                return [.init("mpris:trackid", .path(path)), .init("xesam:title", .string(entry.title))]
            }
            guard let track = MPRISPath.channel(of: path).flatMap({ known[$0] }) else { return nil }
            return metadata(of: track)
        }
    }

    private func metadata(of track: MPRISTrack) -> [BusValue.Entry] {
        if track.channel == info.item?.channel?.id { return metadata }
        var entries: [BusValue.Entry] = [
            .init("mpris:trackid", .path(track.path)), .init("xesam:title", .string(track.name)),
            .init("xesam:trackNumber", .int32(Int32(clamping: track.number))),
        ]
        if let logo = track.logo { entries.append(.init("mpris:artUrl", .string(logo))) }
        if let genre = track.genre { entries.append(.init("xesam:genre", .strings([genre]))) }
        return entries
    }

    // MARK: Playlists

    private var activePlaylist: BusValue {
        // A channel may be in several groups, and none of them is what one flips through.
        .structure([.boolean(false), .structure([.path("/"), .string(""), .string("")])])
    }

    /// `GetPlaylists`: there is one order, the viewer's.
    func playlists(from index: Int64, most: Int64, reversed: Bool) -> BusValue {
        let all = reversed ? playlists.reversed() : playlists
        let start = Int(clamping: min(max(0, index), Int64(all.count)))
        let end = start + min(Int(clamping: max(0, most)), all.count - start)
        return .array(
            of: "(oss)",
            all[start..<end].map { .structure([.path($0.path), .string($0.name), .string("")]) })
    }
}
