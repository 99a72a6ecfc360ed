import MediaCore
import TestSupport
import Testing

@testable import Playback

@Suite("Places in a transport stream without an index", .enabled(if: PlaybackFixtures.isAvailable))
struct TransportTimesTests {
    @Test("the first and the last time are the picture's")
    func times() throws {
        let bytes = PlaybackFixtures.files["whole.ts"] ?? []
        let times = try #require(TransportTimes(bytes))
        // 150 pictures of 40 ms; the last one to come may be one of those before the last one to be seen.
        #expect(abs(TransportTimes.seconds(from: times.first.ticks, to: times.last.ticks) - 5.92) < 0.13)
        #expect(times.first.offset < times.last.offset && bytes[times.last.offset] == 0x47)
        let later = try #require(TransportTimes(Array(bytes.dropFirst(bytes.count / 2 + 7))))
        #expect((2...4).contains(TransportTimes.seconds(from: times.first.ticks, to: later.first.ticks)))
        #expect(TransportTimes.seconds(from: (1 << 33) - 90_000, to: 90_000) == 2, "stamps begin anew")
    }

    @Test("whatever the bytes are, they are read to their end", arguments: 0..<100)
    func garbage(seed: Int) {
        var random = SplitMix(seed: seed)
        var bytes = random.bytes(188 * 8 + Int.random(in: 0..<188, using: &random))
        if seed % 2 == 0 {
            for packet in 0..<8 { bytes.replaceSubrange(packet * 188..<packet * 188 + 2, with: [0x47, 0x40]) }
        }
        if let times = TransportTimes(bytes) { #expect(bytes.indices.contains(times.last.offset)) }
        #expect(TransportTimes([]) == nil)
    }

    @Test(
        "a place is found within eight looks and a few seconds, however unevenly the bytes are spread",
        arguments: 0..<200
    )
    func search(seed: Int) {
        var random = SplitMix(seed: seed)
        // Seconds of ever other sizes.
        let sizes = (0..<3000).map { _ in Int.random(in: 50_000...(seed % 3 == 0 ? 4_000_000 : 500_000), using: &random)
        }
        var starts = [0]
        for size in sizes { starts.append((starts.last ?? 0) + size) }
        let wanted = Double.random(in: 0..<3000, using: &random)
        var search = PlaceSearchByTime(wanted: wanted, length: 3000, byteCount: starts.last ?? 0)
        var looks = 0
        while let offset = search.next {
            looks += 1
            let second = starts.firstIndex { $0 >= offset } ?? starts.count
            search.found(second < 3000 ? (starts[second], Double(second)) : nil)
        }
        #expect(looks <= 8)
        let begun = Double((starts.lastIndex { $0 <= search.best }) ?? 0)
        #expect(begun <= wanted, "it begins before")
        #expect(wanted - begun <= 12, "\(wanted - begun) s before \(wanted), after \(looks) looks")
    }
}
