import Base
import Devices
import HLS
import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("The bytes of a file", .timeLimit(.minutes(5)))
struct FileSourceTests {
    private static let url = "http://test/film"

    private func source(_ origin: MemoryOrigin, _ files: FileMemory, length: Int) -> FileSource {
        let found = ProgressiveSession.Source(
            request: FetchRequest(url: Self.url), container: .unknown, length: length)
        let known = files.opened(found, validator: nil)
        var session = ProgressiveSession(found)
        var request: MediaRequest?
        for case .loadMedia(let media) in session.handle(.start, now: .zero) { request = media }
        guard let request else { preconditionFailure("a session begins with a request") }
        return FileSource(
            request, known, handle: nil, fetcher: origin, files: files, ranges: RangeMemory(), clock: HandClock(),
            report: { _ in }, firstByte: { _ in })
    }

    @Test("read from random places, they are the file's; what opened it once is not fetched again", arguments: 0..<8)
    func places(seed: Int) {
        var random = SplitMix(seed: seed)
        let bytes = random.bytes(3 << 20)
        let origin = MemoryOrigin([Self.url: bytes])
        let files = FileMemory()
        let source = source(origin, files, length: bytes.count)
        var scratch = [UInt8](repeating: 0, count: 50_000)
        func read(_ source: FileSource, at place: Int, _ count: Int) {
            source.seek(to: place)
            var got: [UInt8] = []
            while got.count < count {
                guard case .bytes(let new) = scratch.withUnsafeMutableBytes({ source.read(into: $0) }) else { break }
                got += scratch.prefix(new)
            }
            #expect(got.prefix(count).elementsEqual(bytes[place..<min(place + count, bytes.count)]))
        }
        read(source, at: 0, 1000)
        read(source, at: bytes.count - 5000, 5000)
        source.opened()
        for _ in 0..<30 {
            read(
                source, at: Int.random(in: 0..<bytes.count, using: &random), Int.random(in: 1...200_000, using: &random)
            )
        }
        source.seek(to: bytes.count)
        #expect(scratch.withUnsafeMutableBytes { source.read(into: $0) } == .end)
        let asked = origin.requests.count
        let again = self.source(origin, files, length: bytes.count)
        read(again, at: 0, 1000)
        read(again, at: bytes.count - 5000, 5000)
        #expect(origin.requests.count == asked)
        #expect(files[Self.url]?.source.length == bytes.count && files["http://test/other"] == nil)
        again.cancel()
        #expect(scratch.withUnsafeMutableBytes { again.read(into: $0) } == .cancelled)
        source.cancel()
    }

    @Test("what opens a file is handed on piece by piece, however many there are")
    func handed() {
        let opening = PlaylistOpening(FetchRequest(url: Self.url), mayBeMedia: true)
        var media: MediaOpening?
        let count = Locked(0)
        for piece in 0..<200_000 {
            // The head of an MPEG audio frame, and what follows it.
            let bytes: [UInt8] = piece == 0 ? [0xff, 0xfb, 0x90, 0x00] + [UInt8](repeating: 0, count: 200) : [0]
            guard case .media(let found) = opening.handle(.data(bytes)) else { continue }
            media = found
            found.hand { _ in count.withLock { $0 += 1 } }
        }
        #expect(media != nil && count.withLock { $0 } == 200_000)
    }

    @Test("a file that nobody reads is forgotten; one that is another by now is opened anew")
    func forgotten() {
        let files = FileMemory()
        let found = ProgressiveSession.Source(request: FetchRequest(url: Self.url), container: .unknown, length: 5)
        do {
            let known = files.opened(found, validator: "1")
            #expect(files[Self.url]?.index === known.index && files.opened(found, validator: "1").index === known.index)
            #expect(files.opened(found, validator: "2").index !== known.index)
        }
        #expect(files[Self.url] == nil)
    }

    @Test("a reader that waits gets no more when it is given up")
    func givenUp() throws {
        let origin = MemoryOrigin([:])
        let source = source(origin, FileMemory(), length: 1000)
        let result = Monitor<ByteSourceResult?>(nil)
        _ = try NamedThread("test-reader") {
            var scratch = [UInt8](repeating: 0, count: 100)
            let read = scratch.withUnsafeMutableBytes { source.read(into: $0) }
            result.update { $0 = read }
        }
        source.giveUp()
        #expect(result.wait { $0 } == .end)
    }
}
