import Base
import Devices
import Foundation
import MediaCore
import Testing

@testable import Appliance

@Suite("Fetching a guide")
struct GuideDownloadTests {
    /// A network with one guide, which knows its tag.
    private final class Network: Fetcher {
        struct Handle: FetchHandle { func cancel() {} }
        let asked = Locked<[FetchRequest]>([])
        /// Answers that nothing has changed, whatever is asked.
        let isStubborn = Locked(false)
        let guide = Locked<(tag: String, pieces: [[UInt8]], failure: FetchError?)>(("one", [], nil))

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            asked.withLock { $0.append(request) }
            let (tag, pieces, failure) = guide.withLock { $0 }
            let isKnown = request.headers["If-None-Match"] == tag || isStubborn.withLock { $0 }
            handler(
                .response(
                    FetchResponse(
                        status: isKnown ? 304 : 200, url: request.url,
                        headers: ["etag": tag, "last-modified": "Mon, 23 Nov 2026 12:00:00 GMT"])))
            if !isKnown { for piece in pieces { handler(.data(piece)) } }
            let timing = FetchTiming(
                requested: .zero, firstByte: .zero, finished: .zero, bytes: 1, reusedConnection: false)
            handler(.finished(failure.map { .failure($0) } ?? .success(timing)))
            return Handle()
        }
    }

    private let network = Network()
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func download(_ source: String = "https://h.example/guide.xml.gz") -> GuideDownload {
        GuideDownload(source: source, reach: [], folder: folder.path, name: "1f", fetcher: network)
    }

    @Test("It comes whole, once; and the next time only if it is another")
    func changes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let pieces = (0..<50).map { [UInt8](repeating: UInt8($0), count: 100_000) }
        network.guide.withLock { $0.pieces = pieces }
        let first = try await download().fetch()
        #expect(first.isNew)
        #expect(FileManager.default.contents(atPath: first.path) == Data(pieces.joined()))
        #expect(try await !download().fetch().isNew)
        network.guide.withLock { $0 = ("two", [[1, 2, 3]], nil) }
        let second = try await download().fetch()
        #expect(second.isNew && second.path == first.path)
        #expect(FileManager.default.contents(atPath: first.path) == Data([1, 2, 3]))
        let requests = network.asked.withLock { $0 }
        #expect(requests.map { $0.headers["If-None-Match"] } == [nil, "one", "one"])
        #expect(
            requests.allSatisfy { $0.isBounded && $0.priority == .warming && $0.reach == [] && $0.refusesDowngrade })
    }

    @Test("One that breaks off leaves the one before as it is, and is asked for again")
    func broken() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        network.guide.withLock { $0.pieces = [[1], [2]] }
        let path = try await download().fetch().path
        let error = FetchError.truncated(url: "https://h.example/…", got: 1, reason: "closed")
        network.guide.withLock { $0 = ("two", [[9]], error) }
        await #expect(throws: error) { try await download().fetch() }
        #expect(FileManager.default.contents(atPath: path) == Data([1, 2]))
        network.guide.withLock { $0.failure = nil }
        #expect(try await download().fetch().isNew)
        #expect(FileManager.default.contents(atPath: path) == Data([9]))
    }

    @Test("Tags without the guide are no reason not to fetch it")
    func tagsAlone() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        network.guide.withLock { $0.pieces = [[1]] }
        let path = try await download().fetch().path
        try FileManager.default.removeItem(atPath: path)
        #expect(try await download().fetch().isNew)
    }

    @Test("A server that says that nothing has changed to who has nothing gives no guide")
    func unchanged() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        network.isStubborn.withLock { $0 = true }
        let trouble = await #expect(throws: GuideDownload.Trouble.self) { try await download().fetch() }
        #expect(trouble?.description == "the server sent no guide (304)")
    }

    @Test("A disk that takes nothing is told by its path; a file of the owner's stays where it is")
    func places() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var lost = download()
        lost = GuideDownload(
            source: lost.source, reach: [], folder: folder.path + "/none", name: "1f", fetcher: network)
        let trouble = await #expect(throws: GuideDownload.Trouble.self) { try await lost.fetch() }
        #expect(trouble?.description.contains("/none/1f.part can't be written: No such file") == true)
        let file = folder.appendingPathComponent("own.xml").path
        let missing = await #expect(throws: GuideDownload.Trouble.self) { try await download(file).fetch() }
        #expect(missing?.description == "\(file) can't be read")
        try Data([7]).write(to: URL(fileURLWithPath: file))
        #expect(try await download(file).fetch() == .init(path: file, isNew: true))
    }
}
