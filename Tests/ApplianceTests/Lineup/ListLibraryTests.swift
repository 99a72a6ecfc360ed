import Base
import ControlProtocol
import Devices
import Foundation
import Guide
import MediaCore
import Store
import Testing

@testable import Appliance

@Suite("Several channel lists")
struct ListLibraryTests {
    /// Servers with a list each, which know an `ETag`.
    private final class Servers: Fetcher {
        struct Handle: FetchHandle { func cancel() {} }
        struct State {
            var lists: [String: String] = [:]
            var asked: [FetchRequest] = []
        }
        let state = Locked<State>(State())

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            let text = state.withLock { state in
                state.asked.append(request)
                return state.lists[request.url]
            }
            guard let text else {
                handler(
                    .finished(
                        .failure(.status(503, url: RedactedURL(request.url).description, retryAfter: nil))))
                return Handle()
            }
            let tag = "\"\(text.utf8.reduce(0) { $0 &* 31 &+ Int($1) })\""
            let isKnown = request.headers["If-None-Match"] == tag
            handler(.response(FetchResponse(status: isKnown ? 304 : 200, url: request.url, headers: ["etag": tag])))
            if !isKnown { handler(.data(Array(text.utf8))) }
            let time = HostTime.zero
            handler(
                .finished(
                    .success(
                        FetchTiming(requested: time, firstByte: time, finished: time, bytes: 1, reusedConnection: false)
                    )))
            return Handle()
        }
    }

    private static let first = "http://one.example/tv.m3u?password=secret"
    private static let second = "http://two.example/tv.m3u"
    private let servers = Servers()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-lists-\(UUID().uuidString)")

    private func list(_ names: String..., guide: String = "") -> String {
        "#EXTM3U x-tvg-url=\"\(guide)\"\n" + names.map { "#EXTINF:-1,\($0)\nhttp://media.example/\($0)\n" }.joined()
    }

    private func library(_ sources: [String], _ store: Store? = nil) throws -> ListLibrary {
        ListLibrary(
            sources: sources, fetcher: servers, allowed: [], store: try store ?? Store.inMemory(reason: "a test"))
    }

    private func names(_ library: ListLibrary) async throws -> [String] {
        try await library.read().list.entries.map(\.name)
    }

    @Test("Lists come in the owner's order, with what all of them name, and the same thing once")
    func merged() async throws {
        servers.state.withLock {
            $0.lists[Self.first] = list("A", "B", "B", guide: "http://g/1.xml")
            $0.lists[Self.second] = list("B", "C", guide: "http://g/2.xml,http://g/1.xml")
        }
        let library = try library([Self.first, Self.second])
        let outcome = try await library.read()
        #expect(outcome.list.entries.map(\.name) == ["A", "B", "B", "C"])
        #expect(outcome.list.guides == ["http://g/1.xml", "http://g/2.xml"])
        #expect(outcome.trouble == nil)
        let standing = await library.standing()
        #expect(standing.map(\.entries) == [3, 2] && standing.allSatisfy { $0.read != nil })
        #expect(!standing.contains { $0.source.contains("secret") })
    }

    @Test("A list that has not changed is not sent again, and stays")
    func unchanged() async throws {
        servers.state.withLock { $0.lists = [Self.first: list("A"), Self.second: list("B")] }
        let library = try library([Self.first, Self.second])
        #expect(try await names(library) == ["A", "B"])
        servers.state.withLock { $0.lists[Self.second] = list("C") }
        #expect(try await names(library) == ["A", "C"])
        let conditions = servers.state.withLock { $0.asked.map { $0.headers["If-None-Match"] != nil } }
        #expect(conditions == [false, false, true, true])
    }

    @Test("One that can't be had keeps what it gave, also over a restart, and is told; only without any it is an error")
    func unreadable() async throws {
        servers.state.withLock { $0.lists = [Self.first: list("A"), Self.second: list("B")] }
        let store = try Store.inMemory(reason: "a test")
        let running = try library([Self.first, Self.second], store)
        #expect(try await names(running) == ["A", "B"])
        servers.state.withLock { $0.lists[Self.first] = nil }
        for library in [running, try library([Self.first, Self.second], store)] {
            let outcome = try await library.read()
            #expect(outcome.list.entries.map(\.name) == ["A", "B"])
            let trouble = try #require(outcome.trouble)
            #expect(trouble.contains("503") && !trouble.contains("secret"))
            #expect(await library.standing().map { $0.trouble != nil } == [true, false])
        }
        servers.state.withLock { $0.lists = [:] }
        #expect(try await names(running) == ["A", "B"])
        await #expect(throws: LineupTrouble.self) { try await library([Self.first, Self.second]).read() }
        await #expect(throws: LineupTrouble.self) { try await library([Self.first]).read() }
    }

    @Test("A folder is the lists in it, and each change of it is seen")
    func folder() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func write(_ text: String?, _ name: String) throws {
            let url = folder.appending(path: name)
            if let text { try Data(text.utf8).write(to: url) } else { try FileManager.default.removeItem(at: url) }
        }
        try write(list("B"), "b.m3u")
        try write(list("A"), "a.M3U8")
        try write(list("X"), "notes.txt")
        try write(list("Y"), ".hidden.m3u")
        let library = try library([folder.path])
        #expect(library.hasFiles)
        #expect(try await names(library) == ["A", "B"])
        #expect(await !library.hasChanged())
        try write(list("A", "longer"), "a.M3U8")
        #expect(await library.hasChanged())
        #expect(try await names(library) == ["A", "longer", "B"])
        #expect(await !library.hasChanged())
        try write(list("C"), "c.m3u")
        #expect(await library.hasChanged())
        #expect(try await names(library) == ["A", "longer", "B", "C"])
        try write(nil, "a.M3U8")
        #expect(await library.hasChanged())
        #expect(try await names(library) == ["B", "C"])
    }

    @Test(
        "A file that is no list is told of once, and looked at again when it is another; others are left alone meanwhile"
    )
    func brokenFile() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "a.m3u")
        try Data("<html>".utf8).write(to: path)
        servers.state.withLock { $0.lists[Self.first] = list("B") }
        let library = try library([path.path, Self.first])
        #expect(try await library.read().trouble != nil)
        #expect(await !library.hasChanged())
        #expect(try await library.read(onlyTroubled: true).list.entries.map(\.name) == ["B"])
        #expect(servers.state.withLock { $0.asked.count } == 1)
        try Data(list("A", "longer").utf8).write(to: path)
        #expect(await library.hasChanged())
        #expect(try await names(library) == ["A", "longer", "B"])
        #expect(await !library.hasChanged())
    }

    @Test("An empty folder says so")
    func emptyFolder() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let library = try library([folder.path])
        let trouble = await #expect(throws: LineupTrouble.self) { try await library.read() }
        #expect(trouble?.description.contains("there is no list in") == true)
    }
}
