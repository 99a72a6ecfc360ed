import HLS
import MediaCore
import Playback
import Testing

@Suite("Timeline map: timestamps of containers onto the session's timeline")
struct TimelineMapTests {
    private func position(
        _ start: Double, epoch: UInt64 = 0, contiguous: Bool = true, duration: Double = 2
    ) -> TimelineMap.Position {
        TimelineMap.Position(
            epoch: TimelineEpoch(generation: 0, discontinuity: epoch), start: MediaTime(seconds: start),
            duration: .milliseconds(Int(duration * 1000)), isContiguous: contiguous)
    }

    private func put(
        _ map: inout TimelineMap, _ kind: TimelineMap.Kind, _ raw: Double, _ position: TimelineMap.Position
    ) -> Double {
        let raw = MediaTime(seconds: raw)
        guard let stamp = TimelineMap.Stamp(presentation: raw, decode: raw, duration: .milliseconds(40)),
            case .offset(let offset) = map.place(kind, stamp, in: position)
        else { return .nan }
        return ((raw + offset).seconds * 1000).rounded() / 1000
    }

    @Test("the first packet is where the playlist says; sound and picture share the offset")
    func first() {
        var map = TimelineMap()
        #expect(put(&map, .video, 5000, position(100, contiguous: false)) == 100)
        #expect(put(&map, .audio, 4999.9, position(100, contiguous: false)) == 99.9)
        #expect(put(&map, .video, 5000.04, position(100, contiguous: false)) == 100.04)
        #expect(map.expectedRaw(.video, position(102, contiguous: false)) == MediaTime(seconds: 5002))
    }

    @Test("at a discontinuity the timeline goes on, both tracks by one offset")
    func discontinuity() {
        var map = TimelineMap()
        #expect(put(&map, .video, 5001.96, position(100, contiguous: false)) == 100)
        #expect(put(&map, .audio, 5001.95, position(100)) == 99.99)
        #expect(put(&map, .video, 0, position(102, epoch: 1)) == 100.04)
        #expect(put(&map, .audio, 0.02, position(102, epoch: 1)) == 100.06)
    }

    @Test("a jump that is not marked is anchored where the track should go on")
    func unmarked() {
        var map = TimelineMap()
        #expect(put(&map, .video, 50, position(0, contiguous: false)) == 0)
        #expect(put(&map, .audio, 50, position(0)) == 0)
        #expect(put(&map, .video, 9000, position(0)) == 0.04)
        #expect(put(&map, .audio, 50.04, position(0)) == 0.04)
        #expect(put(&map, .audio, 9000.04, position(0)) == 0.08)
        #expect(put(&map, .video, 9000.04, position(0)) == 0.08)
        #expect(put(&map, .video, 12, position(0)) == 0.12)
    }

    @Test("segments that are skipped leave a hole of their length")
    func hole() {
        var map = TimelineMap()
        #expect(put(&map, .video, 50, position(0, contiguous: false)) == 0)
        #expect(put(&map, .video, 56, position(6, contiguous: false)) == 6)
    }

    @Test("playlists whose durations are a little wrong do not move the media")
    func drift() {
        var map = TimelineMap()
        var raw = 700.0
        var start = 0.0
        for segment in 0..<2000 {
            for step in 0..<3 {
                let mapped = put(
                    &map, .video, raw + Double(step) * 2.002, position(start, contiguous: segment > 0, duration: 6))
                #expect(abs(mapped - (raw + Double(step) * 2.002 - 700)) < 0.002)
            }
            raw += 6.006
            start += 6
        }
    }

    @Test("nonsense does not trap")
    func extremes() {
        var map = TimelineMap()
        for raw in [Int64.min, .max, 0, .min, .max] {
            let time = MediaTime(nanoseconds: raw)
            for duration in [Duration.nanoseconds(Int64.max), .zero, .nanoseconds(Int64.min)] {
                let stamp = TimelineMap.Stamp(presentation: time, decode: nil, duration: duration)
                guard let stamp else { continue }
                _ = map.place(.video, stamp, in: position(1e12))
                _ = map.place(.audio, stamp, in: position(-1e12, epoch: 3), hasPictureBeside: true)
                _ = map.place(.audio, stamp, in: position(0, epoch: 4, contiguous: false))
                _ = map.expectedRaw(.video, position(0))
            }
        }
    }
}
