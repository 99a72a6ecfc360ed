import Channels
import Commands
import GuideStore
import HLS
import MediaCore
import Playback
import Screens

extension TransportState {
    /// What the transport bar tells; nil while nothing plays.
    ///
    /// - Parameters:
    ///   - words: what has a name on its timeline
    ///   - preview: the number of the picture of the place that is looked for; nil: there is none yet
    init?(_ playing: NowPlaying, words: TimelineWords = TimelineWords(), preview: Int? = nil) {
        guard let channel = playing.channel, playing.item != nil, let status = playing.status else { return nil }
        self.init(
            channel: ChannelLabel(channel), isLive: status.window?.isLive ?? true, isPaused: status.isPaused)
        let place = playing.target ?? status.position
        let names = Names(playing, words)
        if let place, let programme = names.programme(at: place) {
            title = programme.title
            subtitle = [
                channel.name,
                WallClock.text(secondsSince1970: programme.start) + "–"
                    + WallClock.text(secondsSince1970: programme.stop),
            ].joined(separator: " · ")
        } else if isLive, let now = playing.programme.now {
            title = now.title
            subtitle = [channel.name, now.episodeText].compactMap(\.self).joined(separator: " · ")
        }
        if let range = playing.seekableRange, let position = status.position {
            timeline = Timeline(
                start: range.start, end: range.end, position: range.clamp(position), target: playing.target,
                scale: names.scale(of: range), buffered: min(range.end, position + status.mediaBuffered))
            if let target = playing.target { targetText = names.text(of: target, in: range) }
            marks = names.marks(in: range)
            breaks = (status.window?.breaks ?? []).map { $0.start...$0.end }
            if let date = names.date {
                clock = WallClock.text(secondsSince1970: (date + (position - .zero)).seconds)
                if isLive, let start = timeline?.scale.lowerBound {
                    startClock = WallClock.text(secondsSince1970: (date + (start - .zero)).seconds)
                }
            }
            if playing.target != nil { self.preview = preview.map { .picture($0) } ?? .artwork }
        }
        breakText = playing.breakStatus.map { Strings.breakWords($0.asset, of: $0.assetCount, left: $0.left) }
        quality = playing.facts?.quality
        tracks = playing.facts?.tracks
        speedPercent = playing.speedPercent
        menus = Self.menus(
            playing, isAtLive: isLive && status.position.map { playing.seekableRange?.isAtEnd($0) ?? true } ?? true)
    }

    // MARK: Menus

    private static func menus(_ playing: NowPlaying, isAtLive: Bool) -> [BarMenu] {
        var menus: [BarMenu] = []
        if playing.breakObstacle == nil {
            menus.append(BarMenu(Strings.skip, entries: [.init(Strings.skip, .skipBreak)]))
        }
        let isLive = playing.status?.window?.isLive ?? true
        if let tracks = playing.tracks {
            if !tracks.texts.isEmpty {
                let entries =
                    [BarMenu.Entry(Strings.off, isChosen: tracks.selectedText == nil, .subtitles(.off))]
                    + tracks.texts.enumerated().map {
                        BarMenu.Entry($1.name, isChosen: $1.isSelected, .subtitles(.number($0 + 1)))
                    }
                menus.append(
                    BarMenu(Strings.subtitles, value: tracks.selectedText?.name ?? Strings.off, entries: entries))
            }
            if tracks.audio.count > 1 {
                menus.append(
                    BarMenu(
                        Strings.sound, value: tracks.selectedAudio?.name,
                        entries: tracks.audio.enumerated().map {
                            BarMenu.Entry($1.name, isChosen: $1.isSelected, .audio(.number($0 + 1)))
                        }))
            }
        }
        guard playing.seekObstacle == nil else { return menus }
        menus.append(BarMenu(Strings.whatDidSheSay, entries: [.init(Strings.whatDidSheSay, .whatDidSheSay)]))
        if isLive {
            if !isAtLive { menus.append(BarMenu(Strings.toLive, entries: [.init(Strings.toLive, .seek(.live))])) }
            return menus
        }
        let speeds = Command.Speed.offered.map {
            BarMenu.Entry(Strings.speed(percent: $0), isChosen: $0 == playing.speedPercent, .speed(.percent($0)))
        }
        menus.append(BarMenu(Strings.speed, value: Strings.speed(percent: playing.speedPercent), entries: speeds))
        menus.append(BarMenu(Strings.startOver, entries: [.init(Strings.startOver, .startOver)]))
        return menus
    }

    // MARK: Names

    /// What has a name on the timeline, as far as it may be told.
    private struct Names {
        /// The civil time at zero of the timeline.
        var date: ProgramDate?
        private var programmes: [GuideReader.Cell] = []
        private var chapters: [Chapter] = []

        init(_ playing: NowPlaying, _ words: TimelineWords) {
            date = playing.status?.window?.dateAtZero
            if playing.status?.window?.isLive == false {
                chapters = words.chapters
            } else {
                programmes = words.programmes
            }
        }

        private func seconds(_ place: MediaTime) -> Int64? { date.map { ($0 + (place - .zero)).seconds } }

        private func place(_ seconds: Int64) -> MediaTime? {
            date.map { .zero + (ProgramDate(nanoseconds: 0) + .seconds(seconds) - $0) }
        }

        func programme(at time: MediaTime) -> GuideReader.Cell? {
            guard let second = seconds(time) else { return nil }
            return programmes.last { $0.start <= second && second < $0.stop }
        }

        /// What the bar spans: what can be played, and all of the programme that is on at its end, unless that is far
        /// longer.
        func scale(of range: SeekableRange) -> ClosedRange<MediaTime> {
            guard range.isLive, let programme = programme(at: range.end), let start = place(programme.start),
                let stop = place(programme.stop), stop - start <= max(.seconds(4 * 3600), range.duration * 2)
            else { return range.start...max(range.start, range.end) }
            return min(start, range.start)...max(stop, range.end)
        }

        func marks(in range: SeekableRange) -> [Mark] {
            let scale = scale(of: range)
            let begins = programmes.compactMap { cell -> Mark? in
                guard range.isLive, let start = place(cell.start), start < scale.upperBound,
                    place(cell.stop).map({ $0 > scale.lowerBound }) ?? false
                else { return nil }
                return Mark(.programme, at: start, cell.title)
            }
            return begins + chapters.map { Mark(.chapter, at: range.start + $0.start, $0.title) }
        }

        /// The time of a place, to the second: of the day, or since the beginning.
        func text(of place: MediaTime, in range: SeekableRange) -> String {
            guard range.isLive, let date else { return TransportState.time(place - range.start) }
            let second = (date + (place - .zero)).seconds
            return WallClock.text(secondsSince1970: second, withSeconds: true)
        }
    }
}

extension ProgramDate {
    fileprivate var seconds: Int64 { nanoseconds / 1_000_000_000 }
}

extension Programme {
    /// The season and the episode: `S2 E4 “Low Water”`; nil where nothing is known of them.
    var episodeText: String? {
        Strings.episode(season: season, number: episode, title: subtitle)
    }
}
