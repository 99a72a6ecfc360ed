import Channels
import Commands
import GuideStore
import HLS
import MediaCore
import Screens
import UPnP

extension ListState {
    /// The list of channels, with how the chosen one is.
    ///
    /// - Parameter group: whose channels; nil: all
    static func channels(of tuner: Tuner, in group: String? = nil, listings: Listings) -> ListState {
        let wall = WallClock.seconds
        let rows = tuner.channels(in: group).map { channel in
            let label = tuner.label(channel)
            var row = Row(id: channel.id, title: label.displayName)
            row.logo = label.logo
            row.lead = "\(channel.number)"
            let showing = tuner.programme(on: channel, in: listings)
            row.note = showing.now?.title
            row.progress = showing.now.flatMap { ProgrammeLabel($0, on: channel.id, at: wall).progress }
            row.next = showing.next.map { "\(WallClock.text(secondsSince1970: $0.start)) \($0.title)" }
            return row
        }
        var state = ListState(
            .channels, rows: rows, current: tuner.selected, standing: tuner.standing.map(Standing.init))
        state.group = group
        return state
    }

    /// What stands before a group's name in the id of its row; alone: all channels.
    static let groupRow = "group:"

    /// What stands before a channel's id in the id of the row that leads to what a reminder told of.
    static let reminderRow = "reminder:"

    /// The groups there are, in the order of the lineup, and how many channels each has.
    ///
    /// - Parameter shown: the one that the list of channels showed
    static func groups(of tuner: Tuner, shown: String?) -> ListState {
        var counts: [String: Int] = [:]
        var names: [String] = []
        for channel in tuner.lineup.channels where !channel.groups.isEmpty {
            for group in tuner.veiled(channel).groups {
                if counts.updateValue((counts[group] ?? 0) + 1, forKey: group) == nil { names.append(group) }
            }
        }
        func row(_ id: String, _ title: String, _ count: Int) -> Row {
            var row = Row(id: id, title: title)
            row.note = "\(count)"
            // The channels take the list's place.
            row.staysOpen = true
            return row
        }
        let watched = tuner.selected.flatMap { tuner.lineup[$0] }.map(tuner.veiled)?.groups.first
        return ListState(
            .groups,
            rows: [row(groupRow, Strings.allChannels, tuner.lineup.channels.count)]
                + names.map { row(groupRow + $0, $0, counts[$0] ?? 0) },
            current: groupRow + (shown ?? watched ?? ""))
    }

    /// What stands before a renderer's UDN in the id of its row; alone: what was handed over comes back.
    static let rendererRow = "renderer:"

    /// The renderers in the house that could play what is on.
    ///
    /// - Parameter obstacle: why they can't now; nil: they can
    static func renderers(_ handoffs: Handoffs, obstacle: String?) -> ListState {
        func fact(_ title: String, _ detail: String? = nil) -> Row {
            var row = Row(id: rendererRow + "fact", title: title)
            row.detail = detail
            row.isFact = true
            return row
        }
        var rows: [Row] = []
        if let handed = handoffs.handed {
            var row = Row(id: rendererRow, title: Strings.bringBack)
            row.detail = handed.item.title
            rows.append(row)
        }
        switch handoffs.found {
        case nil: rows.append(fact(Strings.lookingForRenderers))
        case []?: rows.append(fact(Strings.noRenderers, Strings.howToFindRenderers))
        case let found?:
            rows += found.map { renderer in
                var row = Row(id: rendererRow + renderer.udn, title: renderer.name)
                row.detail = renderer.model
                row.note = handoffs.handed?.renderer.udn == renderer.udn ? Strings.playing : obstacle
                row.isEnabled = obstacle == nil
                return row
            }
        }
        return ListState(.renderers, rows: rows)
    }

    /// What the menu tells beside what is on.
    struct Menu {
        /// Where Last leads; nil: to a channel that is there no longer.
        var lastChannel: Channel?
        /// Whether Last leads anywhere.
        var hasLastChannel: Bool
        var showsFigures: Bool
        var showsKeyTest: Bool
        var pictureMode: PictureMode
        /// The channel in the corner of the screen; nil: none is.
        var corner: Channel?
    }

    /// The menu: what can be done, and why not what can't.
    ///
    /// - Parameter situation: as it will be once the menu is open
    /// - Parameter items: those that hands may have
    /// - Parameter rows: what stands before them
    static func menu(
        _ playing: NowPlaying, _ situation: Situation, _ menu: Menu, items: [MenuItem] = MenuItem.allCases,
        before rows: [Row] = []
    ) -> ListState {
        ListState(.menu, rows: rows + items.map { menu.row($0, playing, situation) })
    }
}

extension ListState.Standing {
    init(_ standing: FlipMachine.Standing) {
        switch standing {
        case .playing: self = .playing
        case .coming: self = .coming
        case .failing: self = .failing
        }
    }
}

extension ListState.Menu {
    fileprivate func row(_ item: MenuItem, _ playing: NowPlaying, _ situation: Situation) -> ListState.Row {
        var row = ListState.Row(id: item.rawValue, title: item.title(isPaused: playing.isPaused))
        row.staysOpen = item.keepsMenu
        row.isAdjustable = item.commands != nil
        row.note = state(of: item, playing)
        var obstacle = situation.obstacle(to: item.command)
        if item == .lastChannel, !hasLastChannel { obstacle = "no other was watched yet" }
        if let obstacle {
            row.isEnabled = false
            row.note = obstacle
        }
        return row
    }

    private func state(of item: MenuItem, _ playing: NowPlaying) -> String? {
        switch item {
        case .lastChannel: lastChannel.map { ChannelLabel($0).displayName }
        case .speed: Strings.speed(percent: playing.speedPercent)
        case .sound: playing.tracks?.selectedAudio?.name
        case .subtitles: playing.tracks.map { $0.selectedText?.name ?? Strings.off }
        case .picture: Strings.name(of: pictureMode)
        case .pictureInPicture: corner.map { ChannelLabel($0).displayName } ?? Strings.off
        case .volume: playing.sound.isMuted ? Strings.muted : "\(playing.sound.volume)"
        case .figures: showsFigures ? Strings.on : Strings.off
        case .keyTest: showsKeyTest ? Strings.on : Strings.off
        case .home, .guide, .search, .channels, .groups, .favourites, .information, .pause, .whatDidSheSay,
            .renderers, .settings, .learnRemote, .standby:
            nil
        }
    }
}

extension MenuItem {
    fileprivate func title(isPaused: Bool) -> String {
        switch self {
        case .guide: Strings.guide
        case .home: Strings.home
        case .search: Strings.search
        case .channels: Strings.channelList
        case .groups: Strings.groups
        case .favourites: Strings.favourites
        case .information: Strings.information
        case .lastChannel: Strings.previousChannel
        case .pause: isPaused ? Strings.goOn : Strings.pause
        case .speed: Strings.speed
        case .whatDidSheSay: Strings.whatDidSheSay
        case .sound: Strings.sound
        case .subtitles: Strings.subtitles
        case .picture: Strings.picture
        case .pictureInPicture: Strings.pictureInPicture
        case .renderers: Strings.playElsewhere
        case .volume: Strings.volume
        case .settings: Strings.settings
        case .figures: Strings.figures
        case .keyTest: Strings.keyTest
        case .learnRemote: Strings.learnRemote
        case .standby: Strings.standby
        }
    }
}
