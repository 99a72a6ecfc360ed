import Channels
import Commands
import Devices
import Screens

/// Opens the channel list and the menu.
extension Box {
    /// Whether anything is known of what is on.
    var hasGuide: Bool { devices.guide != nil && listings.hasProgrammes }

    /// Opens the list of channels, and asks what is on them.
    ///
    /// - Parameter group: whose channels; nil: all
    func openChannels(in group: String? = nil) {
        showChannels(in: group)
        lookAtListings()
    }

    /// Shows the channels as they are now, of a group or all.
    func showChannels(in group: String?) {
        tell(.showList(.channels(of: tuner, in: group, listings: listings)))
    }

    /// Shows the groups; in the guide, to choose which of them it shows.
    func showGroups() {
        if interface.guideView != nil, interface.shownProgramme == nil { return tell(.showGuideFilters) }
        tell(.showList(.groups(of: tuner, shown: interface.shownList?.group)))
    }

    /// A list of channels that is open says how the chosen one is, as that changes.
    ///
    /// - Parameter always: also where nothing has changed but the words
    func renewChannels(always: Bool = false) {
        if always, interface.guideView != nil { tell(.guide(guideState(isOther: true))) }
        guard let shown = interface.shownList, shown.kind == .channels else { return }
        if always || shown.current != tuner.selected || shown.standing != tuner.standing.map(ListState.Standing.init) {
            showChannels(in: shown.group)
        }
    }

    /// Opens the menu, or brings it up to date.
    func showMenu() {
        // The situation as it will be once the menu is open.
        var situation = situation
        if situation.focus != .passcode, situation.focus != .standby { situation.focus = .overlay }
        let menu = ListState.Menu(
            lastChannel: tuner.lastChannel.flatMap { tuner.lineup[$0] }.map(tuner.veiled),
            hasLastChannel: tuner.lastChannel != nil,
            showsFigures: figures.isPanelWanted, showsKeyTest: remotes.keyTest != nil,
            pictureMode: pictureMode, corner: cornerChannel.map(tuner.veiled))
        let items = remotes.router.plan.menuItems.filter { $0 != .guide || hasGuide }
        tell(.showList(.menu(nowPlaying, situation, menu, items: items, before: reminderRows)))
    }

    /// Carries out a menu row.
    /// - Parameter direction: left or right, for a row that is changed; nil: it was chosen
    func perform(menuRow id: String, _ direction: Command.Direction?) {
        if id.hasPrefix(ListState.groupRow) {
            let group = id.dropFirst(ListState.groupRow.count)
            if direction == nil { openChannels(in: group.isEmpty ? nil : String(group)) }
            return
        }
        if id.hasPrefix(ListState.reminderRow) {
            if direction == nil { perform(.tune(.id(String(id.dropFirst(ListState.reminderRow.count)))), key: now) }
            return
        }
        if id.hasPrefix(ListState.rendererRow) {
            if direction == nil { perform(rendererRow: String(id.dropFirst(ListState.rendererRow.count))) }
            return
        }
        if id.hasPrefix(ListState.settingRow) {
            return perform(settingRow: String(id.dropFirst(ListState.settingRow.count)), direction)
        }
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
