import Channels
import Commands
import Devices
import Guide
import GuideStore
import HLS
import MediaCore
import Playback
import Screens
import Store

extension InfoState {
    /// What the info panel tells; nil while no channel is chosen.
    ///
    /// - Parameters:
    ///   - wall: the seconds since 1970
    ///   - situation: as it is while the panel is open
    ///   - flips: the last ones, the newest last
    ///   - owner: the tabs that the owner of the box made, after the others
    init?(
        _ box: BoxSnapshot, at wall: Int64, in situation: Situation, flips: [FlipRecord] = [], owner: [InfoTab] = []
    ) {
        guard let channel = box.playing.channel else { return nil }
        let tabs: [InfoTab?] = [
            InfoTab.now(box.playing, at: wall, in: situation),
            box.playing.tracks.flatMap(InfoTab.tracks),
            box.playing.item == nil ? nil : InfoTab.picture(box),
            box.playing.item == nil ? nil : InfoTab.details(box, flips: flips),
        ]
        self.init(channel: ChannelLabel(channel), tabs: tabs.compactMap(\.self) + owner)
    }
}

extension InfoTab {
    /// What is on, and what can be done with it.
    fileprivate static func now(_ playing: NowPlaying, at wall: Int64, in situation: Situation) -> InfoTab {
        let (now, next) = (playing.programme.now, playing.programme.next)
        var programme = InfoProgramme(
            label: now.map { ProgrammeLabel($0, on: playing.channel?.id, at: wall) },
            next: next.map { ProgrammeLabel($0, at: nil) },
            quality: playing.isSettled ? playing.facts?.quality : nil)
        if let now { programme.describe(now) }
        var buttons: [InfoRow] = []
        if playing.item != nil, playing.isSettled {
            let window = playing.status?.window
            if window?.isLive == false, situation.obstacle(to: .startOver) == nil {
                buttons.append(InfoRow("start_over", title: Strings.startOver, command: .startOver))
            }
            let isBehind = (playing.latency ?? .zero) > .seconds(30)
            if window?.isLive == true, isBehind, situation.obstacle(to: .seek(.live)) == nil {
                buttons.append(InfoRow("to_live", title: Strings.toLive, command: .seek(.live)))
            }
        }
        for index in buttons.indices { buttons[index].closesPanel = true }
        return InfoTab(
            .now, title: Strings.nowTab, programme: programme, columns: buttons.map { InfoColumn(rows: [$0]) })
    }

    /// The sounds and the subtitles that there are; nil where there is nothing to choose from.
    fileprivate static func tracks(_ tracks: TrackMenu) -> InfoTab? {
        guard !tracks.audio.isEmpty || !tracks.texts.isEmpty else { return nil }
        let sounds = tracks.audio.enumerated().map { index, entry in
            InfoRow(
                "audio-\(index + 1)", title: entry.name, note: note(entry, in: tracks.audio),
                isChosen: entry.isSelected, command: .audio(.number(index + 1)))
        }
        let off = InfoRow(
            "subtitles-off", title: Strings.off, isChosen: tracks.selectedText == nil, command: .subtitles(.off))
        let texts = tracks.texts.enumerated().map { index, entry in
            InfoRow(
                "subtitles-\(index + 1)", title: entry.name, note: note(entry, in: tracks.texts),
                isChosen: entry.isSelected, command: .subtitles(.number(index + 1)))
        }
        var columns: [InfoColumn] = []
        if !sounds.isEmpty { columns.append(InfoColumn(title: Strings.sound, rows: sounds)) }
        columns.append(InfoColumn(title: Strings.subtitles, rows: [off] + texts))
        return InfoTab(.tracks, title: Strings.tracksTab, columns: columns)
    }

