import Channels
import Commands
import ControlProtocol
import GuideStore
import HLS
import MediaCore
import Playback
import Screens
import Store

/// Shows the page of a programme, and reminds viewers of those that they chose there.
extension Box {
    /// So many programmes are looked at for others of the same title.
    private static let searched = 60
    private static let mostShowings = 4

    // MARK: The page

    func showProgramme(_ channel: Channel.ID, start: Int64) -> CommandResult {
        guard devices.guide != nil else { return .notNow("there is no guide") }
        tellPage(.open(channel, start: start))
        return .done
    }

    /// Carries out what the page needs.
    func perform(_ effect: ProgrammePage.Effect) {
        guard let guide = devices.guide else { return }
        switch effect {
        case .ask(let channel, let start):
            errands.begin { [weak self] in
                let found = await guide.nowAndNext([channel], at: start)[channel]?.now
                await self?.tellPage(.found(found, on: channel, start: start))
            }
        case .search(let title, let channel, let start):
            errands.begin { [weak self] in
                let found = await guide.search(title, from: WallClock.seconds, limit: Self.searched)
                await self?.tellPage(.searched(found, on: channel, start: start))
            }
        case .show: if let state = programmeState { tell(.showProgramme(state)) }
        case .renew: renewProgramme()
        }
    }

    /// Brings the page up to date, where it is open.
    func renewProgramme() {
        guard interface.shownProgramme != nil, let state = programmeState else { return }
        tell(.programme(state))
    }

    private var programmeState: ProgrammeState? {
        guard let shown = programmePage.shown, let channel = tuner.lineup[shown.channel] else { return nil }
        return inWords {
            let wall = WallClock.seconds
            let isOn = shown.programme.start <= wall && wall < shown.programme.stop
            var programme = InfoProgramme(
                label: ProgrammeLabel(shown.programme, on: shown.channel, at: isOn ? wall : nil))
            programme.describe(shown.programme)
            // Of one whose name is kept from the screen nothing is told.
            if tuner.hidesName(of: channel) { programme = InfoProgramme() }
            var state = ProgrammeState(
                channel: tuner.label(channel), start: shown.programme.start, programme: programme)
            state.isLocked = tuner.isRestricted(channel)
            state.playing = selectedChannel.map { tuner.label($0) }
            state.deeds = deeds(for: shown, isOn: isOn, wall: wall)
            state.showings = programmePage.showings.compactMap { showing in
                guard let channel = tuner.lineup[showing.channel], !tuner.hidesName(of: channel) else {
                    return nil
                }
                let label = ProgrammeLabel(showing.programme, at: nil)
                var other = InfoProgramme(label: label)
                other.describe(showing.programme)
                return ProgrammeState.Showing(
                    channel: tuner.label(channel), start: showing.programme.start,
                    title: other.episode ?? label.title, times: label.times ?? "")
            }.prefix(Self.mostShowings).map(\.self)
            return state
        }
    }

    private func deeds(for shown: ProgrammePage.Showing, isOn: Bool, wall: Int64) -> [ProgrammeState.Deed] {
        var deeds: [ProgrammeState.Deed] = []
        if isOn { deeds.append(.watch) }
        if isOn, startOver(of: shown) != nil { deeds.append(.startOver) }
        if shown.programme.start > wall {
            let isSet = reminders.contains(shown.channel, start: shown.programme.start)
            deeds += [isSet ? .forget : .remind, .channel]
        }
        return deeds.isEmpty ? [.channel] : deeds
    }

    /// How what is on is played from its beginning, as far as the server still has that; nil: it can't be.
    private func startOver(of shown: ProgrammePage.Showing) -> Command? {
        guard nowPlaying.facts?.channel == shown.channel, let has = nowPlaying.status?.window?.liveDates,
            // A window too short to go back in, or dated otherwise than the guide, is no way there.
            has.upperBound.addingSaturating(-has.lowerBound) > 60, shown.programme.start < has.upperBound
        else { return nil }
        let offset = max(0, shown.programme.start.addingSaturating(-has.lowerBound))
        let command = Command.seek(.at(.seconds(offset)))
        return situation.obstacle(to: command) == nil ? command : nil
    }

    /// Plays the programme of which the page is open from its beginning.
    func startProgrammeOver() {
        guard let shown = programmePage.shown, let command = startOver(of: shown) else { return }
        // First, as closing what the search for a place opens would give that up.
        perform(.showVideo, key: now)
        perform(command, key: now)
    }

    // MARK: Reminders

    /// Reminds the viewer of a programme, or no longer.
    func remind(_ channel: Channel.ID, start: Int64, _ isWanted: Bool) {
        guard isWanted else { return tellReminders(.forget(channel, start: start)) }
        guard let shown = programmePage.shown, shown.channel == channel, shown.programme.start == start else { return }
        tellReminders(
            .remind(
                Reminder(
                    channel: channel, start: start, stop: shown.programme.stop, title: shown.programme.title)))
    }

    /// Carries out what was decided of reminders.
    func perform(_ effect: Reminders.Effect) {
        switch effect {
        case .store(let all): save { try await $0.setReminders(all) }
        case .tell(let reminder): show(reminder)
        case .changed:
            if reminders.told.isEmpty { tell(.reminder(nil)) }
            renewProgramme()
            renewGuide()
            if interface.shownList?.kind == .menu { showMenu() }
        }
    }

    private func show(_ reminder: Reminder) {
        guard let channel = tuner.lineup[reminder.channel] else { return }
        publish(.reminder(ReminderInfo(reminder)))
        let label = tuner.label(channel)
        wantArtwork(of: label)
        let notice = inWords {
            var notice = ReminderNotice(
                channel: label, title: title(of: reminder, on: channel),
                time: WallClock.text(secondsSince1970: reminder.start))
            notice.isHere = reminder.channel == tuner.selected
            return notice
        }
        tell(.reminder(notice))
    }

    /// Looks whether the guide has moved anything of which somebody wants to be reminded.
    func checkReminders() {
        guard let guide = devices.guide else { return }
        for channel in Set(reminders.all.map(\.channel)) {
            let starts = reminders.all.filter { $0.channel == channel }.map(\.start)
            guard let first = starts.min(), let last = starts.max() else { continue }
            let window =
                first.addingSaturating(-Reminders.reach)..<last.addingSaturating(Reminders.reach + 1)
            errands.begin { [weak self] in
                let cells = await guide.programmes(on: channel, in: window)
                await self?.tellReminders(.listed(cells, of: channel, in: window))
            }
        }
    }

    /// The rows of the menu that lead to what reminders told of.
    var reminderRows: [ListState.Row] {
        reminders.told.compactMap { reminder in
            guard let channel = tuner.lineup[reminder.channel], reminder.channel != tuner.selected else { return nil }
            return ListState.Row(
                id: ListState.reminderRow + reminder.channel,
                title: Strings.watchReminded(title(of: reminder, on: channel)))
        }
    }

    /// The title of a programme, or its channel where that is all that the screen may say.
    private func title(of reminder: Reminder, on channel: Channel) -> String {
        tuner.hidesName(of: channel) ? tuner.label(channel).displayName : reminder.title
    }
}
