import MediaCore
import Testing

@testable import Capture

@Suite("Times of an input")
struct CaptureClockTests {
    private func at(_ milliseconds: Int) -> HostTime {
        HostTime(nanoseconds: 5_000_000_000) + .milliseconds(milliseconds)
    }

    @Test("The first capture is zero, and later ones lie as far behind it as they were captured")
    func zero() {
        var clock = CaptureClock()
        #expect(clock.media(at: at(0)) == .zero)
        #expect(clock.media(at: at(40)) == .zero + .milliseconds(40))
        // Sound may have been captured before the picture beside it.
        #expect(clock.media(at: at(-10)) == .zero - .milliseconds(10))
    }

    @Test("What nobody took leaves no hole: what comes follows on what came last")
    func skip() {
        var clock = CaptureClock()
        _ = clock.media(at: at(0))
        _ = clock.media(at: at(40))
        clock.skip(to: at(5_000))
        #expect(clock.media(at: at(5_000)) == .zero + .milliseconds(60))
        #expect(clock.media(at: at(5_040)) == .zero + .milliseconds(100))
        clock.skip(to: at(5_041))
        #expect(clock.media(at: at(5_080)) == .zero + .milliseconds(140))
    }

    @Test("Before anything was captured there is nothing to skip")
    func nothing() {
        var clock = CaptureClock()
        clock.skip(to: at(100))
        #expect(clock.media(at: at(200)) == .zero)
    }
}
