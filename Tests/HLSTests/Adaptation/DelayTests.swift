import Devices
import MediaCore
import Testing

@testable import HLS

@Suite("How long an answer takes to begin")
struct DelayTests {
    @Test("Where a connection had to be opened first it is half of that")
    func opening() {
        var adaptation = Adaptation(SessionOptions())
        func load(_ milliseconds: Int, reused: Bool) {
            let first = HostTime.zero + .milliseconds(milliseconds)
            let timing = FetchTiming(
                requested: .zero, firstByte: first, finished: first + .milliseconds(50), bytes: 100_000,
                reusedConnection: reused)
            adaptation.finished(nil, timing, nil)
        }
        load(100, reused: true)
        #expect(adaptation.delay == .milliseconds(100))
        load(210, reused: false)
        #expect(adaptation.delay == .milliseconds(105))
    }
}
