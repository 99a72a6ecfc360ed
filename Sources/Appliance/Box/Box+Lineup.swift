import Base
import Channels
import Commands
import Devices
import Foundation
import Guide
import Logging
import MediaCore
import Playback
import Screens

/// Why there are no channels, in words for a person.
struct LineupTrouble: Error, CustomStringConvertible {
    var description: String
}

extension Box {
    /// Reads the channel list at start and now and then. Until a new list has come the last one is
    /// used: a provider that is down must not cost anybody the evening.
    func keepLineup() async {
        guard let source = settings.lineup else {
            tell(.lineup(.empty))
            return
        }
        if let known = try? await store.lineup(from: source), !known.isEmpty { use(known) }
        while !Task.isCancelled {
            var pause = settings.lineupRefresh
            do {
                let list = try await readLineup(source)
                let entries = list.entries
                use(entries)
                tell(of: list, from: source)
                save { try await $0.setLineup(entries, from: source) }
                warn("lineup", nil)
            } catch {
                if Task.isCancelled { return }
                warn("lineup", "the channel list can't be read: \(error)")
                if tuner.lineup.channels.isEmpty { tell(.lineup(.unreadable("\(error)"))) }
                pause = .seconds(5)
            }
            try? await devices.clock.sleep(for: pause)
        }
    }

    /// Once, however often the list is read: what is wrong with it, and not a line for each channel.
    private func tell(of list: ChannelList, from source: String) {
        let notes = ListNotes(list, lineup: Lineup(list.entries))
        guard notes != listNotes else { return }
        listNotes = notes
        logger.notice("channels", metadata: ["count": "\(notes.channelCount)", "file": "\(shown(source))"])
        for leftOut in notes.leftOut {
            logger.warning(
                leftOut.count == 1
                    ? "a line of the channel list was left out" : "lines of the channel list were left out",
                metadata: [
                    "file": "\(shown(source))", "count": "\(leftOut.count)",
                    "line": "\(leftOut.lines.isEmpty ? "later" : leftOut.lines)", "reason": "\(leftOut.reason.words)",
                ])
        }
        if notes.renumberedCount > 0 {
            logger.notice(
                "channels that ask for a number another has come after all others",
                metadata: ["count": "\(notes.renumberedCount)", "first": "\(notes.renumbered)"])
        }
    }

    private func readLineup(_ source: String) async throws -> ChannelList {
        let isRemote = source.hasPrefix("http://") || source.hasPrefix("https://")
        let bytes = try await isRemote ? download(source) : readFile(source)
        var parser = M3UParser()
        parser.feed(bytes)
        let list = parser.finish()
        switch list.kind {
        case .hls:
            let name = source.split(separator: "?").first?.split(separator: "/").last.map(String.init) ?? source
            var single = ChannelList()
            single.entries = [ChannelEntry(name: name, url: source)]
            return single
        case .notAPlaylist:
            throw LineupTrouble(description: "\(shown(source)) is not a channel list")
        case .channels:
            guard !list.entries.isEmpty else {
                throw LineupTrouble(description: "\(shown(source)) has no channel in it")
            }
            return list
        }
    }

    private func shown(_ source: String) -> String { RedactedURL(source).description }

    private func readFile(_ path: String) async throws -> [UInt8] {
        let path = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        guard let data = FileManager.default.contents(atPath: path) else {
                            throw LineupTrouble(description: "\(path) can't be read")
                        }
                        return [UInt8](data)
                    })
            }
        }
    }

    private func download(_ url: String) async throws -> [UInt8] {
        var request = FetchRequest(url: url)
        request.maximumBytes = 64 << 20
        request.acceptsCompression = true
        return try await devices.fetcher.load(request).body
    }

    private func use(_ entries: [ChannelEntry]) {
        let isFirst = tuner.lineup.channels.isEmpty
        listed = entries
        makeLineup()
        guard isFirst, settings.tunesAtStart, tuner.watching == nil else { return }
        if let channel = tuner.selected.flatMap({ tuner.lineup[$0] }) ?? tuner.lineup.channels.first {
            steer(.tune(channel.id, key: now))
            tell(.welcome(remotes.router.plan.hints))
        }
    }

    private func makeLineup() {
        let lineup = Lineup(listed, guests: guests.all, favourites: favourites)
        guard lineup != tuner.lineup else { return }
        steer(.lineup(lineup))
        tell(.lineup(nil))
    }

    func setFavourite(_ id: Channel.ID, _ isFavourite: Bool) {
        if isFavourite { favourites.insert(id) } else { favourites.remove(id) }
        save { try await $0.setFavourite(id, isFavourite) }
        makeLineup()
    }

    /// Plays an address. One that a channel of the list has is that channel, with its rating, name and headers; any
    /// other joins the lineup as a channel of its own.
    func play(_ url: String, _ key: HostTime) -> CommandResult {
        guard Command.isAddress(url) else { return .failed("'\(shown(url))' is no http or https address") }
        let channel = listedChannel(of: url) ?? invite(url)
        let result = perform(.tune(.id(channel)), key: key)
        // It is there already, and stands still.
        guard result == .nothingToDo, player.status?.isPaused == true else { return result }
        return perform(.resume, key: key)
    }

    private func listedChannel(of url: String) -> Channel.ID? {
        let all = tuner.lineup.channels.filter { $0.url == url && !guests.contains($0.id) }
        return (all.first { $0.id == tuner.selected } ?? all.first)?.id
    }

    private func invite(_ url: String) -> Channel.ID {
        let host = shown(url).split(separator: "/").dropFirst().first.map(String.init)
        var entry = ChannelEntry(name: host ?? "stream", url: url)
        // Where else a channel may be had is no way round its lock.
        if let channel = listed.first(where: { $0.alternateURLs.contains(url) }) { entry.rating = channel.rating }
        let needed = [tuner.watching, tuner.selected, tuner.lastChannel, tuner.resting].compactMap(\.self)
        let before = guests.all.map(\.id)
        let id = guests.invite(entry, keeping: Set(needed))
        for gone in before where !guests.contains(gone) { forget(gone) }
        makeLineup()
        return id
    }

    /// What visits of an address taught goes with it.
    private func forget(_ guest: Channel.ID) {
        memories[guest] = nil
        trackChoices[guest] = nil
        playlists[guest] = nil
        knownMedia[guest] = nil
    }

    // MARK: The journal

    /// Writes to the store later, in the order of the calls: nobody waits for the disk but who says that it is kept
    /// (`written`).
    func save(_ write: @escaping Journal.Entry) { journal.add(write) }

    package nonisolated func written() async { await journal.written() }

    func keepJournal() async {
        await journal.keep(in: store) { [weak self] error in await self?.tried(error) }
    }

    private func tried(_ error: (any Error)?) {
        warn("store", error.map { "the box can't keep its state: \($0)" })
    }
}
