import Base
import Devices
import Foundation
import Logging
import MediaCore
import Paint
import Testing

@testable import Appliance

@Suite("Where artwork comes from", .timeLimit(.minutes(10)))
struct ArtworkLibraryTests {
    /// Takes any bytes for a picture of one pixel whose blue is the first byte; an empty file is none.
    private struct OnePixel: CodecLibrary {
        func makeDemuxer(
            _ container: MediaContainer, source: any ByteSource, expected: MediaTime?, samples: SampleEncryption?
        ) throws(DemuxError) -> any Demuxer { throw .cancelled }
        func makeVideoDecoder(_ track: Track) throws(DecodeError) -> any VideoDecoder { throw .unsupported("") }
        func makeAudioDecoder(_ track: Track) throws(DecodeError) -> any AudioDecoder { throw .unsupported("") }

        func decodeImage(_ bytes: [UInt8], least: PixelSize) throws(StillImageError) -> StillImage {
            guard let first = bytes.first, bytes.count < 1000,
                let image = StillImage(size: PixelSize(width: 1, height: 1), pixels: [first, 0, 0, 255])
            else { throw .unknownFormat }
            return image
        }
    }

    /// A server of artwork that answers at once.
    private final class Server: Fetcher {
        struct Answer {
            var status = 200
            var headers: [String: String] = [:]
            var body: [UInt8] = []
        }

        private let state = Locked((answers: [String: Answer](), requests: [FetchRequest]()))
        var requests: [FetchRequest] { state.withLock { $0.requests } }
        func answer(_ url: String, _ answer: Answer) { state.withLock { $0.answers[url] = answer } }

        private struct Handle: FetchHandle { func cancel() {} }

        func fetch(_ request: FetchRequest, _ handler: @escaping @Sendable (FetchEvent) -> Void) -> any FetchHandle {
            let answer = state.withLock { state in
                state.requests.append(request)
                return state.answers[request.url]
            }
            guard let answer else {
                handler(.finished(.failure(.status(404, url: request.url, retryAfter: nil))))
                return Handle()
            }
            handler(.response(FetchResponse(status: answer.status, url: request.url, headers: answer.headers)))
            handler(.data(answer.body))
            handler(
                .finished(
                    .success(
                        FetchTiming(
                            requested: .zero, firstByte: .zero, finished: .zero, bytes: answer.body.count,
                            reusedConnection: false))))
            return Handle()
        }
    }

    private let server = Server()
    private let folder = "/tmp/hearth-artwork-\(UInt32.random(in: 0 ... .max))"

    @Test("A picture that a file has within it is delivered without its being asked for; one that is none is not")
    func within() async {
        let (library, keys, run) = library(at: 0, folder: nil)
        defer { run.cancel() }
        library.take([], for: "broken")
        library.take([7], for: "cover")
        var iterator = keys.makeAsyncIterator()
        #expect(await iterator.next() == "cover")
        #expect(server.requests.isEmpty)
    }

    /// A library on the folder, and the keys of what it delivers, in order.
    private func library(at wall: Int64, folder: String?) -> (ArtworkLibrary, AsyncStream<String>, Task<Void, Never>) {
        let library = ArtworkLibrary(
            folder: folder, fetcher: server, codecs: OnePixel(), logger: Logger(label: "test"), wall: { wall })
        let (keys, delivered) = AsyncStream.makeStream(of: String.self)
        let run = Task { await library.run { _, key in delivered.yield(key) } }
        return (library, keys, run)
    }

    /// What a library delivers of some addresses, the last of which is known to come.
    private func delivered(of urls: [String], until last: String, at wall: Int64, folder: String?) async -> [String] {
        let (library, keys, run) = library(at: wall, folder: folder)
        for url in urls { library.want(ArtworkRequest(logo: url, of: nil), for: url) }
        var found: [String] = []
        for await key in keys {
            found.append(key)
            if key == last { break }
        }
        run.cancel()
        await run.value
        return found
    }

    @Test("It is on the disk after a restart, and its server is not asked within a day; then by what it is known by")
    func restart() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        server.answer("http://h/a", .init(headers: ["etag": "\"1\""], body: [7]))
        server.answer("http://h/b", .init(body: [8]))
        // `b` is wanted behind `a`, whose file is there by the time that `b` is.
        #expect(
            await delivered(of: ["http://h/a", "http://h/b"], until: "http://h/b", at: 1000, folder: folder)
                == ["http://h/a", "http://h/b"])
        #expect(server.requests.count == 2)
        #expect(await delivered(of: ["http://h/a"], until: "http://h/a", at: 2000, folder: folder) == ["http://h/a"])
        #expect(server.requests.count == 2)
        // The day after: shown at once, and asked for with its tag.
        server.answer("http://h/a", .init(status: 304))
        server.answer("http://h/c", .init(body: [9]))
        #expect(
            await delivered(of: ["http://h/a", "http://h/c"], until: "http://h/c", at: 90_000, folder: folder)
                == ["http://h/a", "http://h/c"])
        #expect(server.requests.first { $0.headers["If-None-Match"] == "\"1\"" }?.url == "http://h/a")
    }

    @Test("What its server has replaced comes a second time")
    func replaced() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        server.answer("http://h/a", .init(body: [7]))
        server.answer("http://h/z", .init(body: [1]))
        _ = await delivered(of: ["http://h/a", "http://h/z"], until: "http://h/z", at: 1000, folder: folder)
        server.answer("http://h/a", .init(body: [8]))
        let (library, keys, run) = library(at: 200_000, folder: folder)
        library.want(ArtworkRequest(logo: "http://h/a", of: nil), for: "a")
        var count = 0
        for await _ in keys {
            count += 1
            if count == 2 { break }
        }
        run.cancel()
        await run.value
    }

    @Test("What is no picture, and what can't be had, is not delivered and not kept")
    func broken() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        server.answer("http://h/html", .init(body: Array(repeating: 60, count: 2000)))
        server.answer("http://h/good", .init(body: [1]))
        #expect(
            await delivered(
                of: ["http://h/html", "http://h/gone", "http://h/good"], until: "http://h/good", at: 1, folder: folder)
                == ["http://h/good"])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.allSatisfy { $0 == ArtworkRecord.name(of: "http://h/good") })
    }

    @Test("A folder that can't be used, or none, keeps nothing from being shown")
    func noFolder() async {
        server.answer("http://h/a", .init(body: [1]))
        for folder in [nil, "/proc/none/such"] {
            #expect(await delivered(of: ["http://h/a"], until: "http://h/a", at: 1, folder: folder) == ["http://h/a"])
        }
    }

    @Test("A programme's picture leads no further than its guide may, and its redirects to the public network")
    func reach() throws {
        let picture = try #require(ProgrammePicture(key: "c1\nhttp://10.0.0.1/p.jpg"))
        let request = ArtworkRequest(picture, reach: .home)
        #expect(request.fetch.reach == .home && request.fetch.redirectReach == [])
        #expect(request.fetch.isBounded && request.fetch.priority == .warming && request.use == .poster)
        #expect(ProgrammePicture(key: picture.key) == picture && ProgrammePicture(key: "http://h/logo.png") == nil)
    }
}
