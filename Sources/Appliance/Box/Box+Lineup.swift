import Base
import Channels
import Commands
import Devices
import Foundation
import Guide
import Logging
import MediaCore
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
                let entries = try await readLineup(source)
                use(entries)
                save { try await $0.setLineup(entries, from: source) }
                warn("lineup", nil)
            } catch {
                if Task.isCancelled { return }
                warn("lineup", "the channel list can't be read: \(error)")
                if flips.lineup.channels.isEmpty { tell(.lineup(.unreadable("\(error)"))) }
                pause = .seconds(5)
            }
            try? await devices.clock.sleep(for: pause)
        }
    }

    private func readLineup(_ source: String) async throws -> [ChannelEntry] {
        let isRemote = source.hasPrefix("http://") || source.hasPrefix("https://")
        let bytes = try await isRemote ? download(source) : readFile(source)
        var parser = M3UParser()
        parser.feed(bytes)
        let list = parser.finish()
        for problem in list.problems.prefix(20) {
            logger.warning(
                "a line of the channel list was left out",
                metadata: ["file": "\(shown(source))", "line": "\(problem.line)", "reason": "\(problem.reason)"])
        }
        switch list.kind {
        case .hls:
            let name = source.split(separator: "?").first?.split(separator: "/").last.map(String.init) ?? source
            return [ChannelEntry(name: name, url: source)]
        case .notAPlaylist:
            throw LineupTrouble(description: "\(shown(source)) is not a channel list")
        case .channels:
            guard !list.entries.isEmpty else {
                throw LineupTrouble(description: "\(shown(source)) has no channel in it")
            }
            return list.entries
        }
    }

    private func shown(_ source: String) -> String { RedactedURL(source).description }

    private func readFile(_ path: String) async throws -> [UInt8] {
        let path = path.hasPrefix("file://") ? String(path.dropFirst(7)) : path
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result {
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
        let isFirst = flips.lineup.channels.isEmpty
        listed = entries
        makeLineup()
        guard isFirst, settings.tunesAtStart, flips.watching == nil else { return }
        if let channel = flips.selected.flatMap({ flips.lineup[$0] }) ?? flips.lineup.channels.first {
            flip(.tune(channel.id, key: now))
            tell(.hint(keyHints))
        }
    }

    private func makeLineup() {
        let lineup = Lineup(listed + [guest].compactMap { $0 }, favourites: favourites)
        guard lineup != flips.lineup else { return }
        for id in lineup.renumbered {
            logger.notice("channel renumbered", metadata: ["channel": "\(id)", "number": "\(lineup[id]?.number ?? 0)"])
        }
        logger.notice("channels", metadata: ["count": "\(lineup.channels.count)"])
        warm(.lineup(lineup))
        flip(.lineupChanged(lineup))
        tell(.lineup(nil))
    }

    func setFavourite(_ id: Channel.ID, _ isFavourite: Bool) {
        if isFavourite { favourites.insert(id) } else { favourites.remove(id) }
        save { try await $0.setFavourite(id, isFavourite) }
        makeLineup()
    }

    /// Plays an address that is in no list: it joins the lineup as its last channel, until another
    /// takes its place, and so flips, fails and recovers like any other.
    func play(_ url: String, _ key: HostTime) -> CommandResult {
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
            return .failed("'\(shown(url))' is no http or https address")
        }
        let host = shown(url).split(separator: "/").dropFirst().first.map(String.init)
        guest = ChannelEntry(name: host ?? "stream", url: url)
        makeLineup()
        guard let channel = flips.lineup.channels.last(where: { $0.url == url }) else {
            return .failed("the lineup is full")
        }
        return perform(.tune(.id(channel.id)), key: key)
    }

    // MARK: The journal

    /// Queues a write to the store; writes happen in the order of the calls, and nobody waits for
    /// the disk.
    func save(_ write: @escaping @Sendable (Store) async throws -> Void) {
        journal.continuation.yield(write)
    }

    /// Writes the queue to the store until cancelled, and then what is left: in a task of its own,
    /// which the cancellation does not reach.
    func keepJournal() async {
        let writer = Task {
            for await write in journal.stream {
                do {
                    try await write(store)
                    warn("store", nil)
                } catch {
                    warn("store", "the box can't keep its state: \(error)")
                }
            }
        }
        await withTaskCancellationHandler {
            await writer.value
        } onCancel: {
            journal.continuation.finish()
        }
    }
}
