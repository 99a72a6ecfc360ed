import Devices
import HLS
import MediaCore
import Testing

@testable import Playback

@Suite("Where one can go in what plays")
struct SeekableRangeTests {
    private func window(_ start: Double, _ end: Double, isLive: Bool, latency: Double = 6) -> PresentationWindow {
        PresentationWindow(
            start: MediaTime(seconds: start), end: MediaTime(seconds: end), isLive: isLive,
            targetLatency: .seconds(latency),
            dateAtZero: nil, published: isLive ? PublishedEnd(media: MediaTime(seconds: end), at: .zero) : nil,
            newest: PresentationWindow.Newest(mediaSequence: 77, end: MediaTime(seconds: end)))
    }

    @Test("A film has its length, but for the last moments; a place in it is counted from its beginning")
    func film() throws {
        let range = try #require(SeekableRange(window(0, 600, isLive: false), at: .zero))
        #expect(range.start == .zero && range.end == MediaTime(seconds: 597) && !range.isLive)
        #expect(range.sessionStart(at: MediaTime(seconds: 30)) == .offset(.seconds(30)))
        #expect(range.sessionStart(at: MediaTime(seconds: -5)) == .offset(.zero))
        #expect(range.sessionStart(at: MediaTime(seconds: 9999)) == .offset(.seconds(597)))
        #expect(SeekableRange(window(0, 10, isLive: false), at: .zero) == nil)
    }

    @Test("A live window goes on with time; its oldest seconds and what is nearer than a new viewer joins are left out")
    func live() throws {
        let early = try #require(SeekableRange(window(100, 220, isLive: true), at: .zero))
        #expect(early.start == MediaTime(seconds: 108) && early.end == MediaTime(seconds: 214))
        let later = try #require(SeekableRange(window(100, 220, isLive: true), at: HostTime.zero + .seconds(3)))
        #expect(later.start == MediaTime(seconds: 111) && later.end == MediaTime(seconds: 217))
        // Counted from a segment that every later playlist has, too, whatever the time.
        #expect(later.sessionStart(at: MediaTime(seconds: 150)) == .beforeEnd(.seconds(70), of: 77))
        #expect(early.sessionStart(at: MediaTime(seconds: 150)) == .beforeEnd(.seconds(70), of: 77))
        #expect(later.sessionStart(at: MediaTime(seconds: 216.5)) == .usual)
        #expect(later.sessionStart(at: MediaTime(seconds: 0)) == .beforeEnd(.seconds(109), of: 77))
    }

    @Test("A window of a few segments, and a stream, have nothing to go to")
    func short() {
        #expect(SeekableRange(window(0, 24, isLive: true), at: .zero) == nil)
        #expect(SeekableRange(window(0, 0, isLive: true), at: .zero) == nil)
        #expect(SeekableRange(window(0, 0, isLive: false), at: .zero) == nil)
    }

    @Test("Steps add up, stop at the ends, and say when there is no further")
    func scrub() throws {
        let range = try #require(SeekableRange(window(0, 60, isLive: false), at: .zero))
        var scrub = Scrub(from: MediaTime(seconds: 20))
        #expect(scrub.move(by: .seconds(-10), in: range) && scrub.move(by: .seconds(-15), in: range))
        #expect(scrub.target == .zero && !scrub.move(by: .seconds(-10), in: range))
        #expect(scrub.move(by: .seconds(500), in: range) && scrub.target == range.end)
        scrub.commit()
        scrub.move(to: MediaTime(seconds: 5), in: range)
        #expect(!scrub.isCommitted && scrub.target == MediaTime(seconds: 5))
        for number in stride(from: Int64.min / 4, through: Int64.max / 4, by: Int(Int64.max / 16)) {
            _ = scrub.move(by: .nanoseconds(number), in: range)
            #expect(range.contains(scrub.target))
        }
    }
}
