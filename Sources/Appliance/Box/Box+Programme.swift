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

    func tellPage(_ event: ProgrammePage.Event) {
        for effect in programmePage.handle(event) { perform(effect) }
    }

    private func perform(_ effect: ProgrammePage.Effect) {
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
            let isVeiled = tuner.veiled(channel).name != channel.name
            if isVeiled { programme = InfoProgramme() }
            var state = ProgrammeState(
                channel: tuner.label(channel), start: shown.programme.start, programme: programme)
            state.isLocked = tuner.isRestricted(channel)
            state.playing = tuner.selected.flatMap { tuner.lineup[$0] }.map { tuner.label($0) }
            state.deeds = deeds(for: shown, isOn: isOn, wall: wall)
            state.showings = programmePage.showings.compactMap { showing in
                guard let channel = tuner.lineup[showing.channel], tuner.veiled(channel).name == channel.name else {
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
        guard nowPlaying.facts?.channel == shown.channel, let window = nowPlaying.status?.window else { return nil }
        guard window.isLive, let date = window.dateAtZero else { return nil }
        let first: Int64 = (date + (window.start - .zero)).nanoseconds / 1_000_000_000
        let offset = max(0, shown.programme.start.addingSaturating(-first))
        let command = Command.seek(.at(.seconds(offset)))
        // What the server has no longer can't be gone back to.
        let hasIt = window.end - window.start > .seconds(60)
        return hasIt && situation.obstacle(to: command) == nil ? command : nil
    }

    /// Plays what the page is of from its beginning.
    func startProgrammeOver() {
        guard let shown = programmePage.shown, let command = startOver(of: shown) else { return }
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

    func tellReminders(_ event: Reminders.Event) {
        for effect in reminders.handle(event, at: now, wall: WallClock.seconds) {
            switch effect {
            case .store(let all): save { try await $0.setReminders(all) }
            case .tell(let reminder): show(reminder)
            case .changed:
                renewProgramme()
                renewGuide()
                if interface.shownList?.kind == .menu { showMenu() }
            }
        }
        wake(.reminders, at: reminders.nextWake)
    }

    private func show(_ reminder: Reminder) {
        guard let channel = tuner.lineup[reminder.channel] else { return }
        publish(.reminder(ReminderInfo(reminder)))
        let label = tuner.label(channel)
        wantArtwork(of: label)
        let notice = inWords {
            let isVeiled = tuner.veiled(channel).name != channel.name
            return ReminderNotice(
                channel: label, title: isVeiled ? label.displayName : reminder.title,
                time: WallClock.text(secondsSince1970: reminder.start))
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
            let isVeiled = tuner.veiled(channel).name != channel.name
            let name = isVeiled ? tuner.label(channel).displayName : reminder.title
            return ListState.Row(id: ListState.reminderRow + reminder.channel, title: Strings.watchReminded(name))
        }
    }
}
