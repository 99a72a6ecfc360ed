import Base
import ControlProtocol
import Devices
import Foundation
import Guide
import Store

/// Reads the channel lists of all sources and makes one of them; remembers what each source gave last, which counts on
/// where it can't be had now.
actor ListLibrary {
    /// All lists as one.
    struct Outcome: Sendable {
        var list: Guide.ChannelList
        /// Why not all of it is new, in words for people; nil: it is.
        var trouble: String?
    }

    /// A list and what it is known by, nil where it is as it was; or why it can't be had.
    private typealias Reading = Result<(Guide.ChannelList, LineupReader.Tags)?, any Error>

    /// What became of one source. A struct because Swift 6.3's optimiser loses the results of a task group whose children
    /// return a tuple with a `Reading` in it: in release builds no list was ever there.
    private struct Answer: Sendable {
        let place: String
        let reading: Reading
    }

    /// A source as it was read last.
    private struct Known: Sendable {
        var list: Guide.ChannelList?
        var tags: LineupReader.Tags?
        var read: Date?
        var trouble: String?
        /// The file as it was when it could not be read: until it is another there is nothing new to see.
        var failed: [Int64]?
    }

    private let sources: [String]
    private let fetcher: any Fetcher
    private let allowed: AddressReach
    private let store: Store
    private let wall: @Sendable () -> Date
    private var known: [String: Known] = [:]
    /// The files and addresses that `sources` came to last: a folder is all lists in it.
    private var places: [String] = []
    private var merged: Guide.ChannelList?

    init(
        sources: [String], fetcher: any Fetcher, allowed: AddressReach, store: Store,
        wall: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.sources = sources
        self.fetcher = fetcher
        self.allowed = allowed
        self.store = store
        self.wall = wall
    }

    /// Reads the lists, several at once. Throws where there is none to be had, now or from earlier.
    ///
    /// - Parameter onlyTroubled: only those that could not be had the last time
    func read(onlyTroubled: Bool = false) async throws -> Outcome {
        let places = try await blocking(on: "hearth-file") { [sources] in sources.flatMap(Self.places) }
        var isOther = places != self.places || merged == nil
        await withTaskGroup(of: Answer.self) { group in
            for place in places where !onlyTroubled || known[place]?.list == nil || known[place]?.trouble != nil {
                let reader = LineupReader(source: place, fetcher: fetcher, allowed: allowed)
                let tags = known[place]?.list == nil ? nil : known[place]?.tags
                group.addTask {
                    do {
                        let read = try await reader.read(unless: tags).map { ($0.list, $0.tags) }
                        return Answer(place: place, reading: .success(read))
                    } catch {
                        return Answer(place: place, reading: .failure(error))
                    }
                }
            }
            for await answer in group {
                if await take(answer.reading, of: answer.place, isOneOfMany: places.count > 1) { isOther = true }
            }
        }
        try Task.checkCancellation()
        known = known.filter { places.contains($0.key) }
        self.places = places
        let lists = places.compactMap { known[$0]?.list }
        let troubles = places.compactMap { known[$0]?.trouble }
        guard !lists.isEmpty else {
            throw LineupTrouble(
                description: troubles.isEmpty
                    ? "there is no list in \(names(sources))" : troubles.joined(separator: "; "))
        }
        let list = if !isOther, let merged { merged } else { Guide.ChannelList.merged(lists) }
        merged = list
        return Outcome(list: list, trouble: troubles.isEmpty ? nil : troubles.joined(separator: "; "))
    }

    /// - Returns: whether there is something else than before
    private func take(
        _ result: Reading, of place: String, isOneOfMany: Bool
    ) async -> Bool {
        switch result {
        case .success(nil):
            known[place]?.read = wall()
            known[place]?.trouble = nil
            return false
        case .success(let (list, tags)?):
            let isNew = known[place]?.list != list
            known[place] = Known(list: list, tags: tags, read: wall())
            // A single list is kept as the lineup. Without the store it lasts until the box ends.
            if isNew, isOneOfMany { try? await store.setLineup(list.entries, from: place) }
            return isNew
        case .failure(let error):
            known[place, default: Known()].trouble = "\(error)"
            let reader = LineupReader(source: place, fetcher: fetcher)
            known[place]?.failed = reader.isRemote ? nil : LineupReader.signature(of: reader.path)
            guard known[place]?.list == nil, isOneOfMany,
                let entries = try? await store.lineup(from: place), !entries.isEmpty
            else { return false }
            var list = Guide.ChannelList()
            list.entries = entries
            known[place]?.list = list
            return true
        }
    }

    /// Whether a file of the lists, or what a folder of them holds, is other than when it was read.
    func hasChanged() async -> Bool {
        guard let now = try? await blocking(on: "hearth-file", { [sources] in sources.flatMap(Self.places) }) else {
            return false
        }
        guard now == places else { return !places.isEmpty }
        return now.contains { place in
            let reader = LineupReader(source: place, fetcher: fetcher)
            guard !reader.isRemote, let known = known[place], known.list != nil || known.trouble != nil else {
                return false
            }
            let signature = LineupReader.signature(of: reader.path)
            return !signature.isEmpty && signature != known.failed ?? known.tags?.file
        }
    }

    /// Whether there is a list on this machine, which can change at any time.
    nonisolated var hasFiles: Bool { sources.contains { !LineupReader(source: $0, fetcher: fetcher).isRemote } }

    /// Each list, and how it was when it was read last.
    func standing() -> [ListInfo.Source] {
        (places.isEmpty ? sources : places).map { place in
            let known = known[place]
            return ListInfo.Source(
                source: RedactedURL(place).description, read: known?.read, entries: known?.list?.entries.count ?? 0,
                guides: known?.list?.guides.count ?? 0,
                leftOut: known?.list?.problemCounts.values.reduce(0, +) ?? 0, trouble: known?.trouble)
        }
    }

    private func names(_ sources: [String]) -> String {
        sources.map { RedactedURL($0).description }.joined(separator: ", ")
    }

    /// A source itself, or the lists in the folder that it is, in the order of their names.
    private static func places(of source: String) -> [String] {
        guard !source.hasPrefix("http://"), !source.hasPrefix("https://") else { return [source] }
        let path = source.hasPrefix("file://") ? String(source.dropFirst(7)) : source
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [source]
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            !name.hasPrefix(".") && [".m3u", ".m3u8"].contains { name.lowercased().hasSuffix($0) }
        }.sorted().prefix(mostFiles).map { path + "/" + $0 }
    }

    /// The most lists in a folder that are read.
    private static let mostFiles = 200
}
