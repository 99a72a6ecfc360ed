import MediaCore
import Testing

@testable import Channels

@Suite("What the channel watched leaves of the line")
struct SpareTests {
    private let start = HostTime(nanoseconds: 1_000_000_000)

    private func told(_ milliseconds: Int, throughput: Double = 100e6) -> WarmingEvent.Network {
        WarmingEvent.Network(throughput: throughput, bandwidth: 3e6, buffered: .milliseconds(milliseconds))
    }

    @Test("A channel that has just begun keeps nothing from being begun; one whose buffer has become low does")
    func begun() {
        var spare = Spare()
        spare.update(told(50), at: start)
        #expect(spare.isLow && !spare.isTight)
        spare.update(told(2000), at: start + .milliseconds(300))
        #expect(!spare.isLow && !spare.isTight)
        spare.update(told(50), at: start + .seconds(1))
        #expect(spare.isLow && spare.isTight)
        // Another channel is watched.
        spare.beginAnew()
        spare.update(told(50), at: start + .seconds(2))
        #expect(spare.isLow && !spare.isTight)
    }

    @Test("A channel that begins and stays low takes the media of all others")
    func starved() {
        var spare = Spare()
        for second in 0...1 { spare.update(told(100), at: start + .seconds(second)) }
        #expect(spare.isStarved && spare.isTight)
    }
}
