import BandwidthSimulation
import Testing

@Suite("Over a line that changes")
struct AdaptationTests {
    /// Compares the rules; `hearth-bench abr` prints the whole comparison.
    @Test(
        "Playing stands still no more than with a plain throughput rule or BOLA, and switches less than BOLA",
        arguments: [false, true])
    func comparison(isLive: Bool) async throws {
        let channel = try #require(SimulatedChannel.all.first { $0.isLive == isLive && $0.segment == 6 })
        var own = (stalled: 0.0, rate: 0.0, switches: 0)
        var throughput = own
        var bola = own
        func add(_ outcome: BandwidthOutcome, to sum: inout (stalled: Double, rate: Double, switches: Int)) {
            sum.stalled += outcome.rebufferRatio
            sum.rate += outcome.meanRate
            sum.switches += outcome.switches
            #expect((outcome.startUp ?? .infinity) < 1.5)
        }
        for trace in BandwidthTrace.all
        where ["cliff 10/0.8", "LTE", "steps 8/2.5", "constant 1.2"].contains(trace.name) {
            // Other tests' servers answer on the same few threads.
            await Task.yield()
            var simulation = BandwidthSimulation(trace: trace, channel: channel)
            simulation.duration = 200
            add(simulation.run(), to: &own)
            add(simulation.run(.throughput), to: &throughput)
            add(simulation.run(.bola), to: &bola)
        }
        #expect(own.stalled < 0.01 && own.stalled < throughput.stalled && own.stalled < bola.stalled)
        #expect(own.rate > throughput.rate * 0.9)
        #expect(own.switches < bola.switches)
    }
}
