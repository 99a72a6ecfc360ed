import Base
import Channels
import Commands
import ControlProtocol
import Devices
import Guide
import Logging
import MediaCore
import Playback
import Screens
import Store

/// Carries out what was decided of the lineup.
extension Box {
    /// - Returns: what tuning came to; nil for everything else
    func perform(_ effect: LineupMaker.Effect, key: HostTime) -> CommandResult? {
        switch effect {
        case .read: readLists()
        case .make: makeLineup()
        case .look:
            errands.begin { [weak self, lists] in if await lists.hasChanged() { await self?.list(.refresh) } }
        case .loading: tell(.lineup(.loading))
        case .empty: tell(.lineup(.empty))
        case .noneYet(let reason): tell(.lineup(.unreadable(reason)))
        case .warn(let text): warn("lineup", text)
        case .lineup:
            steer(.lineup(lineupMaker.lineup))
            publish(.channels(lineupMaker.lineup.channels.count))
            devices.guide?.tell(.channels(lineupMaker.lineup.channels))
            loadFonts(for: lineupMaker.lineup.channels.lazy.map(\.name))
            tell(.lineup(nil))
            renewOverlay()
            tellReminders(.wake)
            if let shown = interface.shownList, shown.kind == .channels { showChannels(in: shown.group) }
        case .begin(let start): begin(start)
        case .guides(let sources): devices.guide?.tell(.listed(sources))
        case .notes(let notes, let source): logger.list(notes, from: source)
        case .storeList(let entries, let numbers, let source):
            save { try await $0.setLineup(entries, numbers, from: source) }
        case .storeFavourite(let channel, let isFavourite): save { try await $0.setFavourite(channel, isFavourite) }
        case .storeFavourites(let channels): save { try await $0.setFavourites(channels) }
        case .storeEdits(let edits): save { try await $0.setEdits(edits) }
        case .storeNumbers(let numbers, let source): save { try await $0.setNumbers(numbers, from: source) }
        // What visits of an address taught goes with it.
        case .forgot(let channel):
            remember(.forgot(channel))
            lay(.forgot(channel))
        case .tune(let channel): return perform(.tune(.id(channel)), key: key)
        case .expected(let channel): expect(channel)
        }
        return nil
    }

    private func readLists() {
        errands.begin { [weak self, lists, isRetry = lineupMaker.isRetry] in
            do {
                let outcome = try await lists.read(onlyTroubled: isRetry)
                await self?.list(.read(outcome.list, trouble: outcome.trouble))
            } catch {
                if !Task.isCancelled { await self?.list(.unreadable("\(error)")) }
            }
            // Also where all of it is as it was: it was read.
            await self?.renewSettings(asks: true)
        }
    }

    private func makeLineup() {
        guard let job = lineupMaker.job else { return }
        errands.begin { [weak self] in
            // A long list holds a processor for half a second: not one of the few that everything shares.
            let outcome = (try? await blocking(on: "hearth-lineup") { job.run() }) ?? job.run()
            await self?.list(.made(outcome))
        }
    }

    /// Plays the channel of the last run, or the first; or what else the box begins with.
    private func begin(_ start: BoxSettings.Start) {
        guard tuner.watching == nil,
            let channel = tuner.selected.flatMap({ tuner.lineup[$0] }) ?? tuner.lineup.channels.first
        else { return }
        if start == .nothing {
            steer(.asleep(at: channel.id))
            return
        }
        steer(.tune(channel.id, key: now))
        if start == .home { _ = showHome() }
        tell(.welcome(remotes.router.plan.unaskedHints))
    }

    func setFavourite(_ id: Channel.ID, _ isFavourite: Bool) { list(.favourite(id, isFavourite)) }

    /// Plays an address. One that a channel of the list has is that channel, with its rating, name and headers; any
    /// other joins the lineup as a channel of its own.
    func play(_ url: String, _ key: HostTime) -> CommandResult {
        guard Command.isAddress(url) else { return .failed("'\(RedactedURL(url))' is no http or https address") }
        let host = RedactedURL(url).description.split(separator: "/").dropFirst().first.map(String.init)
        let entry = ChannelEntry(name: FileTitle.title(of: url) ?? host ?? "stream", url: url)
        let result = list(.play(entry, selected: tuner.selected, needed: neededGuests), key: key)
        // It is there already, and stands still.
        guard result == .nothingToDo, player.status?.isPaused == true else { return result }
        return perform(.resume, key: key)
    }
}