    /// What a track is beyond its name: its language, if the name is another's, its channels, its kind.
    private static func note(_ entry: TrackMenu.Entry, in all: [TrackMenu.Entry]) -> String? {
        let rendition = entry.rendition
        var parts: [String] = []
        if let tag = rendition.language.flatMap(LanguageTag.init), let name = LanguageNames.english[tag.language],
            !entry.name.contains(name)
        {
            parts.append(name)
        }
        if rendition.kind == .audio, let count = rendition.channelCount { parts.append(Strings.channels(count)) }
        if rendition.isForced { parts.append(Strings.forced) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// How picture and sound are set, each changed with left and right.
    fileprivate static func picture(_ box: BoxSnapshot) -> InfoTab {
        var rows: [InfoRow] = []
        if box.playing.facts?.hasVideo != false {
            var mode = InfoRow(
                "picture", title: Strings.picture, note: Strings.name(of: box.pictureMode), command: .picture(.next))
            mode.less = .picture(.mode(box.pictureMode.previous))
            mode.more = .picture(.next)
            rows.append(mode)
        }
        let percent = box.overscan.percent
        let range = Overscan.percents
        var overscan = InfoRow(
            "overscan", title: Strings.overscan, note: "\(percent) %",
            command: .overscan(percent < range.upperBound ? percent + 1 : range.lowerBound))
        overscan.less = .overscan(max(range.lowerBound, percent - 1))
        overscan.more = .overscan(min(range.upperBound, percent + 1))
        var delay = InfoRow(
            "sound_delay", title: Strings.longSoundDelay, note: Strings.delay(box.soundDelay),
            command: .soundDelay(.zero))
        let delays = Command.soundDelays
        delay.less = .soundDelay(max(delays.lowerBound, box.soundDelay - Self.delayStep))
        delay.more = .soundDelay(min(delays.upperBound, box.soundDelay + Self.delayStep))
        let night = InfoRow(
            "night", title: Strings.longNight, note: box.isNight ? Strings.on : Strings.off,
            command: .night(!box.isNight))
        let output = InfoRow("output", title: Strings.output, note: box.soundDevice)
        return InfoTab(
            .picture, title: Strings.pictureTab, columns: [InfoColumn(rows: rows + [overscan, delay, night, output])])
    }

    private static let delayStep = Duration.milliseconds(10)

    /// How it plays.
    fileprivate static func details(_ box: BoxSnapshot, flips: [FlipRecord]) -> InfoTab {
        var facts: [InfoFact] = []
        func add(_ name: String, _ value: String?) {
            if let value, !value.isEmpty { facts.append(InfoFact(name, value)) }
        }
        if let told = box.playing.facts {
            let info = told.info
            let rate = info.framesPerSecond.map { "\(($0 * 100).rounded() / 100) fps" }
            let size = info.size.isEmpty ? nil : "\(info.size.width)×\(info.size.height)"
            add(Strings.picture, [info.videoCodec?.rawValue, size, rate].compactMap(\.self).joined(separator: "  "))
            add(Strings.decoder, info.videoDecoder)
            add(Strings.sound, info.audioCodec?.rawValue)
            add(Strings.bitRateFact, info.bandwidth.map { Strings.bitRate(Int(clamping: $0)) })
            add(Strings.networkRate, told.throughput.map { Strings.bitRate(Int(min(max(0, $0), 1e12))) })
        }
        if let status = box.playing.itemStatus {
            add(Strings.bufferFact, Strings.seconds(status.mediaBuffered))
            add(Strings.behindLive, box.playing.latency.map(Strings.seconds))
            add(Strings.dropped, "\(status.framesDropped)")
            add(Strings.stallsFact, "\(status.stalls)")
        }
        let output = box.output
        if output.isConnected {
            let hertz = (output.refreshRate * 100).rounded() / 100
            add(Strings.screenFact, "\(output.size.width)×\(output.size.height)  \(hertz) Hz")
        }
        let times = flips.reversed().compactMap { $0.isFailed ? nil : $0.end }.prefix(3)
        add(Strings.lastFlips, times.map { Strings.milliseconds(.nanoseconds($0)) + " ms" }.joined(separator: ", "))
        return InfoTab(.details, title: Strings.detailsTab, facts: facts)
    }
}

extension InfoProgramme {
    /// Takes all that the guide tells of a programme.
    mutating func describe(_ programme: Programme) {
        episode = Strings.episode(season: programme.season, number: programme.episode, title: programme.subtitle)
        switch programme.rating {
        case .unrated: break
        case .rated(let age): rating = "\(age.years)"
        case .unknown(let mark): rating = mark.isEmpty ? nil : String(mark.prefix(12))
        }
        genre = programme.category.map { String($0.prefix(40)) }
        description = programme.description
        people = Strings.people(
            with: Array(programme.names(of: ["actor", "guest"]).prefix(4)),
            by: Array(programme.names(of: ["director"]).prefix(2)),
            presentedBy: Array(programme.names(of: ["presenter", "commentator"]).prefix(2)))
    }
}
