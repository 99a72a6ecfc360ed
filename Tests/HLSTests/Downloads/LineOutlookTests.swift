import MediaCore
import Testing

@testable import HLS

@Suite("What is expected of the line")
struct LineOutlookTests {
    /// The media left when what comes doubles with each round trip, from ten packets on, or as many over each of several
    /// connections.
    private func least(_ outlook: LineOutlook, _ bridge: Duration, isNew: Bool, over connections: Int = 1) -> Double {
        let round = outlook.delay.inSeconds
        let bytesPerSecond = outlook.rate / 8
        var come = 0.0
        var least = Double.infinity
        for number in 0..<12 {
            // Just before the packets of this round trip are here.
            least = min(least, bridge.inSeconds + come / bytesPerSecond - Double(number + (isNew ? 2 : 1)) * round)
            come += 14_600 * Double(number == 0 ? connections : 1 << number)
        }
        return least
    }

    @Test(
        "What bridges the time until the rest comes never runs dry before it, at any round trip up to 150 ms",
        arguments: [0.01, 0.03, 0.06, 0.1, 0.15], [1e6, 3.4e6, 8e6, 16e6])
    func bridges(delay: Double, rate: Double) {
        let outlook = LineOutlook(supply: 3, delay: .seconds(delay), rate: rate)
        #expect(least(outlook, outlook.bridge, isNew: true) >= 0.049 || outlook.bridge == .seconds(1))
        #expect(outlook.bridge >= .milliseconds(200) && outlook.bridge <= .seconds(1))
    }

    @Test(
        "Over connections that are open less is enough to begin with: it never runs dry either",
        arguments: [0.01, 0.03, 0.06, 0.1, 0.15], [1e6, 3.4e6, 8e6, 16e6])
    func begins(delay: Double, rate: Double) {
        let outlook = LineOutlook(supply: 3, delay: .seconds(delay), rate: rate, throughput: 3 * rate)
        let bridge = outlook.leastBridge
        #expect(least(outlook, bridge, isNew: false, over: outlook.connections) >= 0.049 || bridge == .seconds(1))
        #expect(bridge >= .milliseconds(200) && bridge <= outlook.bridge)
        let far = LineOutlook(supply: 6, delay: .milliseconds(100), rate: 3.4e6, throughput: 20e6)
        #expect(far.bridge - far.leastBridge >= .milliseconds(100))
    }

    @Test("A body's beginning comes over as many connections as the line can fill, and over one where that is near")
    func connections() {
        func connections(_ megabits: Double?, _ milliseconds: Int) -> Int {
            LineOutlook(delay: .milliseconds(milliseconds), throughput: megabits.map { $0 * 1e6 }).connections
        }
        #expect(connections(20, 30) == 3 && connections(20, 100) == 3 && connections(1000, 300) == 3)
        #expect(connections(8, 30) == 2 && connections(4, 30) == 1 && connections(0.5, 100) == 1)
        #expect(connections(1000, 9) == 1 && connections(1000, 0) == 1)
        #expect(connections(nil, 30) == 2 && connections(nil, 0) == 1)
        for throughput in [-1, Double.infinity, .nan, 1e300] {
            #expect((1...3).contains(LineOutlook(delay: .seconds(5), throughput: throughput).connections))
        }
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
