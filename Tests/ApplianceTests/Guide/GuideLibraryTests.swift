import Base
import Channels
import Devices
import Foundation
import Guide
import GuideStore
import Headless
import Logging
import MediaCore
import Testing
import XMLTV

@testable import Appliance

@Suite("The box's guides", .timeLimit(.minutes(10)))
struct GuideLibraryTests {
    /// 2026-11-23 20:00 UTC.
    private static let wall: Int64 = 1_795_464_000

    private struct Refusal: Error, CustomStringConvertible {
        var description = "line 1: no guide"
    }

    /// Guides in files with a line for each channel, `ID TITLE`, and how often each was read.
    private final class Shop: Sendable {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
        let read = Locked<[String]>([])
        /// Another in each run: a clock can't be waited for again by somebody else once a waiter was cancelled.
        let clock = Locked(ManualClock())

        init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ name: String, _ text: String) throws -> String {
            let path = folder.path + "/" + name
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            return path
        }

        @Sendable
        func importing(_ job: GuideJob) throws -> GuideWriter.Report {
            read.withLock { $0.append(job.path) }
            let text = String(decoding: FileManager.default.contents(atPath: job.path) ?? Data(), as: UTF8.self)
            let writer = try job.writer()
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 1)
                guard words.count == 2 else { throw Refusal() }
                var programme = XMLTVProgramme(channel: String(words[0]), start: GuideLibraryTests.wall - 600)
                programme.stop = GuideLibraryTests.wall + 3000
                programme.titles = [LocalisedText(String(words[1]))]
                try writer.add(programme)
            }
            return try writer.finish()
        }

        func library(_ sources: [String]) -> GuideLibrary {
            var settings = GuideLibrary.Settings()
            settings.sources = sources
            let clock = ManualClock()
            self.clock.withLock { $0 = clock }
            return GuideLibrary(
                settings, folder: folder.path + "/guide", fetcher: Deaf(), clock: clock,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, wall: { GuideLibraryTests.wall },
                importing: { [self] in try importing($0) })
        }
    }

    /// No network: whoever asks waits.
    private struct Deaf: Fetcher {
        struct Handle: FetchHandle { func cancel() {} }
        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            Handle()
        }
    }

    private let shop: Shop
    init() throws { shop = try Shop() }

    private static func lineup(_ ids: [String]) -> [Channel] {
        Lineup(
            ids.map { id in
                var entry = ChannelEntry(name: "Channel \(id)", url: "http://h.example/\(id).m3u8")
                entry.guideID = id
                return entry
            }
        ).channels
    }

    /// Runs the library with a clock that goes on whenever somebody waits for it, until the body ends.
    private func running(_ library: GuideLibrary, _ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await library.run() }
            group.addTask { [clock = shop.clock.withLock { $0 }] in
                while let next = await clock.sleeper(), !Task.isCancelled { clock.advance(by: next - clock.now) }
            }
            try await body()
            group.cancelAll()
        }
    }

    /// What is on, as soon as it is this.
    private func expect(_ titles: [String: String], from library: GuideLibrary) async {
        for await news in library.news where news == .renewed {
            let entries = await library.nowAndNext(Array(titles.keys), at: Self.wall)
            if entries.compactMapValues(\.now?.title) == titles { return }
        }
        Issue.record("the guide ended without \(titles)")
    }

    @Test("A guide in a file is read and answers; after a restart the same file is not read again")
    func file() async throws {
        let path = try shop.write("one.xml", "a First\nb Second\nz Unwanted")
        for _ in 1...2 {
            let library = shop.library([path])
            library.tell(.channels(Self.lineup(["a", "b"])))
            try await running(library) { await expect(["a": "First", "b": "Second"], from: library) }
        }
        #expect(shop.read.withLock { $0 } == [path])
    }

    @Test("A file that has changed is read again at the next look, and so is one when other channels are wanted")
    func changes() async throws {
        let path = try shop.write("one.xml", "a First\nb Second")
        let library = shop.library([path])
        library.tell(.channels(Self.lineup(["a"])))
        try await running(library) {
            await expect(["a": "First"], from: library)
            library.tell(.channels(Self.lineup(["a", "b"])))
            await expect(["a": "First", "b": "Second"], from: library)
            _ = try shop.write("one.xml", "a Another\nb Second")
            library.tell(.refresh)
            await expect(["a": "Another", "b": "Second"], from: library)
        }
    }

    @Test("The list's guides come behind the owner's, and go with the list's next one")
    func order() async throws {
        let own = try shop.write("own.xml", "a Own")
        let listed = try shop.write("listed.xml", "a Listed\nb Listed")
        let library = shop.library([own])
        library.tell(.channels(Self.lineup(["a", "b"])))
        library.tell(.listed([GuideSource(url: listed)]))
        try await running(library) {
            await expect(["a": "Own", "b": "Listed"], from: library)
            library.tell(.listed([]))
            await expect(["a": "Own"], from: library)
        }
    }

    @Test("A guide that can't be read is told of, and the one before answers on")
    func trouble() async throws {
        let path = try shop.write("one.xml", "a First")
        let library = shop.library([path])
        library.tell(.channels(Self.lineup(["a"])))
        try await running(library) {
            await expect(["a": "First"], from: library)
            _ = try shop.write("one.xml", "rubbish")
            library.tell(.refresh)
            for await case .trouble(_, let reason?) in library.news {
                #expect(reason == "line 1: no guide")
                break
            }
            #expect(await library.nowAndNext(["a"], at: Self.wall)["a"]?.now?.title == "First")
            _ = try shop.write("one.xml", "a Better")
            for await case .trouble(_, nil) in library.news { break }
            await expect(["a": "Better"], from: library)
        }
    }

    @Test("A damaged database is thrown away and made anew")
    func damage() async throws {
        let path = try shop.write("one.xml", "a First")
        var library = shop.library([path])
        library.tell(.channels(Self.lineup(["a"])))
        try await running(library) { await expect(["a": "First"], from: library) }
        let database = shop.folder.path + "/guide/" + GuideFile.name(of: path)
        try Data(repeating: 7, count: 20_000).write(to: URL(fileURLWithPath: database))
        library = shop.library([path])
        library.tell(.channels(Self.lineup(["a"])))
        try await running(library) { await expect(["a": "First"], from: library) }
        #expect(shop.read.withLock { $0 } == [path, path])
    }

    @Test("A channel's shift makes its programmes later")
    func shift() async throws {
        let path = try shop.write("one.xml", "a First")
        let library = shop.library([path])
        var lineup = Self.lineup(["a"])
        lineup[0].guideShift = 60
        library.tell(.channels(lineup))
        try await running(library) {
            for await news in library.news where news == .renewed {
                let later = await library.nowAndNext(["a"], at: Self.wall + 3600)["a"]
                guard let programme = later?.now else { continue }
                #expect(programme.start == Self.wall + 3000)
                break
            }
        }
    }

    @Test("A list's guides reach no further than the list")
    func named() {
        var list = ChannelList()
        list.guides = ["https://h.example/a.xml.gz", "http://h.example/d.xml"]
        var entry = ChannelEntry(name: "One", url: "http://h.example/1")
        entry.reach = []
        list.entries = [entry]
        let found = GuideSource.named(in: list)
        #expect(found.map(\.url) == list.guides && found.allSatisfy { $0.reach == [] })
    }
}
