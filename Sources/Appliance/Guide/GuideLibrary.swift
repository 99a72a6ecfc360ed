import Base
import Channels
import ControlProtocol
import Devices
import FoundationEssentials
import Glibc
import Guide
import GuideStore
import Logging
import MediaCore

/// The guides of the box: fetches each in its turn, has it read into a database, and answers from the databases that
/// are there.
///
/// What is to be done when is decided in `GuideUpdates`; the reading itself is `importing`'s, in a process of its own
/// where there is a screen to be kept fluid.
package actor GuideLibrary: ProgrammeGuide {
    package struct Settings: Sendable {
        /// Paths and addresses of the owner's guides, the most trusted first.
        package var sources: [String] = []
        /// Whether guides that the channel list names count, behind `sources`.
        package var followsList = true
        /// The languages of texts, best first; empty: what a guide has first.
        package var languages: [String] = []
        /// The time after which a guide is looked for anew.
        package var refresh: Duration = .seconds(12 * 3600)

        package init() {}
    }

    /// Reads a guide as the job says, and tells what came of it.
    package typealias Importing = @Sendable (GuideJob) async throws -> GuideWriter.Report

    private enum Order: Sendable {
        case given(ProgrammeGuideOrder)
        case event(GuideUpdates.Event)
    }

    private enum AlarmName { case updates }

    /// The guides as they were opened, and the place of each channel among theirs.
    private struct Opened: Sendable {
        var shelf: GuideShelf
        var places: [Channel.ID: Int]
    }

    private static let day: Int64 = 86_400
    /// How long programmes are kept, for what is looked up and wound back to.
    private static let past = 7 * day
    private static let ahead = 14 * day

    package nonisolated let news: AsyncStream<ProgrammeGuideNews>
    private let tidings: AsyncStream<ProgrammeGuideNews>.Continuation
    private nonisolated let orders: AsyncStream<Order>
    private nonisolated let ordering: AsyncStream<Order>.Continuation

    private let settings: Settings
    private let folder: String
    private let fetcher: any Fetcher
    private let clock: any HostClock
    private let wall: @Sendable () -> Int64
    private let importing: Importing
    private let logger: Logger
    private let errands = Errands()
    private var alarms: Alarms<AlarmName>
    private var updates: GuideUpdates
    private var listed: [GuideSource] = []
    private var ids: [Channel.ID] = []
    private var channels: [GuideShelf.Channel] = []
    private var opened: Opened?
    private var order: [String] = []
    /// Why guides can't be had, by their addresses.
    private var troubles: [String: String] = [:]
    private var isOpening = false
    private var isStale = false

    /// - Parameters:
    ///   - folder: where the guides lie; made when it is not there
    ///   - wall: the seconds since 1970
    package init(
        _ settings: Settings, folder: String, fetcher: any Fetcher, clock: any HostClock, logger: Logger,
        wall: @escaping @Sendable () -> Int64 = { Int64(time(nil)) }, importing: @escaping Importing
    ) {
        self.settings = settings
        self.folder = folder
        self.fetcher = fetcher
        self.clock = clock
        self.wall = wall
        self.importing = importing
        self.logger = logger
        (news, tidings) = AsyncStream.makeStream()
        (orders, ordering) = AsyncStream.makeStream()
        updates = GuideUpdates(refresh: settings.refresh)
        alarms = Alarms(clock: clock, ring: { _ in })
    }

    package nonisolated func tell(_ order: ProgrammeGuideOrder) { ordering.yield(.given(order)) }

    package func run() async {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            logger.warning("there is no guide: \(folder) can't be made: \(String(cString: strerror(errno)))")
            return
        }
        alarms = Alarms(clock: clock) { [weak self] name in await self?.ring(name) }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [errands] in await errands.run() }
            group.addTask {
                await self.useSources()
                for await order in self.orders { await self.handle(order) }
            }
            await group.waitForAll()
        }
        alarms.cancelAll()
        tidings.finish()
    }

    // MARK: What is to be done

    private func ring(_ name: AlarmName) {
        guard alarms.rang(name, at: clock.now) else { return }
        step(.wake)
    }

    private func handle(_ order: Order) {
        switch order {
        case .given(.channels(let lineup)): use(lineup)
        case .given(.listed(let sources)):
            listed = sources
            useSources()
        case .given(.refresh): step(.refresh)
        case .event(let event): step(event)
        }
    }

    private func useSources() { step(.sources(sources.map(\.url))) }

    /// The owner's guides, and behind them the list's.
    private var sources: [GuideSource] {
        settings.sources.map { GuideSource(url: $0) } + (settings.followsList ? listed : [])
    }

    private func use(_ lineup: [Channel]) {
        let channels = lineup.map { channel in
            GuideShelf.Channel(
                // A guide knows a channel by what its list calls it.
                ChannelMatching.Listed(
                    name: channel.listName, guideID: channel.guideID, guideName: channel.guideName,
                    byHand: channel.guideChoice),
                shift: Int64(channel.guideShift.multipliedReportingOverflow(by: 60).partialValue))
        }
        let ids = lineup.map(\.id)
        // A favourite, a number or an address is nothing to the guide.
        guard channels != self.channels || ids != self.ids else { return }
        (self.ids, self.channels) = (ids, channels)
        open()
        step(.channels)
    }

    private func step(_ event: GuideUpdates.Event) {
        for effect in updates.handle(event, at: clock.now) { perform(effect) }
        alarms.set(.updates, at: updates.nextWake)
    }

    private func perform(_ effect: GuideUpdates.Effect) {
        switch effect {
        case .use(let sources):
            order = sources
            open()
        case .warn(let source, let reason):
            troubles[source] = reason
            tidings.yield(.trouble(source: RedactedURL(source).description, reason))
        case .update(let source):
            errands.begin { [weak self, ordering] in
                do {
                    let reach = try await self?.update(source)
                    ordering.yield(.event(.updated(source, reach: reach ?? nil)))
                } catch {
                    if !Task.isCancelled { ordering.yield(.event(.failed(source, "\(error)"))) }
                }
            }
        }
    }

    // MARK: One guide

    /// - Returns: how far ahead the guide tells what is on; nil: not known
    private func update(_ url: String) async throws -> Duration? {
        guard let source = sources.first(where: { $0.url == url }) else { return nil }
        let name = GuideFile.name(of: url)
        let download = GuideDownload(source: url, reach: source.reach, folder: folder, name: name, fetcher: fetcher)
        let fetched = try await download.fetch()
        let listed = channels.map(\.listed)
        // They come, and then it is asked for again.
        guard !listed.isEmpty else { return nil }
        let now = wall()
        func reach(_ lastStop: Int64?) -> Duration? { lastStop.map { .seconds($0.addingSaturating(-now)) } }
        var record = GuideRecord(path: fetched.path, channels: listed, languages: settings.languages, now: now)
        let note = "\(folder)/\(name).made"
        if let record, let last = GuideRecord.read(note), record.isMet(by: last),
            access("\(folder)/\(name)", R_OK) == 0
        {
            return reach(last.lastStop)
        }
        let report = try await importing(
            GuideJob(
                path: fetched.path, source: url, folder: folder,
                window: now.addingSaturating(-Self.past)..<now.addingSaturating(Self.ahead),
                languages: settings.languages, channels: listed)
        )
        record?.programmes = report.programmes
        record?.lastStop = report.lastStop
        try record?.write(note)
        logger.info(
            "a guide was read",
            metadata: [
                "guide": "\(RedactedURL(url))", "programmes": "\(report.programmes)", "channels": "\(report.channels)",
                "unwanted": "\(report.unwanted)",
            ])
        open()
        return reach(report.lastStop)
    }

    // MARK: The databases

    /// Opens the guides anew, once for all that has changed meanwhile.
    private func open() {
        isStale = true
        guard !isOpening else { return }
        isOpening = true
        errands.begin { [weak self] in await self?.openWhileStale() }
    }

    private func openWhileStale() async {
        while isStale {
            isStale = false
            let (folder, order, channels, ids) = (folder, order, channels, ids)
            // The kernel refuses a thread: what was open stays.
            guard
                let opened = try? await blocking(
                    on: "hearth-guide",
                    {
                        Opened(
                            shelf: GuideShelf(folder: folder, sources: order, channels: channels),
                            places: Dictionary(zip(ids, 0...), uniquingKeysWith: { first, _ in first }))
                    })
            else { continue }
            if !opened.shelf.damaged.isEmpty { mend(opened.shelf.damaged) }
            self.opened = opened
            tidings.yield(.renewed)
        }
        isOpening = false
    }

    /// Has guides read again whose databases can't be.
    private func mend(_ sources: [String]) {
        for source in sources {
            logger.warning("a damaged guide is read anew", metadata: ["guide": "\(RedactedURL(source))"])
            let path = "\(folder)/\(GuideFile.name(of: source))"
            unlink(path)
            unlink(path + ".made")
        }
        step(.channels)
    }

    package func ratedTimes(_ window: Range<Int64>) async -> [Channel.ID: [RatedTime]]? {
        await ask { opened in
            let times = try opened.shelf.ratedTimes(window)
            return opened.places.compactMapValues { times[$0] }
        }
    }

    package func programmes(on channel: Channel.ID, in window: Range<Int64>) async -> [GuideReader.Cell] {
        await programmes(on: [channel], in: window)[channel] ?? []
    }

    package func programmes(
        on channels: [Channel.ID], in window: Range<Int64>
    ) async -> [Channel.ID: [GuideReader.Cell]] {
        await ask { opened in
            let known = channels.filter { opened.places[$0] != nil }
            let rows = try opened.shelf.window(known.compactMap { opened.places[$0] }, window)
            return Dictionary(zip(known, rows), uniquingKeysWith: { first, _ in first })
        } ?? [:]
    }

    package func search(
        _ text: String, from time: Int64, limit: Int
    ) async -> [(channel: Channel.ID, programme: Programme)] {
        await ask { opened in
            let ids = Dictionary(opened.places.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            return try opened.shelf.search(text, from: time, limit: limit).compactMap { one in
                ids[one.channel].map { ($0, one.programme) }
            }
        } ?? []
    }

    package func words(byKeys digits: String, limit: Int) async -> [String] {
        await ask { try $0.shelf.words(byKeys: digits, limit: limit) } ?? []
    }

    package func genres(in window: Range<Int64>, limit: Int) async -> [String] {
        await ask { try $0.shelf.genres(in: window, limit: limit) } ?? []
    }

    package func starts(of genre: String, in window: Range<Int64>) async -> [Channel.ID: Set<Int64>] {
        await ask { opened in
            let starts = try opened.shelf.starts(of: genre, in: window)
            return opened.places.compactMapValues { starts[$0] }
        } ?? [:]
    }

    package func nowAndNext(_ channels: [Channel.ID], at time: Int64) async -> [Channel.ID: NowAndNext] {
        await ask { opened in
            let known = channels.filter { opened.places[$0] != nil }
            let entries = try opened.shelf.nowAndNext(known.compactMap { opened.places[$0] }, at: time)
            return Dictionary(zip(known, entries), uniquingKeysWith: { first, _ in first })
        } ?? [:]
    }

    package func pictureReach(of channel: Channel.ID) -> AddressReach {
        guard let opened, let place = opened.places[channel], let guide = opened.shelf.matches[place]?.guide,
            opened.shelf.opened.indices.contains(guide)
        else { return [] }
        return sources.first { $0.url == opened.shelf.opened[guide] }?.reach ?? []
    }

    /// Asks the databases on a thread of its own; nil: they are not open, or can't be read.
    private func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (Opened) throws -> Answer
    ) async -> Answer? {
        guard let opened else { return nil }
        do {
            return try await blocking(on: "hearth-guide") { try question(opened) }
        } catch is SystemCallError {
            // The kernel refused a thread.
            return nil
        } catch {
            // Which it was is not known, and it is rare: all are read anew.
            mend(order)
            return nil
        }
    }

    package func standing() async -> GuideInfo {
        let (shelf, ids, folder) = (opened?.shelf, ids, folder)
        let matches = shelf?.matches ?? []
        let records = try? await blocking(on: "hearth-guide") { [order] in
            order.map { GuideRecord.read("\(folder)/\(GuideFile.name(of: $0)).made") }
        }
        let guides = order.enumerated().map { number, source in
            let place = shelf?.opened.firstIndex(of: source)
            let record = place == nil ? nil : records.flatMap { $0.indices.contains(number) ? $0[number] : nil }
            return GuideInfo.Source(
                source: RedactedURL(source).description,
                read: record.map { Date(timeIntervalSince1970: Double($0.time)) },
                programmes: record?.programmes ?? 0,
                channels: place.map { place in matches.count { $0?.guide == place } } ?? 0, trouble: troubles[source])
        }
        let without = zip(ids, matches).filter { $0.1 == nil }.map(\.0)
        return GuideInfo(
            guides: guides, channels: ids.count, matched: matches.count { $0 != nil },
            unmatched: Array(without.prefix(200)))
    }
}
