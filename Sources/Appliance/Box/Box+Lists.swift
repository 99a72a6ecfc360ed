import Channels
import Commands
import HLS
import Playback
import Screens

/// Opens the channel list and the menu.
extension Box {
    func showChannels() {
        let rows = tuner.lineup.channels.map { channel in
            var row = ListState.Row(id: channel.id, title: ChannelLabel(channel).displayName)
            row.lead = "\(channel.number)"
            return row
        }
        tell(.showList(ListState(.channels, rows: rows, current: tuner.selected, standing: standing)))
    }

    private var standing: ListState.Standing? {
        switch tuner.standing {
        case .playing?: .playing
        case .coming?: .coming
        case .failing?: .failing
        case nil: nil
        }
    }

    /// A list of channels that is open says how the chosen one is, as that changes.
    func renewChannels() {
        guard let shown = interface.shownList, shown.kind == .channels else { return }
        if shown.current != tuner.selected || shown.standing != standing { showChannels() }
    }

    /// Opens the menu, or brings it up to date.
    func showMenu() {
        // The situation as it will be once the menu is open.
        var situation = situation
        if situation.focus != .passcode, situation.focus != .standby { situation.focus = .overlay }
        tell(.showList(ListState(.menu, rows: MenuItem.allCases.map { row($0, situation) })))
    }

    private func row(_ item: MenuItem, _ situation: Situation) -> ListState.Row {
        var row = ListState.Row(id: item.rawValue, title: item.title(isPaused: player.status?.isPaused == true))
        row.staysOpen = item.keepsMenu
        row.isAdjustable = item.commands != nil
        row.note = state(of: item)
        var obstacle = situation.obstacle(to: item.command)
        if item == .lastChannel, tuner.lastChannel == nil { obstacle = "no other was watched yet" }
        if let obstacle {
            row.isEnabled = false
            row.note = obstacle
        }
        return row
    }

    private func state(of item: MenuItem) -> String? {
        switch item {
        case .lastChannel: tuner.lastChannel.flatMap { tuner.lineup[$0] }.map { ChannelLabel($0).displayName }
        case .sound: tracks?.selectedAudio?.name
        case .subtitles: tracks.map { $0.selectedText?.name ?? Strings.off }
        case .volume: isMuted ? Strings.muted : "\(volume)"
        case .figures: diagnostics.isShown ? Strings.on : Strings.off
        case .keyTest: remotes.keyTest != nil ? Strings.on : Strings.off
        case .channels, .favourites, .information, .pause, .learnRemote, .standby: nil
        }
    }

    /// Carries out a menu row.
    /// - Parameter direction: left or right, for a row that is changed; nil: it was chosen
    func perform(menuRow id: String, _ direction: Screens.Direction?) {
        guard let item = MenuItem(rawValue: id) else { return }
        switch direction {
        case .left?: if let commands = item.commands { perform(commands.left, key: now) }
        case .right?: if let commands = item.commands { perform(commands.right, key: now) }
        case .up?, .down?: break
        case nil: perform(item.command, key: now)
        }
        if item.keepsMenu { showMenu() }
    }
}

extension MenuItem {
    fileprivate func title(isPaused: Bool) -> String {
        switch self {
        case .channels: Strings.channelList
        case .favourites: Strings.favourites
        case .information: Strings.information
        case .lastChannel: Strings.previousChannel
        case .pause: isPaused ? Strings.goOn : Strings.pause
        case .sound: Strings.sound
        case .subtitles: Strings.subtitles
        case .volume: Strings.volume
        case .figures: Strings.figures
        case .keyTest: Strings.keyTest
        case .learnRemote: Strings.learnRemote
        case .standby: Strings.standby
        }
    }
}
