import MediaCore
import Testing

@testable import HLS

@Suite("What is expected of the line")
struct LineOutlookTests {
    /// The media left when what comes doubles with each round trip, from ten packets on, and the connection is new.
    private func least(_ outlook: LineOutlook) -> Double {
        let round = outlook.delay.inSeconds
        let bytesPerSecond = outlook.rate / 8
        var come = 0.0
        var least = Double.infinity
        for number in 0..<12 {
            // Just before the packets of this round trip are here.
            least = min(least, outlook.bridge.inSeconds + come / bytesPerSecond - Double(number + 2) * round)
            come += 14_600 * Double(1 << number)
        }
        return least
    }

    @Test(
        "What bridges the time until the rest comes never runs dry before it, at any round trip up to 150 ms",
        arguments: [0.01, 0.03, 0.06, 0.1, 0.15], [1e6, 3.4e6, 8e6, 16e6])
    func bridges(delay: Double, rate: Double) {
        let outlook = LineOutlook(supply: 3, delay: .seconds(delay), rate: rate)
        #expect(least(outlook) >= 0.049 || outlook.bridge == .seconds(1))
        #expect(outlook.bridge >= .milliseconds(200) && outlook.bridge <= .seconds(1))
    }

    @Test("Near by it is short; where nobody knows the line it is longer; nothing traps")
    func ends() {
        #expect(LineOutlook(supply: 5, delay: .milliseconds(30), rate: 3.4e6).bridge == .milliseconds(200))
        #expect(LineOutlook(delay: .milliseconds(30), rate: 3.4e6).bridge == .milliseconds(550))
        #expect(LineOutlook(supply: 2, delay: .milliseconds(100)).bridge == .milliseconds(250))
        for rate in [-1, Double.infinity, .nan, 1e300] {
            #expect(LineOutlook(supply: 2, delay: .seconds(5), rate: rate).bridge == .seconds(1))
        }
    }
}
