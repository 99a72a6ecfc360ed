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

    @Test(
        "A window holds what the line holds and little more: none of its speed is lost, and little waits before it",
        arguments: [0.001, 0.01, 0.03, 0.06], [8e6, 20e6])
    func window(roundTrip: Double, line: Double) throws {
        let outlook = LineOutlook(supply: line / 3.4e6, delay: .milliseconds(40), rate: 3.4e6)
        let window = Double(try #require(outlook.window(roundTrip: .seconds(roundTrip))))
        let held = line / 8 * roundTrip
        #expect(window >= held + 16_000 && window <= held + 24_000)
    }

    @Test("No window is set that would not bring twice what is played, nor for a line that nobody knows")
    func noWindow() throws {
        let far = LineOutlook(supply: 50 / 3.4, delay: .milliseconds(100), rate: 3.4e6)
        #expect(try #require(far.window(roundTrip: .milliseconds(100))) * 10 * 8 >= 2 * 3_400_000)
        #expect(LineOutlook(supply: 3, rate: 16e6).window(roundTrip: .milliseconds(100)) == nil)
        #expect(LineOutlook(supply: nil, rate: 3e6).window(roundTrip: .milliseconds(30)) == nil)
        #expect(LineOutlook(supply: 3, rate: 0).window(roundTrip: .milliseconds(30)) == nil)
        #expect(LineOutlook(supply: 3, rate: 3e6).window(roundTrip: .zero) == nil)
        for supply in [-1, Double.infinity, 1e300] {
            #expect(LineOutlook(supply: supply, rate: 1e300).window(roundTrip: .seconds(5)) == nil)
        }
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
